import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personAsks } from '../../src/accounts/merchants/keys/asker.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { usdToUnitsAtMost } from '../../src/chain/rates/convert.ts';
import { checkBatch } from '../../src/crypto/payouts/batches/check-batch.ts';
import { confirmBatch } from '../../src/crypto/payouts/batches/confirm-batch.ts';
import { makeRowsJob } from '../../src/crypto/payouts/batches/make-rows.ts';
import { type OpenPayoutDeps, openPayout } from '../../src/crypto/payouts/request/open-payout.ts';
import { ledgerFaults, openPayoutWorld, secrets } from '../kit/payouts/payout-world.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { buildKilled, type KilledProgram, runUntilKilled } from '../kit/processes/killed-program.ts';
import type { BatchTask } from './batch-process.ts';

/** Many payouts from one file: each is created once, whichever process dies meanwhile. */

let database: TestDatabase;
let sql: Sql;
let program: KilledProgram;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
  program = await buildKilled(new URL('./batch-process.ts', import.meta.url));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await program.close();
  await sql.end();
  await database.drop();
});

const deps = (): OpenPayoutDeps => ({
  sql,
  secrets,
  isServed: () => true,
  freshRate: async () => ({ priceScaled: 100_000_000n, at: new Date(), sources: ['fixed'] }),
  toUnits: usdToUnitsAtMost,
  now: () => new Date(),
});

async function confirmed(merchantId: string, amounts: string[]): Promise<string> {
  const lines = amounts.map((amount, at) => `r${at}@recipient.example,${amount},COL,R-${at}`);
  const text = ['email,amount,country,reference', ...lines].join('\n');
  const given = { merchantId, name: 'a.csv', asset: 'USDT' as const, text, madeBy: 'ana@shop.example' };
  const checked = await checkBatch(deps(), given);
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  await confirmBatch(deps(), checked.batch, 'ana@shop.example');
  await confirmBatch(deps(), checked.batch, 'eva@shop.example');
  return checked.batch.id;
}

async function outcome(merchantId: string) {
  const made = await sql<{ reference: string; madeBy: string }[]>`
    SELECT merchant_id_custom AS reference, made_by AS "madeBy"
      FROM payouts WHERE merchant_id = ${merchantId} ORDER BY merchant_id_custom`;
  const lines = await sql<{ status: string; refusal: string | null }[]>`
    SELECT status, refusal FROM payout_batch_lines WHERE merchant_id = ${merchantId} ORDER BY line`;
  return { made, lines };
}

test('a process that is killed anywhere leaves nothing out and makes nothing twice', async () => {
  let acts = Number.POSITIVE_INFINITY;
  for (let stopAt = 0; stopAt <= acts; stopAt++) {
    const { merchantId } = await openPayoutWorld(sql);
    await confirmed(merchantId, ['10', '20', '30']);
    const task: BatchTask = { databaseUrl: database.url };
    // The first run is not killed, and shows how many steps there are.
    const child = await program.prepare(task, children);
    const done = await runUntilKilled(child, { stopAt: stopAt === 0 ? 10_000 : stopAt });
    if (stopAt === 0) acts = done as number;
    // Two processes resume the batch at once.
    const next = makeRowsJob(deps());
    await Promise.all([next.run(), makeRowsJob(deps()).run()]);
    await next.run();
    const { made, lines } = await outcome(merchantId);
    expect(made).toEqual(
      ['R-0', 'R-1', 'R-2'].map((reference) => ({ reference, madeBy: 'ana@shop.example' })),
    );
    expect(lines.map(({ status }) => status)).toEqual(['made', 'made', 'made']);
    const audit = await sql`
      SELECT FROM audit_log WHERE act = 'payout_made' AND details LIKE ${`%${merchantId}%`}`;
    expect(audit).toHaveLength(3);
  }
  expect(acts).toBeGreaterThanOrEqual(8);
  expect(await ledgerFaults(sql)).toEqual([]);
  const [open] = await sql`SELECT count(*)::int AS open FROM payout_batches WHERE finished_at IS NULL`;
  expect(open).toEqual({ open: 0 });
});

test('what cannot be made as a whole is not begun, and a line that can no longer be made says why', async () => {
  const { merchantId } = await openPayoutWorld(sql, {}, 50_000_000n);
  await expect(confirmed(merchantId, ['30', '30'])).rejects.toMatchObject({ code: 'insufficient_balance' });
  await expect(confirmed(merchantId, ['20000'])).rejects.toMatchObject({ code: 'payout_limit_exceeded' });
  await sql`DELETE FROM payout_batches WHERE merchant_id = ${merchantId}`;
  await confirmed(merchantId, ['20', '20']);
  await sql`
    UPDATE merchants SET settings = settings || '{"payoutDailyLimit": "30.00"}' WHERE id = ${merchantId}`;
  await makeRowsJob(deps()).run();
  const { made, lines } = await outcome(merchantId);
  expect(made).toHaveLength(1);
  expect(lines).toEqual([
    { status: 'made', refusal: null },
    { status: 'refused', refusal: 'payout_limit_exceeded' },
  ]);
});

test('without a rate the lines wait, and one that nobody confirmed is forgotten after a day', async () => {
  const { merchantId } = await openPayoutWorld(sql);
  await confirmed(merchantId, ['10']);
  expect(await makeRowsJob({ ...deps(), freshRate: async () => null }).run()).toBe(0);
  expect((await outcome(merchantId)).lines).toEqual([{ status: 'waiting', refusal: null }]);
  const text = 'email,amount,country\na@b.example,5,COL';
  await checkBatch(deps(), { merchantId, name: 'b', asset: 'USDT', text, madeBy: 'ana@shop.example' });
  const later = () => new Date(Date.now() + 25 * 3600_000);
  await makeRowsJob({ ...deps(), now: later }).run();
  const left = await sql`SELECT name FROM payout_batches WHERE merchant_id = ${merchantId}`;
  expect(left).toEqual([{ name: 'a.csv' }]);
});

test('an asset without a network is refused for good, not as a want of rates', async () => {
  const unserved = { ...deps(), isServed: () => false, freshRate: async () => null };
  const ticket = { id: newId(), amountMinor: 10_00n, expiresAt: new Date(Date.now() + 60_000) };
  const body = { amount: '10.00', email: 'r@recipient.example' };
  await expect(
    openPayout(unserved, ticket as never, body as never, newId(), personAsks('ana@shop.example')),
  ).rejects.toMatchObject({
    code: 'method_not_available',
  });
});
