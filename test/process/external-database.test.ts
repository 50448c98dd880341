import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, getToken, sampleCharge } from '../kit/client.ts';
import { cleanUp, newCharge, newDataDir, readCharge, startServer, stop } from '../kit/processes/child.ts';
import { type EmptyDatabase, openEmptyDatabase } from '../kit/processes/database.ts';

let database: EmptyDatabase;

beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const isOutside = (name: string): boolean =>
  readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8').startsWith(
    '-- outside a transaction',
  );

test('two processes that start at the same instant on one empty database work as one', async () => {
  const env = { DATABASE_URL: database.url };
  const [one, two] = await Promise.all([startServer(env), startServer(env)]);
  expect(two.merchant).toEqual(one.merchant);

  const applied = await database.sql<{ name: string; appliedAt: Date }[]>`
    SELECT name, applied_at AS "appliedAt"
      FROM migrations`;
  expect(applied.length).toBeGreaterThan(0);
  // One process applied them all: one transaction for those before each migration that must run outside of one, and one
  // for the rest.
  const outside = applied.filter(({ name }) => isOutside(name)).length;
  expect(outside).toBeGreaterThan(0);
  expect(new Set(applied.map((row) => row.appliedAt.getTime())).size).toBeLessThanOrEqual(2 * outside + 1);

  const token = await getToken(one, one.merchant);
  const charge = await call(two, 'POST', '/api/transactions/charges', token, sampleCharge);
  expect(charge).toMatchObject({ httpStatus: 200, body: { status: 'Success' } });
  const repeated = await call(one, 'POST', '/api/transactions/charges', token, sampleCharge);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.body.data.reference).toBe(charge.body.data.reference);
  expect(await Promise.all([stop(one), stop(two)])).toEqual([0, 0]);

  const again = await startServer(env);
  expect(again.merchant).toEqual(one.merchant);
  expect((await readCharge(again, charge.body.data.reference)).httpStatus).toBe(200);
  expect(await newCharge(again)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await stop(again)).toBe(0);
});

test('a relative DATA_DIR lies in the folder it was started from', async () => {
  const dataDir = await newDataDir();
  const env = { DATABASE_URL: database.url, DATA_DIR: './data' };
  const server = await startServer(env, { dataDir, cwd: dirname(dataDir) });
  expect(server.stdout()).toContain(join(dataDir, 'sandbox.json'));
  expect(await readdir(dataDir)).toEqual(['sandbox.json']);
  expect(await stop(server)).toBe(0);
});
