import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import type { Receipt } from './receipt-text.ts';
import { receiptMail } from './receipt-text.ts';
import { receiptSenders } from './store.ts';

/** A receipt to send, if its merchant has receipts enabled. */
export interface DueReceipt extends Receipt {
  merchantId: string;
  /** The payment or refund: it causes at most one mail, even if the event repeats. */
  causeId: string;
  /** null or empty: no recipient. */
  recipient: string | null;
  /** null: the merchant's language. */
  language: Language | null;
}

/** Queues receipts for customers in the transaction of the payments or refunds. */
export async function queueReceipts(tx: Tx, due: DueReceipt[]): Promise<void> {
  const addressed = due.filter(({ recipient }) => recipient);
  if (addressed.length === 0) return;
  const senders = await receiptSenders(tx, [...new Set(addressed.map(({ merchantId }) => merchantId))]);
  const rows = addressed.flatMap((receipt) => {
    const sender = senders.get(receipt.merchantId);
    if (!sender) return [];
    const mail = receiptMail(receipt.language ?? sender.language, receipt, sender);
    return {
      merchant_id: receipt.merchantId,
      id: newId(),
      kind: `${receipt.kind}_receipt`,
      status: 'queued',
      recipient: receipt.recipient,
      subject: mail.subject,
      body: mail.text,
      html: mail.html,
      cause_id: receipt.causeId,
      due_at: receipt.at,
    };
  });
  if (rows.length === 0) return;
  await tx`
    INSERT INTO mails ${tx(rows)}
        ON CONFLICT (merchant_id, kind, cause_id) WHERE cause_id IS NOT NULL DO NOTHING`;
}
