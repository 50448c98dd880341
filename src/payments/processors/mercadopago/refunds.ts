import type {
  PaidAttempt,
  RefundOutcome,
  RefundRequest,
  SeenRefund,
} from '../../charges/payment-processor.ts';
import { fromWritten, toWritten } from './amounts.ts';
import type { Failure } from './api.ts';
import type { Orders } from './order-calls.ts';
import { madeRefundOf, type Order, paidPaymentOf, toRefundOutcome } from './orders.ts';

/**
 * Statuses that mean that this refund cannot be made, with the reason as a code. After any other answer the refund is
 * requested again.
 */
const refusingStatuses = [400, 402, 409];
/** A 404 without one of these codes says nothing of the order. */
const missingCodes = ['order_not_found', 'transaction_not_found'];
/** Not about the refund: the call is under way, or the key was used for another. */
const otherCodes = new Set([
  'idempotency_key_already_used',
  'processor_communication_error',
  'post_processing_operation_pending',
]);

const unpaidStatuses = new Set(['created', 'action_required', 'failed', 'canceled', 'cancelled', 'expired']);
const unpaid = { outcome: 'refused', reason: 'nothing_was_paid' } as const;

/** Makes a refund, or reads the status of one that was requested before. */
export async function refund(orders: Orders, request: RefundRequest): Promise<RefundOutcome> {
  const { refundId, processorReference, amount, refundReference, isRepeat } = request;
  const order = await orders.read(processorReference);
  if ('cause' in order) return refusedOrUnknown(order);
  if (refundReference !== null) return tellOf(order.value, refundReference);

  const payment = paidPaymentOf(order.value);
  if (!payment)
    return unpaidStatuses.has(order.value.status) ? unpaid : unknown('Mercado Pago told of no payment');
  const transaction = { id: payment.id, amount: toWritten(amount) };
  const reply = await orders.refund(processorReference, refundId, transaction);
  if ('value' in reply) {
    const made = madeRefundOf(reply.value.transactions.refunds, payment.id, amount);
    return made ? toRefundOutcome(made) : unknown('Mercado Pago told of no such refund');
  }
  // Long after the first request the key may be forgotten: then Mercado Pago refuses a refund that it already made.
  const known = order.value.transactions?.refunds ?? [];
  const mayBeOurs = isRepeat && madeRefundOf(known, payment.id, amount) !== null;
  return mayBeOurs ? unknown(reply.cause) : refusedOrUnknown(reply);
}

/**
 * All refunds of an order, also those not made by us: Mercado Pago stores no id of ours with a refund. null: they could
 * not be read.
 */
export async function refundsOf(
  orders: Orders,
  { processorReference, currency }: PaidAttempt,
): Promise<SeenRefund[] | null> {
  const order = await orders.read(processorReference);
  if ('cause' in order) return null;
  const inCurrency = order.value.currency ?? currency;
  const seen = (order.value.transactions?.refunds ?? []).map((each): SeenRefund | null => {
    const { outcome } = toRefundOutcome(each);
    const amountMinor = fromWritten(each.amount, inCurrency);
    if (amountMinor === null || outcome === 'unknown') return null;
    return {
      reference: each.id,
      refundId: null,
      amount: { amountMinor, currency: inCurrency },
      status: outcome === 'refunded' ? 'succeeded' : outcome === 'pending' ? 'pending' : 'failed',
    };
  });
  return seen.every((refund) => refund !== null) ? seen : null;
}

function tellOf(order: Order, refundReference: string): RefundOutcome {
  const refund = order.transactions?.refunds?.find(({ id }) => id === refundReference);
  return refund ? toRefundOutcome(refund) : unknown('Mercado Pago does not tell of the refund any more');
}

function refusedOrUnknown({ cause, status, code }: Failure): RefundOutcome {
  const isRefusal =
    code !== null &&
    !otherCodes.has(code) &&
    (refusingStatuses.includes(status ?? 0) || missingCodes.includes(code));
  return isRefusal ? { outcome: 'refused', reason: code } : unknown(cause);
}

function unknown(cause: string) {
  return { outcome: 'unknown', cause } as const;
}
