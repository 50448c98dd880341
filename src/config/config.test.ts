import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, type ConfigFault } from '../base/ground/env-reader.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'pasarela-config-'));
const certPath = join(folder, 'cert.pem');
const keyPath = join(folder, 'key.pem');
writeFileSync(certPath, 'the certificate');
writeFileSync(keyPath, 'the key');
afterAll(() => rmSync(folder, { recursive: true }));

const secretKey = randomBytes(32).toString('hex');
const live = {
  MODE: 'live',
  BASE_URL: 'https://api.pay.example',
  LEGACY_AUTH_URL: 'https://auth.pay.example',
  CRYPTO_BASE_URL: 'https://crypto.pay.example',
  CHECKOUT_URL: 'https://checkout.pay.example',
  DATABASE_URL: 'postgres://pay@db.pay.example/pay?sslmode=verify-full',
  SECRET_KEY: secretKey,
  CARD_PROCESSORS: 'none',
  SMTP_URL: 'smtps://mail.pay.example',
  MAIL_FROM: 'pay@pay.example',
  TRUST_PROXY: '10.0.0.0/8',
};

function faultsOf(env: Record<string, string>): ConfigFault[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const namesOf = (env: Record<string, string>): string[] => faultsOf(env).map((fault) => fault.name);

test('a replica is one of a database that is given too', () => {
  const replica = { DATABASE_READ_URL: 'postgres://two/pay?target_session_attrs=standby' };
  expect(readConfig({ ...replica, DATABASE_URL: 'postgres://one/pay' })).toMatchObject({
    databaseReadUrl: replica.DATABASE_READ_URL,
  });
  expect(namesOf(replica)).toEqual(['DATABASE_URL']);
});

test('without a single variable it is a sandbox on this machine', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 8080,
    baseUrl: '',
    legacyAuthUrl: '',
    cryptoBaseUrl: '',
    checkoutUrl: '',
    dataDir: resolve('.data'),
    databaseUrl: null,
    tls: null,
    trustProxy: null,
    hstsSubdomains: false,
    secretKeys: [],
    cards: { used: ['sandbox'], setups: [], direct: false },
    metricsToken: null,
    logLevel: 'info',
    otlpEndpoint: null,
    demoWebhookUrl: null,
    webhookRetryDelaysSeconds: [60, 900, 7200],
    smtpUrl: null,
  });
  expect([...config.roles]).toEqual(['api', 'worker', 'watcher']);
  expect(config.rateLimits).toMatchObject({ perMerchant: expect.any(Number) });
});

test('an empty variable counts as one that is not set, and spaces around a value do not count', () => {
  expect(readConfig({ PORT: '', HOST: ' ', MODE: ' sandbox ', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('each variable is read', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '0',
    BASE_URL: 'http://localhost:8080/',
    LEGACY_AUTH_URL: 'http://auth.localhost',
    CRYPTO_BASE_URL: 'http://crypto.localhost',
    CHECKOUT_URL: 'https://checkout.localhost',
    DATA_DIR: 'elsewhere',
    DATABASE_URL: 'postgresql://user:secret@db/pay?sslmode=require',
    TLS_CERT: certPath,
    TLS_KEY: keyPath,
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8',
    HSTS_SUBDOMAINS: 'on',
    ROLES: 'worker, api',
    SECRET_KEY: secretKey,
    SECRET_KEY_PREVIOUS: randomBytes(32).toString('base64'),
    CARD_PROCESSOR: 'none',
    RATE_LIMITS: 'off',
    METRICS_TOKEN: 'sixteen letters!',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    DEMO_WEBHOOK_URL: 'http://127.0.0.1:9000/hook',
    WEBHOOK_RETRY_DELAYS: '1, 2.5,3',
    DELIVERY_LOG_DAYS: '7',
    EVENT_DAYS: '90',
    ARCHIVE_DAYS: '180',
    SMTP_URL: 'smtp://user:secret@mail:587',
    MAIL_FROM: 'pay@shop.example',
    ALERT_EMAIL: 'ops@shop.example',
  });
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    baseUrl: 'http://localhost:8080',
    legacyAuthUrl: 'http://auth.localhost',
    cryptoBaseUrl: 'http://crypto.localhost',
    checkoutUrl: 'https://checkout.localhost',
    alertEmail: 'ops@shop.example',
    dataDir: resolve('elsewhere'),
    databaseUrl: 'postgresql://user:secret@db/pay?sslmode=require',
    tls: { cert: 'the certificate', key: 'the key' },
    trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8'],
    hstsSubdomains: true,
    cards: { used: [], setups: [], direct: false },
    rateLimits: null,
    metricsToken: 'sixteen letters!',
    logLevel: 'debug',
    otlpEndpoint: 'http://collector:4318',
    demoWebhookUrl: 'http://127.0.0.1:9000/hook',
    webhookRetryDelaysSeconds: [1, 2.5, 3],
    deliveryLogDays: 7,
    eventDays: 90,
    archiveDays: 180,
    smtpUrl: 'smtp://user:secret@mail:587',
    mailFrom: 'pay@shop.example',
  });
  expect([...config.roles].sort()).toEqual(['api', 'worker']);
  expect(config.secretKeys[0]?.toString('hex')).toBe(secretKey);
  expect(config.secretKeys).toHaveLength(2);
});

