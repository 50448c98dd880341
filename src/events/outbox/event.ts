/** What an event can tell: the statuses that payments and settlements are announced in. */
export const eventStatuses = [
  'approved',
  'declined',
  'canceled',
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
  // Of a sample, which tells of nothing that happened.
  'test',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** Something a merchant is to be told, with the exact bytes of the body. */
export interface NewEvent {
  merchantId: string;
  subject: 'charge' | 'crypto_order' | 'payout' | 'settlement' | 'test';
  subjectId: string;
  status: EventStatus;
  /** null: the account's webhook URL at the time of sending. */
  url: string | null;
  body: string;
  createdAt: Date;
  /** The trace that its delivery belongs to. Absent: that of the caller. */
  traceparent?: string | null;
  /** Of the request that led to it. Absent: that of the caller. */
  requestId?: string | null;
}
