/** The statuses of payments and settlements that an event announces. */
export const eventStatuses = [
  'authorized',
  'approved',
  'declined',
  'canceled',
  'voided',
  'expired',
  'partially_refunded',
  'refunded',
  'charged_back',
  'pending',
  'success',
  'failed',
  'settlement_paid',
  'settlement_refused',
  'settlement_returned',
  // For a sample event, which announces nothing real.
  'test',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** What happened, by subject. Types are only added: receivers filter by them. */
export const eventTypes = [
  'charge.pending',
  'charge.authorized',
  'charge.approved',
  'charge.declined',
  'charge.canceled',
  'charge.voided',
  'charge.expired',
  // Fraud, a claim, or money that arrived after the charge had ended.
  'charge.warning',
  // Money came late, short, twice or elsewhere; a person decides about it.
  'charge.unexpected_money',
  'authorization.expiring',
  'capture.failed',
  'void.failed',
  'refund.pending',
  'refund.succeeded',
  'refund.failed',
  'dispute.inquiry',
  'dispute.open',
  'dispute.won',
  'dispute.lost',
  'order.pending',
  'order.success',
  'order.failed',
  'order.unexpected_money',
  'payout.pending',
  'payout.success',
  'payout.failed',
  'settlement.paid',
  'settlement.refused',
  'settlement.returned',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A notification for a merchant. */
export interface NewEvent {
  merchantId: string;
  subject: 'charge' | 'crypto_order' | 'payout' | 'settlement' | 'test';
  subjectId: string;
  status: EventStatus;
  type: EventType;
  /** null: the account's webhook URL at the time of sending. */
  url: string | null;
  /** A further endpoint that alone gets it, for its test event. */
  endpointId?: string;
  /** The payload, for JSON; its type and its id are added when it is recorded. */
  notice: object;
  createdAt: Date;
  /** The trace of its delivery. Absent: the caller's. */
  traceparent?: string | null;
  /** The id of the request that caused it. Absent: the caller's. */
  requestId?: string | null;
}
