import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type DlocalSimulator,
  startDlocalSimulator,
} from '../../../../test/kit/processors/dlocal-simulator.ts';
import { someDetails } from '../../../../test/kit/processors/stripe/asked.ts';
import { newId } from '../../../base/db/ids.ts';
import { createEnvReader } from '../../../base/ground/env-reader.ts';
import type {
  AskedAttempt,
  AttemptOutcome,
  AuthorizeRequest,
  PaymentProcessor,
  RefundRequest,
} from '../../charges/payment-processor.ts';
import { cardBody, paymentBody } from './bodies.ts';
import { dlocal } from './dlocal-processor.ts';
import { readDlocalSettings } from './settings.ts';

/** Tests the adapter against a dLocal simulator, with faults of dLocal and of the network on command. */

let simulator: DlocalSimulator;
let hosted: PaymentProcessor;
let direct: PaymentProcessor;
/** For calls that are never answered. */
let hasty: { hosted: PaymentProcessor; direct: PaymentProcessor };

beforeAll(async () => {
  simulator = await startDlocalSimulator();
  const settings = readDlocalSettings(createEnvReader(simulator.env));
  if (!settings) throw new Error("the simulator's environment is not one for dLocal");
  hosted = dlocal.open(settings, 'hosted');
  direct = dlocal.open(settings, 'direct');
  const short = { ...settings, timeoutMs: 800 };
  hasty = { hosted: dlocal.open(short, 'hosted'), direct: dlocal.open(short, 'direct') };
});

beforeEach(() => {
  simulator.ways.cancels = true;
  simulator.ways.tellsRefundIds = true;
});

afterAll(async () => {
  await simulator?.close();
});

const notificationUrl = 'https://pay.example/processors/dlocal/notifications';
const returnUrl = 'https://pay.example/checkout/7/return';

function request(change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return {
    attemptId: newId(),
    method: 'CARDS',
    handle: null,
    instructions: null,
    createdAt: new Date(),
    amount: { amountMinor: 12_050n, currency: 'BRL' },
    country: 'BRA',
    description: 'Two coffees',
    email: 'ana@shop.example',
    language: 'pt',
    details: null,
    instalments: 1,
    capture: 'automatic',
    returnUrl,
    cancelUrl: 'https://pay.example/checkout/7',
    notificationUrl,
    card: null,
    payerName: 'Ana Prueba',
    document: '529.982.247-25',
    phone: null,
    address: null,
    bank: null,
    clientAddress: '203.0.113.7',
    keepHandle: async () => {},
    ...change,
  };
}

function cardOf(role: keyof NonNullable<DlocalSimulator['cards']>) {
  const card = simulator.cards?.[role];
  if (!card) throw new Error(`no card for ${role}`);
  return card;
}

const withCard = (role: Parameters<typeof cardOf>[0] = 'approved', change: Partial<AuthorizeRequest> = {}) =>
  request({ card: cardOf(role), payerName: null, ...change });

function ofKind<Kind extends AttemptOutcome['outcome']>(
  outcome: AttemptOutcome | { outcome: 'not_found' },
  kind: Kind,
): Extract<AttemptOutcome, { outcome: Kind }> {
  if (outcome.outcome !== kind) throw new Error(`expected ${kind}, got ${JSON.stringify(outcome)}`);
  return outcome as Extract<AttemptOutcome, { outcome: Kind }>;
}

/** An open page, and the attempt as later inquiries send it. */
async function opened() {
  const asked = request();
  const { url, handle } = ofKind(await hosted.authorize(asked), 'challenge');
  return { asked: { ...asked, handle } as AskedAttempt, url, first: asked };
}

async function approved() {
  const asked = withCard();
  const { processorReference } = ofKind(await direct.authorize(asked), 'approved');
  return { asked, attemptId: asked.attemptId, processorReference };
}

