import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { readDistribution } from '../../src/base/db/citus/citus.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { migrate } from '../../src/base/db/schema/migrate.ts';
import { aPaidCharge } from '../kit/charges.ts';
import { joinWorkers } from '../kit/citus.ts';
import { type Credentials, call, keyHeaders, pay } from '../kit/client.ts';
import { deadlines } from '../kit/deadlines.ts';
import { addMerchant } from '../kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, newCharge, startServer } from '../kit/processes/child.ts';
import { recordEvents } from '../kit/webhooks/events.ts';

/**
 * If the run uses Citus: an installation on one PostgreSQL is moved to workers by a command that is killed again and
 * again.
 */

vi.setConfig({ testTimeout: deadlines.longTest, hookTimeout: deadlines.longTest });

const merchantCount = 6;
const chargesOfEach = 1_000;
const paidOfEach = 10;
const eventsOfEach = 500;

/** The command is killed as soon as it reports this table. */
const killsAt = [
  'ledger_entries',
  'charges',
  'charges',
  'events',
  'merchants',
  'removing what was copied of events',
  'removing what was copied of ledger_entries',
];

describe.skipIf(!process.env.CITUS_URL)('database distribute', () => {
  let database: TestDatabase;
  let sql: Sql;
  let merchants: Credentials[];
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    sql = connect(database.url, { max: 2, isDistributed: false, applicationName: 'test' });
    await migrate(sql);
  });
  afterAll(async () => {
    await cleanUp();
    await sql.end();
    await database.drop();
  });

  test('killed again and again, it goes on where it was, and every row is there in the end', async () => {
    merchants = await Promise.all(Array.from({ length: merchantCount }, () => addMerchant({ sql })));
    for (const { merchantId } of merchants) await fill(sql, merchantId);
    const before = await contents(sql);
    expect(before.charges?.rows).toBe(merchantCount * (chargesOfEach + paidOfEach));
    await joinWorkers(
      [inject('postgresUrl'), ...inject('workerUrls')],
      new URL(database.url).pathname.slice(1),
    );

    const running = connect(database.url, { max: 1 });
    await running`SELECT 1`;
    await expect(runUntil(database.url, null)).rejects.toThrow('Stop every process of Pasarela');
    await running.end();

    for (const place of killsAt) expect(await runUntil(database.url, place), place).toBe('SIGKILL');
    expect(await runUntil(database.url, null)).toBe(0);

    const distributed = connect(database.url, { max: 2, isDistributed: true });
    expect(await contents(distributed)).toEqual(before);
    expect(await readDistribution(distributed)).toEqual({ misplaced: [], copied: [], isDone: true });
    const [held] = await distributed<{ bytes: bigint }[]>`
      SELECT sum(pg_relation_size(oid))::bigint AS bytes
        FROM pg_class
       WHERE relname ~ '^(charges|attempts|ledger_|events|deliveries)' AND relkind = 'r'`;
    expect(held?.bytes).toBe(0n);
    expect(faultsIn(await checkLedger(distributed))).toEqual([]);
    await distributed.end();
  });

  test('then the program serves who was there before and whoever comes, and the database keeps its rules', async () => {
    const server = await startServer({ DATABASE_URL: database.url });
    const { merchantId, apiKey } = merchants[0] as Credentials;
    const [old] = await sql<{ id: string }[]>`
      SELECT id FROM charges WHERE merchant_id = ${merchantId} AND status = 'open' LIMIT 1`;
    const read = (credentials: Credentials) =>
      call(server, 'GET', `/api/transactions/${old?.id}`, keyHeaders(credentials));
    expect((await read({ merchantId, apiKey })).httpStatus).toBe(200);
    expect((await read(server.merchant)).httpStatus).toBe(404);
    for (const reference of [old?.id as string, await newCharge(server)]) {
      expect((await pay(server, reference, '4242424242424242')).body.status).toBe('approved');
    }
    const distributed = connect(database.url, { max: 2, isDistributed: true });
    expect(faultsIn(await checkLedger(distributed))).toEqual([]);
    await distributed.end();
    await expect(sql`UPDATE ledger_entries SET kind = '' WHERE merchant_id = ${merchantId}`).rejects.toThrow(
      'the ledger only appends',
    );
    await expect(sql`UPDATE audit_log SET actor = ''`).rejects.toThrow('the audit log only appends');
  });
});

/** Open and paid charges with their ledger entries, events and deliveries. */
async function fill(sql: Sql, merchantId: string): Promise<void> {
  // Ids as they were before Citus: they do not contain the merchant.
  const ids = Array.from({ length: chargesOfEach }, () => newId());
  await sql`
    INSERT INTO charges (
      merchant_id, id, status, method, country, currency, amount_minor, request_hash, created_at, expires_at)
    SELECT ${merchantId}, id, 'open', 'CARDS', 'COL', 'USD', 14990, sha256(id::text::bytea), now(), now() + interval '1 day'
      FROM unnest(${ids}::uuid[]) AS id`;
  for (let n = 0; n < paidOfEach; n++)
    await aPaidCharge(sql, merchantId, { amountMinor: 14_990n, currency: 'USD' });
  await recordEvents(sql, merchantId, 'http://127.0.0.1:9/hook', eventsOfEach);
}

/** The number of rows of each table, and a checksum of their contents. */
async function contents(sql: Sql): Promise<Record<string, { rows: number; sum: string }>> {
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name
      FROM pg_class
     WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p')
       AND NOT relispartition
       AND relname NOT IN ('distribution', 'migrations')
     ORDER BY 1`;
  const found: Record<string, { rows: number; sum: string }> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number; sum: string }[]>`
      SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(held::text, 0)::numeric), 0)::text AS sum
        FROM ${sql(name)} AS held`;
    found[name] = row as { rows: number; sum: string };
  }
  return found;
}

/** Runs the command in its own process and kills it when it reports `place`; returns how it ended. */
async function runUntil(databaseUrl: string, place: string | null): Promise<number | string> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../src/surfaces/cli/main.ts'), 'database', 'distribute'],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  let told = '';
  for await (const line of createInterface(child.stderr)) {
    told += `${line}\n`;
    if (place !== null && line.endsWith(place)) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  if (code === 1) throw new Error(told);
  return code ?? signal;
}
