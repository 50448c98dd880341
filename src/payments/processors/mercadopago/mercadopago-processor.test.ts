import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deadlines } from '../../../../test/kit/deadlines.ts';
import type { ContractWorld } from '../../../../test/kit/processors/contract-world.ts';
import {
  openTowards,
  startMercadopagoWorld,
} from '../../../../test/kit/processors/mercadopago/contract-world.ts';
import {
  amountMinor,
  openPage,
  pay,
  refundOf,
  requestOf,
} from '../../../../test/kit/processors/mercadopago/customer.ts';
import type { CustomerRole } from '../../../../test/kit/processors/simulator.ts';
import { newId } from '../../../base/db/ids.ts';

let world: ContractWorld;

beforeAll(async () => {
  world = await startMercadopagoWorld({ timeoutMs: deadlines.answer });
});

afterAll(async () => {
  await world?.close();
});

const leftPage = { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };

describe('its page', () => {
  test('is paid, and tells the card', async () => {
    const before = await world.simulator.capturedMinor();
    const { asked, url } = await openPage(world);
    expect(await world.processor.inquire(asked)).toEqual({ outcome: 'challenge', url, handle: asked.handle });
    const next = new URL(await world.simulator.pay(url, 'approved'));
    expect(`${next.origin}${next.pathname}`).toBe('https://shop.example/return');
    expect(await world.processor.inquire(asked)).toEqual({
      outcome: 'approved',
      processorReference: asked.handle,
      card: { brand: 'mastercard', first6: '503175', last4: '0604' },
    });
    expect(await world.simulator.capturedMinor()).toBe(before + amountMinor);
  });

  test('of an attempt whose handle was lost is the same page', async () => {
    const { asked, url } = await openPage(world);
    const lost = { ...asked, handle: null };
    expect(await world.processor.inquire(lost)).toEqual({ outcome: 'challenge', url, handle: asked.handle });
    await world.simulator.pay(url, 'approved');
    expect(await world.processor.inquire(lost)).toMatchObject({ outcome: 'approved' });
    expect(await world.simulator.capturesOf(asked.attemptId)).toBe(1);
  });

  test.each<CustomerRole>(['card_refused', 'insufficient_funds', 'card_expired', 'wrong_security_code'])(
    'stays open for another card after one with %s',
    async (role) => {
      const { asked, url } = await openPage(world);
      expect(await world.simulator.pay(url, role)).toBe(url);
      expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'challenge', url });
      await world.simulator.pay(url, 'approved');
      expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'approved' });
      expect(await world.simulator.capturesOf(asked.attemptId)).toBe(1);
    },
  );

  test.each([
    ['approved', { outcome: 'approved' }],
    ['card_refused', { outcome: 'refused', reason: 'card_refused', isSoft: true }],
  ] as const)('whose payment is looked into is pending, then %s', async (decision, expected) => {
    const { asked, url } = await openPage(world);
    await world.simulator.pay(url, 'pending');
    const pending = { outcome: 'pending', handle: asked.handle };
    expect(await world.processor.inquire(asked)).toEqual(pending);
    expect(await world.processor.abandon(asked)).toEqual(pending);
    await world.simulator.decidePending(asked.attemptId, decision);
    expect(await world.processor.inquire(asked)).toMatchObject(expected);
  });

  test('that was given up can no longer be paid', async () => {
    const { asked, url } = await openPage(world);
    expect(await world.processor.abandon(asked)).toEqual(leftPage);
    await world.simulator.pay(url, 'approved');
    expect(await world.processor.inquire(asked)).toEqual(leftPage);
    expect(await world.processor.abandon(asked)).toEqual(leftPage);
    expect(await world.simulator.capturesOf(asked.attemptId)).toBe(0);
  });

  test('that was paid before it is given up stays paid', async () => {
    const { asked, url } = await openPage(world);
    await world.simulator.pay(url, 'approved');
    expect(await world.processor.abandon(asked)).toMatchObject({ outcome: 'approved' });
  });

  test('that is given up before anybody heard of it can never be paid', async () => {
    const asked = requestOf(world);
    expect(await world.processor.abandon(asked)).toEqual(leftPage);
    const late = await world.processor.authorize(asked);
    if (late.outcome === 'challenge') await world.simulator.pay(late.url, 'approved');
    expect(await world.simulator.capturesOf(asked.attemptId)).toBe(0);
  });

  test('that ran out was left', async () => {
    const { asked } = await openPage(world);
    world.simulator.skewClock(2 * 60 * 60 * 1000);
    expect(await world.processor.inquire(asked)).toEqual(leftPage);
    world.simulator.skewClock(0);
  });

  test('is told nothing that Mercado Pago refuses, whatever the payment is described by', async () => {
    for (const description of [null, '', 'x'.repeat(500), '  ', '<b>ñandú & "co"</b>'])
      for (const language of [null, 'es', 'pt', 'en'] as const)
        await openPage(world, { description, language });
  });
});

