import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxAgeMs } from '../src/accounts/merchants/directory.ts';
import { readPostmasterFile } from '../src/base/db/embedded/postmaster.ts';
import { createMemoryLogger } from '../src/base/ground/logger.ts';
import { type Pasarela, start } from '../src/compose/start.ts';
import { readConfig } from '../src/config/config.ts';
import { type Credentials, call, keyHeaders, until } from './kit/client.ts';
import { startTestServer, type TestServer } from './kit/server.ts';

/** The promise to operators: a change made by a command takes effect in every process within this time. */
const promisedMs = 5_000;

interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The command line as an operator starts it: another process that gets only the location of the data. */
async function pasarela(env: Record<string, string>, ...argv: string[]): Promise<Run> {
  const program = join(import.meta.dirname, '../bin/pasarela.js');
  return await new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...argv],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error);
        else resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr });
      },
    );
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at whatever a command prints
async function json(env: Record<string, string>, ...argv: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await pasarela(env, ...argv, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

const newMerchant = ['merchants', 'create', '--name', 'Tienda', '--email', 'ana@tienda.example'];

async function tokenStatus(url: string, credentials: Credentials): Promise<number> {
  return (await call({ url }, 'POST', '/api/auth/token', keyHeaders(credentials))).httpStatus;
}

describe('on running servers', () => {
  let server: TestServer;
  let second: Pasarela;
  let cli: (...argv: string[]) => Promise<Run>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever a command prints
  let cliJson: (...argv: string[]) => Promise<any>;

  beforeAll(async () => {
    server = await startTestServer();
    const config = readConfig({ PORT: '0', DATABASE_URL: server.databaseUrl, RATE_LIMITS: 'off' });
    second = await start(config, createMemoryLogger([]));
    cli = (...argv) => pasarela({ DATABASE_URL: server.databaseUrl }, ...argv);
    cliJson = (...argv) => json({ DATABASE_URL: server.databaseUrl }, ...argv);
  });

  afterAll(async () => {
    await second.stop();
    await server.stop();
  });

  /**
   * The status that both servers answer to E1. The calls also fill their caches, so that the next change must reach
   * them.
   */
  async function statuses(credentials: Credentials): Promise<number[]> {
    return await Promise.all([
      tokenStatus(server.url, credentials),
      tokenStatus(second.addresses.baseUrl, credentials),
    ]);
  }

  async function becomes(credentials: Credentials, status: number): Promise<void> {
    await until(
      () => statuses(credentials),
      (seen) => seen.every((one) => one === status),
    );
  }

  test('a merchant made by the command line can take a token at once', async () => {
    expect(await statuses(await cliJson(...newMerchant))).toEqual([200, 200]);
  });

  test('a key issued later works, a revoked one stops, and the other goes on', async () => {
    const created: Credentials = await cliJson(...newMerchant);
    expect(await statuses(created)).toEqual([200, 200]);
    const { apiKey, keyId } = await cliJson('keys', 'issue', created.merchantId);
    await becomes({ ...created, apiKey }, 200);
    await cliJson('keys', 'revoke', keyId);
    await becomes({ ...created, apiKey }, 401);
    expect(await statuses(created)).toEqual([200, 200]);
  });

  test('after a rotation both keys work while they overlap, and without overlap only the new one', async () => {
    const created: Credentials = await cliJson(...newMerchant);
    expect(await statuses(created)).toEqual([200, 200]);
    const { apiKey: next } = await cliJson('keys', 'rotate', created.merchantId, '--overlap', '1h');
    await becomes({ ...created, apiKey: next }, 200);
    expect(await statuses(created)).toEqual([200, 200]);
    const { apiKey: last } = await cliJson('keys', 'rotate', created.merchantId, '--overlap', '0');
    await becomes({ ...created, apiKey: next }, 401);
    await becomes(created, 401);
    await becomes({ ...created, apiKey: last }, 200);
  });

  test('an old key stops by itself at the end of its overlap', async () => {
    const created: Credentials = await cliJson(...newMerchant);
    const { apiKey } = await cliJson('keys', 'rotate', created.merchantId, '--overlap', '2s');
    await becomes({ ...created, apiKey }, 200);
    await becomes(created, 401);
  });

  test('a disabled merchant is refused and an enabled one served again', async () => {
    const created: Credentials = await cliJson(...newMerchant);
    expect(await statuses(created)).toEqual([200, 200]);
    await cliJson('merchants', 'disable', created.merchantId);
    await becomes(created, 403);
    await cliJson('merchants', 'enable', created.merchantId);
    await becomes(created, 200);
  });

  test('changed settings reach the API', async () => {
    const created: Credentials = await cliJson(...newMerchant);
    expect(await statuses(created)).toEqual([200, 200]);
    const { exitCode } = await cli(
      ...['merchants', 'set', created.merchantId, '--method', 'CARDS', '--countries', 'COL'],
      ...['--currencies', 'USD', '--currency', 'USD', '--min', '1', '--max', '5000'],
    );
    expect(exitCode).toBe(0);
    await until(
      async () => (await call(server, 'GET', '/api/payment-methods', keyHeaders(created))).body.data,
      ([method]) => method.countries[0] === 'COL' && method.bounds.USD.max === '5000.00',
    );
  });

  test('a change whose announcement is lost holds within the same time', async () => {
    const revoked: Credentials = await cliJson(...newMerchant);
    const disabled: Credentials = await cliJson(...newMerchant);
    expect(await Promise.all([statuses(revoked), statuses(disabled)])).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await server.sql.begin(async (tx) => {
      // The triggers that notify do not fire for a replica.
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`
        UPDATE api_keys
           SET revoked_at = now()
         WHERE merchant_id = ${revoked.merchantId}`;
      await tx`
        UPDATE merchants
           SET enabled = false
         WHERE id = ${disabled.merchantId}`;
    });
    await Promise.all([becomes(revoked, 401), becomes(disabled, 403)]);
    expect(maxAgeMs).toBeLessThan(promisedMs);
  });

  test('the ledger check passes on a sound ledger and its exit code tells when it is not', async () => {
    expect(await cli('ledger', 'check')).toMatchObject({ exitCode: 0, stderr: '' });
    await server.sql`
      INSERT INTO ledger_balances (merchant_id, account, asset, balance)
      VALUES (${server.merchant.merchantId}, 'platform_fees', 'EUR', 1)`;
    expect(await cli('ledger', 'check')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('Discrepancies: 1.'),
    });
  });

  test('a mistake goes to stderr with a non-zero exit code', async () => {
    expect(await cli('merchants', 'lits')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no command "merchants lits". Did you mean merchants list?\n',
    });
  });
});

