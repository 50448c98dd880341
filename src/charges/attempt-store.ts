import { firstIdAt, idTimeMs } from '../db/ids.ts';
import { unleased } from '../db/leases.ts';
import { takeLock } from '../db/locks.ts';
import type { Db, Tx } from '../db/pool.ts';
import { unpack } from './archive/document.ts';
import type { RecentTries, TriedCard } from './card-testing.ts';
import { type Attempt, type AttemptDecision, type CardSummary, chargeLifetimeMs } from './charge.ts';

interface AttemptRow extends Omit<Attempt, 'card'> {
  cardBrand: string | null;
  cardFirst6: string | null;
  cardLast4: string | null;
}

const attemptColumns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", status, processor,
  processor_reference AS "processorReference", refusal, challenge_url AS "challengeUrl",
  card_brand AS "cardBrand", card_first6 AS "cardFirst6", card_last4 AS "cardLast4",
  inquiries, created_at AS "createdAt"`;

function toAttempt({ cardBrand, cardFirst6, cardLast4, ...row }: AttemptRow): Attempt {
  const card: CardSummary | null =
    cardBrand !== null && cardFirst6 !== null && cardLast4 !== null
      ? { brand: cardBrand, first6: cardFirst6, last4: cardLast4 }
      : null;
  return { ...row, card };
}

export interface NewAttempt {
  merchantId: string;
  id: string;
  chargeId: string;
  processor: string;
  card: CardSummary | null;
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  createdAt: Date;
  dueAt: Date;
}

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<void> {
  await tx`
    INSERT INTO attempts (
      merchant_id, id, charge_id, processor, card_brand, card_first6, card_last4,
      card_fingerprint, client_address_hash, created_at, due_at)
    VALUES (
      ${attempt.merchantId}, ${attempt.id}, ${attempt.chargeId}, ${attempt.processor},
      ${attempt.card?.brand ?? null}, ${attempt.card?.first6 ?? null}, ${attempt.card?.last4 ?? null},
      ${attempt.cardFingerprint}, ${attempt.clientAddressHash}, ${attempt.createdAt}, ${attempt.dueAt})`;
}

export async function findAttempt(db: Db, merchantId: string, id: string): Promise<Attempt | null> {
  const [row] = await db<AttemptRow[]>`
    SELECT ${db.unsafe(attemptColumns)}
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ? toAttempt(row) : null;
}

/** In the order of time, also those of an archived charge. */
export async function attemptsOf(db: Db, merchantId: string, chargeId: string): Promise<Attempt[]> {
  // In one statement: it sees a charge that is on its way in one place.
  const rows = await db<(AttemptRow & { document: Buffer | null })[]>`
    SELECT ${db.unsafe(attemptColumns)}, NULL::bytea AS document
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     UNION ALL
    SELECT ${db.unsafe(attemptColumns)}, document
      FROM (SELECT document
              FROM archived_charges
             WHERE merchant_id = ${merchantId}
               AND id = ${chargeId}) AS kept
     CROSS JOIN jsonb_populate_record(NULL::attempts, '{}')
     ORDER BY "createdAt"`;
  const document = rows.at(-1)?.document ?? null;
  const found =
    document === null
      ? rows
      : await db<AttemptRow[]>`
          SELECT ${db.unsafe(attemptColumns)}
            FROM jsonb_array_elements(${unpack(document)}::jsonb -> 'attempts') AS kept (attempt)
           CROSS JOIN LATERAL jsonb_populate_record(
             NULL::attempts,
             kept.attempt || jsonb_build_object('merchant_id', ${merchantId}::uuid, 'charge_id', ${chargeId}::uuid))
           ORDER BY created_at`;
  return found.map(({ document: _, ...row }: AttemptRow & { document?: unknown }) => toAttempt(row));
}

export async function saveAttempt(
  tx: Tx,
  attempt: Attempt,
  decision: AttemptDecision['attempt'],
  now: Date,
): Promise<void> {
  const resolved = decision.status === 'approved' || decision.status === 'refused';
  await tx`
    UPDATE attempts
       SET status = ${decision.status},
           refusal = ${decision.refusal},
           processor_reference = ${decision.processorReference},
           challenge_url = ${decision.challengeUrl},
           due_at = ${decision.dueAt},
           ${unleased(tx)},
           inquiries = inquiries + 1,
           resolved_at = ${resolved ? now : null}
     WHERE merchant_id = ${attempt.merchantId}
       AND id = ${attempt.id}`;
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

/** What was tried since then with this card, and from this address. Each half of a union has an index of its own. */
export async function recentTries(
  db: Db,
  cardFingerprint: Buffer | null,
  clientAddressHash: Buffer,
  since: Date,
): Promise<RecentTries> {
  const withCard = await db<{ createdAt: Date }[]>`
    SELECT created_at AS "createdAt"
      FROM attempts
     WHERE card_fingerprint = ${cardFingerprint}
       AND status = 'refused'
       AND created_at > ${since}
     UNION ALL
    SELECT created_at
      FROM attempts
     WHERE card_fingerprint = ${cardFingerprint}
       AND status <> 'refused'
       AND status <> 'approved'
       AND created_at > ${since}`;
  const fromAddress = await db<TriedCard[]>`
    SELECT merchant_id AS "merchantId",
           coalesce(encode(card_fingerprint, 'hex'), charge_id::text) AS card,
           max(created_at) FILTER (WHERE status <> 'approved') AS "triedAt",
           max(created_at) FILTER (WHERE status = 'approved') AS "approvedAt"
      FROM (SELECT *
              FROM attempts
             WHERE client_address_hash = ${clientAddressHash}
               AND status = 'refused'
               AND created_at > ${since}
             UNION ALL
            SELECT *
              FROM attempts
             WHERE client_address_hash = ${clientAddressHash}
               AND status <> 'refused'
               AND created_at > ${since}) AS tries
     GROUP BY 1, 2`;
  return { withCard: withCard.map(({ createdAt }) => createdAt), fromAddress };
}

/** Whether a payment with this card was ever approved, and not charged back; archived ones no longer speak for it. */
export async function wasApproved(db: Db, cardFingerprint: Buffer): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT
        FROM attempts
        JOIN charges ON charges.merchant_id = attempts.merchant_id
                    AND charges.id = attempts.charge_id
       WHERE attempts.card_fingerprint = ${cardFingerprint}
         AND attempts.status = 'approved'
         AND charges.status <> 'charged_back') AS found`;
  return row?.found ?? false;
}

/** How far the clocks of two processes may differ. */
const maxClockSkewMs = 60_000;
/** An attempt is made while its charge is open, which is a day at the most. */
const maxChargeAgeMs = 2 * chargeLifetimeMs;

/** For what a processor tells of an attempt, which it knows by our id alone. Of archived ones, those of two days are read. */
export async function findChargeOfAttempt(
  db: Db,
  attemptId: string,
): Promise<{ merchantId: string; chargeId: string } | null> {
  const madeMs = idTimeMs(attemptId);
  const [row] = await db<{ merchantId: string; chargeId: string }[]>`
    SELECT merchant_id AS "merchantId", charge_id AS "chargeId"
      FROM attempts
     WHERE id = ${attemptId}
     UNION ALL
    SELECT merchant_id, id
      FROM archived_charges
     WHERE id >= ${firstIdAt(new Date(madeMs - maxChargeAgeMs))}
       AND id < ${firstIdAt(new Date(madeMs + maxClockSkewMs))}
       AND attempt_ids @> ARRAY[${attemptId}::uuid]
     LIMIT 1`;
  return row ?? null;
}