test('the limits can be set one by one', () => {
  const { rateLimits } = readConfig({
    LIMIT_PER_MERCHANT: '1',
    LIMIT_PER_ADDRESS: '2',
    LIMIT_REFUSALS_PER_CARD: '3',
    LIMIT_REFUSALS_PER_ADDRESS: '4',
  });
  expect(rateLimits).toEqual({ perMerchant: 1, perAddress: 2, refusalsPerCard: 3, refusalsPerAddress: 4 });
});

describe('a wrong value is named, with what was given and what is expected', () => {
  test.each([
    ['MODE', 'production', 'one of sandbox, live'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', '80.5', 'a whole number from 0 to 65535'],
    ['PORT', '8080/tcp', 'a whole number from 0 to 65535'],
    ['BASE_URL', 'pay.example', 'an address that starts with https:// or http://'],
    ['BASE_URL', 'ftp://pay.example', 'an address that starts with https:// or http://'],
    ['LEGACY_AUTH_URL', 'https://pay.example/v1', 'an address without a path, query or user name'],
    ['CRYPTO_BASE_URL', '//pay.example', 'an address that starts with https:// or http://'],
    ['CHECKOUT_URL', 'https://', 'an address that starts with https:// or http://'],
    ['DATABASE_URL', 'db.example/pay', 'an address that starts with postgres:// or postgresql://'],
    ['TRUST_PROXY', 'proxy.example', 'addresses or networks of your proxies, e.g. 10.0.0.0/8, or loopback'],
    ['TRUST_PROXY', 'true', 'addresses or networks of your proxies, e.g. 10.0.0.0/8, or loopback'],
    ['ROLES', 'api,cook', 'any of api,worker,watcher'],
    ['ROLES', 'api,', 'any of api,worker,watcher'],
    ['RATE_LIMITS', 'no', 'one of on, off'],
    ['LIMIT_PER_MERCHANT', '0', 'a whole number from 1 to 1000000'],
    ['LIMIT_PER_ADDRESS', '1e3', 'a whole number from 1 to 1000000'],
    ['LIMIT_REFUSALS_PER_CARD', 'many', 'a whole number from 1 to 1000000'],
    ['LIMIT_REFUSALS_PER_ADDRESS', '1000001', 'a whole number from 1 to 1000000'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['DEMO_WEBHOOK_URL', 'localhost:9000', 'an address that starts with http:// or https://'],
    ['WEBHOOK_RETRY_DELAYS', '60,900', 'three numbers of seconds, e.g. 60,900,7200'],
    ['WEBHOOK_RETRY_DELAYS', '60,900,-1', 'three numbers of seconds, e.g. 60,900,7200'],
    ['DELIVERY_LOG_DAYS', '0', 'a whole number from 1 to 3650'],
    ['ARCHIVE_DAYS', '29', 'off, or a whole number from 30 to 36500'],
    ['SMTP_URL', 'mail.example:25', 'an address that starts with smtp:// or smtps://'],
    ['MAIL_FROM', 'Pasarela', 'the e-mail address that mail comes from'],
    ['SANDBOX_CHAINS', 'maybe', 'one of on, off'],
    ['RATE_MAX_AGE', '5', 'a whole number from 10 to 3600'],
    ['RATE_MAX_DEVIATION', '21', 'a percentage above 0, at most 20, with at most 2 decimals'],
    ['RATE_BOUNDS', '1.10-0.90', 'two prices in USD, e.g. 0.90-1.10'],
    ['WEBHOOK_NETWORKS', 'corp.example', expect.stringMatching(/^networks of your own/)],
    ['WEBHOOK_NETWORKS', '10.2.0.1', expect.stringMatching(/^networks of your own/)],
    ['WEBHOOK_NETWORKS', '10.2.0.0/16,0.0.0.0/0', expect.stringMatching(/^networks of your own/)],
    ['WEBHOOK_NETWORKS', '127.0.0.0/8', expect.stringMatching(/^networks of your own/)],
    ['WEBHOOK_NETWORKS', '169.254.169.254/32', expect.stringMatching(/^networks of your own/)],
    ['WEBHOOK_NETWORKS', 'fe80::/10', expect.stringMatching(/^networks of your own/)],
    ['ALERT_EMAIL', 'ops', 'the e-mail address for alarms'],
    ['TLS_CERT', '/nowhere/cert.pem', 'a file that can be read'],
    ['DATABASE_URL', 'postgres://one:5432,two:x/pay', expect.stringContaining('hosts by comma')],
    [
      'DATABASE_URL',
      'postgres://one,two/pay?target_session_attrs=prefer-standby',
      'a target_session_attrs of any, read-write, primary',
    ],
  ])('%s=%s', (name, given, expected) => {
    const others: Record<string, string> = name === 'TLS_CERT' ? { TLS_KEY: keyPath } : {};
    expect(faultsOf({ ...others, [name]: given })).toEqual([
      { name, given: JSON.stringify(given), expected },
    ]);
  });

  test('a port of http is for who has the certificate', () => {
    expect(namesOf({ REDIRECT_PORT: '80' })).toEqual(['REDIRECT_PORT']);
    const tls = { TLS_CERT: certPath, TLS_KEY: keyPath };
    expect(readConfig({ ...tls, REDIRECT_PORT: '80' }).redirectPort).toBe(80);
    expect(readConfig(tls).redirectPort).toBeNull();
  });

  test('a certificate needs its key, and a key its certificate', () => {
    expect(faultsOf({ TLS_CERT: certPath })).toMatchObject([{ name: 'TLS_KEY', given: 'nothing' }]);
    expect(faultsOf({ TLS_KEY: keyPath })).toMatchObject([{ name: 'TLS_CERT', given: 'nothing' }]);
  });

  test('the message has one line for each fault, whatever was given', () => {
    expect(() => readConfig({ PORT: 'one\ntwo', MODE: 'x', ROLES: 'y' })).toThrow(
      /^MODE: given "x", expected .+\nROLES: given "y", expected .+\nPORT: given "one\\ntwo", expected .+$/,
    );
  });
});

describe('secrets', () => {
  test.each([
    ['SECRET_KEY', 'changeme'],
    ['SECRET_KEY', randomBytes(31).toString('hex')],
    ['SECRET_KEY', '00'.repeat(32)],
    ['SECRET_KEY', 'abababab'.repeat(8)],
    ['SECRET_KEY', randomBytes(16).toString('base64')],
    ['METRICS_TOKEN', 'short'],
    ['DATABASE_URL', 'mysql://user:hunter2@db/pay'],
    ['SMTP_URL', 'https://user:hunter2@mail'],
  ])('a wrong %s is refused and not repeated (%s)', (name, given) => {
    expect(faultsOf({ [name]: given })).toMatchObject([{ name, given: '(hidden)' }]);
  });

  test('a wrong previous key is refused beside a right one', () => {
    const faults = faultsOf({ SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: 'old' });
    expect(faults).toMatchObject([{ name: 'SECRET_KEY_PREVIOUS', given: '(hidden)' }]);
  });

  test('hex and base64 are both read', () => {
    const bytes = randomBytes(32);
    for (const encoding of ['hex', 'base64'] as const) {
      expect(readConfig({ SECRET_KEY: bytes.toString(encoding) }).secretKeys).toEqual([bytes]);
    }
  });
});

describe('MODE=live', () => {
  test.each([
    ['postgres://u:p@db.example/pay', false],
    ['postgres://u:p@db.example/pay?sslmode=disable', false],
    // This mode permits an unencrypted connection.
    ['postgres://u:p@db.example/pay?sslmode=prefer', false],
    ['postgres://u:p@127.0.0.1,db.example/pay', false],
    ['postgres://u:p@10.0.0.5/pay', false],
    ['postgres://u:p@db.example/pay?sslmode=verify-full', true],
    ['postgres://u:p@db.example/pay?sslmode=require', true],
    ['postgres://u:p@db.example/pay?ssl=true', true],
    ['postgres://u:p@localhost:5433/pay', true],
    ['postgres://u:p@[::1]/pay', true],
    ['postgres:///pay?host=/var/run/postgresql', true],
    ['postgres:///pay?host=db.example', false],
  ])('%s is good for a database: %s', (DATABASE_URL, isGood) => {
    expect(namesOf({ ...live, DATABASE_URL })).toEqual(isGood ? [] : ['DATABASE_URL']);
    expect(namesOf({ ...live, DATABASE_URL, DATABASE_TLS: 'optional' })).toEqual([]);
    const both = { ...live, DATABASE_READ_URL: DATABASE_URL };
    expect(namesOf(both)).toEqual(isGood ? [] : ['DATABASE_READ_URL']);
  });

  test('a complete configuration is taken', () => {
    expect(readConfig(live)).toMatchObject({
      mode: 'live',
      cards: { used: [], setups: [], direct: false },
      databaseUrl: live.DATABASE_URL,
    });
    // Live mode has stricter defaults for money and people.
    const day = 24 * 3_600_000;
    expect(readConfig(live)).toMatchObject({ secondFactorDemanded: true, newDestinationMs: day });
    const relaxed = { SECOND_FACTOR: 'offered', NEW_DESTINATION_HOURS: '0' };
    const easy = { secondFactorDemanded: false, newDestinationMs: 0 };
    expect(readConfig({ ...live, ...relaxed })).toMatchObject(easy);
    expect(readConfig({})).toMatchObject(easy);
    const { TRUST_PROXY: _, ...withoutProxy } = live;
    expect(namesOf({ ...withoutProxy, TLS_CERT: certPath, TLS_KEY: keyPath })).toEqual([]);
  });

  test.each(['api', 'watcher', 'api,watcher'])(
    'ROLES=%s starts without what only a worker signs with',
    (ROLES) => {
      const named = { ...live, SIGNER: 'key-file', SIGNER_KEY_FILE: '/nowhere/keys' };
      expect(readConfig({ ...named, ROLES }).payouts.signer).toBeNull();
      expect(readConfig({ ...live, ROLES, SIGNER: 'remote' }).payouts.signer).toBeNull();
      expect(namesOf({ ...named, ROLES: `${ROLES},worker` })).toEqual(['SIGNER_PASSPHRASE']);
    },
  );

  test('alone, every missing variable is listed', () => {
    expect(namesOf({ MODE: 'live' }).sort()).toEqual([
      'BASE_URL',
      'CARD_PROCESSORS',
      'CHECKOUT_URL',
      'CRYPTO_BASE_URL',
      'DATABASE_URL',
      'LEGACY_AUTH_URL',
      'MAIL_FROM',
      'SECRET_KEY',
      'SMTP_URL',
      'TLS_CERT',
    ]);
  });

  test('every part of the sandbox and every weakness is listed at once', () => {
    const env = {
      ...live,
      BASE_URL: 'http://api.pay.example',
      LEGACY_AUTH_URL: 'http://auth.pay.example',
      CRYPTO_BASE_URL: 'http://crypto.pay.example',
      CHECKOUT_URL: 'http://checkout.pay.example',
      CARD_PROCESSOR: 'sandbox',
      SECRET_KEY: '11'.repeat(32),
      RATE_LIMITS: 'off',
      DEMO_WEBHOOK_URL: 'http://127.0.0.1/hook',
      ERC20_RPC_URLS: 'http://node.example',
      RATE_SOURCES: 'kraken:http://rates.example',
      SANDBOX_CHAINS: 'on',
      DATABASE_URL: '',
      TRUST_PROXY: '',
    };
    expect(namesOf(env).sort()).toEqual([
      'BASE_URL',
      'CARD_PROCESSOR',
      'CHECKOUT_URL',
      'CRYPTO_BASE_URL',
      'DATABASE_URL',
      'DEMO_WEBHOOK_URL',
      'ERC20_RPC_URLS',
      'LEGACY_AUTH_URL',
      'RATE_LIMITS',
      'RATE_SOURCES',
      'SANDBOX_CHAINS',
      'SECRET_KEY',
      'TLS_CERT',
    ]);
  });

  test.each(['fixed:1.0', ' fixed : 1.0', 'fixed', 'kraken,fixed:1'])('no price is fixed: %s', (sources) => {
    expect(namesOf({ ...live, RATE_SOURCES: sources })).toEqual(['RATE_SOURCES']);
  });

  test('a card processor nobody knows is listed with the rest', () => {
    expect(namesOf({ ...live, CARD_PROCESSORS: 'acme', MAIL_FROM: '' }).sort()).toEqual([
      'CARD_PROCESSORS',
      'MAIL_FROM',
    ]);
    expect(namesOf({ CARD_PROCESSOR: 'acme', PORT: 'x' }).sort()).toEqual(['CARD_PROCESSOR', 'PORT']);
  });

  test('one processor may go by the name that stood for it when there was one, but not beside several', () => {
    const { CARD_PROCESSORS: _, ...others } = live;
    expect(namesOf({ ...others, CARD_PROCESSOR: 'none' })).toEqual([]);
    expect(namesOf({ CARD_PROCESSOR: 'sandbox', CARD_PROCESSORS: 'sandbox' })).toEqual(['CARD_PROCESSOR']);
    expect(namesOf({ CARD_PROCESSORS: 'sandbox,sandbox' })).toEqual(['CARD_PROCESSORS']);
  });

  test.each(Object.keys(live).filter((name) => name !== 'MODE'))('%s alone cannot be left out', (name) => {
    expect(namesOf({ ...live, [name]: '' })).toEqual([name === 'TRUST_PROXY' ? 'TLS_CERT' : name]);
  });
});

describe('the nodes of networks', () => {
  test('are read by network, and stand for the sandbox chains', () => {
    expect(readConfig({}).crypto).toMatchObject({ nodes: new Map(), localChains: true });
    expect(readConfig({ SANDBOX_CHAINS: 'off' }).crypto.localChains).toBe(false);
    const { crypto } = readConfig({
      TRC20_RPC_URLS: 'https://a.example/key, https://b.example',
      TRC20_QUORUM: '2',
      TRC20_START_BLOCK: '70000000',
    });
    const node = {
      rpcUrls: ['https://a.example/key', 'https://b.example'],
      fullNodeUrls: ['https://a.example/key', 'https://b.example'],
      quorum: 2,
      startBlock: 70_000_000n,
    };
    expect(crypto).toMatchObject({ nodes: new Map([['TRC20', node]]), localChains: false });
  });

  test('that are wrong are told without the keys in their addresses', () => {
    const read = (env: Record<string, string>) => () => readConfig(env);
    expect(read({ ERC20_RPC_URLS: 'ftp://node.example/secret-key' })).toThrow(
      /^ERC20_RPC_URLS: (?!.*secret-key)/,
    );
    expect(read({ ERC20_RPC_URLS: 'https://a.example', ERC20_QUORUM: '2' })).toThrow(/^ERC20_QUORUM: /);
    expect(read({ ERC20_RPC_URLS: 'https://a.example', ERC20_START_BLOCK: 'now' })).toThrow(
      /^ERC20_START_BLOCK: /,
    );
  });
});

describe('sending', () => {
  const secretPath = join(folder, 'passphrase');
  writeFileSync(secretPath, 'correct horse battery staple\n');

  test('has bounds on every network', () => {
    const { sending, signer } = readConfig({ ERC20_MAX_FEE_GWEI: '30', TRC20_FEE_LIMIT_TRX: '20' }).payouts;
    expect(signer).toBeNull();
    expect(sending.get('ERC20')).toMatchObject({ maxFeeWei: 30_000_000_000n });
    expect(sending.get('TRC20')).toMatchObject({ feeLimitSun: 20_000_000n, expirySeconds: 60 });
    expect(
      namesOf({ ERC20_MAX_FEE_GWEI: '0', TRC20_FEE_LIMIT_TRX: 'much', TRC20_EXPIRY_SECONDS: '5' }),
    ).toEqual(['ERC20_MAX_FEE_GWEI', 'TRC20_FEE_LIMIT_TRX', 'TRC20_EXPIRY_SECONDS']);
  });

  test('asks the nodes beside the JSON-RPC, or those that are named', () => {
    const urlsOf = (env: Record<string, string>) => readConfig(env).crypto.nodes.get('TRC20')?.fullNodeUrls;
    const TRC20_RPC_URLS = 'https://api.trongrid.example/jsonrpc,https://b.example/key/jsonrpc?x=1';
    expect(urlsOf({ TRC20_RPC_URLS })).toEqual(['https://api.trongrid.example', 'https://b.example/key?x=1']);
    const TRC20_FULL_NODE_URLS = 'https://node.example:8090';
    expect(urlsOf({ TRC20_RPC_URLS, TRC20_FULL_NODE_URLS })).toEqual([TRC20_FULL_NODE_URLS]);
    expect(namesOf({ TRC20_RPC_URLS, TRC20_FULL_NODE_URLS, TRC20_QUORUM: '2' })).toEqual([
      'TRC20_FULL_NODE_URLS',
    ]);
    const plain = { ...live, TRC20_RPC_URLS, TRC20_FULL_NODE_URLS: 'http://node.example:8090' };
    expect(namesOf(plain)).toEqual(['TRC20_FULL_NODE_URLS']);
  });

  test('is signed with a key file, its passphrase given or in a file', () => {
    const SIGNER_KEY_FILE = join(folder, 'keys.json');
    const expected = { kind: 'key-file', path: SIGNER_KEY_FILE, passphrase: 'correct horse battery staple' };
    const base = { SIGNER: 'key-file', SIGNER_KEY_FILE };
    expect(readConfig({ ...base, SIGNER_PASSPHRASE_FILE: secretPath }).payouts.signer).toEqual(expected);
    const given = { ...base, SIGNER_PASSPHRASE: expected.passphrase };
    expect(readConfig(given).payouts.signer).toEqual(expected);
    expect(namesOf({ ...given, SIGNER_PASSPHRASE_FILE: secretPath })).toEqual(['SIGNER_PASSPHRASE']);
    expect(namesOf({ SIGNER: 'key-file' })).toEqual(['SIGNER_KEY_FILE', 'SIGNER_PASSPHRASE']);
    expect(namesOf({ ...base, SIGNER_PASSPHRASE_FILE: '/none' })).toEqual(['SIGNER_PASSPHRASE_FILE']);
  });

  test('is signed elsewhere over https with certificates of both sides', () => {
    const remote = {
      SIGNER: 'remote',
      SIGNER_URL: 'https://signer.example',
      SIGNER_CLIENT_CERT: certPath,
      SIGNER_CLIENT_KEY: keyPath,
    };
    expect(readConfig(remote).payouts.signer).toEqual({
      kind: 'remote',
      url: 'https://signer.example',
      cert: 'the certificate',
      key: 'the key',
      ca: null,
    });
    expect(namesOf({ ...remote, SIGNER_URL: 'http://signer.example' })).toEqual(['SIGNER_URL']);
    expect(namesOf({ SIGNER: 'remote' })).toEqual(['SIGNER_URL', 'SIGNER_CLIENT_CERT', 'SIGNER_CLIENT_KEY']);
  });

  test('takes nothing of a signer that is not the one in use, and hides what was given', () => {
    const faults = faultsOf({
      SIGNER_PASSPHRASE: 'correct horse battery staple',
      SIGNER_URL: 'https://a.example',
    });
    expect(faults).toEqual([
      { name: 'SIGNER_PASSPHRASE', given: '(hidden)', expected: 'nothing, or SIGNER=key-file' },
      { name: 'SIGNER_URL', given: '(hidden)', expected: 'nothing, or SIGNER=remote' },
    ]);
    expect(namesOf({ SIGNER: 'paper' })).toEqual(['SIGNER']);
  });
});
