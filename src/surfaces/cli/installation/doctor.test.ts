import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertStore } from '../../../../test/kit/merchants.ts';
import { unusedPort } from '../../../../test/kit/ports.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { updateMerchant } from '../../../accounts/merchants/store.ts';
import { connect } from '../../../base/db/pool.ts';
import { addToKeyFile } from '../../../chain/signers/key-file.ts';
import { addressOfKey } from '../../../chain/signers/signing.ts';
import { type MailCatcher, startMailCatcher } from '../../../sandbox/mail-catcher.ts';
import type { Finding } from '../../doctor/finding.ts';
import { run } from '../run.ts';

let database: TestDatabase;
let catcher: MailCatcher;
let folder: string;
const caught: string[] = [];
/** An RPC node of another chain. */
let stranger: Server;
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pasarela-doctor-'));
  catcher = await startMailCatcher({ port: 0, keep: async ({ subject }) => void caught.push(subject) });
  stranger = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(''));
    const answers = [body].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2a' }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
  });
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  stranger.close();
  await catcher.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function examine(env: Record<string, string>, ...options: string[]) {
  const { exitCode, stdout, stderr } = await run(['doctor', '--json', ...options], env);
  expect(stderr).toBe('');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return {
    exitCode,
    /** The faults found, by area. */
    wrong: findings
      .filter(({ status }) => status === 'fault' || status === 'warning')
      .map(({ area, variable, text, advice }) => ({ area, variable, text, advice })),
    of: (area: Finding['area']) => findings.filter((finding) => finding.area === area),
  };
}

test('an installation that is well is told so, before its first start, and nothing is changed', async () => {
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'pay@pay.example',
    SANDBOX_CHAINS: 'off',
  };
  const { exitCode, wrong, of } = await examine(env, '--mail-to', 'ana@pay.example');
  // The tests' PostgreSQL does not flush.
  expect(wrong.filter(({ text }) => !/fsync|An answer takes/.test(text))).toEqual([]);
  expect(exitCode).toBe(1);
  expect(of('database').map(({ text }) => text)).toContain('It is empty: the first start makes the tables');
  expect(caught).toEqual(['Pasarela: a test mail']);
  const sql = connect(database.url, { max: 1 });
  expect(await sql`SELECT to_regclass('migrations') AS table`).toEqual([{ table: null }]);
  await sql.end();
});

test('each fault names its variable and what to do, and one does not hide the others', async () => {
  const mailPort = await unusedPort();
  const { exitCode, wrong, of } = await examine({
    MODE: 'live',
    DATABASE_URL: database.url.replace(/\/test_\w+/, '/no_such_database'),
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'pay@pay.example',
    ERC20_RPC_URLS: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`,
    PORT: 'eighty',
    CARD_PROCESSORS: 'stripe',
  });
  expect(exitCode).toBe(1);
  expect(wrong).toContainEqual(
    expect.objectContaining({ area: 'settings', variable: 'PORT', text: 'PORT: given "eighty"' }),
  );
  expect(wrong).toContainEqual(
    expect.objectContaining({
      area: 'database',
      variable: 'DATABASE_URL',
      advice: 'Create the database, or correct its name in the address.',
    }),
  );
  expect(wrong).toContainEqual(
    expect.objectContaining({
      area: 'mail',
      variable: 'SMTP_URL',
      text: `127.0.0.1:${mailPort}: no connection (ECONNREFUSED)`,
    }),
  );
  expect(wrong).toContainEqual(expect.objectContaining({ area: 'mail', variable: 'ALERT_EMAIL' }));
  expect(of('webhooks')).toMatchObject([{ status: 'skipped' }]);
  // In live mode an RPC node without https is a wrong setting: dependent checks are skipped.
  expect(of('networks')).toMatchObject([{ status: 'skipped', text: 'Not checked: ERC20_RPC_URLS is wrong' }]);
  for (const { advice } of wrong) expect(advice).toMatch(/\.$/);
});

test('a node of another chain is told apart from one that does not answer', async () => {
  const closed = `http://127.0.0.1:${await unusedPort()}`;
  const other = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const { wrong } = await examine({ DATABASE_URL: database.url, ERC20_RPC_URLS: `${closed},${other}` });
  const nodes = wrong.filter(({ area }) => area === 'networks');
  expect(nodes.map(({ variable }) => variable)).toEqual(['ERC20_RPC_URLS', 'ERC20_RPC_URLS']);
  expect(nodes.map(({ advice }) => advice?.split(':')[0]).toSorted()).toEqual([
    'Name a node of Ethereum (ERC-20)',
    expect.stringMatching(/^See that the address/),
  ]);
});

test('sources of rates, keys of processors and of payouts, names and webhooks are tried', async () => {
  const keyFile = join(folder, 'keys.json');
  const passphrase = 'correct horse battery staple';
  const key = randomBytes(32);
  const address = addressOfKey(key) as string;
  await addToKeyFile(keyFile, passphrase, [{ family: 'evm', networks: ['ERC20'], address, key }]);
  const closed = `http://127.0.0.1:${await unusedPort()}`;
  const migrated = await createTestDatabase();
  const sql = connect(migrated.url, { max: 1 });
  const merchantId = await insertStore(sql);
  await updateMerchant(sql, merchantId, { webhookUrl: `${closed}/hook` });
  await sql.end();
  const { wrong, of } = await examine({
    DATABASE_URL: migrated.url,
    ERC20_RPC_URLS: closed,
    TRC20_RPC_URLS: closed,
    RATE_SOURCES: `kraken:${closed}`,
    ...{ SIGNER: 'key-file', SIGNER_KEY_FILE: keyFile, SIGNER_PASSPHRASE: passphrase },
    ...{ CARD_PROCESSORS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_API_URL: closed },
    ...{ STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef' },
    BASE_URL: closed,
    CHECKOUT_URL: 'http://no-such-host.invalid',
  });
  await migrated.drop();
  const told = (area: Finding['area']) =>
    wrong.filter((each) => each.area === area).map(({ variable }) => variable);
  expect(of('database').map(({ text }) => text)).toContain('Its tables are up to date');
  expect(told('rates')).toEqual(['RATE_SOURCES', 'RATE_SOURCES']);
  expect(told('cards')).toEqual(['STRIPE_SECRET_KEY']);
  expect(of('signer')).toMatchObject([
    { status: 'ok', text: `ERC20: the key of ${address} signs` },
    { status: 'warning', variable: 'SIGNER_KEY_FILE', advice: expect.stringContaining('hot-wallet create') },
  ]);
  expect(told('addresses').toSorted()).toEqual(['BASE_URL', 'CHECKOUT_URL']);
  expect(wrong.filter(({ area }) => area === 'webhooks').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:\d+: .*ECONNREFUSED/),
  ]);
});

test('people read one line for each, and what to do below it', async () => {
  const { stdout } = await run(['doctor'], { SANDBOX_CHAINS: 'off', PORT: 'eighty' });
  expect(stdout).toMatch(/^FAULT {4}settings: PORT: given "eighty"\n {9}PORT: Give .+\.$/m);
  expect(stdout).toMatch(/\n1 faults, 0 warnings\.\n$/);
});