function refundOf(
  attempt: { attemptId: string; processorReference: string },
  amountMinor: bigint,
  change: Partial<RefundRequest> = {},
): RefundRequest {
  return {
    refundId: newId(),
    attemptId: attempt.attemptId,
    processorReference: attempt.processorReference,
    amount: { amountMinor, currency: 'BRL' },
    refundReference: null,
    isRepeat: false,
    notificationUrl,
    ...change,
  };
}

const visa = { brand: 'visa', first6: '411111', last4: '1111' };

describe('its page', () => {
  test('is opened, paid on, and the payment is found by either id', async () => {
    const before = simulator.capturedMinor();
    const { asked, url, first } = await opened();
    expect(await hosted.inquire(asked)).toEqual({ outcome: 'challenge', url, handle: asked.handle });
    expect(simulator.capturedMinor()).toBe(before);
    expect(await simulator.pay(url, 'approved')).toBe(returnUrl);
    const paid = { outcome: 'approved', processorReference: asked.handle, card: visa };
    expect(await hosted.inquire(asked)).toEqual(paid);
    expect(await hosted.inquire(first)).toEqual(paid);
    expect(simulator.capturedMinor()).toBe(before + 12_050n);
  });

  test('is a page with buttons, and a link that was used is used up', async () => {
    const { url } = await opened();
    const page = await (await fetch(url)).text();
    expect(page).toContain('120.50 BRL');
    expect(page).toContain('<button type="submit" name="choice" value="approved">Pay</button>');
    await simulator.pay(url, 'approved');
    expect((await fetch(url)).status).toBe(410);
  });

  test.each([
    ['card_refused', 'card_refused', true],
    ['insufficient_funds', 'insufficient_funds', false],
    ['card_expired', 'card_expired', false],
    ['wrong_security_code', 'wrong_security_code', false],
  ] as const)('a card that is %s ends the payment', async (role, reason, isSoft) => {
    const { asked, url } = await opened();
    await simulator.pay(url, role);
    expect(await hosted.inquire(asked)).toEqual({
      outcome: 'refused',
      reason,
      isSoft,
      card: expect.objectContaining({ brand: 'visa' }),
    });
  });

  test('a customer who leaves may come back; one who let it run out may not', async () => {
    const { asked, url } = await opened();
    await simulator.leave(url);
    expect(await hosted.inquire(asked)).toMatchObject({ outcome: 'challenge', url });
    simulator.move(asked.attemptId, '500');
    expect(await hosted.inquire(asked)).toEqual({
      outcome: 'refused',
      reason: 'left_page',
      isSoft: false,
      card: null,
    });
  });

  test('a bank that takes its time leaves it pending, until it decides', async () => {
    const { asked, url } = await opened();
    await simulator.pay(url, 'pending');
    expect(await hosted.inquire(asked)).toEqual({ outcome: 'pending', handle: asked.handle });
    await simulator.decidePending(asked.attemptId, 'approved');
    expect(await hosted.inquire(asked)).toMatchObject({ outcome: 'approved' });
  });

  test.each([
    ['limited', 2, 'challenge'],
    ['limited', 3, 'not_taken'],
    ['error_before', 2, 'challenge'],
    ['error_before', 3, 'not_taken'],
    ['error_after', 1, 'challenge'],
    ['cut_after', 1, 'not_taken'],
    ['malformed_after', 1, 'not_taken'],
    ['slow', 1, 'challenge'],
  ] as const)('%s, %s times: %s, and nothing is charged', async (fault, times, outcome) => {
    const before = simulator.capturedMinor();
    simulator.misbehave(fault, times, '/payments');
    const asked = request();
    expect(await hosted.authorize(asked)).toMatchObject({ outcome });
    expect(simulator.capturedMinor()).toBe(before);
    // A repeated request returns the same page, never a second one.
    const { url } = ofKind(await hosted.authorize(asked), 'challenge');
    await simulator.pay(url, 'approved');
    expect(simulator.capturesOf(asked.attemptId)).toBe(1);
  });

  test('without an answer it was not taken, whether it was opened or not', async () => {
    simulator.misbehave('silent_before', 1, '/payments');
    simulator.misbehave('silent_after', 1, '/payments');
    const outcomes = await Promise.all([request(), request()].map((asked) => hasty.hosted.authorize(asked)));
    const notTaken = { outcome: 'not_taken', cause: expect.stringMatching(/within \d+ ms/) };
    expect(outcomes).toEqual([notTaken, notTaken]);
  });

  test('is opened also for a payment described at length', async () => {
    expect(await hosted.authorize(request({ description: 'coffee '.repeat(100) }))).toMatchObject({
      outcome: 'challenge',
    });
  });

  test('a payer without a name or an e-mail address, or whose document is missing, is not taken', async () => {
    expect(await hosted.authorize(request({ payerName: null, email: null }))).toEqual({
      outcome: 'not_taken',
      cause: "dLocal must be told the payer's name and e-mail address",
    });
    expect(await hosted.authorize(request({ document: null }))).toEqual({
      outcome: 'not_taken',
      cause: 'dLocal answered HTTP 400 with its code 5001 (payer.document)',
    });
    expect(hosted.payerFields('BRA', 'CARDS')).toEqual(['name', 'email', 'document']);
    expect(hosted.payerFields('PAN', 'CARDS')).toEqual(['name', 'email']);
  });

  test('an amount, a currency or a country that dLocal has not is not even asked about', async () => {
    const calls = simulator.calls();
    for (const change of [
      { country: 'DEU' },
      { amount: { amountMinor: 100n, currency: 'EUR' } },
      { amount: { amountMinor: 10_000_000_000n, currency: 'BRL' } },
    ]) {
      expect(await hosted.authorize(request(change))).toMatchObject({ outcome: 'not_taken' });
    }
    expect(simulator.calls()).toEqual(calls);
  });

  test.each([
    ['CHL', 'CLP', '12.345.678-K', 1_000n],
    ['PRY', 'PYG', '1234567', 99_999_999n],
    ['BHR', 'BHD', '123456789', 1_230n],
    ['MEX', 'USD', 'GODE561231HD', 1n],
    ['DOM', 'DOP', null, 100n],
  ])('of %s in %s is taken exactly', async (country, currency, document, amountMinor) => {
    const before = simulator.capturedMinor();
    const asked = request({ country, document, amount: { amountMinor, currency } });
    const { url } = ofKind(await hosted.authorize(asked), 'challenge');
    await simulator.pay(url, 'approved');
    expect(await hosted.inquire(asked)).toMatchObject({ outcome: 'approved' });
    expect(simulator.capturedMinor()).toBe(before + amountMinor);
  });
});

