import { firstId as operatorId } from '../../base/db/ids.ts';
import { unleased } from '../../base/db/leases.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import { brandColumns, type MailBrand } from './brand.ts';

/** A payout usually has a handful; a person with its claim token can request some more. */
const shownCodeMails = 50;

export interface QueuedMail {
  merchantId: string;
  id: string;
  kind: string;
  status: 'collecting' | 'queued';
  recipient: string | null;
  subject: string | null;
  body: string | null;
  html: string | null;
  /** The payout whose code it carries. */
  payoutId: string | null;
  /** The cause of the mail; each causes one mail. */
  causeId: string | null;
  tries: number;
}

/** An unsent mail held under this lease. */
export async function findLeasedMail(
  db: Db,
  merchantId: string,
  id: string,
  leaseToken: string,
): Promise<QueuedMail | null> {
  const [row] = await db<QueuedMail[]>`
    SELECT merchant_id AS "merchantId", id, kind, status, recipient, subject, body, html, payout_id AS "payoutId",
           cause_id AS "causeId", tries
      FROM mails
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND lease_token = ${leaseToken}
       AND status IN ('collecting', 'queued')`;
  return row ?? null;
}

/** Ends the collecting, so that later failures go into another mail. Other transactions wait here. */
export async function closeCollecting(tx: Tx, merchantId: string, id: string): Promise<void> {
  await tx`
    UPDATE mails
       SET status = 'queued'
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export async function writeMail(
  tx: Tx,
  merchantId: string,
  id: string,
  mail: { recipient: string; subject: string; text: string },
): Promise<void> {
  await tx`
    UPDATE mails
       SET recipient = ${mail.recipient},
           subject = ${mail.subject},
           body = ${mail.text}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** Removes a mail that no longer has a recipient. */
export async function dropMail(tx: Tx, merchantId: string, id: string): Promise<void> {
  await tx`
    DELETE FROM mails
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export type CodeMailStatus = 'queued' | 'sent' | 'rejected';

/** The sent and queued mails with codes of a payout. */
export async function codeMails(
  db: Db,
  payout: { merchantId: string; id: string },
): Promise<{ at: Date; recipient: string; status: CodeMailStatus; error: string | null }[]> {
  return await db`
    SELECT created_at AS at, recipient, status, last_error AS error
      FROM mails
     WHERE merchant_id = ${payout.merchantId}
       AND payout_id = ${payout.id}
       AND kind = 'payout_code'
     ORDER BY id
     LIMIT ${shownCodeMails}`;
}

/** The mail server's words if it permanently refused the newest mail with a refund's claim; null: it did not. */
export async function refusedClaimMail(
  db: Db,
  refund: { merchantId: string; id: string },
): Promise<{ id: string; at: Date; answer: string } | null> {
  const [newest] = await db<{ id: string; at: Date; status: string; answer: string }[]>`
    SELECT id, created_at AS at, status, coalesce(last_error, '') AS answer
      FROM mails
     WHERE merchant_id = ${refund.merchantId}
       AND payout_id = ${refund.id}
       AND kind = 'refund_link'
     ORDER BY created_at DESC, id DESC
     LIMIT 1`;
  return newest?.status === 'rejected' ? newest : null;
}

/** Removes queued mails with a code of this payout. A mail already on its way to the mail server is still sent. */
export async function dropCodeMails(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  await tx`
    DELETE FROM mails
     WHERE (merchant_id, id) IN (
             SELECT merchant_id, id
               FROM mails
              WHERE merchant_id = ${merchantId}
                AND payout_id = ${payoutId}
                AND status = 'queued'
                AND (lease_until IS NULL OR lease_until < now())
                -- The transaction that records a refusal holds the mail and wants the claim; we hold the claim and must
                -- not wait.
                FOR UPDATE SKIP LOCKED)`;
}

/** False: the lease expired, and another worker records the outcome. */
export async function recordMailResult(
  db: Db,
  mail: { merchantId: string; id: string; leaseToken: string },
  result: { status: 'sent' | 'rejected' | 'queued'; error: string | null; retryInSeconds: number },
): Promise<boolean> {
  const recorded = await db`
    UPDATE mails
       SET status = ${result.status},
           tries = tries + 1,
           last_error = ${result.error},
           sent_at = ${result.status === 'sent' ? db`now()` : db`NULL`},
           -- A code is stored only as a hash; once its mail is sent the text is removed too. A receipt only repeats
           -- stored data.
           body = CASE
                    WHEN kind IN ('payout_code', 'payment_receipt', 'refund_receipt') AND ${result.status} <> 'queued'
                    THEN NULL ELSE body
                  END,
           html = CASE WHEN ${result.status} = 'queued' THEN html END,
           due_at = now() + make_interval(secs => ${result.retryInSeconds}),
           ${unleased(db)}
     WHERE merchant_id = ${mail.merchantId}
       AND id = ${mail.id}
       AND lease_token = ${mail.leaseToken}
    RETURNING id`;
  return recorded.length > 0;
}

/** Since when the operator's own address refuses mail; null: it accepted the last one, or none was sent. */
export async function operatorRefusedAt(db: Db): Promise<Date | null> {
  const [newest] = await db<{ status: string; at: Date }[]>`
    SELECT status, created_at AS at
      FROM mails
     WHERE merchant_id = ${operatorId}
       AND kind = 'operator_alarm'
       AND status IN ('sent', 'rejected')
     ORDER BY created_at DESC
     LIMIT 1`;
  return newest?.status === 'rejected' ? newest.at : null;
}

/** A larger logo is not attached: each mail carries it, and mail servers have limits. */
const maxLogoBytes = 100 * 1024;

/** The image that is attached to a merchant's mails. */
export async function findMailLogo(
  db: Db,
  merchantId: string,
): Promise<{ mediaType: string; content: Buffer } | null> {
  const [logo] = await db<{ mediaType: string; content: Buffer }[]>`
    SELECT media_type AS "mediaType", content
      FROM merchant_logos
     WHERE merchant_id = ${merchantId}
       AND octet_length(content) <= ${maxLogoBytes}`;
  return logo ?? null;
}

/** The merchants among these that send receipts, and their settings for it. */
export async function receiptSenders(
  db: Db,
  merchantIds: string[],
): Promise<Map<string, MailBrand & { language: Language }>> {
  const rows = await db<(MailBrand & { id: string; language: Language })[]>`
    SELECT id, language, ${db.unsafe(brandColumns)}
      FROM merchants
     WHERE id = ANY (${merchantIds}::uuid[])
       -- A merchant older than the setting lacks it: on.
       AND settings -> 'receipts' IS DISTINCT FROM 'false'`;
  return new Map(rows.map(({ id, ...sender }) => [id, sender]));
}