describe('an order that is not what was asked for', () => {
  test('is never taken for it', async () => {
    const { asked, url } = await openPage(world);
    await world.simulator.pay(url, 'approved');
    const other = { ...asked, attemptId: newId() };
    expect(await world.processor.inquire(other)).toMatchObject({ outcome: 'unknown' });
    const more = { ...asked, amount: { ...asked.amount, amountMinor: amountMinor + 1n } };
    expect(await world.processor.inquire(more)).toMatchObject({ outcome: 'unknown' });
  });

  test('is not opened under an id that was used for another amount', async () => {
    const { asked } = await openPage(world);
    const more = { ...asked, amount: { ...asked.amount, amountMinor: amountMinor + 1n } };
    expect(await world.processor.authorize(more)).toEqual({
      outcome: 'not_taken',
      cause: 'Mercado Pago answered HTTP 409 (idempotency_key_already_used)',
    });
  });

  test('is not found where there is none', async () => {
    const asked = requestOf(world, { handle: `ORD${'0'.repeat(26)}` });
    expect(await world.processor.inquire(asked)).toEqual({ outcome: 'not_found' });
    expect(await world.processor.abandon(asked)).toEqual({ outcome: 'not_found' });
    expect(await world.processor.trace(`ORD${'0'.repeat(26)}`)).toEqual({ about: 'nothing' });
  });
});

describe('a refund', () => {
  test('gives back parts up to the whole, and no more', async () => {
    const attempt = await pay(world);
    const before = await world.simulator.refundedMinor();
    expect(await world.processor.refund(refundOf(attempt, 100_000n))).toMatchObject({ outcome: 'refunded' });
    expect(await world.processor.refund(refundOf(attempt, 23_451n))).toEqual({
      outcome: 'refused',
      reason: 'invalid_transaction_amount',
    });
    expect(await world.processor.refund(refundOf(attempt, 23_450n))).toMatchObject({ outcome: 'refunded' });
    const refused = refundOf(attempt, 1n);
    const said = { outcome: 'refused', reason: 'order_already_refunded' };
    expect(await world.processor.refund(refused)).toEqual(said);
    expect(await world.processor.refund({ ...refused, isRepeat: true })).toEqual(said);
    expect(await world.simulator.refundedMinor()).toBe(before + amountMinor);
    // A refunded payment still counts as approved.
    expect(await world.processor.inquire(attempt.asked)).toMatchObject({ outcome: 'approved' });
  });

  test('asked for twice at the same instant is made once', async () => {
    const attempt = await pay(world);
    const before = await world.simulator.refundedMinor();
    const asked = refundOf(attempt, 3_000n);
    const both = await Promise.all([world.processor.refund(asked), world.processor.refund(asked)]);
    expect(both[0]).toEqual(both[1]);
    expect(await world.simulator.refundedMinor()).toBe(before + 3_000n);
  });

  test.each([
    ['succeeded', { outcome: 'refunded' }],
    ['failed', { outcome: 'refused', reason: 'refund_failed' }],
  ] as const)('that takes its time is pending, then %s', async (end, expected) => {
    const attempt = await pay(world);
    world.simulator.holdRefunds(1);
    const asked = refundOf(attempt, 2_000n);
    const pending = await world.processor.refund(asked);
    if (pending.outcome !== 'pending') throw new Error(`expected it pending, got ${pending.outcome}`);
    const told = { ...asked, refundReference: pending.processorReference, isRepeat: true };
    expect(await world.processor.refund(told)).toEqual(pending);
    await world.simulator.endRefund(asked.refundId, end);
    expect(await world.processor.refund(told)).toMatchObject(expected);
  });

  test('of what was not paid, or is not there, is refused', async () => {
    const { asked } = await openPage(world);
    const unpaid = { asked, processorReference: asked.handle ?? '' };
    expect(await world.processor.refund(refundOf(unpaid, 1n))).toEqual({
      outcome: 'refused',
      reason: 'nothing_was_paid',
    });
    for (const processorReference of ['none', `ORD${'0'.repeat(26)}`])
      expect(await world.processor.refund(refundOf({ asked, processorReference }, 1n))).toMatchObject({
        outcome: 'refused',
      });
  });

  test('that Mercado Pago refuses long afterwards may be our own, and is left to a person', async () => {
    const attempt = await pay(world);
    const first = refundOf(attempt, amountMinor);
    await world.processor.refund(first);
    // The key is forgotten: Mercado Pago sees another refund.
    const later = { ...first, refundId: newId(), isRepeat: true };
    expect(await world.processor.refund(later)).toMatchObject({ outcome: 'unknown' });
  });
});

test('a wrong token is told as such, and nothing of it', async () => {
  const processor = openTowards(world.simulator, { accessToken: 'APP_USR-0000000000-wrong-token' });
  const handle = `ORD${'0'.repeat(26)}`;
  const asked = requestOf(world, { handle });
  const outcomes = [
    await processor.authorize(requestOf(world)),
    await processor.inquire(asked),
    await processor.abandon(asked),
    await processor.refund(refundOf({ asked, processorReference: handle }, 1n)),
  ];
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_taken', 'unknown', 'unknown', 'unknown']);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ cause: 'Mercado Pago answered HTTP 401 (unauthorized)' });
});
