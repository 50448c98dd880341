import { queueUnwritten } from '../../accounts/mail/queue-mail.ts';
import { newIdOf } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import type { PaymentLink } from './payment-link.ts';
import { insertMailing, type Mailing } from './store.ts';

/** Queues an invoice or its reminder to the customer, in the transaction of its cause. */
export async function mailInvoice(
  tx: Tx,
  link: PaymentLink,
  kind: Mailing['kind'],
  now: Date,
): Promise<void> {
  const { merchantId } = link;
  const id = newIdOf(merchantId);
  await insertMailing(tx, merchantId, { id, linkId: link.id, kind, createdAt: now });
  await queueUnwritten(tx, { merchantId, kind, causeId: id });
}
