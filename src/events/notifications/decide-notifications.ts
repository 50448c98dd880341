import type { Facts, NewNotification, NotificationKind, Outcome } from './notification.ts';

/** An event as it is stored. */
export interface ReadEvent {
  merchantId: string;
  id: string;
  subject: string;
  subjectId: string;
  status: string;
  body: string;
  createdAt: Date;
}

/** The fields of the payloads (docs/integrate/webhooks.md) that matter here. */
interface Payload {
  totalAmount?: number;
  capturedAmount?: number;
  refundedAmount?: number;
  currency?: string;
  numeroOrden?: string;
  amount?: string;
  cryptoAmount?: string;
  merchantIdCustom?: string;
  refundId?: string;
  refundStatus?: string;
  refundAmount?: number;
  refundOf?: string;
  disputeId?: string;
  disputeStatus?: string;
  disputedAmount?: number;
  disputedCurrency?: string;
  evidenceDueAt?: string;
  closingKind?: string;
  closingStatus?: string;
  authorizationNotice?: string;
  warning?: string;
  undecided?: string;
  secondPayment?: boolean;
  strays?: readonly unknown[];
  orderId?: string;
}

interface Told {
  kind: NotificationKind;
  outcome: Outcome;
  facts: Facts;
}

/** What an event notifies people of; null: of nothing. */
export function decideNotification(event: ReadEvent): NewNotification | null {
  const { merchantId, id, subject, subjectId, status, createdAt } = event;
  const payload = JSON.parse(event.body) as Payload;
  const told =
    subject === 'settlement'
      ? ofSettlement(status, payload)
      : subject === 'payout'
        ? ofPayout(status, payload)
        : subject === 'charge' || subject === 'crypto_order'
          ? ofPayment(status, payload)
          : null;
  if (!told) return null;
  if (told.kind === 'chargeback' && payload.disputeId) {
    return { merchantId, causeId: id, page: 'disputes', subjectId: payload.disputeId, createdAt, ...told };
  }
  const page = subject === 'settlement' ? 'settlements' : subject === 'payout' ? 'payouts' : 'payments';
  return { merchantId, causeId: id, page, subjectId, createdAt, ...told };
}

const outcomesOfDispute: Readonly<Record<string, Outcome>> = {
  inquiry: 'dispute_inquiry',
  open: 'dispute_open',
  won: 'dispute_won',
  lost: 'dispute_lost',
};

function ofPayment(status: string, payload: Payload): Told | null {
  const { warning, evidenceDueAt } = payload;
  const price = factsOf(payload.totalAmount ?? payload.amount, payload.currency ?? 'USD', payload);
  const dispute = payload.disputeId && outcomesOfDispute[payload.disputeStatus ?? ''];
  if (dispute) {
    const facts = factsOf(payload.disputedAmount, payload.disputedCurrency, payload);
    return { kind: 'chargeback', outcome: dispute, facts: { ...facts, ...until(evidenceDueAt) } };
  }
  if (warning === 'late_payment') return { kind: 'other_money', outcome: 'late_payment', facts: price };
  if (warning) {
    const outcome = warning === 'fraud' ? 'fraud_warning' : 'claim';
    return { kind: 'chargeback', outcome, facts: price };
  }
  // The customer named a bank account: the merchant has a mail about it.
  if (payload.refundId && payload.refundStatus === 'pending') return null;
  if (payload.refundId) {
    const outcome = payload.refundStatus === 'failed' ? 'refund_failed' : 'refunded';
    // Events of former versions do not name the amount.
    const facts = factsOf(payload.refundAmount, payload.currency, payload);
    return { kind: 'refund', outcome, facts };
  }
  if (status === 'partially_refunded' || status === 'refunded') {
    return { kind: 'refund', outcome: 'refunded', facts: factsOf(undefined, undefined, payload) };
  }
  if (payload.secondPayment) return { kind: 'other_money', outcome: 'second_payment', facts: price };
  const waits = Number(payload.undecided ?? 0) > 0;
  if (status === 'pending') {
    if (payload.strays?.length) return { kind: 'other_money', outcome: 'astray', facts: price };
    return waits ? { kind: 'other_money', outcome: 'undecided', facts: price } : null;
  }
  if (status !== 'approved' && status !== 'success') return null;
  if (payload.authorizationNotice || payload.closingStatus === 'failed') return null;
  const captured = factsOf(payload.capturedAmount, payload.currency, payload);
  const facts = payload.capturedAmount === undefined ? price : captured;
  return { kind: 'sale', outcome: waits ? 'sale_with_question' : 'sale', facts };
}

function ofPayout(status: string, payload: Payload): Told | null {
  if (status !== 'success' && status !== 'failed') return null;
  const facts = factsOf(payload.cryptoAmount, payload.currency, {
    numeroOrden: payload.merchantIdCustom ?? '',
  });
  const isDone = status === 'success';
  return payload.refundOf
    ? { kind: 'refund', outcome: isDone ? 'refunded' : 'refund_failed', facts }
    : { kind: 'payout', outcome: isDone ? 'payout_success' : 'payout_failed', facts };
}

function ofSettlement(status: string, payload: Payload): Told {
  return {
    kind: 'settlement',
    outcome: status as Extract<Outcome, `settlement_${string}`>,
    facts: factsOf(payload.amount, payload.currency, {}),
  };
}

function factsOf(
  amount: number | string | undefined,
  currency: string | undefined,
  { numeroOrden = '' }: Pick<Payload, 'numeroOrden'>,
): Facts {
  return {
    ...(amount !== undefined && currency !== undefined && { amount: String(amount), currency }),
    ...(numeroOrden !== '' && { orderNumber: numeroOrden }),
  };
}

function until(time: string | undefined): Pick<Facts, 'until'> {
  return time === undefined ? {} : { until: time };
}
