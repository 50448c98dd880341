import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aHeldOrder,
  amountUnits,
  arrive,
  cursorAt,
  network,
  outcomeDeps,
  recordOutcome,
  timeOf,
} from '../../../../test/kit/crypto/held-orders.ts';
import { insertStore } from '../../../../test/kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import type { Resolution } from '../order.ts';
import { findOrderById } from '../store.ts';
import { orphanTransfersAbove, transfersOfOrder } from '../transfers/transfer-store.ts';
import type { OutcomeDeps } from './outcome-deps.ts';
import { resolveOrder } from './resolve-order.ts';

let database: TestDatabase;
let sql: Sql;
let merchantId: string;
let order: Awaited<ReturnType<typeof aHeldOrder>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** The order expires at block 1,000; the platform keeps 1 %. */
beforeEach(async () => {
  merchantId = await insertStore(sql, { cryptoFeeBasisPoints: 100 });
  order = await aHeldOrder(sql, merchantId, { heldUntil: timeOf(1_000n) });
  await cursorAt(sql, 2_000n);
});

const resolve = (resolution: Resolution, fromOtherFunds = false, more: Partial<OutcomeDeps> = {}) =>
  resolveOf(order.orderId, resolution, fromOtherFunds, more);

function resolveOf(
  orderId: string,
  resolution: Resolution,
  fromOtherFunds = false,
  more: Partial<OutcomeDeps> = {},
) {
  return resolveOrder({ ...outcomeDeps, ...more, sql, now: () => new Date() }, orderId, {
    resolution,
    note: 'the customer wrote',
    fromOtherFunds,
    actor: 'ana@company.example',
    isMerchant: false,
  });
}

