import { takeLock } from '../db/locks.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import { type RecentTries, type TriedCard, windowMs } from './card-testing.ts';

/** A try of a card, as long as it counts against testing. */
export interface NewTry {
  merchantId: string;
  attemptId: string;
  chargeId: string;
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  triedAt: Date;
}

/**
 * One try at a time with a card and from an address, from here to the end of the transaction: the next one counts this
 * one too, in whichever process it is. Always in this order, so that no two wait for each other.
 */
export async function lockTries(
  tx: Tx,
  cardFingerprint: Buffer | null,
  clientAddressHash: Buffer,
): Promise<void> {
  for (const hash of [cardFingerprint, clientAddressHash]) {
    if (hash) await takeLock(tx, 'tries', hash.toString('hex'));
  }
}

/** What was tried in the time that counts with this card, and from this address. */
export async function recentTries(
  db: Db,
  cardFingerprint: Buffer | null,
  clientAddressHash: Buffer,
  now: Date,
): Promise<RecentTries> {
  const since = new Date(now.getTime() - windowMs);
  const withCard = await db<{ triedAt: Date }[]>`
    SELECT tried_at AS "triedAt"
      FROM card_tries
     WHERE card_fingerprint = ${cardFingerprint}
       AND tried_at > ${since}
       AND is_approved IS NOT TRUE`;
  const fromAddress = await db<TriedCard[]>`
    SELECT merchant_id AS "merchantId",
           coalesce(encode(card_fingerprint, 'hex'), charge_id::text) AS card,
           max(tried_at) FILTER (WHERE is_approved IS NOT TRUE) AS "triedAt",
           max(tried_at) FILTER (WHERE is_approved) AS "approvedAt"
      FROM card_tries
     WHERE client_address_hash = ${clientAddressHash}
       AND tried_at > ${since}
     GROUP BY 1, 2`;
  return { withCard: withCard.map(({ triedAt }) => triedAt), fromAddress };
}

export async function insertTry(tx: Tx, made: NewTry): Promise<void> {
  await tx`
    INSERT INTO card_tries (merchant_id, attempt_id, charge_id, card_fingerprint, client_address_hash, tried_at)
    VALUES (${made.merchantId}, ${made.attemptId}, ${made.chargeId}, ${made.cardFingerprint},
            ${made.clientAddressHash}, ${made.triedAt})`;
}

/** Nothing where it is so old that it no longer counts. */
export async function decideTry(
  tx: Tx,
  attempt: { merchantId: string; id: string },
  isApproved: boolean,
): Promise<void> {
  await tx`
    UPDATE card_tries
       SET is_approved = ${isApproved}
     WHERE merchant_id = ${attempt.merchantId}
       AND attempt_id = ${attempt.id}`;
}

/** Tries that no longer count. */
export async function forgetTries(sql: Sql, now: Date): Promise<void> {
  await sql`
    DELETE FROM card_tries
     WHERE tried_at < ${new Date(now.getTime() - windowMs)}`;
}