describe('on the embedded database', () => {
  let root: string;
  let dataDir: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pasarela-cli-'));
    // If the tests run as root, PostgreSQL runs under another account, which must be able to read the folder.
    await chmod(root, 0o755);
    dataDir = join(root, 'data');
  });

  afterAll(async () => {
    const folder = await realpath(join(dataDir, 'postgres'));
    await rm(folder, { recursive: true, force: true });
    await rm(root, { recursive: true, force: true });
  });

  test('a command starts it and stops it; the running server shares it, and is not disturbed', async () => {
    const cli = (...argv: string[]) => json({ DATA_DIR: dataDir }, ...argv);
    const created: Credentials = await cli(...newMerchant);
    expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull();

    const server = await start(readConfig({ PORT: '0', DATA_DIR: dataDir }), createMemoryLogger([]));
    try {
      const { baseUrl } = server.addresses;
      expect(await tokenStatus(baseUrl, created)).toBe(200);
      const { apiKey } = await cli('keys', 'rotate', created.merchantId, '--overlap', '0');
      await until(
        () => tokenStatus(baseUrl, created),
        (status) => status === 401,
      );
      expect(await tokenStatus(baseUrl, { ...created, apiKey })).toBe(200);
    } finally {
      await server.stop();
    }
    const merchants: { name: string }[] = await cli('merchants', 'list');
    expect(merchants.map(({ name }) => name).sort()).toEqual(['Demo Store', 'Tienda']);
  });
});
