import type { Chargeback as ChargebackClient, Order as OrderClient } from 'mercadopago';
import { describe, expect, test } from 'vitest';
import { someDetails } from '../../../../test/kit/processors/stripe/asked.ts';
import { newId } from '../../../base/db/ids.ts';
import type { AskedAttempt } from '../../charges/payment-processor.ts';
import { orderBody } from './order-calls.ts';
import { type Order, toOutcome, toRefundOutcome } from './orders.ts';
import { paymentIdOf, toCard, toDispute } from './payments.ts';

/** The types of Mercado Pago's own library. */
type OrderCreate = Parameters<OrderClient['create']>[0]['body'];
type ChargebackRead = Awaited<ReturnType<ChargebackClient['get']>>;

const asked: AskedAttempt = {
  attemptId: '0198c0de-0000-7000-8000-000000000001',
  method: 'CARDS',
  handle: null,
  instructions: null,
  createdAt: new Date(),
  amount: { amountMinor: 10_050n, currency: 'BRL' },
  country: 'BRA',
  description: null,
  email: 'ana@example.com',
  language: 'pt',
  details: null,
  instalments: 1,
  capture: 'automatic',
  returnUrl: 'https://pay.example/return',
  cancelUrl: 'https://pay.example/left',
  notificationUrl: 'https://pay.example/notifications',
};

function order(status: string, detail: string | null, change: Partial<Order> = {}): Order {
  return {
    id: 'ORD01J49MMW3SSBK5PSV3DFR32959',
    status,
    status_detail: detail,
    external_reference: asked.attemptId,
    total_amount: '100.50',
    currency: 'BRL',
    checkout_url: 'https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=1',
    ...change,
  };
}

describe('an order', () => {
  const page = {
    outcome: 'challenge',
    url: 'https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=1',
    handle: 'ORD01J49MMW3SSBK5PSV3DFR32959',
  };
  const pending = { outcome: 'pending', handle: 'ORD01J49MMW3SSBK5PSV3DFR32959' };
  const approved = { outcome: 'approved', processorReference: 'ORD01J49MMW3SSBK5PSV3DFR32959', card: null };
  const left = { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };
  const unknown = { outcome: 'unknown', cause: 'Mercado Pago told a status we do not know' };

  test('a chargeback in the shape of Mercado Pago’s own library names its payment and its currency, too', () => {
    const attemptId = newId();
    const payment = {
      id: 4711,
      status: 'charged_back',
      status_detail: 'in_process',
      external_reference: attemptId,
    };
    const chargeback = {
      ...{ id: '217', payment_id: 4711, amount: 108.43, currency_id: 'BRL', reason: 'fraud' },
    } satisfies ChargebackRead;
    expect(
      toDispute({ ...chargeback, date_documentation_deadline: '2026-03-01T04:00:00.000-04:00' }, payment),
    ).toEqual({
      ...{ disputeId: '217', attemptId, amount: { amountMinor: 108_43n, currency: 'BRL' }, status: 'open' },
      ...{ reason: 'fraud', evidenceDueAt: new Date('2026-03-01T08:00:00.000Z') },
    });
    expect(paymentIdOf(chargeback)).toBe('4711');
    expect(paymentIdOf({ id: '217', payments: ['4712'] })).toBe('4712');
    expect(paymentIdOf({ id: '217' })).toBeNull();
  });

  test.each([
    ['created', 'created', page],
    ['action_required', 'waiting_retry', page],
    ['action_required', 'pending_challenge', page],
    ['action_required', 'waiting_payment', pending],
    ['action_required', 'waiting_transfer', pending],
    ['action_required', 'waiting_capture', pending],
    ['action_required', 'something_new', unknown],
    ['processing', 'in_process', pending],
    ['processing', 'pending_review_manual', pending],
    ['processing', 'in_review', pending],
    ['processed', 'accredited', approved],
    ['processed', 'partially_refunded', approved],
    ['processed', 'refunded', approved],
    ['refunded', 'refunded', approved],
    ['charged_back', 'in_process', approved],
    ['charged_back', 'settled', approved],
    ['charged_back', 'reimbursed', approved],
    ['canceled', 'canceled', left],
    ['canceled', 'expired', left],
    ['expired', 'expired', left],
    ['something_new', null, unknown],
    ['', null, unknown],
  ])('that is %s (%s) is told as such', (status, detail, expected) => {
    expect(toOutcome(order(status, detail), asked)).toEqual(expected);
  });

  test.each([
    ['of another attempt', { external_reference: '0198c0de-0000-7000-8000-000000000002' }],
    ['without a reference', { external_reference: null }],
    ['over more', { total_amount: '100.51' }],
    ['over less', { total_amount: '1.00' }],
    ['over what is no amount', { total_amount: 'much' }],
    ['in another currency', { currency: 'ARS' }],
  ])('that was paid, but %s, is not taken for it', (_name, change) => {
    expect(toOutcome(order('processed', 'accredited', change), asked)).toMatchObject({ outcome: 'unknown' });
  });

  test('without the address of its page leads nowhere', () => {
    expect(toOutcome(order('created', 'created', { checkout_url: null }), asked)).toMatchObject({
      outcome: 'unknown',
    });
  });
});