describe('given up', () => {
  test('it can no longer be paid', async () => {
    const { asked, url } = await opened();
    const left = { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };
    expect(await hosted.abandon(asked)).toEqual(left);
    await simulator.pay(url, 'approved');
    expect(await hosted.inquire(asked)).toEqual(left);
    expect(await hosted.abandon(asked)).toEqual(left);
    expect(simulator.capturesOf(asked.attemptId)).toBe(0);
  });

  test('it stays approved when it was paid before', async () => {
    const { asked, url } = await opened();
    await simulator.pay(url, 'approved');
    expect(await hosted.abandon(asked)).toMatchObject({ outcome: 'approved' });
  });

  test('it is left to the bank that has it already', async () => {
    const { asked, url } = await opened();
    await simulator.pay(url, 'pending');
    const { 'POST /payments/:id/cancel': cancelled } = simulator.calls();
    expect(await hosted.abandon(asked)).toEqual({ outcome: 'pending', handle: asked.handle });
    expect(simulator.calls()['POST /payments/:id/cancel']).toBe(cancelled);
  });

  test('where dLocal does not cancel it, it stays open until it ends', async () => {
    simulator.ways.cancels = false;
    const { asked, url } = await opened();
    expect(await hosted.abandon(asked)).toEqual({ outcome: 'challenge', url, handle: asked.handle });
    await simulator.pay(url, 'approved');
    expect(await hosted.abandon(asked)).toMatchObject({ outcome: 'approved' });
  });

  test.each(['error_after', 'cut_after', 'malformed_after'] as const)(
    '%s: it is looked up',
    async (fault) => {
      const { asked } = await opened();
      simulator.misbehave(fault, 1, '/cancel');
      expect(await hosted.abandon(asked)).toMatchObject({ outcome: 'refused', reason: 'left_page' });
    },
  );

  test('without an answer it is unknown, and the next question tells', async () => {
    const { asked } = await opened();
    simulator.misbehave('silent_after', 1, '/cancel');
    expect(await hasty.hosted.abandon(asked)).toMatchObject({ outcome: 'unknown' });
    expect(await hosted.abandon(asked)).toMatchObject({ outcome: 'refused' });
  });

  test('what never arrived is not found', async () => {
    expect(await hosted.abandon(request())).toEqual({ outcome: 'not_found' });
    expect(await hosted.inquire(request())).toEqual({ outcome: 'not_found' });
  });
});

