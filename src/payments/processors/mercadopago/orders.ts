import Type, { type Static, type TSchema } from 'typebox';
import type { Money } from '../../../base/money/money.ts';
import type {
  AskedAttempt,
  AttemptOutcome,
  CardSummary,
  RefundOutcome,
  RefusalReason,
} from '../../charges/payment-processor.ts';
import { fromWritten } from './amounts.ts';

/** Mercado Pago's orders and their meaning for us: its terms are translated only here. */

const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

const OrderPayment = Type.Object({
  id: Type.String(),
  status: Type.String(),
  status_detail: maybe(Type.String()),
  /** The payment's id in the older API, which returns the card. */
  reference_id: maybe(Type.String()),
  /** What a local method is paid by, in local.ts: any field may be missing. */
  payment_method: maybe(Type.Unknown()),
  date_of_expiration: maybe(Type.Unknown()),
});

const OrderRefund = Type.Object({
  id: Type.String(),
  transaction_id: maybe(Type.String()),
  amount: Type.String(),
  status: Type.String(),
});

const OrderChargeback = Type.Object({
  id: maybe(Type.String()),
  /** Its id at /v1/chargebacks. */
  case_id: maybe(Type.String()),
});

export const Order = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9]{1,64}$' }),
  status: Type.String(),
  status_detail: maybe(Type.String()),
  external_reference: maybe(Type.String()),
  total_amount: Type.String(),
  total_paid_amount: maybe(Type.Unknown()),
  currency: maybe(Type.String()),
  checkout_url: maybe(Type.String({ maxLength: 2_048 })),
  transactions: maybe(
    Type.Object({
      payments: maybe(Type.Array(OrderPayment)),
      refunds: maybe(Type.Array(OrderRefund)),
      chargebacks: maybe(Type.Array(OrderChargeback)),
    }),
  ),
});
export type Order = Static<typeof Order>;

/** The answer to a refund: it holds only the order's refunds. */
export const RefundedOrder = Type.Object({
  transactions: Type.Object({ refunds: Type.Array(OrderRefund) }),
});

/** Why a card was refused. soft: decided by Mercado Pago or on the way to the bank, not by the bank about the card. */
const refusals = new Map<string, { reason: RefusalReason; isSoft: boolean }>([
  ['rejected_by_issuer', { reason: 'card_refused', isSoft: true }],
  ['high_risk', { reason: 'card_refused', isSoft: true }],
  ['processing_error', { reason: 'card_refused', isSoft: true }],
  ['invalid_card_token', { reason: 'card_refused', isSoft: true }],
  ['max_attempts_exceeded', { reason: 'card_refused', isSoft: true }],
  ['invalid_installments', { reason: 'card_refused', isSoft: false }],
  ['amount_limit_exceeded', { reason: 'card_refused', isSoft: false }],
  ['required_call_for_authorize', { reason: 'card_refused', isSoft: false }],
  ['card_disabled', { reason: 'card_refused', isSoft: false }],
  ['bad_filled_card_data', { reason: 'card_refused', isSoft: false }],
  ['insufficient_amount', { reason: 'insufficient_funds', isSoft: false }],
  ['card_insufficient_amount', { reason: 'insufficient_funds', isSoft: false }],
  ['bad_filled_date', { reason: 'card_expired', isSoft: false }],
  ['invalid_expiration_date', { reason: 'card_expired', isSoft: false }],
  ['bad_filled_security_code', { reason: 'wrong_security_code', isSoft: false }],
  ['invalid_security_code', { reason: 'wrong_security_code', isSoft: false }],
  ['3ds_challenge_failed', { reason: 'authentication_failed', isSoft: false }],
  ['3ds_challenge_expired', { reason: 'authentication_abandoned', isSoft: false }],
]);

/** A failed order is final; an unknown reason is a refusal all the same. */
const otherRefusal = { reason: 'card_refused', isSoft: false } as const;

/** Details of an order that waits while Mercado Pago's page may still be used. */
const onPage = new Set(['waiting_retry', 'pending_challenge']);

