import { afterAll, beforeAll, expect, test } from 'vitest';
import { asked, requested, someDetails } from '../../../../test/kit/processors/stripe/asked.ts';
import { type StripeWorld, startStripeWorld } from '../../../../test/kit/processors/stripe/contract-world.ts';
import { cardWith, numberToAuthenticate } from '../../../../test/kit/processors/stripe/test-cards.ts';
import type {
  AskedAttempt,
  AttemptOutcome,
  Card,
  PaymentProcessor,
} from '../../charges/payment-processor.ts';
import { stripe } from './stripe-processor.ts';

/** Behaviour specific to cards that our own page took. */

let world: StripeWorld;
let processor: PaymentProcessor;

beforeAll(async () => {
  world = await startStripeWorld('direct');
  processor = world.processor;
});

afterAll(() => world?.close());

const good = cardWith('4242424242424242');

/** Charges a card, and returns the outcome with the handle that was saved before. */
async function charge(card: Card = good, attempt: AskedAttempt = asked(), by = processor) {
  let handle: string | null = null;
  let callsBefore: Readonly<Record<string, number>> = {};
  const outcome: AttemptOutcome = await by.authorize(
    requested(attempt, {
      card,
      async keepHandle(kept) {
        handle = kept;
        callsBefore = world.simulator.calls();
      },
    }),
  );
  return { outcome, attempt: { ...attempt, handle: handle as string | null }, callsBefore };
}

test('makes the payment without the card, keeps its id, then charges the card', async () => {
  const confirms = (calls = world.simulator.calls()) => calls['POST /v1/payment_intents/confirm'] ?? 0;
  const before = confirms();
  const { outcome, attempt, callsBefore } = await charge(good, asked({ description: 'Tea' }));
  expect(confirms(callsBefore)).toBe(before);
  expect(confirms()).toBe(before + 1);
  expect(outcome).toEqual({ outcome: 'approved', processorReference: attempt.handle, card: null });
  expect(await processor.inquire(attempt)).toEqual(outcome);
  const formOf = (path: RegExp) => {
    const request = world.simulator.requests.findLast((each) => path.test(each.path));
    return Object.fromEntries(new URLSearchParams(request?.body));
  };
  expect(formOf(/payment_intents$/)).toEqual({
    amount: '10000',
    currency: 'mxn',
    'payment_method_types[0]': 'card',
    description: 'Tea',
    'metadata[pasarela_attempt]': attempt.attemptId,
  });
  expect(formOf(/payment_methods$/)).toEqual({
    type: 'card',
    'card[number]': good.number,
    'card[exp_month]': '12',
    'card[exp_year]': '2099',
    'card[cvc]': '123',
    'billing_details[name]': 'Ana Prueba',
  });
  expect(formOf(/confirm$/)).toEqual({
    payment_method: expect.stringMatching(/^pm_/),
    return_url: attempt.returnUrl,
  });
});

test('tells whoever reads the account whose payment it is, and says the same whenever it is asked', async () => {
  const attempt = asked({ description: 'Tea', details: someDetails });
  const intents = () =>
    world.simulator.requests
      .filter(({ path, body }) => path.endsWith('/payment_intents') && body.includes(attempt.attemptId))
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  await charge(good, attempt);
  expect(intents()).toEqual([
    {
      amount: '10000',
      currency: 'mxn',
      'payment_method_types[0]': 'card',
      description: `Tea - Mercado Luz - order A-1001 - ${someDetails.reference}`,
      'metadata[pasarela_attempt]': attempt.attemptId,
      'metadata[pasarela_reference]': someDetails.reference,
      'metadata[pasarela_order]': 'A-1001',
      'metadata[pasarela_merchant]': someDetails.merchantId,
      'metadata[pasarela_merchant_name]': 'Mercado Luz',
      statement_descriptor_suffix: 'MERCADO LU',
    },
  ]);
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'approved' });
  expect(intents()[1]).toEqual(intents()[0]);
});

