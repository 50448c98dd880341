import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { arrive, recordOutcome } from '../../../../test/kit/crypto/held-orders.ts';
import { insertStore } from '../../../../test/kit/merchants.ts';
import {
  aPaidOrder,
  confirmRefund,
  haveHotWallet,
  openRefund,
} from '../../../../test/kit/payouts/refunds.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { resolveOrder } from '../../orders/outcome/resolve-order.ts';
import { findOrderById } from '../../orders/store.ts';
import { transfersOfOrder } from '../../orders/transfers/transfer-store.ts';
import { cancelPayout } from '../cancel-payout.ts';
import { expirePayoutsJob } from '../jobs.ts';
import { findPayoutById, type Payout } from '../store.ts';
import { refundableOf } from './refund-order.ts';
import { refundSendings } from './refund-sendings.ts';

let database: TestDatabase;
let sql: Sql;
let merchantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 6 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
/** The platform keeps 1 % of each payment. */
beforeEach(async () => {
  await haveHotWallet(sql);
  merchantId = await insertStore(sql, { cryptoFeeBasisPoints: 100 });
});
afterEachSound();

/** Checks the books after every test. */
function afterEachSound(): void {
  beforeEach(() => async () => {
    const faults = faultsIn(await checkLedger(sql)) as { merchantId: string }[];
    expect(faults.filter((fault) => fault.merchantId === merchantId)).toEqual([]);
  });
}

const usdt = (amount: number): bigint => BigInt(amount) * 1_000_000n;

