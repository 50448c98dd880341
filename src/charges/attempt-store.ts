import { unleased } from '../db/leases.ts';
import { amongMerchants, ownersOf } from '../db/owners.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import { acrossMerchants } from '../db/reach.ts';
import type { Attempt, AttemptDecision, CardSummary } from './charge.ts';
import { decideTry } from './try-store.ts';

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

export async function attemptsOf(db: Db, merchantId: string, chargeId: string): Promise<Attempt[]> {
  const rows = await db<AttemptRow[]>`
    SELECT ${db.unsafe(attemptColumns)}
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY created_at`;
  return rows.map(toAttempt);
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
  if (resolved) await decideTry(tx, attempt, decision.status === 'approved');
}

/** Whether a payment with this card was ever approved, at any merchant, and not charged back. */
export async function wasApproved(sql: Sql, cardFingerprint: Buffer): Promise<boolean> {
  const rows = await acrossMerchants(
    sql,
    (within) => sql`
      SELECT 1
        FROM attempts
        JOIN charges USING (merchant_id)
       WHERE charges.id = attempts.charge_id
         AND attempts.card_fingerprint = ${cardFingerprint}
         AND attempts.status = 'approved'
         AND charges.status <> 'charged_back'
             ${within}
       LIMIT 1`,
  );
  return rows.length > 0;
}

/** For what a processor tells of an attempt, which it knows by our id alone. */
export async function findAttemptById(db: Db, id: string): Promise<Attempt | null> {
  const owners = await ownersOf(db, id);
  const [row] = await db<AttemptRow[]>`
    SELECT ${db.unsafe(attemptColumns)}
      FROM attempts
     WHERE id = ${id}
           ${amongMerchants(db, owners)}`;
  return row ? toAttempt(row) : null;
}