describe('a card of ours', () => {
  test('is charged, and the same attempt sent again is not', async () => {
    const before = simulator.capturedMinor();
    const asked = withCard();
    const both = await Promise.all([direct.authorize(asked), direct.authorize(asked)]);
    const later = await direct.authorize(asked);
    expect(later).toEqual({ outcome: 'approved', processorReference: expect.any(String), card: visa });
    expect(both).toEqual([later, later]);
    expect(await direct.inquire(asked)).toEqual(later);
    expect(simulator.capturedMinor()).toBe(before + 12_050n);
    expect(simulator.capturesOf(asked.attemptId)).toBe(1);
  });

  test('an attempt that comes again with another amount is never charged for it', async () => {
    const { asked } = await approved();
    const before = simulator.capturedMinor();
    const other = { ...asked, amount: { ...asked.amount, amountMinor: 12_051n } };
    expect(await direct.authorize(other)).toMatchObject({ outcome: 'unknown' });
    expect(simulator.capturedMinor()).toBe(before);
  });

  test('that asks for 3-D Secure is approved when it is passed, and refused when it is not', async () => {
    const passed = withCard('challenge');
    const failed = withCard('challenge');
    const { url, handle } = ofKind(await direct.authorize(passed), 'challenge');
    expect(await direct.inquire(passed)).toEqual({ outcome: 'challenge', url, handle });
    expect(await simulator.pay(url, 'approved')).toBe(returnUrl);
    expect(await direct.inquire({ ...passed, handle })).toMatchObject({ outcome: 'approved' });
    await simulator.failChallenge(ofKind(await direct.authorize(failed), 'challenge').url);
    expect(await direct.inquire(failed)).toMatchObject({
      outcome: 'refused',
      reason: 'authentication_failed',
    });
  });

  test('whose challenge is given up is never charged', async () => {
    const asked = withCard('challenge');
    const { url } = ofKind(await direct.authorize(asked), 'challenge');
    expect(await direct.abandon(asked)).toMatchObject({
      outcome: 'refused',
      reason: 'authentication_abandoned',
    });
    await simulator.pay(url, 'approved');
    expect(simulator.capturesOf(asked.attemptId)).toBe(0);
  });

  test.each([
    ['error_after', 'approved'],
    ['cut_after', 'unknown'],
    ['malformed_after', 'approved'],
    ['error_before', 'unknown'],
  ] as const)('%s: %s, one charge at most', async (fault, outcome) => {
    const asked = withCard();
    simulator.misbehave(fault, 1, '/secure_payments');
    expect(await direct.authorize(asked)).toMatchObject({ outcome });
    const isMade = fault !== 'error_before';
    expect(await direct.inquire(asked)).toMatchObject({ outcome: isMade ? 'approved' : 'not_found' });
    expect(simulator.capturesOf(asked.attemptId)).toBe(isMade ? 1 : 0);
  });

  test('without an answer is unknown; found by our id, charged once', async () => {
    const asked = withCard();
    simulator.misbehave('silent_after', 1, '/secure_payments');
    expect(await hasty.direct.authorize(asked)).toMatchObject({ outcome: 'unknown' });
    const found = await direct.inquire(asked);
    expect(found).toMatchObject({ outcome: 'approved' });
    expect(await direct.authorize(asked)).toEqual(found);
    expect(simulator.capturesOf(asked.attemptId)).toBe(1);
  });

  test('waits while dLocal is busy, and was not taken when it stays so', async () => {
    simulator.misbehave('limited', 2, '/secure_payments');
    expect(await direct.authorize(withCard())).toMatchObject({ outcome: 'approved' });
    simulator.misbehave('limited', 3, '/secure_payments');
    expect(await direct.authorize(withCard())).toMatchObject({ outcome: 'not_taken' });
  });

  test('is charged in the flow for cards, with its expiry, and never where pages are opened', async () => {
    const before = simulator.calls();
    await direct.authorize(withCard());
    const after = simulator.calls();
    expect(after['POST /secure_payments']).toBe((before['POST /secure_payments'] ?? 0) + 1);
    expect(after['POST /payments']).toBe(before['POST /payments']);
  });

  test('is what a direct processor cannot do without', async () => {
    await expect(direct.authorize(request())).rejects.toThrow(TypeError);
  });

  test('is in no outcome, nor is a key', async () => {
    const outcomes: unknown[] = [];
    for (const role of ['approved', 'challenge', 'card_refused', 'pending'] as const) {
      const asked = withCard(role);
      outcomes.push(await direct.authorize(asked), await direct.inquire(asked));
    }
    outcomes.push(
      await direct.authorize(withCard('approved', { document: 'x', description: 'y'.repeat(500) })),
    );
    expect(JSON.stringify(outcomes)).not.toMatch(/4111111111111111|4000\d{12}|sim-|Ana|5299|"123"/);
  });
});

