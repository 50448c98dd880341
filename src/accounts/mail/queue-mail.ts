import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';

export interface WrittenMail {
  merchantId: string;
  kind:
    | 'operator_alarm'
    | 'payout_code'
    | 'payout_tried'
    | 'settlement'
    | 'account_change'
    | 'new_destination'
    | 'approval'
    | 'role_given'
    | 'external_refund'
    | 'authorization'
    | 'payment_reversed'
    | 'payment_astray'
    | 'dispute'
    | 'card_case'
    | 'payment_warning'
    | 'contact_refused'
    | 'notification';
  recipient: string;
  subject: string;
  text: string;
  html?: string;
  /** The payout whose code it carries. */
  payoutId?: string;
}

/** Mails that carry a secret or may become unnecessary: they are written when they are sent, and not stored. */
export type UnwrittenKind =
  | 'refund_link'
  | 'bank_refund'
  | 'voucher_reminder'
  | 'person_link'
  | 'invoice'
  | 'invoice_reminder';

/** Queues such a mail in the transaction of the event that it reports. */
export async function queueUnwritten(
  tx: Tx,
  mail: { merchantId: string } & (
    | { kind: 'refund_link'; payoutId: string }
    | { kind: Exclude<UnwrittenKind, 'refund_link'>; causeId: string }
  ),
): Promise<void> {
  const payoutId = 'payoutId' in mail ? mail.payoutId : null;
  const causeId = 'causeId' in mail ? mail.causeId : null;
  await tx`
    INSERT INTO mails (merchant_id, id, kind, status, payout_id, cause_id, due_at)
    VALUES (${mail.merchantId}, ${newId()}, ${mail.kind}, 'queued', ${payoutId}, ${causeId}, now())`;
}

/** Queues reminders to be written at their time. A cause is reminded of once. */
export async function queueReminders(
  tx: Tx,
  due: readonly { merchantId: string; causeId: string; dueAt: Date }[],
): Promise<void> {
  if (due.length === 0) return;
  const rows = due.map(({ merchantId, causeId, dueAt }) => ({
    merchant_id: merchantId,
    id: newId(),
    kind: 'voucher_reminder' satisfies UnwrittenKind,
    status: 'queued',
    cause_id: causeId,
    due_at: dueAt,
  }));
  await tx`
    INSERT INTO mails ${tx(rows)}
        ON CONFLICT (merchant_id, kind, cause_id) WHERE cause_id IS NOT NULL DO NOTHING`;
}

/** Queues a mail in the transaction of the event that it reports, and returns its id. */
export async function queueMail(tx: Tx, mail: WrittenMail): Promise<string> {
  const id = newId();
  await tx`
    INSERT INTO mails (merchant_id, id, kind, status, recipient, subject, body, html, payout_id, due_at)
    VALUES (${mail.merchantId}, ${id}, ${mail.kind}, 'queued', ${mail.recipient}, ${mail.subject}, ${mail.text},
            ${mail.html ?? null}, ${mail.payoutId ?? null}, now())`;
  return id;
}
