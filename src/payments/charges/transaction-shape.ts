import { type Static, Type } from 'typebox';
import { exponentOf } from '../../base/money/currency.ts';
import { formatDecimal, moneyToDecimal, moneyToNumber } from '../../base/money/money.ts';
import type { Authorization } from './authorizations/authorization-store.ts';
import { type Closing, closingKinds } from './authorizations/decide-authorization.ts';
import { type Attempt, attemptStatuses, type Charge, chargeStatuses } from './charge.ts';
import { disputeReasonText } from './disputes/dispute-reasons.ts';
import type { KeptDispute } from './disputes/dispute-store.ts';
import { warningTexts } from './disputes/record-warning.ts';
import type { KeptWarning } from './disputes/warning-store.ts';
import { conversionSchema } from './notice-schema.ts';
import { captureModes, type RefusalReason, warningKinds } from './payment-processor.ts';
import { type BankRefund, bankRefundStatuses } from './refunds/bank/bank-refund.ts';
import type { Refund } from './refunds/refund-store.ts';
import { unexpectedTexts } from './unexpected/notify-unexpected.ts';
import {
  type UnexpectedPayment,
  unexpectedKinds,
  unexpectedStatuses,
} from './unexpected/unexpected-payment.ts';

/** A charge as its merchant sees it. On the wire it is a transaction, and its id a reference. */

const nullableText = Type.Union([Type.String(), Type.Null()]);

export const chargeResult = Type.Object(
  {
    urlCheckout: Type.String({ description: 'Page where the customer completes the payment' }),
    amount: Type.Number(),
    currency: Type.String(),
    reference: Type.String({ description: 'The transaction id: transactionId in notifications' }),
  },
  { 'x-name': 'ChargeResult' },
);

export const refundShape = Type.Object(
  {
    id: Type.String(),
    reference: Type.String(),
    amount: Type.Number(),
    currency: Type.String(),
    status: Type.Enum(['pending', 'succeeded', 'failed']),
    origin: Type.Enum(['own', 'external'], {
      'x-name': 'Origin',
      description: "external: it was made in the card processor's own panel, not here",
    }),
    reason: nullableText,
    failure: nullableText,
    bank: Type.Union(
      [
        Type.Object({
          status: Type.Enum([...bankRefundStatuses], {
            description:
              'asked: the customer was asked for a bank account by mail; given: it is known (readBankDetails), transfer the money and say so (markRefundPaid)',
          }),
          account: Type.Union([Type.String(), Type.Null()], { description: 'Enough to recognise it' }),
          reference: Type.Union([Type.String(), Type.Null()], { description: 'Of your transfer' }),
          asked_at: Type.String(),
          given_at: Type.Union([Type.String(), Type.Null()]),
        }),
        Type.Null(),
      ],
      { description: 'Of a refund that the processor cannot make; null: the processor makes it' },
    ),
    created_at: Type.String(),
  },
  { 'x-name': 'Refund' },
);

export const closingShape = Type.Object(
  {
    id: Type.String(),
    reference: Type.String(),
    kind: Type.Enum([...closingKinds]),
    amount: Type.Number({ description: 'To be captured, or captured; of a void, what was held' }),
    currency: Type.String(),
    status: Type.Enum(['pending', 'succeeded', 'failed']),
    origin: Type.Enum(['own', 'external'], {
      'x-name': 'Origin',
      description: "external: it was made in the card processor's own panel, not here",
    }),
    failure: nullableText,
    created_at: Type.String(),
  },
  { 'x-name': 'Closing' },
);

const authorizationShape = Type.Object(
  {
    authorized_at: Type.String(),
    expires_at: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when it can be captured; null: the processor tells no time',
    }),
    closings: Type.Array(closingShape, { description: 'The captures and voids that were requested' }),
  },
  { 'x-name': 'Authorization' },
);