describe('a refund', () => {
  test('gives back parts up to the whole, and refuses what goes beyond', async () => {
    const before = simulator.refundedMinor();
    const attempt = await approved();
    const part = await direct.refund(refundOf(attempt, 2_050n));
    expect(part).toEqual({ outcome: 'refunded', processorReference: expect.stringMatching(/^REF-/) });
    expect(await direct.refund(refundOf(attempt, 10_001n))).toEqual({
      outcome: 'refused',
      reason: 'more than is left of the payment',
    });
    expect(await direct.refund(refundOf(attempt, 10_000n))).toMatchObject({ outcome: 'refunded' });
    expect(simulator.refundedMinor()).toBe(before + 12_050n);
  });

  test.each([true, false])('sent twice is paid once (dLocal tells our ids: %s)', async (told) => {
    simulator.ways.tellsRefundIds = told;
    const before = simulator.refundedMinor();
    const refund = refundOf(await approved(), 3_000n);
    const both = await Promise.all([direct.refund(refund), direct.refund(refund)]);
    const later = await direct.refund({ ...refund, isRepeat: true });
    expect(later).toMatchObject({ outcome: 'refunded' });
    expect(both).toEqual([later, later]);
    expect(simulator.refundedMinor()).toBe(before + 3_000n);
  });

  test.each([
    ['error_after', 'refunded'],
    ['cut_after', 'unknown'],
    ['malformed_after', 'unknown'],
    ['error_before', 'unknown'],
    ['limited', 'refunded'],
  ] as const)('%s: %s, and asked again it is paid once', async (fault, outcome) => {
    const before = simulator.refundedMinor();
    const refund = refundOf(await approved(), 3_000n);
    simulator.misbehave(fault, 1, '/refunds');
    expect(await direct.refund(refund)).toMatchObject({ outcome });
    expect(await direct.refund({ ...refund, isRepeat: true })).toMatchObject({ outcome: 'refunded' });
    expect(simulator.refundedMinor()).toBe(before + 3_000n);
  });

  test('without an answer is looked for before it is asked for again', async () => {
    const before = simulator.refundedMinor();
    const refund = refundOf(await approved(), 3_000n);
    simulator.misbehave('silent_after', 1, '/refunds');
    expect(await hasty.direct.refund(refund)).toMatchObject({ outcome: 'unknown' });
    const { 'POST /refunds': posts } = simulator.calls();
    expect(await direct.refund({ ...refund, isRepeat: true })).toMatchObject({ outcome: 'refunded' });
    expect(simulator.calls()['POST /refunds']).toBe(posts);
    expect(simulator.refundedMinor()).toBe(before + 3_000n);
  });

  test.each([
    ['succeeded', 'refunded'],
    ['failed', 'refused'],
  ] as const)('that waits for the bank is pending, and then %s', async (end, outcome) => {
    simulator.holdRefunds(1);
    const refund = refundOf(await approved(), 3_000n);
    const pending = await direct.refund(refund);
    if (pending.outcome !== 'pending') throw new Error(`expected pending, got ${pending.outcome}`);
    const asked = { ...refund, refundReference: pending.processorReference };
    expect(await direct.refund(asked)).toEqual(pending);
    await simulator.endRefund(refund.refundId, end);
    expect(await direct.refund(asked)).toMatchObject({ outcome });
    // Also if its own id was never saved.
    expect(await direct.refund({ ...refund, isRepeat: true })).toMatchObject({ outcome });
  });

  test('of a payment that was refused, is unknown or disputed is refused', async () => {
    const refused = withCard('card_refused');
    await direct.authorize(refused);
    const disputed = await approved();
    await simulator.openDispute(disputed.attemptId);
    const unseen = { attemptId: newId(), processorReference: 'D-4-none' };
    expect(await direct.refund(refundOf(unseen, 1n))).toMatchObject({ outcome: 'refused' });
    expect(await direct.refund(refundOf(disputed, 1n))).toEqual({
      outcome: 'refused',
      reason: 'the payment is disputed',
    });
  });

  test('of a fifth, ten at the same instant, succeeds exactly five times', async () => {
    const attempt = await approved();
    const before = simulator.refundedMinor();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => direct.refund(refundOf(attempt, 12_050n / 5n))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'refunded')).toHaveLength(5);
    expect(outcomes.filter(({ outcome }) => outcome === 'refused')).toHaveLength(5);
    expect(simulator.refundedMinor()).toBe(before + 12_050n);
  });
});