/** Details of an order that waits after the customer has done everything. */
const offPage = new Set(['waiting_payment', 'waiting_transfer', 'waiting_capture']);

/** `card`: further data of the card that paid. */
export function toOutcome(
  order: Order,
  asked: AskedAttempt,
  card: CardSummary | null = null,
): AttemptOutcome {
  const detail = order.status_detail ?? '';
  switch (order.status) {
    case 'created':
      return onItsPage(order);
    case 'action_required':
      if (onPage.has(detail)) return onItsPage(order);
      if (offPage.has(detail)) return { outcome: 'pending', handle: order.id };
      break;
    case 'processing':
      return { outcome: 'pending', handle: order.id };
    case 'processed':
    case 'refunded':
    case 'charged_back': {
      // A payment that was refunded later had been paid.
      const fault = faultOf(order, asked);
      if (fault) return { outcome: 'unknown', cause: fault };
      return { outcome: 'approved', processorReference: order.id, card };
    }
    case 'failed': {
      const said = order.transactions?.payments?.at(-1)?.status_detail ?? detail;
      return { outcome: 'refused', ...(refusals.get(said) ?? otherRefusal), card };
    }
    case 'canceled':
    // The older API's spelling.
    case 'cancelled':
    case 'expired':
      return { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };
  }
  return { outcome: 'unknown', cause: 'Mercado Pago told a status we do not know' };
}

/** Whether an order's page is still open. */
export function isOnPage(order: Order): boolean {
  return (
    order.status === 'created' ||
    (order.status === 'action_required' && onPage.has(order.status_detail ?? ''))
  );
}

function onItsPage(order: Order): AttemptOutcome {
  if (!order.checkout_url) return { outcome: 'unknown', cause: 'Mercado Pago told no address of its page' };
  return { outcome: 'challenge', url: order.checkout_url, handle: order.id };
}

/** An order that does not match the attempt is never accepted for it. */
export function faultOf(order: Order, { attemptId, amount }: AskedAttempt): string | null {
  if (order.external_reference !== attemptId) return 'Mercado Pago told of an order of another attempt';
  const isSame =
    (order.currency ?? amount.currency) === amount.currency &&
    fromWritten(order.total_amount, amount.currency) === amount.amountMinor;
  return isSame ? null : 'Mercado Pago told of an order over another amount';
}

/** The payment that succeeded, if any. */
export function paidPaymentOf(order: Order): Static<typeof OrderPayment> | null {
  const paid = ['processed', 'refunded', 'charged_back'];
  return order.transactions?.payments?.find(({ status }) => paid.includes(status)) ?? null;
}

/** The chargebacks of an order, by their ids at /v1/chargebacks. */
export function disputeIdsOf(order: Order): string[] {
  const chargebacks = order.transactions?.chargebacks ?? [];
  return chargebacks.flatMap(({ id, case_id }) => case_id ?? id ?? []);
}

type Refund = Static<typeof OrderRefund>;

/** The refund that was just made: the newest of that amount. */
export function madeRefundOf(refunds: readonly Refund[], paymentId: string, amount: Money): Refund | null {
  return refunds.findLast((refund) => isOver(refund, paymentId, amount)) ?? null;
}

function isOver(refund: Refund, paymentId: string, { amountMinor, currency }: Money): boolean {
  return (
    (refund.transaction_id ?? paymentId) === paymentId && fromWritten(refund.amount, currency) === amountMinor
  );
}

export function toRefundOutcome({ id, status }: Refund): RefundOutcome {
  switch (status) {
    case 'processed':
    case 'refunded':
      return { outcome: 'refunded', processorReference: id };
    case 'created':
    case 'processing':
    case 'action_required':
      return { outcome: 'pending', processorReference: id };
    case 'failed':
    case 'canceled':
    case 'cancelled':
    case 'expired':
      return { outcome: 'refused', reason: `refund_${status}` };
  }
  return { outcome: 'unknown', cause: 'Mercado Pago told a status of a refund that we do not know' };
}