test.each([
  ['rejected_by_issuer', 'card_refused', true],
  ['high_risk', 'card_refused', true],
  ['processing_error', 'card_refused', true],
  ['invalid_card_token', 'card_refused', true],
  ['max_attempts_exceeded', 'card_refused', true],
  ['invalid_installments', 'card_refused', false],
  ['amount_limit_exceeded', 'card_refused', false],
  ['required_call_for_authorize', 'card_refused', false],
  ['card_disabled', 'card_refused', false],
  ['bad_filled_card_data', 'card_refused', false],
  ['insufficient_amount', 'insufficient_funds', false],
  ['card_insufficient_amount', 'insufficient_funds', false],
  ['bad_filled_date', 'card_expired', false],
  ['invalid_expiration_date', 'card_expired', false],
  ['bad_filled_security_code', 'wrong_security_code', false],
  ['invalid_security_code', 'wrong_security_code', false],
  ['3ds_challenge_failed', 'authentication_failed', false],
  ['3ds_challenge_expired', 'authentication_abandoned', false],
  ['told_by_nobody_yet', 'card_refused', false],
  ['toString', 'card_refused', false],
])('a payment that failed for %s is refused: %s, soft: %s', (detail, reason, isSoft) => {
  const payments = [
    { id: 'PAY1', status: 'failed', status_detail: 'high_risk' },
    { id: 'PAY2', status: 'failed', status_detail: detail },
  ];
  const failed = order('failed', 'failed', { transactions: { payments } });
  expect(toOutcome(failed, asked)).toEqual({ outcome: 'refused', reason, isSoft, card: null });
});

test.each([
  ['processed', { outcome: 'refunded', processorReference: 'REF1' }],
  ['processing', { outcome: 'pending', processorReference: 'REF1' }],
  ['failed', { outcome: 'refused', reason: 'refund_failed' }],
  ['canceled', { outcome: 'refused', reason: 'refund_canceled' }],
  ['cancelled', { outcome: 'refused', reason: 'refund_cancelled' }],
  ['something_new', { outcome: 'unknown' }],
])('a refund that is %s is told as such', (status, expected) => {
  expect(toRefundOutcome({ id: 'REF1', amount: '1.00', status })).toMatchObject(expected);
});

describe('a card', () => {
  const paid = { id: 1, status: 'approved' };

  test.each([
    ['master', '503175', 'mastercard'],
    ['debvisa', '450995', 'visa'],
    ['elo', '509000', 'elo'],
    ['hipercard', '606282', 'hipercard'],
    ['tarshop', '279000', 'unknown'],
    ['something_new', '424242', 'visa'],
  ])('that it calls %s and begins with %s is ours called %s', (method, first6, brand) => {
    const card = { first_six_digits: first6, last_four_digits: '0604' };
    expect(toCard({ ...paid, payment_method_id: method, card })).toEqual({ brand, first6, last4: '0604' });
  });

  test('is none where money of an account paid, and never more than ten digits', () => {
    expect(toCard({ ...paid, payment_method_id: 'account_money', card: {} })).toBeNull();
    expect(
      toCard({ ...paid, payment_method_id: 'visa', card: { last_four_digits: '4242424242424242' } }),
    ).toBeNull();
    expect(
      toCard({
        ...paid,
        payment_method_id: 'visa',
        card: { first_six_digits: '42424242', last_four_digits: '4242' },
      }),
    ).toEqual({ brand: 'visa', first6: null, last4: '4242' });
  });
});

test.each([
  ['charged_back', 'in_process', 'open'],
  ['charged_back', 'settled', 'lost'],
  ['charged_back', 'reimbursed', 'won'],
  ['charged_back', 'something_new', 'open'],
  ['approved', 'accredited', 'won'],
] as const)('a dispute whose payment is %s (%s) is %s', (status, status_detail, expected) => {
  const payment = {
    id: 7,
    status,
    status_detail,
    external_reference: asked.attemptId,
    transaction_amount: 9,
    currency_id: 'BRL',
  };
  expect(toDispute({ id: '217', amount: 108.43, currency: 'BRL', reason: 'fraud' }, payment)).toEqual({
    disputeId: '217',
    attemptId: asked.attemptId,
    amount: { amountMinor: 10_843n, currency: 'BRL' },
    status: expected,
    reason: 'fraud',
    evidenceDueAt: null,
  });
  expect(toDispute({ id: 217 }, payment)).toMatchObject({ amount: { amountMinor: 900n, currency: 'BRL' } });
  expect(toDispute({ id: 217 }, { ...payment, external_reference: 'ORDER-7' })).toBeNull();
});

describe('what Mercado Pago is told of whose payment it is', () => {
  test('stands on the item and on the statement', () => {
    const body: OrderCreate = orderBody({ ...asked, description: 'Dos cafés', details: someDetails });
    expect(body.external_reference).toBe(asked.attemptId);
    expect(body.items).toMatchObject([
      {
        title: 'Dos cafés',
        description: `Dos cafés - Mercado Luz - order A-1001 - ${someDetails.reference}`,
      },
    ]);
    expect(body.config?.statement_descriptor).toBe('MERCADO LUZ');
  });

  test('is nothing for an attempt of the version before', () => {
    const body = orderBody({ ...asked, description: 'Dos cafés', details: null });
    expect(Object.keys(body.items[0] ?? {})).toEqual(['title', 'quantity', 'unit_price']);
    expect(Object.keys(body.config)).toEqual(['online', 'payment_method']);
  });
});
