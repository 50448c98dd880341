import { describe, expect, test } from 'vitest';
import { chargeStatuses } from '../charge.ts';
import { decideRefund, refundableMinor, statusByRefunds } from './decide-refund.ts';

const paid = {
  status: 'approved' as const,
  amount: { amountMinor: 10_000n, currency: 'USD' },
  capturedMinor: null,
  refundedMinor: 0n,
  refundPendingMinor: 0n,
};

describe('what can be given back', () => {
  test.each([
    ['all of it', {}, 10_000n],
    ['what was captured', { capturedMinor: 6_000n }, 6_000n],
    ['what was not given back yet', { refundedMinor: 1_000n }, 9_000n],
    ['what is not on its way back', { refundedMinor: 1_000n, refundPendingMinor: 2_000n }, 7_000n],
    ['nothing of what went back', { refundedMinor: 10_000n }, 0n],
  ] as const)('is %s', (_, change, expected) => {
    expect(refundableMinor({ ...paid, ...change })).toBe(expected);
  });

  test('is nothing of a charge that is not paid, or whose money is gone', () => {
    const some = chargeStatuses.filter((status) => refundableMinor({ ...paid, status }) > 0n);
    expect(some).toEqual(['approved', 'partially_refunded']);
  });
});

test.each([
  [0n, null, 'approved'],
  [1n, null, 'partially_refunded'],
  [9_999n, null, 'partially_refunded'],
  [10_000n, null, 'refunded'],
  [5_999n, 6_000n, 'partially_refunded'],
  [6_000n, 6_000n, 'refunded'],
] as const)(
  'after refunds of %s of 10000, captured %s, a charge is %s',
  (refundedMinor, capturedMinor, status) => {
    expect(statusByRefunds({ ...paid, refundedMinor, capturedMinor })).toBe(status);
  },
);

describe('a refund of 3000 of 10000', () => {
  const pending = { ...paid, refundPendingMinor: 3_500n };
  const done = { ...paid, status: 'partially_refunded' as const, refundedMinor: 3_000n };
  test.each([
    ['that succeeds', pending, 'pending', true, ['partially_refunded', 3_000n, 500n]],
    ['that fails', pending, 'pending', false, ['approved', 0n, 500n]],
    ['that fails after it had succeeded', done, 'succeeded', false, ['approved', 0n, 0n]],
    ['that is told twice', done, 'succeeded', true, ['partially_refunded', 3_000n, 0n]],
    ['that is the last', { ...pending, refundedMinor: 7_000n }, 'pending', true, ['refunded', 10_000n, 500n]],
    [
      'that succeeds after a chargeback',
      { ...pending, status: 'charged_back' as const },
      'pending',
      true,
      ['charged_back', 3_000n, 500n],
    ],
  ] as const)('%s', (_, charge, status, hasSucceeded, [after, refundedMinor, refundPendingMinor]) => {
    expect(decideRefund(charge, { amountMinor: 3_000n, status }, hasSucceeded)).toEqual({
      status: after,
      refundedMinor,
      refundPendingMinor,
    });
  });
});