test.each([
  ['4000000000000002', 'card_refused', true],
  ['4000000000009995', 'insufficient_funds', false],
  ['4000000000009987', 'card_refused', false],
  ['4000000000000069', 'card_expired', false],
  ['4000000000000127', 'wrong_security_code', false],
  ['4000000000000119', 'card_refused', true],
  ['4000056655665556', 'test_card_required', false],
])('refuses %s as %s', async (number, reason, isSoft) => {
  const { outcome, attempt } = await charge(cardWith(number));
  expect(outcome).toEqual({ outcome: 'refused', reason, isSoft, card: null });
  expect(await processor.inquire(attempt)).toEqual(outcome);
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(0);
});

test('3-D Secure ends approved, refused or given up', async () => {
  const challenged = async () => {
    const { outcome, attempt } = await charge(cardWith('4000002760003184'));
    if (outcome.outcome !== 'challenge') throw new Error(`expected a challenge, got ${outcome.outcome}`);
    expect(outcome.handle).toBe(attempt.handle);
    return { ...attempt, url: outcome.url };
  };
  const passed = await challenged();
  expect(await world.simulator.pay(passed.url, 'approved')).toMatch(/^https:\/\/shop\.example\/return/);
  expect(await processor.inquire(passed)).toMatchObject({ outcome: 'approved' });

  const failed = await challenged();
  await world.simulator.failChallenge(failed.url);
  expect(await processor.inquire(failed)).toMatchObject({
    outcome: 'refused',
    reason: 'authentication_failed',
  });

  const left = await challenged();
  const givenUp = { outcome: 'refused', reason: 'authentication_abandoned', isSoft: false, card: null };
  expect(await processor.abandon(left)).toEqual(givenUp);
  await world.simulator.pay(left.url, 'approved');
  expect(await processor.inquire(left)).toEqual(givenUp);
  expect(await processor.abandon(left)).toEqual(givenUp);
  expect(world.simulator.capturesOf(left.attemptId)).toBe(0);

  const late = await challenged();
  await world.simulator.pay(late.url, 'approved');
  expect(await processor.abandon(late)).toMatchObject({ outcome: 'approved' });
});

test('a bank that demands 3-D Secure is told apart, and gets it when it is demanded', async () => {
  const card = cardWith(numberToAuthenticate);
  const first = await charge(card);
  const required = { outcome: 'refused', reason: 'authentication_required', isSoft: false, card: null };
  expect(first.outcome).toEqual(required);
  expect(await processor.inquire(first.attempt)).toEqual(required);

  const demanded = { details: { ...someDetails, demandsThreeDSecure: true } };
  const second = await charge(card, asked(demanded));
  const confirmed = world.simulator.requests.findLast(({ path }) => path.endsWith('/confirm'));
  expect(Object.fromEntries(new URLSearchParams(confirmed?.body))).toMatchObject({
    'payment_method_options[card][request_three_d_secure]': 'challenge',
  });
  if (second.outcome.outcome !== 'challenge') throw new Error(`got ${second.outcome.outcome}`);
  await world.simulator.pay(second.outcome.url, 'approved');
  expect(await processor.inquire(second.attempt)).toMatchObject({ outcome: 'approved' });
  expect(world.simulator.capturesOf(first.attempt.attemptId)).toBe(0);
  expect(world.simulator.capturesOf(second.attempt.attemptId)).toBe(1);

  // Together with instalments, which use the same parameter.
  const instalments = { ...demanded, instalments: 3, amount: { amountMinor: 90_000n, currency: 'MXN' } };
  const third = await charge(good, asked(instalments));
  expect(third.outcome).toMatchObject({ outcome: 'challenge' });
  const form = new URLSearchParams(
    world.simulator.requests.findLast(({ path }) => path.endsWith('/confirm'))?.body,
  );
  expect(form.get('payment_method_options[card][request_three_d_secure]')).toBe('challenge');
  expect(form.get('payment_method_options[card][installments][plan][count]')).toBe('3');
});

test('a bank that takes its time is pending', async () => {
  const { outcome, attempt } = await charge(world.simulator.cards?.pending);
  expect(outcome).toEqual({ outcome: 'pending', handle: attempt.handle });
  expect(await processor.abandon(attempt)).toEqual(outcome);
  await world.simulator.decidePending(attempt.attemptId, 'approved');
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'approved' });
});

