import { takeLock } from '../../../base/db/locks.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { type AttemptedCard, windowMs } from '../cards/card-testing.ts';

/**
 * One try at a time with a card and from an address, from here to the end of the transaction: the next one counts these
 * too, in whichever process it is. Cards go first, and each kind comes in its order, so that no two wait for each other.
 */
export async function lockAttempts(tx: Tx, cards: Buffer[], addresses: Buffer[]): Promise<void> {
  await Promise.all([...cards, ...addresses].map((hash) => takeLock(tx, 'tries', hash.toString('hex'))));
}

/** When the card was tried without success, in the time that counts. */
export async function attemptsWithCard(db: Db, cardFingerprint: Buffer, now: Date): Promise<Date[]> {
  const rows = await db<{ triedAt: Date }[]>`
    SELECT tried_at AS "triedAt"
      FROM card_tries
     WHERE card_fingerprint = ${cardFingerprint}
       AND tried_at > ${since(now)}
       AND is_approved IS NOT TRUE`;
  return rows.map(({ triedAt }) => triedAt);
}

/** What came from the address in the time that counts, by merchant and card. */
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

/** What counts of an attempt. */
interface Tried {
  merchantId: string;
  id: string;
  chargeId: string;
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  createdAt: Date;
}

/** Counts each attempt as a try of its card and from its address. */
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

/** Of those that are so old that they no longer count, nothing is kept. */
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

/** Tries that no longer count. */
export async function forgetAttempts(sql: Sql, now: Date): Promise<void> {
  await sql`
    DELETE FROM card_tries
     WHERE tried_at < ${since(now)}`;
}
