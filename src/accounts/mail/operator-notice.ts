import { firstId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { queueMail } from './queue-mail.ts';

/** Mail to the operator belongs to no merchant. */
export const operatorId = firstId;

/** Queues a mail to the operator of the installation, in the transaction of the event that it reports. */
export async function queueOperatorMail(
  tx: Tx,
  mail: { recipient: string; subject: string; text: string },
): Promise<void> {
  await queueMail(tx, { merchantId: operatorId, kind: 'operator_alarm', ...mail });
}
