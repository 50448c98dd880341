import { newId } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';

export interface WrittenMail {
  merchantId: string;
  kind: 'operator_alarm' | 'payout_code' | 'payout_tried';
  recipient: string;
  subject: string;
  text: string;
}

/** Queues a mail in the transaction of what it tells of. */
export async function queueMail(tx: Tx, mail: WrittenMail): Promise<void> {
  await tx`
    INSERT INTO mails (merchant_id, id, kind, status, recipient, subject, body, due_at)
    VALUES (${mail.merchantId}, ${newId()}, ${mail.kind}, 'queued', ${mail.recipient}, ${mail.subject}, ${mail.text},
            now())`;
}
