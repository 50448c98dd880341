import { describe, expect, test } from 'vitest';
import { type DisputeState, decideDispute } from './decide-dispute.ts';

const money = (amountMinor: bigint, currency = 'USD') => ({ amountMinor, currency });
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
const charge = {
  status: 'approved' as const,
  amount: money(10_000n),
  capturedMinor: null,
  refundedMinor: 0n,
  refundPendingMinor: 0n,
};
const state = (status: DisputeState['status'], amountMinor = 4_000n, currency = 'USD'): DisputeState => ({
  id: 'd-1',
  status,
  amount: money(amountMinor, currency),
  readAt: at(1),
});
const reading = (status: DisputeState['status'], amountMinor = 4_000n, currency = 'USD') => ({
  status,
  amount: money(amountMinor, currency),
  readAt: at(2),
});
const taken = (amountMinor: bigint, currency = 'USD') => ({
  kind: 'charge_back',
  amount: money(amountMinor, currency),
});
const back = (amountMinor: bigint, currency = 'USD') => ({
  kind: 'charge_back_reversed',
  amount: money(amountMinor, currency),
});

describe('a dispute', () => {
  test.each([
    ['that is new and open takes its money', null, reading('open'), [taken(4_000n)], 'charged_back', true],
    ['that is new and lost takes its money', null, reading('lost'), [taken(4_000n)], 'charged_back', true],
    ['that is new and won changes and tells nothing', null, reading('won'), [], 'approved', false],
    ['that is an inquiry takes nothing, and is told', null, reading('inquiry'), [], 'approved', true],
    [
      'that was an inquiry takes it later',
      state('inquiry'),
      reading('open'),
      [taken(4_000n)],
      'charged_back',
      true,
    ],
    ['that is read again changes nothing', state('open'), reading('open'), [], 'charged_back', false],
    ['that is lost keeps what it took', state('open'), reading('lost'), [], 'charged_back', true],
    ['that is won gives it back', state('open'), reading('won'), [back(4_000n)], 'approved', true],
    [
      'that is won after it was lost gives it back',
      state('lost'),
      reading('won'),
      [back(4_000n)],
      'approved',
      true,
    ],
    [
      'that is lost after it was won takes it again',
      state('won'),
      reading('lost'),
      [taken(4_000n)],
      'charged_back',
      true,
    ],
    [
      'that grows takes the rest',
      state('open'),
      reading('open', 5_500n),
      [taken(1_500n)],
      'charged_back',
      true,
    ],
    [
      'that shrinks gives the rest back',
      state('open'),
      reading('open', 2_500n),
      [back(1_500n)],
      'charged_back',
      true,
    ],
    [
      'in another currency gives all back and takes the new amount',
      state('open'),
      reading('open', 4_000n, 'EUR'),
      [back(4_000n), taken(4_000n, 'EUR')],
      'charged_back',
      true,
    ],
    [
      'of which only the amount of an inquiry changes is told',
      state('inquiry'),
      reading('inquiry', 1n),
      [],
      'approved',
      true,
    ],
  ] as const)('%s', (_, known, told, postings, chargeStatus, isTold) => {
    expect(decideDispute(charge, known, [], told)).toEqual({ postings, chargeStatus, isTold });
  });

  test('that was read before the known state changes nothing, one read at the same moment does', () => {
    const known = state('open');
    expect(decideDispute(charge, known, [], { ...reading('won'), readAt: at(0) })).toBeNull();
    expect(decideDispute(charge, known, [], { ...reading('won'), readAt: at(1) })).not.toBeNull();
    expect(decideDispute(charge, { ...known, readAt: null }, [], reading('won'))).not.toBeNull();
  });

  test.each([
    ['open', 'charged_back'],
    ['lost', 'charged_back'],
    ['won', 'partially_refunded'],
    ['inquiry', 'partially_refunded'],
  ] as const)(
    'that is won leaves the charge by its refunds, unless another one (%s) has money',
    (other, status) => {
      const refunded = { ...charge, status: 'charged_back' as const, refundedMinor: 1_000n };
      const decision = decideDispute(
        refunded,
        state('open'),
        [{ ...state(other), id: 'd-2' }],
        reading('won'),
      );
      expect(decision?.chargeStatus).toBe(status);
    },
  );
});
