import { afterAll, beforeAll, expect, test } from 'vitest';
import { asked, requested, someDetails } from '../../../../test/kit/processors/stripe/asked.ts';
import { type StripeWorld, startStripeWorld } from '../../../../test/kit/processors/stripe/contract-world.ts';
import { newId } from '../../../base/db/ids.ts';
import type { PaymentProcessor } from '../../charges/payment-processor.ts';
import { stripe } from './stripe-processor.ts';

/** Behaviour specific to Stripe's own page. */

let world: StripeWorld;
let processor: PaymentProcessor;

beforeAll(async () => {
  world = await startStripeWorld('hosted');
  processor = world.processor;
});

afterAll(() => world?.close());

async function opened(change: Parameters<typeof asked>[0] = {}) {
  const attempt = asked(change);
  const outcome = await processor.authorize(requested(attempt));
  if (outcome.outcome !== 'challenge') throw new Error(`expected a page, got ${JSON.stringify(outcome)}`);
  return { ...attempt, handle: outcome.handle, url: outcome.url };
}

const lastForm = () => Object.fromEntries(new URLSearchParams(world.simulator.requests.at(-1)?.body));

test('opens a page for the amount, with our id on everything, which ends an hour after the attempt began', async () => {
  const attempt = await opened({ email: 'ana@example.com', language: 'es', description: 'Two coffees' });
  expect(lastForm()).toEqual({
    mode: 'payment',
    'payment_method_types[0]': 'card',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'mxn',
    'line_items[0][price_data][unit_amount]': '10000',
    'line_items[0][price_data][product_data][name]': 'Two coffees',
    'adaptive_pricing[enabled]': 'false',
    client_reference_id: attempt.attemptId,
    'metadata[pasarela_attempt]': attempt.attemptId,
    'payment_intent_data[description]': 'Two coffees',
    'payment_intent_data[metadata][pasarela_attempt]': attempt.attemptId,
    customer_email: 'ana@example.com',
    locale: 'es-419',
    expires_at: String(Math.floor(attempt.createdAt.getTime() / 1000) + 3_600),
    success_url: attempt.returnUrl,
    cancel_url: attempt.cancelUrl,
  });
});

test('tells whoever reads the account whose payment it is', async () => {
  await opened({ description: 'Two coffees', details: someDetails });
  const form = lastForm();
  for (const at of ['metadata', 'payment_intent_data[metadata]']) {
    expect(form).toMatchObject({
      [`${at}[pasarela_reference]`]: someDetails.reference,
      [`${at}[pasarela_order]`]: 'A-1001',
      [`${at}[pasarela_merchant]`]: someDetails.merchantId,
      [`${at}[pasarela_merchant_name]`]: 'Mercado Luz',
    });
  }
  expect(form).toMatchObject({
    'line_items[0][price_data][product_data][name]': 'Two coffees',
    'payment_intent_data[description]': `Two coffees - Mercado Luz - order A-1001 - ${someDetails.reference}`,
    'payment_intent_data[statement_descriptor_suffix]': 'MERCADO LU',
  });
});

test.each([
  ['es', 'MEX', 'es-419', 'Pago'],
  ['es', 'ESP', 'es', 'Pago'],
  ['pt', 'BRA', 'pt-BR', 'Pagamento'],
  ['pt', 'PRT', 'pt', 'Pagamento'],
  ['en', 'MEX', 'en', 'Payment'],
  ['fr', 'MEX', 'fr', 'Paiement'],
  [null, 'MEX', 'auto', 'Payment'],
] as const)('speaks %s in %s as %s', async (language, country, locale, name) => {
  await opened({ language, country, description: '' });
  expect(lastForm()).toMatchObject({ locale, 'line_items[0][price_data][product_data][name]': name });
});

test('a page that is paid is approved under the payment, with the card as far as Stripe tells it', async () => {
  const attempt = await opened();
  expect(await processor.inquire(attempt)).toEqual({
    outcome: 'challenge',
    url: attempt.url,
    handle: attempt.handle,
  });
  expect(await world.simulator.pay(attempt.url, 'approved')).toBe(attempt.returnUrl);
  expect(await processor.inquire(attempt)).toEqual({
    outcome: 'approved',
    processorReference: expect.stringMatching(/^pi_/),
    card: { brand: 'visa', first6: null, last4: '4242' },
  });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(1);
});

test('a card that is refused leaves the page open for another', async () => {
  const attempt = await opened();
  await world.simulator.pay(attempt.url, 'card_refused');
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'challenge', url: attempt.url });
  await world.simulator.pay(attempt.url, 'approved');
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'approved' });
});

test('a page that ran out was left', async () => {
  const attempt = await opened();
  world.simulator.skewClock(61 * 60_000);
  const finding = await processor.inquire(attempt);
  world.simulator.skewClock(0);
  expect(finding).toEqual({ outcome: 'refused', reason: 'left_page', isSoft: false, card: null });
});

test('a page that is given up can no longer be paid; one that was paid stays so', async () => {
  const left = { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };
  const attempt = await opened();
  expect(await processor.abandon(attempt)).toEqual(left);
  await world.simulator.pay(attempt.url, 'approved');
  expect(await processor.inquire(attempt)).toEqual(left);
  expect(await processor.abandon(attempt)).toEqual(left);
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(0);

  const paid = await opened();
  await world.simulator.pay(paid.url, 'approved');
  expect(await processor.abandon(paid)).toMatchObject({ outcome: 'approved' });
});