async function balances(): Promise<Record<string, bigint>> {
  const rows = await sql<{ account: string; balance: bigint }[]>`
    SELECT account, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND balance <> 0`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

/** Mails to the customers of this test's merchant. */
const receipts = () => sql<{ kind: string; recipient: string; body: string }[]>`
  SELECT kind, recipient, body FROM mails WHERE merchant_id = ${merchantId} AND cause_id IS NOT NULL ORDER BY id`;

async function events(): Promise<string[]> {
  const rows = await sql<{ status: string }[]>`
    SELECT status FROM events WHERE merchant_id = ${merchantId} ORDER BY id`;
  return rows.map(({ status }) => status);
}

/** Checks this test's merchant only: a reorganisation orphans all transfers, but only this order is decided anew. */
async function expectSoundLedger(): Promise<void> {
  const faults = faultsIn(await checkLedger(sql)) as { merchantId: string }[];
  expect(faults.filter((fault) => fault.merchantId === merchantId)).toEqual([]);
}

describe('an order that was paid too little', () => {
  beforeEach(async () => {
    await arrive(sql, order, 40_000_000n, 900n);
    expect(await recordOutcome(sql, order)).toMatchObject({ status: 'failed', anomalies: ['underpaid'] });
    expect(await balances()).toEqual({ custody_ERC20: -40_000_000n, deposit_suspense: 40_000_000n });
  });

  test('is a success when accepted, and the merchant has the money less the fee', async () => {
    expect(await resolve('accepted')).toMatchObject({
      status: 'success',
      resolution: 'accepted',
      resolutionNote: 'the customer wrote',
    });
    expect(await balances()).toEqual({
      custody_ERC20: -40_000_000n,
      merchant_available: 39_600_000n,
      platform_fees: 400_000n,
    });
    expect(await events()).toEqual(['failed', 'success']);
    await expectSoundLedger();
  });

  test('leaves custody and suspense empty when it was sent back from its address', async () => {
    expect(await resolve('refunded')).toMatchObject({ status: 'failed', anomalies: ['underpaid'] });
    expect(await balances()).toEqual({});
    expect(await events()).toEqual(['failed']);
    await expectSoundLedger();
  });

  test.each([false, true])(
    'is told to the customer as given back (from other funds: %s), once',
    async (fromOtherFunds) => {
      await sql`UPDATE crypto_orders SET language = 'pt' WHERE id = ${order.orderId}`;
      expect(await receipts()).toEqual([]);
      await resolve('refunded', fromOtherFunds);
      await expect(resolve('refunded', fromOtherFunds)).rejects.toMatchObject({
        code: 'order_not_resolvable',
      });
      const [receipt, ...others] = await receipts();
      expect(others).toEqual([]);
      expect(receipt).toMatchObject({ kind: 'refund_receipt', recipient: 'ana@cliente.example' });
      for (const part of ['Reembolso: 40,00 USDT\n', 'Transação do seu pagamento: 0x', order.orderId]) {
        expect(receipt?.body).toContain(part);
      }
      expect(receipt?.body).not.toContain('banco');
    },
  );

  test('is not told where its merchant wants no receipts, nor when it is kept or only to be given back', async () => {
    for (const resolution of ['accepted', 'ignored', 'refund_due'] as const) {
      const other = await aHeldOrder(sql, merchantId, { heldUntil: timeOf(1_000n) });
      await arrive(sql, other, 40_000_000n, 900n);
      await recordOutcome(sql, other);
      await resolveOf(other.orderId, resolution);
    }
    expect((await receipts()).filter(({ kind }) => kind === 'refund_receipt')).toEqual([]);
    await sql`UPDATE merchants SET settings = settings || '{"receipts": false}' WHERE id = ${merchantId}`;
    await resolve('refunded');
    expect((await receipts()).filter(({ kind }) => kind === 'refund_receipt')).toEqual([]);
  });

  test('is told again when money that came after a refund is given back, too', async () => {
    await resolve('refunded');
    await arrive(sql, order, 7_000_000n, 1_500n);
    await recordOutcome(sql, order);
    await resolve('refunded');
    const told = (await receipts()).map(({ body }) => /: ([\d.]+ USDT)\n/.exec(body)?.[1]);
    expect(told).toEqual(['40.00 USDT', '7.00 USDT']);
  });

  test('is told to nobody when the refund is not kept', async () => {
    await sql`ALTER TABLE audit_log RENAME COLUMN act TO mislaid`;
    try {
      await expect(resolve('refunded')).rejects.toThrow();
    } finally {
      await sql`ALTER TABLE audit_log RENAME COLUMN mislaid TO act`;
    }
    expect(await receipts()).toEqual([]);
  });

  test("makes the deposit the operator's when it was refunded from other funds", async () => {
    await resolve('refunded', true);
    expect(await balances()).toEqual({ custody_ERC20: -40_000_000n, operator_funds: 40_000_000n });
    await expectSoundLedger();
  });

  test('stays in suspense when ignored', async () => {
    expect(await resolve('ignored')).toMatchObject({ status: 'failed', resolution: 'ignored' });
    expect(await balances()).toEqual({ custody_ERC20: -40_000_000n, deposit_suspense: 40_000_000n });
  });

  test('can be resolved once', async () => {
    await resolve('ignored');
    await expect(resolve('accepted')).rejects.toMatchObject({ code: 'order_not_resolvable' });
    expect(await balances()).toMatchObject({ deposit_suspense: 40_000_000n });
  });

  test('can be resolved once by two at the same instant', async () => {
    const outcomes = await Promise.allSettled([resolve('accepted'), resolve('refunded')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balances()).not.toHaveProperty('deposit_suspense');
    await expectSoundLedger();
  });

  test('waits for a person again when more money comes, and both words stand', async () => {
    await resolve('accepted');
    await arrive(sql, order, 60_000_000n, 1_500n);
    expect(await recordOutcome(sql, order)).toMatchObject({ status: 'success', anomalies: ['late'] });
    expect(await balances()).toMatchObject({
      deposit_suspense: 60_000_000n,
      merchant_available: 39_600_000n,
    });

    expect(await resolve('refunded')).toMatchObject({ status: 'success', resolution: 'refunded' });
    expect(await balances()).toEqual({
      custody_ERC20: -40_000_000n,
      merchant_available: 39_600_000n,
      platform_fees: 400_000n,
    });
    const words = await sql`
      SELECT resolution FROM order_resolutions WHERE order_id = ${order.orderId} ORDER BY resolved_at`;
    expect(words.map((word) => word.resolution)).toEqual(['accepted', 'refunded']);
  });

  test('does not count what was sent back when a missed payment turns up', async () => {
    await resolve('refunded');
    await arrive(sql, order, 60_000_000n, 950n);
    expect(await recordOutcome(sql, order)).toMatchObject({ status: 'failed', seenUnits: 60_000_000n });
    await arrive(sql, order, 40_000_000n, 960n);
    expect(await recordOutcome(sql, order)).toMatchObject({ status: 'success', seenUnits: amountUnits });
    expect(await balances()).toEqual({
      custody_ERC20: -100_000_000n,
      merchant_available: 99_000_000n,
      platform_fees: 1_000_000n,
    });
    await expectSoundLedger();
  });

  test.each<[Resolution, boolean]>([
    ['accepted', false],
    ['refunded', false],
    ['refunded', true],
    ['ignored', false],
  ])('takes everything back when even final blocks are undone after it was %s (%s)', async (word, other) => {
    await resolve(word, other);
    await sql.begin((tx) => orphanTransfersAbove(tx, network, 800n));
    await cursorAt(sql, 800n);
    expect(await recordOutcome(sql, order)).toMatchObject({ status: 'awaiting' });
    expect(await balances()).toEqual({});
    expect(await transfersOfOrder(sql, merchantId, order.orderId)).toMatchObject([{ disposition: null }]);

    // The same transfer comes back and is decided like a new one.
    await sql`UPDATE transfers SET orphaned = false WHERE order_id = ${order.orderId}`;
    await cursorAt(sql, 2_000n);
    expect(await recordOutcome(sql, order)).toMatchObject({ status: 'failed', anomalies: ['underpaid'] });
    expect(await balances()).toEqual({ custody_ERC20: -40_000_000n, deposit_suspense: 40_000_000n });
    await expectSoundLedger();
  });
});

test('a late payment is credited only when accepted', async () => {
  await arrive(sql, order, amountUnits, 1_001n);
  expect(await recordOutcome(sql, order)).toMatchObject({ status: 'failed', anomalies: ['late'] });
  expect(await balances()).toMatchObject({ deposit_suspense: amountUnits });
  const reached: unknown[] = [];
  const onReached: OutcomeDeps['onReached'] = (one) => reached.push(one);
  expect(await resolve('accepted', false, { onReached })).toMatchObject({ status: 'success' });
  expect(reached).toEqual([{ status: 'success', network, asset: 'USDT', creditedUnits: amountUnits }]);
  expect(await balances()).toMatchObject({ merchant_available: 99_000_000n });
  // The merchant is notified of the credited amount, even if none of it came in time.
  const [success] = await sql<{ body: string }[]>`
    SELECT body FROM events WHERE merchant_id = ${merchantId} AND status = 'success'`;
  expect(JSON.parse(success?.body ?? '')).toMatchObject({ cryptoAmount: '100.000000' });
  await expectSoundLedger();
});

test('what a merchant wants refunded stays in suspense until the operator notes that it was sent', async () => {
  await arrive(sql, order, amountUnits, 1_001n);
  await recordOutcome(sql, order);
  const byMerchant = {
    note: 'sold out',
    fromOtherFunds: false,
    actor: `merchant ${merchantId}`,
    isMerchant: true,
  };
  const deps = { ...outcomeDeps, sql, now: () => new Date() };
  const due = () => resolveOrder(deps, order.orderId, { ...byMerchant, resolution: 'refund_due' });
  for (let time = 0; time < 2; time++) expect(await due()).toMatchObject({ resolution: 'refund_due' });
  expect(await balances()).toMatchObject({ deposit_suspense: amountUnits });
  // A timely payment that is enough by itself: the money to be refunded is not taken as the payment.
  await arrive(sql, order, amountUnits, 990n);
  expect(await recordOutcome(sql, order)).toMatchObject({ status: 'success', seenUnits: amountUnits });
  expect(await balances()).toMatchObject({ deposit_suspense: amountUnits, merchant_available: 99_000_000n });
  await resolve('refunded');
  expect(await balances()).not.toHaveProperty('deposit_suspense');
  const words =
    await sql`SELECT actor FROM audit_log WHERE subject = ${`order ${order.orderId}`} ORDER BY number`;
  expect(words.map(({ actor }) => actor)).toEqual([`merchant ${merchantId}`, 'ana@company.example']);
  await expectSoundLedger();
});

test('too much is with the merchant already: a refund is a note', async () => {
  await arrive(sql, order, amountUnits, 900n);
  await arrive(sql, order, amountUnits, 901n);
  expect(await recordOutcome(sql, order)).toMatchObject({ status: 'success', anomalies: ['overpaid'] });
  const before = await balances();
  expect(await resolve('refunded')).toMatchObject({ status: 'success', resolution: 'refunded' });
  expect(await balances()).toEqual(before);
});

test('what a success takes back and gets again is credited again', async () => {
  await arrive(sql, order, 60_000_000n, 900n);
  await arrive(sql, order, 40_000_000n, 990n);
  await recordOutcome(sql, order);
  const before = await balances();
  for (const orphaned of [true, false]) {
    await sql`UPDATE transfers SET orphaned = ${orphaned} WHERE order_id = ${order.orderId} AND block_number = 990`;
    await recordOutcome(sql, order);
  }
  expect(await balances()).toEqual(before);
  expect(before).toMatchObject({ merchant_available: 99_000_000n });
  await expectSoundLedger();
});

describe('nothing is resolved', () => {
  test('while a transfer is not final', async () => {
    await arrive(sql, order, 40_000_000n, 900n);
    await arrive(sql, order, 10_000_000n, 1_999n);
    await cursorAt(sql, 2_000n, 1_500n);
    await recordOutcome(sql, order);
    await expect(resolve('accepted')).rejects.toThrow('still under way');
  });

  test('about an order that nobody paid', async () => {
    expect(await recordOutcome(sql, order)).toMatchObject({ anomalies: ['expired'] });
    await expect(resolve('accepted')).rejects.toMatchObject({ code: 'order_not_resolvable' });
    expect(await findOrderById(sql, order.orderId)).toMatchObject({ status: 'failed', resolution: null });
  });

  test('about an order whose only payment was orphaned, except that it is ignored', async () => {
    await arrive(sql, order, amountUnits, 900n);
    await sql.begin((tx) => orphanTransfersAbove(tx, network, 800n));
    expect(await recordOutcome(sql, order)).toMatchObject({ anomalies: ['expired', 'orphaned'] });
    await expect(resolve('accepted')).rejects.toThrow('no money');
    expect(await resolve('ignored')).toMatchObject({ status: 'failed' });
  });

  test.each([['no id'], [newId()]])('about an order that is not there: %s', async (id) => {
    const request = {
      resolution: 'ignored' as const,
      note: '',
      fromOtherFunds: false,
      actor: 'ana',
      isMerchant: false,
    };
    await expect(
      resolveOrder({ ...outcomeDeps, sql, now: () => new Date() }, id, request),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