const disputeShape = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['inquiry', 'open', 'won', 'lost']),
    amount: Type.Number({
      description: 'What the bank took; it came back if the dispute was won, and is not taken by an inquiry',
    }),
    currency: Type.String(),
    reason: nullableText,
    reason_text: Type.Union([Type.String(), Type.Null()], { description: 'The same in words' }),
    evidence_due_at: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when it can be answered; null: the processor tells no time',
    }),
    opened_at: Type.String(),
    closed_at: nullableText,
  },
  { 'x-name': 'Dispute' },
);

const warningShape = Type.Object(
  {
    kind: Type.Enum([...warningKinds], {
      description:
        "fraud: the card's bank or the processor takes the payment for fraud; claim: the customer complained to the processor",
    }),
    reason: Type.Union([Type.String(), Type.Null()], { description: "In the processor's words" }),
    text: Type.String({ description: 'What it means and what to do' }),
    told_at: Type.String(),
  },
  { 'x-name': 'Warning' },
);

export const unexpectedShape = Type.Object(
  {
    id: Type.String({ description: 'Names it in POST /api/transactions/{reference}/resolve' }),
    kind: Type.Enum([...unexpectedKinds], {
      description:
        'late: it came after its attempt had ended. second: the transaction was paid already. other_amount: it is not what was asked for',
    }),
    status: Type.Enum([...unexpectedStatuses], {
      description:
        'waiting: for your decision. accepted: in your balance. returning: the processor is giving it back. returned: it gave it back',
    }),
    amount: Type.Number({ description: 'What came' }),
    currency: Type.String(),
    pays: Type.Boolean({ description: 'It was accepted as the payment of the transaction' }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the processor refused to give it back; null: it did not',
    }),
    text: Type.String({ description: 'What happened, in words' }),
    arrived_at: Type.String({ description: 'When it was found' }),
    decided_at: nullableText,
    ended_at: nullableText,
  },
  { 'x-name': 'UnexpectedPayment' },
);

export const transactionSummary = Type.Object(
  {
    reference: Type.String(),
    status: Type.Enum([...chargeStatuses]),
    method_code: Type.String(),
    country: Type.String(),
    amount: Type.Number(),
    amount_exact: Type.String({ description: 'The same amount as a decimal' }),
    capture: Type.Enum([...captureModes]),
    captured: Type.Union([Type.String(), Type.Null()], {
      description:
        'With manual capture: what was captured, as a decimal; null: nothing yet, or the capture is automatic',
    }),
    refunded: Type.String({ description: 'What was given back, as a decimal' }),
    currency: Type.String(),
    description: nullableText,
    customer_id: nullableText,
    order_number: nullableText,
    email: nullableText,
    metadata: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
    statement_descriptor: nullableText,
    created_at: Type.String(),
    expires_at: Type.String(),
    decided_at: Type.Union([Type.String(), Type.Null()], { description: 'When it reached its status' }),
    approved_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When it was paid, whatever became of it since',
    }),
    refunded_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When something was last refunded',
    }),
  },
  { 'x-name': 'TransactionSummary' },
);

export const chargeCryptoSchema = Type.Object(
  {
    asset: Type.String({ description: 'USDT or USDC, of the amounts here' }),
    network: Type.String(),
    expected: Type.String({ description: 'To be paid' }),
    received: Type.String({ description: 'All that came and stayed, also late and as dust' }),
    credited: Type.String({ description: 'Yours, before the fee' }),
    fee: Type.String({ description: 'Kept of what was credited' }),
    conversion: Type.Union([conversionSchema, Type.Null()], { description: 'null: the price is in USD' }),
  },
  { 'x-name': 'ChargeCrypto' },
);
export type ChargeCrypto = Static<typeof chargeCryptoSchema>;

