import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { get } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownMigrations } from '../../src/base/db/schema/migrate.ts';
import { version } from '../../src/base/ground/version.ts';
import { call, callRaw } from '../kit/client.ts';
import { unusedPort } from '../kit/ports.ts';
import { cleanUp, launch, newDataDir, type Program, stop, untilReady } from '../kit/processes/child.ts';
import { type EmptyDatabase, openEmptyDatabase } from '../kit/processes/database.ts';

const run = promisify(execFile);
const haveOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);
const secretKey = randomBytes(32).toString('hex');
let database: EmptyDatabase;
let liveEnv: Record<string, string>;

beforeAll(async () => {
  database = await openEmptyDatabase();
  liveEnv = {
    MODE: 'live',
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey,
    CARD_PROCESSOR: 'none',
    BASE_URL: 'https://api.pay.example',
    LEGACY_AUTH_URL: 'https://auth.pay.example',
    CRYPTO_BASE_URL: 'https://crypto.pay.example',
    CHECKOUT_URL: 'https://checkout.pay.example',
    SMTP_URL: 'smtps://mail.pay.example',
    MAIL_FROM: 'pay@pay.example',
    TRUST_PROXY: 'loopback',
  };
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** Asks as the proxy does: under the public name. */
async function askApiHost(url: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const options = { headers: { host: 'api.pay.example', 'x-forwarded-proto': 'https' } };
    httpGet(`${url}/`, options, (response) => text(response).then(resolve, reject)).on('error', reject);
  });
}

async function gaveUp(program: Program): Promise<string> {
  expect(await program.ended).toBe(1);
  return program.stderr();
}

test('a live installation starts without a demo merchant, and its database serves nothing else', async () => {
  const url = `http://127.0.0.1:${await unusedPort()}`;
  const server = await launch({ ...liveEnv, PORT: new URL(url).port });
  await untilReady({ url });
  expect(await database.sql`SELECT * FROM merchants`).toEqual([]);
  expect(await database.sql`SELECT value FROM installation WHERE name IN ('mode', 'sandbox_secret')`).toEqual(
    [{ value: 'live' }],
  );
  expect(await database.sql`SELECT to_regnamespace('sandbox_acquirer') AS acquirer`).toEqual([
    { acquirer: null },
  ]);
  expect(await readdir(dirname(server.dataDir))).toEqual([]);
  expect((await call({ url }, 'GET', '/metrics')).httpStatus).toBe(401);
  expect(await askApiHost(url)).toBe('Pasarela is running.\n');
  expect((await call({ url }, 'GET', '/sandbox/mail')).httpStatus).toBe(404);
  expect((await call({ url }, 'GET', '/sandbox')).httpStatus).toBe(404);
  for (const play of ['charges/01890000-0000-7000-8000-000000000000', 'networks/ERC20/mine']) {
    const sent = await call({ url }, 'POST', `/sandbox/${play}`, {}, { play: 'approve', blocks: 1 });
    expect(sent.httpStatus).toBe(404);
  }
  expect((await call({ url }, 'GET', '/dashboard/openapi.json')).body.openapi).toBeUndefined();
  expect(await stop(server)).toBe(0);
  expect(server.stderr()).toBe('');
  const lines = server.stdout().split('\n');
  const isCommit = expect.stringMatching(/^[0-9a-f]{40}$/);
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    ...{ msg: 'starting', version, roles: ['api', 'worker', 'watcher'], node: process.version },
    commit: existsSync(join(import.meta.dirname, '../../.git/HEAD')) ? isCommit : null,
  });
  const applied = lines.flatMap((line) => /"migration":"([^"]+)"/.exec(line)?.[1] ?? []);
  expect(applied).toEqual((await ownMigrations()).map(({ name }) => name));
  const warnings = lines.filter((line) => line.includes('"level":40'));
  for (const name of ['ALERT_EMAIL', 'METRICS_TOKEN']) {
    expect(
      warnings.filter((line) => line.includes(`${name} is not set: `) && line.includes('Set it to')),
    ).toHaveLength(1);
  }

  const sandbox = await launch({ DATABASE_URL: database.url });
  expect(await gaveUp(sandbox)).toMatch(/belongs to a live installation; MODE=sandbox .*\n$/);
});

