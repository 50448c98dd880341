import { expect, test } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { decideNotification } from './decide-notifications.ts';

const decide = (subject: string, status: string, payload: object) => {
  const body = JSON.stringify({ totalAmount: 10, currency: 'USD', numeroOrden: 'A-1', ...payload });
  const ids = { merchantId: newId(), id: newId(), subjectId: newId() };
  const told = decideNotification({ ...ids, subject, status, body, createdAt: new Date() });
  return told && [told.kind, told.outcome, told.page];
};

test.each([
  ['charge', 'approved', {}, ['sale', 'sale', 'payments']],
  [
    'charge',
    'approved',
    { closingKind: 'capture', closingStatus: 'succeeded', capturedAmount: 5 },
    ['sale', 'sale', 'payments'],
  ],
  ['charge', 'approved', { refundId: 'r', refundStatus: 'failed' }, ['refund', 'refund_failed', 'payments']],
  [
    'charge',
    'partially_refunded',
    { refundId: 'r', refundStatus: 'succeeded' },
    ['refund', 'refunded', 'payments'],
  ],
  [
    'charge',
    'charged_back',
    { disputeId: 'd', disputeStatus: 'open' },
    ['chargeback', 'dispute_open', 'disputes'],
  ],
  ['charge', 'approved', { disputeId: 'd', disputeStatus: 'won' }, ['chargeback', 'dispute_won', 'disputes']],
  ['charge', 'approved', { warning: 'fraud' }, ['chargeback', 'fraud_warning', 'payments']],
  ['charge', 'expired', { warning: 'late_payment' }, ['other_money', 'late_payment', 'payments']],
  ['charge', 'pending', { undecided: '10.5' }, ['other_money', 'undecided', 'payments']],
  ['charge', 'pending', {}, null],
  ['crypto_order', 'success', {}, ['sale', 'sale', 'payments']],
  ['crypto_order', 'success', { undecided: '1' }, ['sale', 'sale_with_question', 'payments']],
  ['crypto_order', 'pending', { strays: [{}] }, ['other_money', 'astray', 'payments']],
  ['crypto_order', 'failed', {}, null],
  ['payout', 'success', { cryptoAmount: '5' }, ['payout', 'payout_success', 'payouts']],
  ['payout', 'failed', { refundOf: 'o' }, ['refund', 'refund_failed', 'payouts']],
  ['payout', 'pending', {}, null],
  ['settlement', 'settlement_returned', {}, ['settlement', 'settlement_returned', 'settlements']],
  ['test', 'test', {}, null],
] as const)('a %s that is %s with %j notifies of %j', (subject, status, payload, expected) => {
  expect(decide(subject, status, payload)).toEqual(expected);
});