async function balances(): Promise<Record<string, bigint>> {
  const rows = await sql<{ account: string; balance: bigint }[]>`
    SELECT account, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND balance <> 0`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

async function dispositions(): Promise<(string | null)[]> {
  const rows = await sql<{ disposition: string | null }[]>`
    SELECT disposition FROM transfers WHERE merchant_id = ${merchantId} ORDER BY block_number, amount_units`;
  return rows.map(({ disposition }) => disposition);
}

const mails = () => sql<{ kind: string; body: string | null; payoutId: string | null }[]>`
  SELECT kind, body, payout_id AS "payoutId" FROM mails WHERE merchant_id = ${merchantId} AND kind LIKE 'refund%'`;

async function events(id: string): Promise<Record<string, unknown>[]> {
  const rows = await sql<{ body: string }[]>`SELECT body FROM events WHERE subject_id = ${id} ORDER BY id`;
  return rows.map(({ body }) => JSON.parse(body));
}

const refusal = (code: string, message: string | RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

/** Simulates a sent refund in a final block that did or did not move the tokens. */
async function end(outcome: 'transferred' | 'reverted', ...refunds: Payout[]): Promise<void> {
  const fate = { kind: 'mined', outcome, hash: `0x${'5c'.repeat(32)}`, isFinal: true };
  const ends = refunds.map(({ id }) => ({ sending: { merchantId, id }, fate }));
  await sql`
    UPDATE payouts
       SET status = 'sending', wallet = '\\x01'
     WHERE id = ANY (${refunds.map(({ id }) => id)}::uuid[])`;
  await sql.begin((tx) => refundSendings({ sql, notation }).ended(tx, ends as never, new Date()));
}

describe('money that came late', () => {
  test('is set aside whole, its customer is mailed a link, and it pays for nothing', async () => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(40), usdt(60)] });
    const { refund } = await openRefund(sql, order, { note: 'sold out' });
    expect(refund).toMatchObject({
      kind: 'refund',
      refundOf: order.orderId,
      fromSuspense: true,
      status: 'open',
      amountUnits: usdt(100),
      amountMinor: 10_000n,
      feeUnits: 0n,
      email: 'ana@cliente.example',
    });
    expect(refund.opensUntil.getTime() - refund.createdAt.getTime()).toBe(30 * 24 * 60 * 60 * 1000);
    expect(await balances()).toEqual({ custody_ERC20: -usdt(100), refunds_due: usdt(100) });
    expect(await dispositions()).toEqual(['refunding', 'refunding']);
    // The claim URL is a secret: it is written into the mail only when the mail is sent.
    expect(await mails()).toEqual([{ kind: 'refund_link', body: null, payoutId: refund.id }]);
    expect(await findOrderById(sql, order.orderId)).toMatchObject({ resolution: 'refund_due' });
    const [audit] =
      await sql`SELECT actor, act, details FROM audit_log WHERE subject = ${`order ${order.orderId}`}`;
    expect(audit).toMatchObject({ actor: 'Ana', act: 'order_refunded' });
    expect(audit?.details).toContain('sold out');
    const [day] = await sql`SELECT FROM payout_days WHERE merchant_id = ${merchantId}`;
    expect(day).toBeUndefined();
  });

  test('is gone for good when it arrived: order, ledger, merchant and customer are told once', async () => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    const { refund } = await openRefund(sql, order);
    await end('transferred', await confirmRefund(sql, refund));
    expect(await balances()).toEqual({ custody_ERC20: -usdt(100), custody_ERC20_hot: usdt(100) });
    expect(await findOrderById(sql, order.orderId)).toMatchObject({
      status: 'failed',
      resolution: 'refunded',
    });
    expect(await events(refund.id)).toMatchObject([
      { status: 'pending', orderId: refund.id, refundOf: order.orderId, typeTransaction: 'cashout' },
      { status: 'success', orderId: refund.id, refundOf: order.orderId, typeTransaction: 'cashout' },
    ]);
    const receipts = (await mails()).filter(({ kind }) => kind === 'refund_receipt');
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.body).toMatch(/100[.,]00 USDT/);
    expect(receipts[0]?.body).toContain(`Transacción: 0x${'5c'.repeat(32)}`);
    await expect(openRefund(sql, order)).rejects.toEqual(refusal('order_not_refundable', 'nothing left'));
  });

  test.each([
    ['nobody confirms in time', (refund: Payout) => expire(refund)],
    ['it is canceled', (refund: Payout) => cancel(refund)],
    ['the chain refuses it', async (refund: Payout) => end('reverted', await confirmRefund(sql, refund))],
  ])('is due again, all of it, when %s, and can be refunded anew', async (_, fail) => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    const before = await balances();
    const { refund } = await openRefund(sql, order);
    await fail(refund);
    expect((await findPayoutById(sql, refund.id))?.status).toBe('failed');
    expect(await balances()).toEqual(before);
    expect(await dispositions()).toEqual(['refund_due']);
    expect((await events(refund.id)).at(-1)).toMatchObject({ status: 'failed', refundOf: order.orderId });
    const again = await openRefund(sql, order);
    expect(again.refund.id).not.toBe(refund.id);
    expect(await balances()).toMatchObject({ refunds_due: usdt(100) });
  });

  test('that came twice and is given back by two refunds may arrive in one step', async () => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    const first = await confirmRefund(sql, (await openRefund(sql, order)).refund);
    await arrive(sql, order, usdt(7), 1_600n);
    const second = await confirmRefund(sql, (await openRefund(sql, order)).refund);
    await end('transferred', first, second);
    expect(await balances()).toEqual({ custody_ERC20: -usdt(107), custody_ERC20_hot: usdt(107) });
    expect((await mails()).filter(({ kind }) => kind === 'refund_receipt')).toHaveLength(2);
    expect(await findOrderById(sql, order.orderId)).toMatchObject({ resolution: 'refunded' });
  });

  test('is not given back in part before it is accepted', async () => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    const part = { ask: { kind: 'part', units: usdt(10) } as const };
    await expect(openRefund(sql, order, part)).rejects.toEqual(
      refusal('order_not_refundable', /given back whole.*accept them first/),
    );
    await resolveOrder({ ...notation, sql, now: () => new Date() }, order.orderId, {
      resolution: 'accepted',
      note: 'kept',
      fromOtherFunds: false,
      actor: 'Ana',
      isMerchant: true,
    });
    expect((await openRefund(sql, order, part)).refund).toMatchObject({ fromSuspense: false });
  });

  test('that a reorganisation takes back while it is refunded is not there a second time when it returns', async () => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    await openRefund(sql, order);
    await sql`UPDATE transfers SET orphaned = true WHERE merchant_id = ${merchantId}`;
    await recordOutcome(sql, order);
    expect(await balances()).toEqual({ deposit_suspense: -usdt(100), refunds_due: usdt(100) });
    await sql`UPDATE transfers SET orphaned = false WHERE merchant_id = ${merchantId}`;
    await recordOutcome(sql, order);
    expect(await balances()).toEqual({ custody_ERC20: -usdt(100), refunds_due: usdt(100) });
    await expect(openRefund(sql, order)).rejects.toEqual(refusal('order_not_refundable', 'nothing left'));
  });
});

test('a word that waited for another is the last one, whatever its clock says', async () => {
  const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
  await openRefund(sql, order, {}, new Date(Date.now() + 60_000));
  await arrive(sql, order, usdt(7), 1_600n);
  await openRefund(sql, order, { note: 'also this' });
  const [last] = await sql`
    SELECT note FROM order_resolutions WHERE order_id = ${order.orderId} ORDER BY resolved_at DESC LIMIT 1`;
  expect(last).toEqual({ note: 'also this' });
});