test('a bank that takes its time is pending, then decides', async () => {
  const yes = await opened();
  await world.simulator.pay(yes.url, 'pending');
  expect(await processor.inquire(yes)).toEqual({ outcome: 'pending', handle: yes.handle });
  await world.simulator.decidePending(yes.attemptId, 'approved');
  expect(await processor.inquire(yes)).toMatchObject({ outcome: 'approved' });

  const no = await opened();
  await world.simulator.pay(no.url, 'pending');
  await world.simulator.decidePending(no.attemptId, 'card_refused');
  expect(await processor.inquire(no)).toMatchObject({ outcome: 'refused', reason: 'card_refused' });
});

test('where the answer was lost, asking again finds the same page', async () => {
  const attempt = asked();
  world.simulator.misbehave('silent_after');
  const impatient = stripe.open({ ...world.settings, timeoutMs: 500 }, 'hosted');
  expect(await impatient.authorize(requested(attempt))).toMatchObject({
    outcome: 'not_taken',
    cause: expect.stringMatching(/did not answer/),
  });
  const first = await processor.inquire(attempt);
  expect(first).toMatchObject({ outcome: 'challenge' });
  if (first.outcome !== 'challenge') return;
  await world.simulator.pay(first.url, 'approved');
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'approved' });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(1);
});

test("a page that Stripe broke down over is nobody's, and stays so", async () => {
  const attempt = asked();
  world.simulator.misbehave('error_after');
  expect(await processor.authorize(requested(attempt))).toMatchObject({ outcome: 'not_taken' });
  expect(await processor.inquire(attempt)).toEqual({ outcome: 'not_found' });
  expect(await processor.abandon(attempt)).toEqual({ outcome: 'not_found' });
});

test('an attempt that never reached Stripe is given up for good', async () => {
  const attempt = asked();
  expect(await processor.abandon(attempt)).toMatchObject({ outcome: 'refused', reason: 'left_page' });
  const late = await processor.authorize(requested(attempt));
  if (late.outcome === 'challenge') await world.simulator.pay(late.url, 'approved');
  expect(await processor.inquire(attempt)).toMatchObject({ outcome: 'refused', reason: 'left_page' });
  expect(world.simulator.capturesOf(attempt.attemptId)).toBe(0);
});

test('a page that can no longer be opened was not taken', async () => {
  const attempt = asked({ createdAt: new Date(Date.now() - 45 * 60_000) });
  const notTaken = { outcome: 'not_taken', cause: expect.stringMatching(/expires_at/) };
  expect(await processor.inquire(attempt)).toEqual(notTaken);
  expect(await processor.abandon(attempt)).toEqual(notTaken);
});

test.each(['limited', 'error_before', 'cut_after', 'slow'] as const)(
  'opens the page in spite of one %s',
  async (fault) => {
    world.simulator.misbehave(fault);
    await opened();
  },
);

test.each(['limited', 'error_before', 'error_after', 'malformed_after', 'cut_after'] as const)(
  'takes no payment while Stripe answers with %s',
  async (fault) => {
    world.simulator.misbehave(fault, 3);
    expect(await processor.authorize(requested(asked()))).toMatchObject({ outcome: 'not_taken' });
    world.simulator.misbehave(fault, 0);
  },
);

test('the same attempt at the same instant opens one page; with another amount it is unknown', async () => {
  const attempt = asked();
  const both = await Promise.all([1, 2].map(() => processor.authorize(requested(attempt))));
  expect(both[0]).toMatchObject({ outcome: 'challenge' });
  expect(both[1]).toEqual(both[0]);
  const other = requested({ ...attempt, amount: { ...attempt.amount, amountMinor: 10_001n } });
  expect(await processor.authorize(other)).toMatchObject({ outcome: 'unknown' });
});

test('an attempt that began direct is asked for as such', async () => {
  const direct = stripe.open(world.settings, 'direct');
  const attempt = asked();
  let handle: string | null = null;
  const keepHandle = async (kept: string) => {
    handle = kept;
  };
  const card = world.simulator.cards?.challenge ?? null;
  await direct.authorize({ ...requested(attempt), card, keepHandle });
  expect(await processor.inquire({ ...attempt, handle })).toMatchObject({ outcome: 'challenge' });
  expect(await processor.abandon({ ...attempt, handle })).toMatchObject({ outcome: 'refused' });
});

test('a key of another account leaves what was opened unknown, and opens nothing', async () => {
  const attempt = await opened();
  const stranger = stripe.open({ ...world.settings, secretKey: 'sk_test_ofsomebodyelse' }, 'hosted');
  expect(await stranger.inquire(attempt)).toMatchObject({ outcome: 'unknown' });
  expect(await stranger.inquire(asked())).toMatchObject({ outcome: 'unknown' });
  expect(await stranger.abandon(attempt)).toMatchObject({ outcome: 'unknown' });
  expect(await stranger.authorize(requested(asked()))).toMatchObject({ outcome: 'not_taken' });
  expect(await processor.inquire({ ...attempt, handle: `cs_test_${newId()}` })).toMatchObject({
    outcome: 'unknown',
  });
});
