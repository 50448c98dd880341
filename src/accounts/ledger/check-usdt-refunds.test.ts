import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../test/kit/books.ts';
import { arrive, recordOutcome } from '../../../test/kit/crypto/held-orders.ts';
import { aPaidOrder, confirmRefund, haveHotWallet, openRefund } from '../../../test/kit/payouts/refunds.ts';
import { newId } from '../../base/db/ids.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { notation } from '../../chain/chains/notation.ts';
import { resolveOrder } from '../../crypto/orders/outcome/resolve-order.ts';
import { cancelPayout } from '../../crypto/payouts/cancel-payout.ts';
import { expirePayoutsJob } from '../../crypto/payouts/jobs.ts';
import type { RefundAsk } from '../../crypto/payouts/refund/decide-refund.ts';
import { refundSendings } from '../../crypto/payouts/refund/refund-sendings.ts';
import type { Payout } from '../../crypto/payouts/store.ts';

const { sql, merchantId, faults, found, damage } = useBooks();
const now = (): Date => new Date();

beforeEach(() => haveHotWallet(sql()));

const units = fc.constantFrom(9_999n, 10_000n, 40_000_000n, 60_000_000n, 100_000_000n, 150_000_001n);
const ask = fc.oneof(
  fc.constant<RefundAsk>({ kind: 'all' }),
  fc.constant<RefundAsk>({ kind: 'left_over' }),
  fc.record({
    kind: fc.constant('part' as const),
    units: fc.constantFrom(10_000n, 30_000_000n, 100_000_000n),
  }),
);
const turn = fc.oneof(
  fc.record({ what: fc.constant('paid late' as const), units }),
  { weight: 3, arbitrary: fc.record({ what: fc.constant('refunded' as const), ask }) },
  fc.record({ what: fc.constant('decided' as const), word: fc.constantFrom('accepted', 'refunded') }),
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('ended' as const),
      how: fc.constantFrom('transferred', 'reverted', 'canceled', 'expired'),
    }),
  },
);

/** Ends the oldest refund that waits for its customer: on the chain, or before. */
async function end(how: string): Promise<void> {
  const [open] = await sql()<Pick<Payout, 'merchantId' | 'id' | 'opensUntil'>[]>`
    SELECT merchant_id AS "merchantId", id, opens_until AS "opensUntil"
      FROM payouts
     WHERE merchant_id = ${merchantId()}
       AND status = 'open'
     ORDER BY created_at
     LIMIT 1`;
  if (!open) return;
  const deps = { sql: sql(), notation, now };
  if (how === 'canceled') await cancelPayout(deps, open, { actor: 'Ana', note: null });
  if (how === 'expired') {
    await sql()`UPDATE payouts SET opens_until = ${now()} WHERE id = ${open.id}`;
    await expirePayoutsJob(deps).run();
  }
  if (how !== 'transferred' && how !== 'reverted') return;
  await confirmRefund(sql(), open);
  // A large one waits for an approval first.
  await sql()`UPDATE payouts SET status = 'queued' WHERE id = ${open.id} AND status = 'review'`;
  await sql()`UPDATE payouts SET status = 'sending', wallet = '\\x01' WHERE id = ${open.id}`;
  const fate = { kind: 'mined', outcome: how, hash: `0x${'5c'.repeat(32)}`, isFinal: true };
  const ends = [{ sending: { merchantId: merchantId(), id: open.id }, fate }];
  await sql().begin((tx) => refundSendings(deps).ended(tx, ends as never, now()));
}

test('honest books give no fault, whatever of an order is refunded, in parts, again, and however that ends', async () => {
  const refused = (error: unknown) => expect(error).toBeInstanceOf(PasarelaError);
  await fc.assert(
    fc.asyncProperty(
      fc.array(units, { maxLength: 2 }),
      fc.array(turn, { maxLength: 12, size: 'max' }),
      async (inTime, turns) => {
        const order = await aPaidOrder(sql(), merchantId(), { inTime });
        for (const each of turns) {
          if (each.what === 'paid late') await arrive(sql(), order, each.units, 1_500n);
          if (each.what === 'refunded') await openRefund(sql(), order, { ask: each.ask }).catch(refused);
          if (each.what === 'decided') {
            await resolveOrder({ ...notation, sql: sql(), now }, order.orderId, {
              resolution: each.word as 'accepted' | 'refunded',
              note: 'the customer wrote',
              fromOtherFunds: true,
              actor: 'Ana',
              isMerchant: false,
            }).catch(refused);
          }
          if (each.what === 'ended') await end(each.how);
          await recordOutcome(sql(), order);
        }
        expect(await faults()).toEqual([]);
        const [sums] = await sql()<{ came: bigint; given: bigint }[]>`
          SELECT (SELECT coalesce(sum(amount_units), 0)::bigint
                    FROM transfers
                   WHERE order_id = ${order.orderId}) AS came,
                 (SELECT coalesce(sum(amount_units), 0)::bigint
                    FROM payouts
                   WHERE refund_of = ${order.orderId}
                     AND status <> 'failed') AS given`;
        expect(sums && sums.given <= sums.came).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

describe('of a refund it is found that', () => {
  let order: Awaited<ReturnType<typeof aPaidOrder>>;
  let refund: Payout;
  beforeEach(async () => {
    order = await aPaidOrder(sql(), merchantId(), { late: [100_000_000n] });
    refund = (await openRefund(sql(), order)).refund;
    expect(await faults()).toEqual([]);
  });

  test('nothing is set aside for it', async () => {
    await damage(
      (tx) => tx`
        DELETE FROM ledger_entries WHERE subject_id = ${refund.id} AND kind = 'refund_opened'`,
    );
    const about = { merchantId: merchantId(), refundId: refund.id, asset: 'USDT', posted: 0n };
    expect(await found('unexplainedUsdtRefunds')).toEqual([
      { ...about, account: 'deposit_suspense', expected: -100_000_000n },
      { ...about, account: 'refunds_due', expected: 100_000_000n },
    ]);
  });

  test('it was sent, and the ledger does not say so', async () => {
    await damage(
      (tx) =>
        tx`UPDATE payouts SET status = 'success', network = 'TRC20', address = '\\x01', wallet = '\\x02' WHERE id = ${refund.id}`,
    );
    expect(await found('unexplainedUsdtRefunds')).toMatchObject([
      { account: 'custody_TRC20_hot', expected: 100_000_000n, posted: 0n },
      { account: 'refunds_due', expected: 0n, posted: 100_000_000n },
    ]);
  });

  test.each([
    [
      'it gives back another sum than its transfers',
      `UPDATE transfers SET amount_units = 1`,
      'wrong_transfers',
    ],
    ['its transfers do not know of it', `UPDATE transfers SET disposition = 'refund_due'`, 'wrong_transfers'],
    [
      'its transfers wait for another',
      `UPDATE transfers SET refund_id = '${newId()}'`,
      'transfer_of_no_refund',
    ],
    ['its order is gone', `UPDATE payouts SET refund_of = '${newId()}'`, 'refund_of_no_order'],
    ['more is given back than came', `UPDATE payouts SET from_suspense = false`, 'more_than_came'],
  ])('%s', async (_, change, fault) => {
    await damage((tx) => tx`${tx.unsafe(change)} WHERE merchant_id = ${merchantId()}`);
    expect((await found('wrongUsdtRefunds')).map((wrong) => wrong.fault)).toContain(fault);
  });
});
