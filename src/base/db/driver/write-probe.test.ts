import { afterEach, beforeEach, expect, test } from 'vitest';
import { asAdmin, createEmptyDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { isDatabaseUnavailable } from '../errors.ts';
import { connect, type Sql } from '../pool.ts';
import { createWriteProbe } from './write-probe.ts';

let database: TestDatabase;
let sql: Sql;
let statements: string[];
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

/** Sets these defaults for every new session. */
async function openWith(settings: Record<string, string>): Promise<() => Promise<void>> {
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings)) {
    await asAdmin(database.url, (db) => db.unsafe(`ALTER DATABASE ${name} SET ${setting} = '${value}'`));
  }
  statements = [];
  sql = connect(database.url, { max: 2, onStatement: (text) => statements.push(text) });
  return createWriteProbe(sql);
}

test('a database that takes writes is asked once in a while, by however many at once', async () => {
  const probe = await openWith({});
  await Promise.all([probe(), probe(), probe()]);
  await probe();
  expect(statements.filter((text) => text === 'COMMIT')).toHaveLength(1);
});

test.each([
  // Simulates a full disk: the file beside the tables cannot grow.
  ['temp_file_limit', '0'],
  ['default_transaction_read_only', 'on'],
])('with %s = %s it takes none, and every caller is told', async (setting, value) => {
  const probe = await openWith({ [setting]: value });
  await expect(sql`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }]);
  for (const answer of await Promise.allSettled([probe(), probe()])) {
    const { reason } = answer as PromiseRejectedResult;
    expect(isDatabaseUnavailable(reason) || reason.code === 'service_unavailable').toBe(true);
  }
  await expect(probe()).rejects.toThrow();
});