describe('a chargeback', () => {
  test('is open until it is won or lost', async () => {
    const won = await approved();
    const lost = await approved();
    const wonId = await simulator.openDispute(won.attemptId);
    const lostId = await simulator.openDispute(lost.attemptId, 500n);
    const open = {
      disputeId: wonId,
      attemptId: won.attemptId,
      amount: won.asked.amount,
      status: 'open',
      reason: null,
    };
    expect(await direct.readDispute(wonId)).toEqual(open);
    await simulator.closeDispute(wonId, 'won');
    await simulator.closeDispute(lostId, 'lost');
    expect(await direct.readDispute(wonId)).toEqual({ ...open, status: 'won' });
    expect(await direct.readDispute(lostId)).toMatchObject({
      status: 'lost',
      amount: { amountMinor: 500n, currency: 'BRL' },
    });
  });

  test('that is only a question is told as one; one that nobody knows is none', async () => {
    const { attemptId } = await approved();
    expect(await direct.readDispute(simulator.inquire(attemptId))).toMatchObject({ status: 'inquiry' });
    expect(await direct.readDispute('CHAR-none')).toBeNull();
  });

  test('is in no list: dLocal has none, nor one of what it settled', async () => {
    expect(await direct.disputesAfter('')).toEqual({ disputes: [], cursor: '' });
    const lines = direct.linesBetween(new Date(0), new Date())[Symbol.asyncIterator]();
    await expect(lines.next()).rejects.toThrow(/SFTP/);
  });
});

