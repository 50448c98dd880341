import type { Tx } from '../db/pool.ts';
import { queueMail } from './queue-mail.ts';

/** Mail to the operator belongs to no merchant. */
export const operatorId = '00000000-0000-0000-0000-000000000000';

/** Queues a mail to whoever runs the installation, in the transaction of what it tells of. */
export async function queueOperatorMail(
  tx: Tx,
  mail: { recipient: string; subject: string; text: string },
): Promise<void> {
  await queueMail(tx, { merchantId: operatorId, kind: 'operator_alarm', ...mail });
}
