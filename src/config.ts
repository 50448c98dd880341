import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** The environment, read once. Every variable is documented in the README. */
export interface Config {
  mode: 'sandbox' | 'live';
  host: string;
  port: number;
  /** The four addresses of the interface; '' stands for this server's own, known once it listens. */
  baseUrl: string;
  legacyAuthUrl: string;
  cryptoBaseUrl: string;
  checkoutUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  tls: { cert: string; key: string } | null;
  trustProxy: string[] | null;
  roles: ReadonlySet<Role>;
  /** The master secret and those before it; empty: the sandbox keeps one in the database. */
  secretKeys: Buffer[];
  cardProcessor: string | null;
  rateLimits: RateLimits | null;
  metricsToken: string | null;
  logLevel: string;
  demoWebhookUrl: string | null;
  /** Before each re-send of a webhook. */
  webhookRetryDelaysSeconds: number[];
  /** How long the log of sends is kept. */
  deliveryLogDays: number;
  /** null: the sandbox's mail catcher. */
  smtpUrl: string | null;
  mailFrom: string;
}

const roles = ['api', 'worker', 'watcher'] as const;
type Role = (typeof roles)[number];

export interface RateLimits {
  /** API requests a merchant may make in ten seconds. */
  perMerchant: number;
  /** Refused credentials and page requests from one address in ten seconds. */
  perAddress: number;
  /** Refused tries in an hour with one card, and from one address: a defence against card testing. */
  refusalsPerCard: number;
  refusalsPerAddress: number;
}

export interface ConfigFault {
  name: string;
  given: string;
  expected: string;
}

export class ConfigError extends Error {
  readonly faults: ConfigFault[];
  constructor(faults: ConfigFault[]) {
    super(
      faults.map((fault) => `${fault.name}: given ${fault.given}, expected ${fault.expected}`).join('\n'),
    );
    this.faults = faults;
  }
}

type Environment = Record<string, string | undefined>;