export const transactionDetail = Type.Intersect(
  [
    transactionSummary,
    Type.Object({
      attempts: Type.Array(
        Type.Object({
          id: Type.String(),
          status: Type.Enum([...attemptStatuses]),
          processor: Type.String({ description: 'Which card processor was asked' }),
          route: Type.Union([Type.String(), Type.Null()], { description: 'Why that one' }),
          refusal: nullableText,
          refusal_text: Type.Union([Type.String(), Type.Null()], { description: 'The same in words' }),
          card: Type.Union([
            Type.Object({ brand: Type.String(), first6: nullableText, last4: Type.String() }),
            Type.Null(),
          ]),
          instalments: Type.Union([Type.Integer(), Type.Null()], {
            description: "In how many the customer pays; null: as chosen on the processor's own page",
          }),
          created_at: Type.String(),
        }),
      ),
      authorization: Type.Union([authorizationShape, Type.Null()], {
        description: 'null: it was never authorized for a later capture',
      }),
      refunds: Type.Array(refundShape),
      disputes: Type.Array(disputeShape),
      warnings: Type.Array(warningShape, {
        description: 'What the processor warned of; nothing was taken by it',
      }),
      unexpected_payments: Type.Array(unexpectedShape, {
        description: 'Money that came late, a second time or as another amount',
      }),
      crypto: Type.Union([chargeCryptoSchema, Type.Null()], {
        description: 'How it is paid in USDT or USDC; null: it is not, or no network was chosen yet',
      }),
    }),
  ],
  { 'x-name': 'Transaction' },
);

/** Why an attempt was refused, in words for the merchant. */
const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  card_refused: 'The bank refused the card without telling why.',
  insufficient_funds: 'The card has not enough funds.',
  card_expired: 'The card has expired.',
  wrong_security_code: 'The security code was wrong.',
  authentication_failed: 'The customer did not pass 3-D Secure.',
  authentication_required: 'The bank takes the card with 3-D Secure only.',
  authentication_abandoned: 'The customer left 3-D Secure.',
  test_card_required: 'In test mode only test cards are taken.',
  instalments_refused: 'The card cannot be paid in so many instalments. Nothing was charged.',
  left_page: "The customer left the processor's page without paying.",
  not_processed: 'The processor did not take it. Nothing was charged.',
  payment_refused: 'The bank or the processor refused the payment without telling why.',
  not_paid_in_time: 'The customer did not pay in time.',
  other_amount: 'Another amount was paid than was asked for: see unexpected_payments.',
};

export function summarizeCharge(charge: Charge) {
  return {
    reference: charge.id,
    status: charge.status,
    method_code: charge.method,
    country: charge.country,
    amount: moneyToNumber(charge.amount),
    amount_exact: moneyToDecimal(charge.amount),
    capture: charge.capture,
    captured:
      charge.capturedMinor === null
        ? null
        : formatDecimal(charge.capturedMinor, exponentOf(charge.amount.currency)),
    refunded: formatDecimal(charge.refundedMinor, exponentOf(charge.amount.currency)),
    currency: charge.amount.currency,
    description: charge.description,
    customer_id: charge.customerId,
    order_number: charge.orderNumber,
    email: charge.email,
    metadata: charge.metadata,
    statement_descriptor: charge.statementDescriptor,
    created_at: charge.createdAt.toISOString(),
    expires_at: charge.expiresAt.toISOString(),
    decided_at: charge.decidedAt?.toISOString() ?? null,
    approved_at: charge.approvedAt?.toISOString() ?? null,
    refunded_at: charge.refundedAt?.toISOString() ?? null,
  };
}

