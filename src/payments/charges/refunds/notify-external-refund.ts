import type { Tx } from '../../../base/db/pool.ts';
import { announceStatus } from '../announce.ts';
import type { Attempt, Charge } from '../charge.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { externalRefundMail } from '../merchant-mail-text.ts';
import { refundCause } from './refund-cause.ts';
import type { Refund } from './refund-store.ts';

/** Notifies the merchant by an event and a mail of a refund that was not requested here. */
export async function notifyExternalRefund(
  tx: Tx,
  charge: Charge,
  attempt: Attempt,
  refund: Pick<Refund, 'id' | 'amountMinor' | 'origin' | 'reason'>,
  now: Date,
): Promise<void> {
  const amount = { ...charge.amount, amountMinor: refund.amountMinor };
  await announceStatus(tx, [charge], charge.status, now, refundCause(charge, refund, 'succeeded'));
  await mailMerchant(tx, charge.merchantId, 'external_refund', (words) =>
    externalRefundMail({ charge, amount, processor: attempt.processor }, words),
  );
}
