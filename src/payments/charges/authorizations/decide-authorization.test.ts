import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuthorizationFinding } from '../payment-processor.ts';
import { decideAuthorization, nextReadingAt, noticeAt } from './decide-authorization.ts';

const amount = { amountMinor: 10_000n, currency: 'USD' };
const held = { status: 'authorized' as const, amount };
const capture = (amountMinor: bigint) => ({ kind: 'capture' as const, amountMinor });
const release = { kind: 'void' as const, amountMinor: 10_000n };

const findings: fc.Arbitrary<AuthorizationFinding> = fc.oneof(
  fc.constant({ state: 'held' as const, expiresAt: null }),
  fc
    .bigInt(1n, 10_000n)
    .map((amountMinor) => ({ state: 'captured' as const, amount: { ...amount, amountMinor } })),
  fc.boolean().map((isExpired) => ({ state: 'voided' as const, isExpired })),
  fc.constant({ state: 'refused' as const, reason: 'no' }),
  fc.constant({ state: 'unknown' as const, cause: 'silence' }),
);

describe('an authorised charge', () => {
  test('ends as the processor says, whatever was requested, and only once', () => {
    const requests = fc.option(fc.oneof(fc.bigInt(1n, 10_000n).map(capture), fc.constant(release)));
    fc.assert(
      fc.property(requests, fc.array(findings), (request, told) => {
        let status: 'authorized' | 'approved' | 'voided' = 'authorized';
        let pending = request;
        let taken = 0n;
        for (const finding of told) {
          const decision = decideAuthorization({ status, amount }, pending, finding);
          if (!decision) continue;
          expect(status).toBe('authorized');
          status = decision.status as typeof status;
          taken += decision.capturedMinor ?? 0n;
          if (decision.pending) pending = null;
        }
        const end = told.find(({ state }) => state === 'captured' || state === 'voided');
        expect(status).toBe(end ? (end.state === 'captured' ? 'approved' : 'voided') : 'authorized');
        expect(taken).toBe(end?.state === 'captured' ? end.amount.amountMinor : 0n);
        if (end) expect(pending).toBeNull();
      }),
    );
  });

  test('names what a person did in the panel, and lets the request of ours fail', () => {
    // A person captured another amount than the request of ours that was under way.
    expect(
      decideAuthorization(held, capture(10_000n), {
        state: 'captured',
        amount: { ...amount, amountMinor: 4_000n },
      }),
    ).toMatchObject({ capturedMinor: 4_000n, pending: { status: 'failed', failure: 'captured_elsewhere' } });
    expect(
      decideAuthorization(held, release, { state: 'captured', amount: { ...amount, amountMinor: 4_000n } }),
    ).toMatchObject({
      pending: { status: 'failed', failure: 'captured_elsewhere' },
      external: { kind: 'capture', amountMinor: 4_000n },
    });
    expect(decideAuthorization(held, capture(10_000n), { state: 'voided', isExpired: false })).toMatchObject({
      pending: { status: 'failed', failure: 'voided_elsewhere' },
      external: { kind: 'void' },
    });
    expect(decideAuthorization(held, capture(10_000n), { state: 'voided', isExpired: true })).toMatchObject({
      pending: { status: 'failed', failure: 'authorization_expired' },
      external: null,
      isExpired: true,
    });
  });

  const captured = (amountMinor: bigint) => ({
    state: 'captured' as const,
    amount: { ...amount, amountMinor },
  });
  const voided = (isExpired: boolean) => ({ state: 'voided' as const, isExpired });
  const done = { status: 'succeeded', failure: null };
  const failed = (failure: string) => ({ status: 'failed', failure });
  const approved = {
    status: 'approved',
    capturedMinor: 4_000n,
    pending: null,
    external: null,
    isExpired: false,
  };
  const ended = { status: 'voided', capturedMinor: null, pending: null, external: null, isExpired: false };
  const unchanged = { ...ended, status: 'authorized' };
  test.each([
    ['our capture', capture(4_000n), captured(4_000n), { ...approved, pending: done }],
    [
      'a capture in the panel',
      null,
      captured(4_000n),
      { ...approved, external: { kind: 'capture', amountMinor: 4_000n } },
    ],
    [
      'a capture of all in the panel',
      null,
      captured(10_000n),
      { ...approved, capturedMinor: 10_000n, external: { kind: 'capture', amountMinor: 10_000n } },
    ],
    ['a capture of the least', capture(1n), captured(1n), { ...approved, capturedMinor: 1n, pending: done }],
    ['our void', release, voided(false), { ...ended, pending: done }],
    ['our void, told as an expiry', release, voided(true), { ...ended, pending: done }],
    [
      'a void in the panel',
      null,
      voided(false),
      { ...ended, external: { kind: 'void', amountMinor: 10_000n } },
    ],
    ['an expiry', null, voided(true), { ...ended, isExpired: true }],
    [
      'an expiry before our capture',
      capture(4_000n),
      voided(true),
      { ...ended, pending: failed('authorization_expired'), isExpired: true },
    ],
    [
      'a refusal of our capture',
      capture(4_000n),
      { state: 'refused', reason: 'too_late' },
      { ...unchanged, pending: failed('too_late') },
    ],
    ['a refusal of nothing', null, { state: 'refused', reason: 'too_late' }, null],
    ['a hold', capture(4_000n), { state: 'held', expiresAt: null }, null],
    ['silence', capture(4_000n), { state: 'unknown', cause: 'silence' }, null],
  ] as const)('by %s has exactly one end', (_, pending, finding, decision) => {
    expect(decideAuthorization(held, pending, finding)).toEqual(decision);
  });

  test('is never captured over more than was authorised, or in another currency', () => {
    for (const wrong of [
      { ...amount, amountMinor: 10_001n },
      { ...amount, amountMinor: 0n },
      { ...amount, currency: 'EUR' },
    ]) {
      expect(() => decideAuthorization(held, null, { state: 'captured', amount: wrong })).toThrow(
        'not authorised',
      );
    }
  });
});

describe('the processor is asked', () => {
  const hours = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 3_600_000);
  const week = { authorizedAt: hours(0), expiresAt: hours(168) };

  test('every six hours, when the merchant is to be notified, and often after the end', () => {
    expect(noticeAt(week)).toEqual(hours(144));
    expect(nextReadingAt(week, hours(0))).toEqual(hours(6));
    expect(nextReadingAt(week, hours(140))).toEqual(hours(144));
    // The notice is being given at this moment: it is not a reason to ask again.
    expect(nextReadingAt(week, hours(144))).toEqual(hours(150));
    expect(nextReadingAt(week, hours(167))).toEqual(hours(168));
    expect(nextReadingAt(week, hours(168))).toEqual(new Date(hours(168).getTime() + 600_000));
    expect(nextReadingAt({ ...week, expiresAt: null }, hours(400))).toEqual(hours(406));
  });

  test('and the notice of a short hold comes at its half', () => {
    expect(noticeAt({ authorizedAt: hours(0), expiresAt: hours(10) })).toEqual(hours(5));
    expect(noticeAt({ ...week, expiresAt: null })).toBeNull();
  });
});