test('a live start that has both says nothing of them', async () => {
  const url = `http://127.0.0.1:${await unusedPort()}`;
  const set = { ALERT_EMAIL: 'ops@pay.example', METRICS_TOKEN: randomBytes(16).toString('hex') };
  const server = await launch({ ...liveEnv, ...set, PORT: new URL(url).port });
  await untilReady({ url });
  expect(await stop(server)).toBe(0);
  expect(server.stdout()).not.toContain('is not set');
});

test('a live start refuses the database of a sandbox', async () => {
  const used = await openEmptyDatabase();
  const port = await unusedPort();
  const sandbox = await launch({ DATABASE_URL: used.url, PORT: String(port) });
  await untilReady({ url: `http://127.0.0.1:${port}` });
  expect(await stop(sandbox)).toBe(0);

  const live = await launch({ ...liveEnv, DATABASE_URL: used.url });
  expect(await gaveUp(live)).toMatch(/^Pasarela cannot start\. .*belongs to a sandbox installation.*\n$/);
  await used.drop();
});

test('a live start with everything wrong lists every fault', async () => {
  const live = await launch({
    MODE: 'live',
    SECRET_KEY: '00'.repeat(32),
    BASE_URL: 'http://api.pay.example',
    CARD_PROCESSOR: 'sandbox',
    RATE_LIMITS: 'off',
    DEMO_WEBHOOK_URL: 'http://127.0.0.1:9/hook',
  });
  const lines = (await gaveUp(live)).trimEnd().split('\n');
  const names = lines.map((line) => /^([A-Z_]+): given .+, expected .+$/.exec(line)?.[1]);
  expect(names.sort()).toEqual([
    'BASE_URL',
    'CARD_PROCESSOR',
    'CHECKOUT_URL',
    'CRYPTO_BASE_URL',
    'DATABASE_URL',
    'DEMO_WEBHOOK_URL',
    'LEGACY_AUTH_URL',
    'MAIL_FROM',
    'RATE_LIMITS',
    'SECRET_KEY',
    'SMTP_URL',
    'TLS_CERT',
  ]);
});

test.runIf(haveOpenssl)('with a certificate and its key it speaks https by itself', async () => {
  const dataDir = await newDataDir();
  const cert = join(dirname(dataDir), 'cert.pem');
  const key = join(dirname(dataDir), 'key.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert]);

  const port = await unusedPort();
  const redirectPort = await unusedPort();
  const env = {
    ...liveEnv,
    ...{ TRUST_PROXY: '', TLS_CERT: cert, TLS_KEY: key },
    ...{ PORT: String(port), REDIRECT_PORT: String(redirectPort) },
  };
  const server = await launch(env, { dataDir });
  const ca = await readFile(cert, 'utf8');
  const ready = async (): Promise<string> => {
    try {
      return await new Promise((resolve, reject) => {
        const url = `https://127.0.0.1:${port}/health/ready`;
        get(url, { ca }, (response) => text(response).then(resolve, reject)).on('error', reject);
      });
    } catch (error) {
      return String(error);
    }
  };
  await expect.poll(ready).toBe('{"status":"ok"}');
  await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow();
  const ask = { path: '/dashboard', headers: { host: 'api.pay.example' } };
  const plain = { url: `http://127.0.0.1:${redirectPort}` };
  const led = await callRaw(plain, ask);
  expect([led.httpStatus, led.headers.get('location')]).toEqual([308, 'https://api.pay.example/dashboard']);
  expect((await callRaw(plain, { path: '/health/ready' })).httpStatus).toBe(421);
  expect(await stop(server)).toBe(0);
});