test('all that dLocal tells by itself is taken, and points at what it is about', async () => {
  const from = simulator.notifications.length;
  const { attemptId, processorReference } = await approved();
  const refund = refundOf({ attemptId, processorReference }, 1_000n);
  simulator.ways.tellsRefundIds = false;
  await direct.refund(refund);
  const disputeId = await simulator.openDispute(attemptId);
  const inquiryId = simulator.inquire(attemptId);
  const hints = simulator.notifications.slice(from).map((notification) => {
    const { headers, query, body } = notification.signed();
    const message = {
      headers,
      query: Object.fromEntries(new URLSearchParams(query)),
      body: Buffer.from(body),
    };
    return [notification.kind, direct.readNotification(message, new Date())?.hint];
  });
  expect(hints).toEqual([
    ['payment', { about: 'attempt', attemptId }],
    ['refund', { about: 'refund', refundId: refund.refundId }],
    ['chargeback', { about: 'dispute', disputeId }],
    ['chargeback', { about: 'dispute', disputeId: inquiryId }],
  ]);
});

test("a refund that is known by dLocal's id alone is traced to ours", async () => {
  const refund = refundOf(await approved(), 1_000n);
  const outcome = await direct.refund(refund);
  const reference = outcome.outcome === 'refunded' ? outcome.processorReference : '';
  const hint = { about: 'refund', refundId: refund.refundId };
  expect(await direct.trace(reference)).toEqual(hint);
  simulator.ways.tellsRefundIds = false;
  expect(await direct.trace(reference)).toEqual(hint);
  expect(await direct.trace('REF-none')).toEqual({ about: 'nothing' });
});

test('keys that dLocal does not know take nothing, and leave open what was asked before', async () => {
  const settings = readDlocalSettings(createEnvReader({ ...simulator.env, DLOCAL_SECRET_KEY: 'another' }));
  if (!settings) throw new Error('these settings are well formed');
  const wrong = dlocal.open(settings, 'direct');
  const { attemptId, processorReference, asked } = await approved();
  const cause = 'dLocal answered HTTP 403 with its code 3001';
  expect(await wrong.authorize(withCard())).toEqual({ outcome: 'not_taken', cause });
  expect(await wrong.inquire(asked)).toEqual({ outcome: 'unknown', cause });
  expect(await wrong.refund(refundOf({ attemptId, processorReference }, 1n))).toEqual({
    outcome: 'unknown',
    cause,
  });
  expect(await wrong.trace('REF-1')).toBeNull();
});

test('tells whoever reads the account whose payment it is, and the statement of a card that our page took', () => {
  const told = `Two coffees - Mercado Luz - order A-1001 - ${someDetails.reference}`;
  expect(paymentBody(request({ details: someDetails }), 'REDIRECT').description).toBe(told);
  const long = { description: 'coffee '.repeat(100), details: someDetails };
  expect((paymentBody(request(long), 'REDIRECT').description ?? '').length).toBeLessThanOrEqual(200);
  expect(cardBody(withCard('approved', { details: someDetails }))).toMatchObject({
    descriptor: 'MERCADO LUZ',
  });
  const code = { description: '302', details: someDetails };
  expect(paymentBody(request(code), 'REDIRECT').description).toBe('302');
  // The same text that the previous version sent.
  expect(paymentBody(request(), 'REDIRECT').description).toBe('Two coffees');
  expect(cardBody(withCard('approved'))).not.toHaveProperty('descriptor');
});