describe('a payment', () => {
  test('is given back in parts out of the balance, together never more than came', async () => {
    // The platform keeps the fee: to give everything back, the merchant needs money from another payment.
    await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    const part = (amount: number) => openRefund(sql, order, { ask: { kind: 'part', units: usdt(amount) } });
    await part(30);
    await end('transferred', await confirmRefund(sql, (await part(50)).refund));
    await expect(part(21)).rejects.toEqual(refusal('validation_failed', /at most 20\.000000 USDT/));
    expect((await openRefund(sql, order)).refund.amountUnits).toBe(usdt(20));
    await expect(part(1)).rejects.toEqual(refusal('order_not_refundable', 'nothing left'));
    expect(await balances()).toEqual({
      custody_ERC20: -usdt(200),
      custody_ERC20_hot: usdt(50),
      merchant_available: usdt(98),
      platform_fees: usdt(2),
      refunds_due: usdt(50),
    });
    expect((await findOrderById(sql, order.orderId))?.resolution).toBeNull();
  });

  test('of which nothing is out of the ordinary has nothing left over, also when a part was given back', async () => {
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    await openRefund(sql, order, { ask: { kind: 'part', units: usdt(10) } });
    await expect(openRefund(sql, order, { ask: { kind: 'left_over' } })).rejects.toEqual(
      refusal('order_not_resolvable', 'no anomaly'),
    );
  });

  test('is not given back out of money that is not there', async () => {
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    await expect(openRefund(sql, order)).rejects.toEqual(
      refusal('insufficient_balance', /needs 100\.000000 USDT; 99\.000000 USDT are available/),
    );
    expect(await balances()).toMatchObject({ merchant_available: usdt(99) });
  });

  test('that was too much gives back what it was too much by, and once', async () => {
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(130)] });
    const leftOver = { ask: { kind: 'left_over' } as const };
    const { refund } = await openRefund(sql, order, leftOver);
    expect(refund).toMatchObject({ amountUnits: usdt(30), fromSuspense: false });
    expect(await openRefund(sql, order, leftOver)).toMatchObject({
      refund: { id: refund.id },
      replayed: true,
    });
    await cancel(refund);
    expect((await openRefund(sql, order, leftOver)).refund.id).not.toBe(refund.id);
  });

  test('asked to be given back twice at once is given back once', async () => {
    await aPaidOrder(sql, merchantId, { inTime: [usdt(100), usdt(100)] });
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    const both = await Promise.allSettled([openRefund(sql, order), openRefund(sql, order)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balances()).toMatchObject({ refunds_due: usdt(100) });
    const late = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    const again = await Promise.allSettled([openRefund(sql, late), openRefund(sql, late)]);
    expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balances()).toMatchObject({ refunds_due: usdt(200) });
  });

  test('asked twice at once with one key is one refund, and the key serves no other', async () => {
    await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    const other = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    const keyed = { idempotencyKey: 'key-1', ask: { kind: 'part', units: usdt(40) } as const };
    const [one, same] = await Promise.all([openRefund(sql, order, keyed), openRefund(sql, order, keyed)]);
    expect(one.refund.id).toBe(same.refund.id);
    expect([one.replayed, same.replayed].sort()).toEqual([false, true]);
    const reused = refusal('idempotency_key_reused', 'other contents');
    await expect(openRefund(sql, order, { idempotencyKey: 'key-1' })).rejects.toEqual(reused);
    await expect(openRefund(sql, other, keyed)).rejects.toEqual(reused);
    expect(await balances()).toMatchObject({ refunds_due: usdt(40) });
  });

  test('says before it is asked for how much can be given back, and whether in parts', async () => {
    const left = async ({ orderId }: { orderId: string }) => {
      const read = await findOrderById(sql, orderId);
      if (!read) throw new Error('no order');
      return await refundableOf(sql, read, await transfersOfOrder(sql, merchantId, orderId));
    };
    const order = await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    // The fee cannot be given back.
    expect(await left(order)).toEqual({ units: usdt(99), isWhole: false });
    await aPaidOrder(sql, merchantId, { inTime: [usdt(100)] });
    const late = await aPaidOrder(sql, merchantId, { late: [usdt(70)] });
    expect(await left(order)).toEqual({ units: usdt(100), isWhole: false });
    expect(await left(late)).toEqual({ units: usdt(70), isWhole: true });
    await openRefund(sql, order, { ask: { kind: 'part', units: usdt(40) } });
    expect(await left(order)).toEqual({ units: usdt(60), isWhole: false });
    await openRefund(sql, order);
    expect(await left(order)).toBeNull();
    await openRefund(sql, late);
    expect(await left(late)).toBeNull();
    const unsent = await aPaidOrder(sql, merchantId, { inTime: [usdt(5)] });
    await sql`UPDATE hot_wallets SET active = false`;
    expect(await left(unsent)).toBeNull();
    await sql`UPDATE hot_wallets SET active = true`;
  });

  test('without an e-mail, or where nothing sends, is not locked up', async () => {
    const order = await aPaidOrder(sql, merchantId, { late: [usdt(100)] });
    await sql`UPDATE crypto_orders SET email = '' WHERE id = ${order.orderId}`;
    await expect(openRefund(sql, order)).rejects.toEqual(refusal('order_not_refundable', 'no e-mail'));
    await sql`UPDATE crypto_orders SET email = 'ana@cliente.example' WHERE id = ${order.orderId}`;
    await sql`UPDATE hot_wallets SET active = false`;
    await expect(openRefund(sql, order)).rejects.toEqual(refusal('order_not_refundable', 'Nothing is sent'));
    await sql`UPDATE hot_wallets SET active = true`;
    expect(await dispositions()).toEqual([null]);
  });
});

async function expire(refund: Payout): Promise<void> {
  const now = () => new Date(refund.opensUntil.getTime() + 1);
  await expirePayoutsJob({ sql, notation, now }).run();
}

async function cancel(refund: Payout): Promise<void> {
  const deps = { sql, notation, now: () => new Date() };
  await cancelPayout(deps, refund, { actor: `merchant ${merchantId}`, note: null });
}