test('a charge whose answer is lost is unknown, then found: one charge', async () => {
  world.simulator.misbehave('silent_after', 1, '/confirm');
  const impatient = stripe.open({ ...world.settings, timeoutMs: 2_000 }, 'direct');
  const { outcome, attempt } = await charge(good, asked(), impatient);
  expect(outcome).toMatchObject({ outcome: 'unknown', cause: expect.stringMatching(/did not answer/) });
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'approved' });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(1);
});

test('a payment whose beginning is lost was not taken, and once it is given up nothing late is charged', async () => {
  world.simulator.misbehave('cut_after', 3, '/v1/payment_intents');
  const { outcome, attempt } = await charge();
  expect(outcome).toMatchObject({ outcome: 'not_taken' });
  expect(attempt.handle).toBeNull();
  expect(await processor.inquire(attempt)).toEqual({ outcome: 'not_found' });
  expect(await processor.abandon(attempt)).toMatchObject({ outcome: 'refused', reason: 'not_processed' });
  expect((await charge(good, attempt)).outcome).toMatchObject({
    outcome: 'refused',
    reason: 'not_processed',
  });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(0);
});

test.each(['limited', 'error_before', 'cut_after', 'slow'] as const)(
  'charges once in spite of one %s at any step',
  async (fault) => {
    for (const step of ['/confirm', '/payment_methods', '/payment_intents']) {
      world.simulator.misbehave(fault, 1, step);
      const { outcome, attempt } = await charge();
      expect(outcome).toMatchObject({ outcome: 'approved' });
      expect(world.simulator.capturesOf(attempt.attemptId)).toBe(1);
    }
  },
);

test.each([
  ['limited', 3, 'not_taken', 'not_found'],
  ['error_before', 3, 'unknown', 'not_found'],
  ['error_after', 1, 'unknown', 'approved'],
  ['malformed_after', 1, 'unknown', 'approved'],
] as const)('a charge that meets %s %i times is %s, then %s', async (fault, times, first, then) => {
  world.simulator.misbehave(fault, times, '/confirm');
  const { outcome, attempt } = await charge();
  world.simulator.misbehave(fault, 0);
  expect(outcome).toMatchObject({ outcome: first });
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: then });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(then === 'approved' ? 1 : 0);
});

test('the same attempt twice at the same instant charges once', async () => {
  const attempt = asked();
  const [first, second] = await Promise.all([charge(good, attempt), charge(good, attempt)]);
  expect(first.outcome).toMatchObject({ outcome: 'approved' });
  expect(second.outcome).toEqual(first.outcome);
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(1);
  const other = { ...attempt, amount: { ...attempt.amount, amountMinor: 10_001n } };
  expect((await charge(good, other)).outcome).toMatchObject({ outcome: 'unknown' });
  const otherCard = await charge(cardWith('5555555555554444'), attempt);
  expect(otherCard.outcome).toMatchObject({ outcome: 'unknown' });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(1);
});

test('a handle that cannot be kept charges nothing', async () => {
  const attempt = asked();
  const keepHandle = async () => {
    throw new Error('the database is away');
  };
  await expect(processor.authorize(requested(attempt, { card: good, keepHandle }))).rejects.toThrow('away');
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(0);
});

test('nobody there: nothing was charged, and nothing is known', async () => {
  const { outcome, attempt } = await charge(good, asked(), world.unreachable);
  expect(outcome).toMatchObject({ outcome: 'not_taken' });
  expect(await world.unreachable.inquire(attempt)).toMatchObject({ outcome: 'unknown' });
  expect(await world.unreachable.abandon(attempt)).toMatchObject({ outcome: 'unknown' });
});

test('no outcome holds a card, its holder or a key', async () => {
  const outcomes: unknown[] = [];
  for (const fault of ['limited', 'error_after', 'malformed_after', 'error_before'] as const) {
    world.simulator.misbehave(fault, 3, '/confirm');
    outcomes.push((await charge()).outcome);
  }
  world.simulator.misbehave('limited', 0);
  outcomes.push((await charge(cardWith('4000000000000002'))).outcome);
  outcomes.push((await charge({ ...good, number: 'not a number 4242424242424242' })).outcome);
  outcomes.push((await charge(good, asked({ returnUrl: 'sk_live_x' }))).outcome);
  const told = JSON.stringify(outcomes);
  expect(outcomes).toHaveLength(7);
  expect(told).not.toMatch(/4242|Ana|sk_|whsec/);
});
