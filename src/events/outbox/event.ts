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

/** A notification for a merchant, with the exact bytes of the body. */
export interface NewEvent {
  merchantId: string;
  subject: 'charge' | 'crypto_order' | 'payout' | 'settlement' | 'test';
  subjectId: string;
  status: EventStatus;
  /** null: the account's webhook URL at the time of sending. */
  url: string | null;
  body: string;
  createdAt: Date;
  /** The trace of its delivery. Absent: the caller's. */
  traceparent?: string | null;
  /** The id of the request that caused it. Absent: the caller's. */
  requestId?: string | null;
}
