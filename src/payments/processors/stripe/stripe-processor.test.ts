import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asked, requested } from '../../../../test/kit/processors/stripe/asked.ts';
import { type StripeWorld, startStripeWorld } from '../../../../test/kit/processors/stripe/contract-world.ts';
import { newId } from '../../../base/db/ids.ts';
import type {
  Dispute,
  PaymentProcessor,
  ProcessorMovement,
  RefundRequest,
} from '../../charges/payment-processor.ts';
import { stripe } from './stripe-processor.ts';

/** Behaviour after a payment at Stripe, of either kind. */

let world: StripeWorld;
let processor: PaymentProcessor;

beforeAll(async () => {
  world = await startStripeWorld('direct');
  processor = world.processor;
});

afterAll(() => world?.close());

/** A payment of 100.00 MXN by default. */
async function paid(change: Parameters<typeof asked>[0] = {}) {
  const attempt = asked(change);
  const card = world.simulator.cards?.approved ?? null;
  const outcome = await processor.authorize(requested(attempt, { card }));
  if (outcome.outcome !== 'approved') throw new Error(`expected an approval: ${JSON.stringify(outcome)}`);
  return { ...attempt, processorReference: outcome.processorReference };
}

type Paid = Awaited<ReturnType<typeof paid>>;

function refundOf(payment: Paid, amountMinor: bigint, change: Partial<RefundRequest> = {}): RefundRequest {
  const { attemptId, processorReference, amount, notificationUrl } = payment;
  return {
    refundId: newId(),
    attemptId,
    processorReference,
    amount: { ...amount, amountMinor },
    refundReference: null,
    isRepeat: false,
    notificationUrl,
    ...change,
  };
}

