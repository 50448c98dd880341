import { newId } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';

/** Something a merchant is to be told, with the exact bytes of the body. */
export interface NewEvent {
  merchantId: string;
  subject: 'charge';
  subjectId: string;
  status: string;
  /** null: the account's webhook URL at the time of sending. */
  url: string | null;
  body: string;
  createdAt: Date;
}

/** Records events in the transaction of the change they tell of: both commit, or neither. */
export async function appendEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    merchant_id: event.merchantId,
    id: newId(),
    subject: event.subject,
    subject_id: event.subjectId,
    status: event.status,
    url: event.url,
    body: event.body,
    created_at: event.createdAt,
  }));
  await tx`INSERT INTO events ${tx(rows)}`;
}
