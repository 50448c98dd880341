import { collectingMail } from '../../../accounts/mail/collect-mail.ts';
import { refusedClaimMail } from '../../../accounts/mail/store.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Payout } from '../store.ts';
import { markCodeRefused } from './claim-store.ts';

/**
 * A payout whose recipient gets no code, or no claim URL of a refund: the address's mail server permanently refused it.
 */
export interface RefusedCode {
  payoutId: string;
  merchantIdCustom: string | null;
  /** US cents. */
  amountMinor: bigint;
  email: string;
  refusedAt: Date;
  /** The mail server's answer. */
  refusal: string;
}

/**
 * Marks a payout's code as refused and queues a mail to its merchant, in the transaction that records the refusal. No
 * webhook reports it: the contract's payout statuses are pending, success and failed, and none applies.
 */
export async function noteRefusedCode(
  tx: Tx,
  mail: { merchantId: string; mailId: string; payoutId: string; cause: string },
): Promise<void> {
  const { merchantId, mailId, payoutId } = mail;
  const isCode = await markCodeRefused(tx, mail, mail.cause);
  const isLink = (await refusedClaimMail(tx, { merchantId, id: payoutId }))?.id === mailId;
  if (isCode || isLink) await collectingMail(tx, merchantId, 'payout_codes_refused');
}

/** Which of these wait for another address. Uses the index of refused codes, of which there are few. */
export async function refusedAmong(db: Db, payouts: Pick<Payout, 'id' | 'status'>[]): Promise<Set<string>> {
  const open = payouts.filter(({ status }) => status === 'open').map(({ id }) => id);
  if (open.length === 0) return new Set();
  const rows = await db<{ id: string }[]>`
    SELECT payout_id AS id
      FROM payout_claims
     WHERE refused_at IS NOT NULL
       AND payout_id = ANY (${open}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** A merchant's payouts that still wait for another address, newest first, and their total number. */
export async function refusedCodes(
  db: Db,
  merchantId: string,
  limit: number,
): Promise<{ codes: RefusedCode[]; total: number }> {
  const refused = db`
      FROM (
        SELECT merchant_id, payout_id, refused_at, refusal
          FROM payout_claims
         WHERE refused_at IS NOT NULL
         UNION ALL
        SELECT merchant_id, payout_id, created_at, last_error
          FROM mails
         WHERE kind = 'refund_link'
           AND status = 'rejected'
           AND NOT EXISTS (
                 SELECT
                   FROM mails AS newer
                  WHERE newer.merchant_id = mails.merchant_id
                    AND newer.payout_id = mails.payout_id
                    AND newer.kind = 'refund_link'
                    AND newer.created_at > mails.created_at)
      ) AS refused
      JOIN payouts AS payout ON payout.merchant_id = refused.merchant_id AND payout.id = refused.payout_id
     WHERE refused.merchant_id = ${merchantId}
       AND payout.status = 'open'`;
  const codes = await db<RefusedCode[]>`
    SELECT payout.id AS "payoutId", merchant_id_custom AS "merchantIdCustom", amount_minor AS "amountMinor", email,
           refused_at AS "refusedAt", refusal
      ${refused}
     ORDER BY payout.id DESC
     LIMIT ${limit}`;
  const [count] = await db<{ total: number }[]>`
    SELECT count(*)::int AS total
      ${refused}`;
  return { codes, total: count?.total ?? 0 };
}