export function detailCharge(
  charge: Charge,
  attempts: Attempt[],
  refunds: Refund[],
  disputes: KeptDispute[],
  warnings: KeptWarning[],
  crypto: ChargeCrypto | null,
  authorization: Authorization | null = null,
  closings: Closing[] = [],
  unexpected: UnexpectedPayment[] = [],
  banks: BankRefund[] = [],
) {
  return {
    ...summarizeCharge(charge),
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      status: attempt.status,
      processor: attempt.processor,
      route: attempt.route,
      refusal: attempt.refusal,
      refusal_text: attempt.refusal && refusalTexts[attempt.refusal],
      card: attempt.card,
      instalments: attempt.instalments,
      created_at: attempt.createdAt.toISOString(),
    })),
    authorization: authorization && {
      authorized_at: authorization.authorizedAt.toISOString(),
      expires_at: authorization.expiresAt?.toISOString() ?? null,
      closings: closings.map((closing) => shapeClosing(closing, charge)),
    },
    refunds: refunds.map((refund) => shapeRefund(refund, charge, banks)),
    disputes: disputes.map((dispute) => ({
      id: dispute.id,
      status: dispute.status,
      amount: moneyToNumber(dispute.amount),
      currency: dispute.amount.currency,
      reason: dispute.reason,
      reason_text: disputeReasonText(dispute.reason),
      evidence_due_at: dispute.evidenceDueAt?.toISOString() ?? null,
      opened_at: dispute.openedAt.toISOString(),
      closed_at: dispute.closedAt?.toISOString() ?? null,
    })),
    warnings: warnings.map(({ kind, reason, toldAt }) => ({
      kind,
      reason,
      text: warningTexts[kind],
      told_at: toldAt.toISOString(),
    })),
    unexpected_payments: unexpected.map(shapeUnexpected),
    crypto,
  };
}

export function shapeClosing(closing: Closing, charge: Charge) {
  const amount = { amountMinor: closing.amountMinor, currency: charge.amount.currency };
  return {
    id: closing.id,
    reference: charge.id,
    kind: closing.kind,
    amount: moneyToNumber(amount),
    currency: amount.currency,
    status: closing.status,
    origin: closing.origin,
    failure: closing.failure,
    created_at: closing.createdAt.toISOString(),
  };
}

export function shapeUnexpected(payment: UnexpectedPayment) {
  return {
    id: payment.id,
    kind: payment.kind,
    status: payment.status,
    amount: moneyToNumber(payment.paid),
    currency: payment.paid.currency,
    pays: payment.pays,
    failure: payment.failure,
    text: unexpectedTexts[payment.kind],
    arrived_at: payment.arrivedAt.toISOString(),
    decided_at: payment.decidedAt?.toISOString() ?? null,
    ended_at: payment.endedAt?.toISOString() ?? null,
  };
}

export function shapeRefund(refund: Refund, charge: Charge, banks: BankRefund[] = []) {
  const amount = { amountMinor: refund.amountMinor, currency: charge.amount.currency };
  return {
    id: refund.id,
    reference: charge.id,
    amount: moneyToNumber(amount),
    currency: amount.currency,
    status: refund.status,
    origin: refund.origin,
    reason: refund.reason,
    failure: refund.failure,
    bank: shapeBank(banks.find(({ id }) => id === refund.id)),
    created_at: refund.createdAt.toISOString(),
  };
}

function shapeBank(bank: BankRefund | undefined) {
  if (!bank) return null;
  return {
    status: bank.status,
    account: bank.detailsHint,
    reference: bank.reference,
    asked_at: bank.askedAt.toISOString(),
    given_at: bank.givenAt?.toISOString() ?? null,
  };
}

/** The URL of a charge's page. The query only repeats the charge, as the contract says; the page ignores it. */
export function checkoutUrlOf(charge: Charge, checkoutUrl: string): string {
  const { amount, customerId, description, returnUrl, notificationUrl } = charge;
  const encoded = (text: string | null): string => encodeURIComponent(text ?? '');
  // One template: a joined list of pairs takes three times as long.
  return (
    `${checkoutUrl}/pay/${charge.id}?amount=${moneyToNumber(amount)}&currency=${amount.currency}` +
    `&customer_id=${encoded(customerId)}&description=${encoded(description)}` +
    `&return_url=${encoded(returnUrl)}&notification_url=${encoded(notificationUrl)}`
  );
}
