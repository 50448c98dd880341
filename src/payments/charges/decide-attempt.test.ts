import { describe, expect, test } from 'vitest';
import {
  type Attempt,
  chargeLifetimeMs,
  decideAttempt,
  hasEnded,
  isLeft,
  isLost,
  takenMoney,
} from './charge.ts';
import { type AttemptFinding, type PaymentInstructions, refusalReasons } from './payment-processor.ts';

/** What each answer of a processor makes of an attempt and its charge; charge.test.ts has whole histories. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const now = new Date('2026-03-01T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const times = { challengeLifetimeMs: 15 * minuteMs, pendingIntervalMs: 30 * minuteMs };
const instructions: PaymentInstructions = {
  expiresAt: '2026-03-02T12:00:00.000Z',
  details: [{ label: 'clabe', value: '646180205700001446' }],
  qr: null,
  barcode: null,
  documentUrl: null,
};
const older: PaymentInstructions = { ...instructions, qr: 'older' };
const card = { brand: 'visa', lastFour: '4242' } as unknown as NonNullable<Attempt['card']>;
const otherCard = { ...card };
const charge = { status: 'open' as const, refusedCount: 1 };

type Asked = Parameters<typeof decideAttempt>[1];
const attempt: Asked = {
  status: 'created',
  handle: 'h-1',
  challengeUrl: 'https://bank.example/1',
  instructions: older,
  card,
  inquiries: 0,
  createdAt: now,
};
const decide = (finding: AttemptFinding, change: Partial<Asked> = {}, of: Partial<typeof charge> = {}) =>
  decideAttempt({ ...charge, ...of }, { ...attempt, ...change }, finding, times, now);
const dueInMs = (finding: AttemptFinding, change: Partial<Asked> = {}) =>
  (decide(finding, change)?.attempt.dueAt.getTime() ?? Number.NaN) - now.getTime();

const kept = {
  refusal: null,
  handle: 'h-1',
  processorReference: null,
  challengeUrl: 'https://bank.example/1',
  instructions: older,
  card,
};
const later = (ms: number) => new Date(now.getTime() + ms);
const approved = { outcome: 'approved', processorReference: 'p-1', card: otherCard } as const;
const challenge = { outcome: 'challenge', url: 'https://bank.example/2', handle: null } as const;
const given = { outcome: 'instructions', handle: null, instructions } as const;
const pending = { outcome: 'pending', handle: null } as const;
const unknown = { outcome: 'unknown', cause: 'no answer' } as const;
const notFound = { outcome: 'not_found' } as const;
const refusedBy = (reason: (typeof refusalReasons)[number]) =>
  ({ outcome: 'refused', reason, isSoft: false, card: null }) as const;

describe('an attempt', () => {
  test('that is approved approves its charge', () => {
    const done = { ...kept, status: 'approved', processorReference: 'p-1', challengeUrl: null, dueAt: now };
    expect(decide(approved)).toEqual({
      attempt: { ...done, card: otherCard },
      charge: { status: 'approved', refusedCount: 1 },
    });
    expect(decide({ ...approved, card: null })?.attempt).toEqual(done);
  });

  test('that is authorized holds the money until the processor’s time', () => {
    const expiresAt = later(minuteMs);
    const decision = decide({ ...approved, outcome: 'authorized', expiresAt });
    expect(decision).toMatchObject({
      attempt: { status: 'approved', processorReference: 'p-1' },
      charge: { status: 'authorized', refusedCount: 1 },
      authorization: { expiresAt },
    });
  });

  test('that is refused leaves its charge open for another, with the card that was refused', () => {
    const done = { ...kept, status: 'refused', refusal: 'card_refused', challengeUrl: null, dueAt: now };
    expect(decide(refusedBy('card_refused'))).toEqual({
      attempt: done,
      charge: { status: 'open', refusedCount: 2 },
    });
    expect(decide({ ...refusedBy('card_refused'), card: otherCard })?.attempt.card).toBe(otherCard);
  });

  test.each([
    [3, 'open'],
    [4, 'declined'],
  ] as const)('that is refused after %i others leaves its charge %s', (refusedCount, status) => {
    expect(decide(refusedBy('card_refused'), {}, { refusedCount })?.charge).toEqual({
      status,
      refusedCount: refusedCount + 1,
    });
  });

  test('counts unless its refusal says nothing against the card', () => {
    expect(refusalReasons.filter((reason) => decide(refusedBy(reason))?.charge.refusedCount === 1)).toEqual([
      'authentication_required',
      'left_page',
      'not_processed',
      'not_paid_in_time',
      'other_amount',
    ]);
    expect(decide({ outcome: 'not_taken', cause: 'away' })).toMatchObject({
      attempt: { status: 'refused', refusal: 'not_processed' },
      charge: { refusedCount: 1 },
    });
  });

  test('paid with another amount is refused, and the money is told', () => {
    const paid = { amountMinor: 99n, currency: 'USD' };
    expect(decide({ outcome: 'other_amount', processorReference: 'p-1', paid })).toMatchObject({
      attempt: { status: 'refused', refusal: 'other_amount', processorReference: null },
      charge: { status: 'open', refusedCount: 1 },
      unexpected: { paid, reference: 'p-1' },
    });
  });

  test('keeps what is known of it while the processor says no more', () => {
    expect(decide(unknown)).toEqual({
      attempt: { ...kept, status: 'unknown', dueAt: later(secondMs) },
      charge,
    });
    expect(decide(pending)).toEqual({
      attempt: { ...kept, status: 'pending', dueAt: later(30 * minuteMs) },
      charge,
    });
    expect(decide({ ...pending, handle: 'h-2' })?.attempt.handle).toBe('h-2');
  });

  test('gets the challenge and the instructions that the processor gives', () => {
    expect(decide(challenge)?.attempt).toEqual({
      ...kept,
      status: 'authenticating',
      challengeUrl: 'https://bank.example/2',
      dueAt: later(15 * secondMs),
    });
    expect(decide({ ...challenge, handle: 'h-2' })?.attempt.handle).toBe('h-2');
    expect(decide(given)?.attempt).toEqual({
      ...kept,
      status: 'awaiting',
      instructions,
      dueAt: later(15 * secondMs),
    });
    expect(decide({ ...given, handle: 'h-2' })?.attempt.handle).toBe('h-2');
    // A part was paid: the rest is still open.
    expect(decide(given, { status: 'pending' })?.attempt).toMatchObject({ status: 'pending', instructions });
    // Whoever has instructions keeps them.
    expect(decide(challenge, { status: 'awaiting' })?.attempt).toMatchObject({
      status: 'awaiting',
      challengeUrl: 'https://bank.example/1',
      instructions: older,
    });
  });

  test.each(['approved', 'refused'] as const)('that is %s hears nothing more', (status) => {
    expect(hasEnded({ status })).toBe(true);
    expect(decide(approved, { status })).toBeNull();
  });

  test.each([
    ['created', 'refused'],
    ['authenticating', 'refused'],
    ['unknown', 'refused'],
    ['pending', 'pending'],
    ['awaiting', 'awaiting'],
  ] as const)('that is %s and not found after a minute is %s', (status, becomes) => {
    const old = { status, createdAt: ago(minuteMs) };
    expect(decide(notFound, old)?.attempt.status).toBe(becomes);
    expect(decide(notFound, { ...old, createdAt: ago(minuteMs - 1) })?.attempt.status).toBe(
      becomes === 'refused' ? 'unknown' : becomes,
    );
    expect(decide(unknown, old)?.attempt.status).toBe(becomes === 'refused' ? 'unknown' : becomes);
  });
});

describe('the processor is asked again', () => {
  test.each([
    [0, 1],
    [1, 2],
    [2, 5],
    [3, 10],
    [4, 30],
    [5, 60],
    [6, 60],
    [100, 60],
  ])('after %i inquiries without an answer in %i s', (inquiries, seconds) => {
    expect(dueInMs(unknown, { inquiries })).toBe(seconds * secondMs);
    expect(dueInMs(notFound, { inquiries })).toBe(seconds * secondMs);
  });

  test.each([
    // The age of the attempt, in minutes.
    [0, 15 * secondMs],
    [1, 15 * secondMs],
    [4, minuteMs],
    // The challenge ends at its own time.
    [14, minuteMs],
    [15, secondMs],
    [60, secondMs],
  ])('about a challenge after %i min in %i ms', (minutes, ms) => {
    expect(dueInMs(challenge, { createdAt: ago(minutes * minuteMs) })).toBe(ms);
  });

  test.each([
    [0, 15 * secondMs],
    [4, minuteMs],
    [20, 5 * minuteMs],
    [40, 10 * minuteMs],
    [4_000, 10 * minuteMs],
  ])('about instructions after %i min in %i ms', (minutes, ms) => {
    expect(dueInMs(given, { createdAt: ago(minutes * minuteMs) })).toBe(ms);
    expect(dueInMs(challenge, { status: 'awaiting', createdAt: ago(minutes * minuteMs) })).toBe(ms);
  });

  test.each(['pending', 'awaiting'] as const)('at the processor’s interval while it is %s', (status) => {
    expect(dueInMs(unknown, { status })).toBe(times.pendingIntervalMs);
    expect(dueInMs(notFound, { status })).toBe(times.pendingIntervalMs);
  });
});

test.each([
  ['a challenge in its time', { status: 'authenticating', createdAt: ago(15 * minuteMs - 1) }, false],
  ['a challenge after its time', { status: 'authenticating', createdAt: ago(15 * minuteMs) }, true],
  ['a payment that is only old', { status: 'pending', createdAt: ago(15 * minuteMs) }, false],
  ['instructions an hour after their end', { status: 'awaiting', expiresAt: ago(60 * minuteMs) }, true],
  ['instructions before that', { status: 'awaiting', expiresAt: ago(60 * minuteMs - 1) }, false],
  ['what waits without instructions', { status: 'awaiting', expiresAt: null }, false],
  ['another payment whose instructions ended', { status: 'pending', expiresAt: ago(90 * minuteMs) }, false],
] as const)('%s: left is %s', (_, { status, ...of }, isGone) => {
  const ends = 'expiresAt' in of ? of.expiresAt : null;
  const left = {
    status,
    createdAt: 'createdAt' in of ? of.createdAt : ago(0),
    instructions: ends && { ...instructions, expiresAt: ends.toISOString() },
  };
  expect(isLeft(left, times, now)).toBe(isGone);
});

test('an attempt may be on its way to the processor for a minute', () => {
  expect(isLost({ createdAt: ago(minuteMs - 1) }, now)).toBe(false);
  expect(isLost({ createdAt: ago(minuteMs) }, now)).toBe(true);
});

test('a charge can be paid for a day', () => {
  expect(chargeLifetimeMs).toBe(24 * 60 * minuteMs);
});

test('what was taken is the whole amount, or what was captured of it', () => {
  const amount = { amountMinor: 10_000n, currency: 'USD' };
  expect(takenMoney({ amount, capturedMinor: null })).toEqual(amount);
  expect(takenMoney({ amount, capturedMinor: 0n })).toEqual({ ...amount, amountMinor: 0n });
  expect(takenMoney({ amount, capturedMinor: 4_000n })).toEqual({ ...amount, amountMinor: 4_000n });
});