/** Reads the environment; throws one ConfigError that lists every fault. */
export function readConfig(env: Environment): Config {
  const faults: ConfigFault[] = [];

  function fault(name: string, expected: string, secret = false): void {
    const value = env[name];
    const given =
      value === undefined || value === '' ? 'nothing' : secret ? '(hidden)' : JSON.stringify(value);
    faults.push({ name, given, expected });
  }
  /** An empty variable counts as one that is not set. */
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;

  function oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = get(name) ?? fallback;
    if ((allowed as readonly string[]).includes(value)) return value as T;
    fault(name, `one of ${allowed.join(', ')}`);
    return fallback;
  }

  function wholeNumber(name: string, fallback: number, min: number, max: number): number {
    const value = get(name);
    if (value === undefined) return fallback;
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    fault(name, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  const mode = oneOf('MODE', ['sandbox', 'live'], 'sandbox');
  const live = mode === 'live';

  function url(name: string, schemes: string[]): string | null {
    const value = get(name);
    if (value === undefined) return null;
    const parsed = URL.parse(value);
    if (parsed && schemes.includes(parsed.protocol)) return value.replace(/\/+$/, '');
    // It may carry a password.
    fault(
      name,
      `an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
      value.includes('@'),
    );
    return null;
  }

  function publicAddress(name: string): string {
    const value = url(name, live ? ['https:'] : ['https:', 'http:']);
    if (value === null && live && !get(name)) fault(name, 'the public https address (MODE=live)');
    const parsed = value === null ? null : new URL(value);
    if (parsed && (parsed.pathname !== '/' || parsed.search || parsed.username)) {
      fault(name, 'an address without a path, query or user name', parsed.username !== '');
    }
    return value ?? '';
  }

  function secretKeys(): Buffer[] {
    const current = get('SECRET_KEY');
    if (current === undefined) {
      if (get('SECRET_KEY_PREVIOUS'))
        fault('SECRET_KEY', 'the present key, since SECRET_KEY_PREVIOUS is given');
      if (live)
        fault('SECRET_KEY', '32 random bytes in hex or base64, e.g. from `openssl rand -hex 32` (MODE=live)');
      return [];
    }
    const keys: Buffer[] = [];
    for (const name of ['SECRET_KEY', 'SECRET_KEY_PREVIOUS']) {
      const value = get(name);
      if (value === undefined) continue;
      const key = /^[0-9a-f]+$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
      // Few different bytes: a placeholder, not a secret. Of 32 random ones some 30 differ.
      if (key.length < 32) fault(name, 'at least 32 random bytes in hex or base64', true);
      else if (new Set(key).size < 12) fault(name, 'random bytes, not a placeholder', true);
      else keys.push(key);
    }
    return keys;
  }

  function readTls(): Config['tls'] {
    const certPath = get('TLS_CERT');
    const keyPath = get('TLS_KEY');
    if (certPath === undefined && keyPath === undefined) return null;
    if (certPath === undefined) fault('TLS_CERT', 'the file of the certificate, since TLS_KEY is given');
    if (keyPath === undefined) fault('TLS_KEY', 'the file of the key, since TLS_CERT is given');
    const read = (name: string, path: string | undefined): string => {
      if (path === undefined) return '';
      try {
        return readFileSync(path, 'utf8');
      } catch {
        fault(name, 'a file that can be read');
        return '';
      }
    };
    return { cert: read('TLS_CERT', certPath), key: read('TLS_KEY', keyPath) };
  }

  function readTrustProxy(): string[] | null {
    const value = get('TRUST_PROXY');
    if (value === undefined) return null;
    const entries = value.split(',').map((entry) => entry.trim());
    const known = (entry: string): boolean =>
      ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry);
    if (!entries.every(known)) {
      fault('TRUST_PROXY', 'addresses or networks of your proxies, e.g. 10.0.0.0/8, or loopback');
    }
    return entries;
  }

  function readRoles(): ReadonlySet<Role> {
    const value = get('ROLES');
    if (value === undefined) return new Set(roles);
    const given = value.split(',').map((entry) => entry.trim());
    if (!given.every((entry) => (roles as readonly string[]).includes(entry))) {
      fault('ROLES', `any of ${roles.join(',')}`);
    }
    return new Set(given as Role[]);
  }

  function readRateLimits(): RateLimits | null {
    const on = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
    if (!on && live) fault('RATE_LIMITS', 'on (MODE=live)');
    const limits = {
      perMerchant: wholeNumber('LIMIT_PER_MERCHANT', 1000, 1, 1_000_000),
      perAddress: wholeNumber('LIMIT_PER_ADDRESS', 300, 1, 1_000_000),
      refusalsPerCard: wholeNumber('LIMIT_REFUSALS_PER_CARD', 15, 1, 1_000_000),
      refusalsPerAddress: wholeNumber('LIMIT_REFUSALS_PER_ADDRESS', 60, 1, 1_000_000),
    };
    return on ? limits : null;
  }

  function readCardProcessor(): string | null {
    const value = get('CARD_PROCESSOR') ?? (live ? undefined : 'sandbox');
    if (value === undefined) fault('CARD_PROCESSOR', 'the name of a card processor, or none (MODE=live)');
    if (live && value === 'sandbox') fault('CARD_PROCESSOR', 'a real processor, or none (MODE=live)');
    return value === 'none' ? null : (value ?? null);
  }

  function readRetryDelays(): number[] {
    const value = get('WEBHOOK_RETRY_DELAYS') ?? '60,900,7200';
    const delays = value.split(',').map((entry) => entry.trim());
    if (delays.length !== 3 || !delays.every((entry) => /^\d{1,6}(\.\d{1,3})?$/.test(entry))) {
      fault('WEBHOOK_RETRY_DELAYS', 'three numbers of seconds, e.g. 60,900,7200');
    }
    return delays.map(Number);
  }

  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  if (live && !get('SMTP_URL'))
    fault('SMTP_URL', 'the address of your mail server, e.g. smtps://user:password@host (MODE=live)');
  const mailFrom = get('MAIL_FROM') ?? (live ? '' : 'pasarela@localhost.example');
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom)) fault('MAIL_FROM', 'the e-mail address that mail comes from');

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (live && !get('DATABASE_URL')) fault('DATABASE_URL', 'the address of your PostgreSQL (MODE=live)');
  const demoWebhookUrl = live ? null : url('DEMO_WEBHOOK_URL', ['http:', 'https:']);
  if (live && get('DEMO_WEBHOOK_URL'))
    fault('DEMO_WEBHOOK_URL', 'nothing: it belongs to the sandbox (MODE=live)');
  const metricsToken = get('METRICS_TOKEN') ?? null;
  if (metricsToken !== null && metricsToken.length < 16) {
    fault('METRICS_TOKEN', 'at least 16 characters', true);
  }
  const tls = readTls();
  const trustProxy = readTrustProxy();
  if (live && !get('TLS_CERT') && !get('TLS_KEY') && trustProxy === null) {
    fault('TLS_CERT', 'a certificate, or TRUST_PROXY naming the proxy that has one (MODE=live)');
  }

  const config: Config = {
    mode,
    // By name it would be two addresses, and a listener for each.
    host: get('HOST')?.replace(/^localhost$/i, '127.0.0.1') ?? '127.0.0.1',
    port: wholeNumber('PORT', 8080, 0, 65_535),
    baseUrl: publicAddress('BASE_URL'),
    legacyAuthUrl: publicAddress('LEGACY_AUTH_URL'),
    cryptoBaseUrl: publicAddress('CRYPTO_BASE_URL'),
    checkoutUrl: publicAddress('CHECKOUT_URL'),
    dataDir: resolve(get('DATA_DIR') ?? '.data'),
    databaseUrl,
    tls,
    trustProxy,
    roles: readRoles(),
    secretKeys: secretKeys(),
    cardProcessor: readCardProcessor(),
    rateLimits: readRateLimits(),
    metricsToken,
    logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    demoWebhookUrl,
    webhookRetryDelaysSeconds: readRetryDelays(),
    deliveryLogDays: wholeNumber('DELIVERY_LOG_DAYS', 30, 1, 3650),
    smtpUrl,
    mailFrom,
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** An address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
