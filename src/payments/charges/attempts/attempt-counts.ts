import { takeLock } from '../../../base/db/locks.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { type AttemptedCard, windowMs } from '../cards/card-testing.ts';

/**
 * Serialises attempts with the same card or from the same address until the end of the transaction, so that the next
 * attempt counts these too, in any process. Cards are locked before addresses, each kind in sorted order, so that no
 * deadlock arises.
 */
export async function lockAttempts(tx: Tx, cards: Buffer[], addresses: Buffer[]): Promise<void> {
  await Promise.all([...cards, ...addresses].map((hash) => takeLock(tx, 'tries', hash.toString('hex'))));
}

/** Times of the card's unsuccessful attempts within the window. */
export async function attemptsWithCard(db: Db, cardFingerprint: Buffer, now: Date): Promise<Date[]> {
  const rows = await db<{ triedAt: Date }[]>`
    SELECT tried_at AS "triedAt"
      FROM card_tries
     WHERE card_fingerprint = ${cardFingerprint}
       AND tried_at > ${since(now)}
       AND is_approved IS NOT TRUE`;
  return rows.map(({ triedAt }) => triedAt);
}

/** The address's attempts within the window, by merchant and card. */
export async function attemptsFromAddress(
  db: Db,
  clientAddressHash: Buffer,
  now: Date,
): Promise<AttemptedCard[]> {
  return await db<AttemptedCard[]>`
    SELECT merchant_id AS "merchantId",
           coalesce(encode(card_fingerprint, 'hex'), charge_id::text) AS card,
           max(tried_at) FILTER (WHERE is_approved IS NOT TRUE) AS "triedAt",
           max(tried_at) FILTER (WHERE is_approved) AS "approvedAt"
      FROM card_tries
     WHERE client_address_hash = ${clientAddressHash}
       AND tried_at > ${since(now)}
     GROUP BY 1, 2`;
}

function since(now: Date): Date {
  return new Date(now.getTime() - windowMs);
}

/** The fields of an attempt that are counted. */
interface Tried {
  merchantId: string;
  id: string;
  chargeId: string;
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  createdAt: Date;
}

/** Counts each attempt for its card and for its address. */
export async function countAttempts(tx: Tx, attempts: readonly Tried[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    merchant_id: attempt.merchantId,
    attempt_id: attempt.id,
    charge_id: attempt.chargeId,
    card_fingerprint: attempt.cardFingerprint,
    client_address_hash: attempt.clientAddressHash,
    tried_at: attempt.createdAt,
  }));
  if (rows.length > 0) await tx`INSERT INTO card_tries ${tx(rows)}`;
}

/** Marks which attempts were approved. Attempts outside the window have no row any more. */
export async function decideAttempts(
  tx: Tx,
  merchantId: string,
  tries: readonly { id: string; isApproved: boolean }[],
): Promise<void> {
  if (tries.length === 0) return;
  const approved = tries.filter(({ isApproved }) => isApproved);
  await tx`
    UPDATE card_tries
       SET is_approved = attempt_id = ANY (${approved.map(({ id }) => id)}::uuid[])
     WHERE merchant_id = ${merchantId}
       AND attempt_id = ANY (${tries.map(({ id }) => id)}::uuid[])`;
}

/** Deletes attempts outside the window. */
export async function forgetAttempts(sql: Sql, now: Date): Promise<void> {
  await sql`
    DELETE FROM card_tries
     WHERE tried_at < ${since(now)}`;
}
