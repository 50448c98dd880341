import { newId } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';

/** Mail to the operator belongs to no merchant. */
const operatorId = '00000000-0000-0000-0000-000000000000';

/** Queues a mail to whoever runs the installation, in the transaction of what it tells of. */
export async function queueOperatorMail(
  tx: Tx,
  mail: { recipient: string; subject: string; text: string },
): Promise<void> {
  await tx`
    INSERT INTO mails (merchant_id, id, kind, status, recipient, subject, body, due_at)
    VALUES (${operatorId}, ${newId()}, 'operator_alarm', 'queued', ${mail.recipient}, ${mail.subject}, ${mail.text},
            now())`;
}