describe('a refund', () => {
  test('is given once under its id, also at the same instant and after a day', async () => {
    const payment = await paid();
    const before = await world.simulator.refundedMinor();
    const request = refundOf(payment, 4_000n);
    const [first, second] = await Promise.all([processor.refund(request), processor.refund(request)]);
    expect(first).toEqual({ outcome: 'refunded', processorReference: expect.stringMatching(/^re_/) });
    expect(second).toEqual(first);
    world.simulator.forgetKeys();
    expect(await processor.refund({ ...request, isRepeat: true })).toEqual(first);
    expect(await world.simulator.refundedMinor()).toBe(before + 4_000n);
  });

  test.each([
    ['cut_after', 3],
    ['error_after', 1],
    ['malformed_after', 1],
    ['error_before', 3],
  ] as const)('whose answer was lost by %s is given once', async (fault, times) => {
    const payment = await paid();
    const before = await world.simulator.refundedMinor();
    const request = refundOf(payment, 10_000n);
    world.simulator.misbehave(fault, times, '/v1/refunds');
    expect(await processor.refund(request)).toMatchObject({ outcome: 'unknown' });
    world.simulator.misbehave(fault, 0);
    expect(await processor.refund({ ...request, isRepeat: true })).toMatchObject({ outcome: 'refunded' });
    expect(await world.simulator.refundedMinor()).toBe(before + 10_000n);
  });

  test('that is found among more than a page of them is not made again', async () => {
    const payment = await paid({ amount: { amountMinor: 1_000_000n, currency: 'MXN' } });
    const first = refundOf(payment, 1_000n);
    await processor.refund(first);
    for (let i = 0; i < 11; i++) {
      await Promise.all(Array.from({ length: 10 }, () => processor.refund(refundOf(payment, 1n))));
    }
    world.simulator.forgetKeys();
    const before = await world.simulator.refundedMinor();
    expect(await processor.refund({ ...first, isRepeat: true })).toMatchObject({ outcome: 'refunded' });
    expect(await world.simulator.refundedMinor()).toBe(before);
  });

  test('may stay pending, and end well or badly, also after it had ended well', async () => {
    const payment = await paid();
    world.simulator.holdRefunds(1);
    const held = refundOf(payment, 3_000n);
    const outcome = await processor.refund(held);
    expect(outcome).toMatchObject({ outcome: 'pending' });
    if (outcome.outcome !== 'pending') return;
    const known = { ...held, refundReference: outcome.processorReference };
    const callsBefore = world.simulator.calls();
    expect(await processor.refund(known)).toEqual(outcome);
    expect(world.simulator.calls()).toEqual(callsBefore);
    await world.simulator.endRefund(held.refundId, 'succeeded');
    expect(await processor.refund(known)).toMatchObject({ outcome: 'refunded' });
    await world.simulator.endRefund(held.refundId, 'failed');
    expect(await processor.refund(known)).toEqual({ outcome: 'refused', reason: 'expired_or_canceled_card' });
  });

  test('of too much, of all twice, of what is disputed or was never paid is refused, with the reason', async () => {
    const payment = await paid();
    expect(await processor.refund(refundOf(payment, 10_001n))).toEqual({
      outcome: 'refused',
      reason: expect.stringMatching(/HTTP 400.*amount/),
    });
    await processor.refund(refundOf(payment, 10_000n));
    expect(await processor.refund(refundOf(payment, 1n))).toEqual({
      outcome: 'refused',
      reason: 'charge_already_refunded',
    });
    const disputed = await paid();
    await world.simulator.openDispute(disputed.attemptId);
    expect(await processor.refund(refundOf(disputed, 1n))).toEqual({
      outcome: 'refused',
      reason: 'charge_disputed',
    });
    const nowhere = { ...payment, processorReference: 'pi_nowhere' };
    expect(await processor.refund(refundOf(nowhere, 1n))).toMatchObject({ outcome: 'refused' });
    const odd = { ...payment, amount: { amountMinor: 1n, currency: 'KWD' } };
    expect(await processor.refund(refundOf(odd, 1n))).toMatchObject({ outcome: 'refused' });
  });

  test('with a key that is not let in stays unknown', async () => {
    const stranger = stripe.open({ ...world.settings, secretKey: 'sk_test_ofsomebodyelse' }, 'direct');
    const payment = await paid();
    expect(await stranger.refund(refundOf(payment, 1n))).toMatchObject({ outcome: 'unknown' });
    const known = refundOf(payment, 1n, { refundReference: 're_1' });
    expect(await stranger.refund(known)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('disputes', () => {
  /** Reads every page after a cursor, until there is nothing new. */
  async function drain(from: string) {
    const seen: Dispute[] = [];
    for (let cursor = from; ; ) {
      const page = await processor.disputesAfter(cursor);
      seen.push(...page.disputes);
      if (page.cursor === cursor) return { seen, cursor };
      cursor = page.cursor;
    }
  }

  test('come in order after a cursor, as they stand, and none is missed over many pages', async () => {
    const { cursor } = await drain('');
    const { attemptId } = await paid();
    const amounts = Array.from({ length: 230 }, (_, i) => BigInt(i + 1));
    for (const amountMinor of amounts) await world.simulator.openDispute(attemptId, amountMinor);
    const amountsOf = (disputes: Dispute[]) => disputes.map(({ amount }) => amount.amountMinor);
    const first = await processor.disputesAfter(cursor);
    expect(amountsOf(first.disputes)).toEqual(amounts.slice(0, 100));
    expect(first.disputes[0]).toEqual({
      disputeId: expect.stringMatching(/^du_/),
      attemptId,
      amount: { amountMinor: 1n, currency: 'MXN' },
      status: 'open',
      reason: 'fraudulent',
      evidenceDueAt: new Date('2030-01-31T23:59:59Z'),
    });
    expect(amountsOf((await drain(cursor)).seen)).toEqual(amounts);
    // The first time the list is read backwards from the newest; each dispute is returned once, and so are later ones.
    const all = await drain('');
    const seen = all.seen.filter((dispute) => dispute.attemptId === attemptId);
    expect(amountsOf(seen).sort((a, b) => Number(a - b))).toEqual(amounts);
    expect(new Set(all.seen.map(({ disputeId }) => disputeId)).size).toBe(all.seen.length);
    await world.simulator.openDispute(attemptId, 5_000n);
    expect(amountsOf((await drain(all.cursor)).seen)).toEqual([5_000n]);
  });

  test('can be won and lost; an inquiry is told as one, with the time to answer', async () => {
    const { cursor } = await drain('');
    const [won, lost, asking] = await Promise.all([paid(), paid(), paid()]);
    const wonId = await world.simulator.openDispute(won.attemptId);
    const lostId = await world.simulator.openDispute(lost.attemptId);
    const inquiry = world.simulator.openInquiry(asking.attemptId);
    await world.simulator.closeDispute(wonId, 'won');
    await world.simulator.closeDispute(lostId, 'lost');
    const { seen } = await drain(cursor);
    expect(seen.map(({ disputeId, status }) => [disputeId, status])).toEqual([
      [wonId, 'won'],
      [lostId, 'lost'],
      [inquiry, 'inquiry'],
    ]);
    expect(await processor.readDispute(wonId)).toEqual(seen[0]);
    expect(await processor.readDispute(inquiry)).toMatchObject({
      status: 'inquiry',
      evidenceDueAt: new Date('2030-01-31T23:59:59Z'),
    });
  });

  test('an inquiry that becomes a dispute is told, and read as one', async () => {
    const { attemptId } = await paid();
    const disputeId = world.simulator.openInquiry(attemptId);
    const hints = () =>
      world.simulator.notifications.map((notification) => {
        const { headers, body } = notification.signed();
        return processor.readNotification({ headers, query: {}, body: Buffer.from(body) }, new Date())?.hint;
      });
    expect(hints()).toContainEqual({ about: 'dispute', disputeId });
    expect(await processor.readDispute(disputeId)).toMatchObject({ attemptId, status: 'inquiry' });
    world.simulator.escalate(disputeId);
    expect(hints()).toContainEqual({ about: 'dispute', disputeId });
    expect(await processor.readDispute(disputeId)).toMatchObject({ attemptId, status: 'open' });
  });

  test('of a payment that is none of ours are left out, and read without an attempt', async () => {
    const { cursor } = await drain('');
    const { attemptId } = await paid();
    const disputeId = await world.simulator.openDispute(attemptId);
    world.simulator.disown(attemptId);
    expect((await drain(cursor)).seen).toEqual([]);
    expect(await processor.readDispute(disputeId)).toMatchObject({ disputeId, attemptId: '' });
  });

  test('of another account start anew; without an answer the cursor stays', async () => {
    expect(await processor.disputesAfter('du_ofanotheraccount')).toEqual({ disputes: [], cursor: '' });
    expect(await world.unreachable.disputesAfter('du_1')).toEqual({ disputes: [], cursor: 'du_1' });
    expect(await world.unreachable.readDispute('du_1')).toBeNull();
  });
});

async function collect<Each>(all: AsyncIterable<Each>): Promise<Each[]> {
  const collected: Each[] = [];
  for await (const each of all) collected.push(each);
  return collected;
}

describe('the account', () => {
  async function lines(from: Date, to: Date): Promise<ProcessorMovement[]> {
    return await collect(processor.linesBetween(from, to));
  }

  test('tells every movement with its fee, oldest first, and whose it is', async () => {
    // A period of its own, in which nothing else moves.
    world.simulator.skewClock(86_400_000);
    const from = new Date(Date.now() + 86_400_000 - 1_000);
    const [payment, other] = [await paid(), await paid()];
    const refund = refundOf(payment, 4_000n);
    await processor.refund(refund);
    await world.simulator.endRefund(refund.refundId, 'failed');
    const disputeId = await world.simulator.openDispute(other.attemptId);
    await world.simulator.closeDispute(disputeId, 'won');
    world.simulator.payOut(5_000n);
    const to = new Date(Date.now() + 86_400_000 + 1_000);
    world.simulator.skewClock(0);

    const read = await lines(from, to);
    const { attemptId } = payment;
    const { refundId } = refund;
    expect(
      read.map(({ kind, amount, feeMinor, ...of }) => [
        kind,
        amount.amountMinor,
        feeMinor,
        of.attemptId,
        of.refundId,
        of.disputeId,
      ]),
    ).toEqual([
      ['payment', 10_000n, 660n, attemptId, null, null],
      ['payment', 10_000n, 660n, other.attemptId, null, null],
      ['refund', -4_000n, 0n, attemptId, refundId, null],
      ['refund_failed', 4_000n, 0n, attemptId, refundId, null],
      ['dispute', -10_000n, 1_500n, null, null, disputeId],
      ['dispute_won', 10_000n, 0n, null, null, disputeId],
      ['payout', -5_000n, 0n, null, null, null],
      ['fee', -10n, 0n, null, null, null],
    ]);
    expect(new Set(read.map(({ lineId }) => lineId)).size).toBe(8);
    expect(read.every(({ at }) => at >= new Date(from.getTime() - 1_000) && at < to)).toBe(true);
  });

  test('is read whole where a time, or a single second, fills many pages', async () => {
    const dayMs = 86_400_000;
    world.simulator.skewClock(2 * dayMs);
    const from = new Date(Date.now() + 2 * dayMs - 1_000);
    for (let i = 0; i < 130; i++) world.simulator.payOut(BigInt(i + 1));
    world.simulator.skewClock(2 * dayMs + 60_000);
    for (let i = 130; i < 150; i++) world.simulator.payOut(BigInt(i + 1));
    const to = new Date(Date.now() + 2 * dayMs + 90_000);
    world.simulator.skewClock(0);
    const paidOut = (await lines(from, to)).filter(({ kind }) => kind === 'payout');
    expect(paidOut.map(({ amount }) => -amount.amountMinor)).toEqual(
      Array.from({ length: 150 }, (_, i) => BigInt(i + 1)),
    );
    expect(await lines(to, from)).toEqual([]);
  });

  test('tells its balance, and which movements are in a payout that Stripe made by itself', async () => {
    const sumOf = (lines: readonly ProcessorMovement[]) =>
      lines.reduce((sum, { amount, feeMinor }) => sum + amount.amountMinor - feeMinor, 0n);
    // First pays out what earlier tests have left.
    world.simulator.payOutAll();
    expect(await processor.balance?.()).toEqual([{ amountMinor: 0n, currency: 'MXN' }]);
    const ids = [(await paid()).attemptId, (await paid()).attemptId];
    expect(await processor.balance?.()).toEqual([{ amountMinor: 2n * 9_340n, currency: 'MXN' }]);
    const payout = world.simulator.payOutAll();
    world.simulator.payOut(1_000n);
    const read = await processor.payoutLines?.(payout, '');
    const inside = read?.lines.filter(({ kind }) => kind !== 'payout') ?? [];
    expect(inside.map(({ attemptId }) => attemptId).sort()).toEqual(ids.sort());
    expect([sumOf(inside), read?.next]).toEqual([2n * 9_340n, null]);
    const paidOut = (await lines(new Date(Date.now() - 60_000), new Date(Date.now() + 60_000))).filter(
      ({ kind }) => kind === 'payout',
    );
    expect(paidOut.slice(-2)).toMatchObject([
      { payout: { reference: payout, isListed: true, arrivesAt: expect.any(Date) } },
      { payout: { isListed: false } },
    ]);
    await expect(processor.payoutLines?.(paidOut.at(-1)?.payout?.reference ?? '', '')).rejects.toThrow('400');
    await expect(world.unreachable.balance?.()).rejects.toThrow('Stripe');
  });

  test.each<[category: string, type: Stripe.BalanceTransaction['type']]>([
    ['reserve_transaction', 'reserve_transaction'],
    ['topup', 'topup'],
    ['other_adjustment', 'adjustment'],
    ['tax', 'tax_fee'],
    ['transfer', 'transfer'],
    ['payout_reversal', 'payout_failure'],
  ])('tells a movement of the category %s as one that somebody has to explain', async (category, type) => {
    const from = new Date(Date.now() - 1_000);
    if (type === 'payout_failure') world.simulator.failPayout(world.simulator.payOutAll());
    else world.simulator.moveOther(-3_33n, category, type);
    const [last] = (await lines(from, new Date(Date.now() + 1_000))).slice(-1);
    expect(last).toMatchObject({ kind: 'other' });
    expect(last).not.toHaveProperty('payout');
  });

  test('that cannot be read to its end says so', async () => {
    const read = world.unreachable.linesBetween(new Date(0), new Date());
    await expect(collect(read)).rejects.toThrow('Stripe');
  });
});

test("Stripe's ids are traced to ours", async () => {
  const payment = await paid();
  expect(await processor.trace(payment.processorReference)).toEqual({
    about: 'attempt',
    attemptId: payment.attemptId,
  });
  const refund = refundOf(payment, 100n);
  const outcome = await processor.refund(refund);
  if (outcome.outcome !== 'refunded') throw new Error('expected a refund');
  expect(await processor.trace(outcome.processorReference)).toEqual({
    about: 'refund',
    refundId: refund.refundId,
  });
  expect(await processor.trace('pi_nowhere')).toEqual({ about: 'nothing' });
  expect(await processor.trace('cus_1')).toEqual({ about: 'nothing' });
  expect(await world.unreachable.trace('pi_1')).toBeNull();
});
