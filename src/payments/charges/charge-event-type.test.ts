import { expect, test } from 'vitest';
import { chargeEventType } from './charge-event-type.ts';

test.each([
  ['a status', 'approved', {}, 'charge.approved'],
  ['a bank that takes days', 'pending', {}, 'charge.pending'],
  [
    'a capture that succeeded',
    'approved',
    { closingKind: 'capture', closingStatus: 'succeeded' },
    'charge.approved',
  ],
  [
    'a capture that failed',
    'authorized',
    { closingKind: 'capture', closingStatus: 'failed' },
    'capture.failed',
  ],
  ['a void that failed', 'authorized', { closingKind: 'void', closingStatus: 'failed' }, 'void.failed'],
  ['a hold that ends soon', 'authorized', { authorizationNotice: 'expiring' }, 'authorization.expiring'],
  ['a hold that ended', 'voided', { authorizationNotice: 'expired' }, 'charge.voided'],
  ['a refund', 'partially_refunded', { refundId: 'r', refundStatus: 'succeeded' }, 'refund.succeeded'],
  // The status goes back to approved, which must not look like a payment.
  ['a refund that failed after all', 'approved', { refundId: 'r', refundStatus: 'failed' }, 'refund.failed'],
  ['a dispute', 'charged_back', { disputeId: 'd', disputeStatus: 'open' }, 'dispute.open'],
  // So does it here.
  ['a dispute that was won', 'approved', { disputeId: 'd', disputeStatus: 'won' }, 'dispute.won'],
  ['money beside a payment', 'approved', { unexpectedPaymentId: 'u' }, 'charge.unexpected_money'],
  ['a warning', 'approved', { warning: 'fraud' }, 'charge.warning'],
] as const)('the type of an event tells of %s', (_, status, cause, type) => {
  expect(chargeEventType(status, cause)).toBe(type);
});
