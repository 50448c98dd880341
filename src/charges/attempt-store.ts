import { firstIdAt, idTimeMs } from '../db/ids.ts';
import { unleased } from '../db/leases.ts';
import { amongMerchants, ownersOf } from '../db/owners.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import { acrossMerchants } from '../db/reach.ts';
import { unpack } from './archive/document.ts';
import type { CardSummary, ProcessorKind } from './card-processor.ts';
import { type Attempt, type AttemptDecision, chargeLifetimeMs } from './charge.ts';
import { decideTry } from './try-store.ts';

export interface AttemptRow extends Omit<Attempt, 'card'> {
  cardBrand: string | null;
  cardFirst6: string | null;
  cardLast4: string | null;
}

/** What is read of an attempt, by the column it lies in. */
const attemptFields: Readonly<Record<keyof AttemptRow, string>> = {
  merchantId: 'merchant_id',
  id: 'id',
  chargeId: 'charge_id',
  status: 'status',
  processor: 'processor',
  kind: "coalesce(kind, 'direct')",
  accountId: 'account_id',
  route: 'route',
  handle: 'handle',
  processorReference: 'processor_reference',
  refusal: 'refusal',
  challengeUrl: 'challenge_url',
  cardBrand: 'card_brand',
  cardFirst6: 'card_first6',
  cardLast4: 'card_last4',
  instalments: 'instalments',
  inquiries: 'inquiries',
  createdAt: 'created_at',
};
export const attemptNames = Object.keys(attemptFields);
export const attemptColumns = Object.entries(attemptFields)
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(', ');

export function toAttempt({ cardBrand, cardFirst6, cardLast4, ...row }: AttemptRow): Attempt {
  const card: CardSummary | null =
    cardBrand !== null && cardLast4 !== null
      ? { brand: cardBrand, first6: cardFirst6, last4: cardLast4 }
      : null;
  return { ...row, card };
}

export interface NewAttempt {
  merchantId: string;
  id: string;
  chargeId: string;
  processor: string;
  kind: ProcessorKind;
  accountId: string | null;
  route: string;
  card: CardSummary | null;
  instalments: number | null;
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  createdAt: Date;
  dueAt: Date;
}

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<void> {
  await tx`
    INSERT INTO attempts (
      merchant_id, id, charge_id, processor, kind, account_id, route, card_brand, card_first6, card_last4,
      instalments, card_fingerprint, client_address_hash, created_at, due_at)
    VALUES (
      ${attempt.merchantId}, ${attempt.id}, ${attempt.chargeId}, ${attempt.processor}, ${attempt.kind},
      ${attempt.accountId}, ${attempt.route},
      ${attempt.card?.brand ?? null}, ${attempt.card?.first6 ?? null}, ${attempt.card?.last4 ?? null},
      ${attempt.instalments}, ${attempt.cardFingerprint}, ${attempt.clientAddressHash}, ${attempt.createdAt}, ${attempt.dueAt})`;
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

/** Answers the attempt as it is then. */
export async function saveAttempt(
  tx: Tx,
  attempt: Attempt,
  decision: AttemptDecision['attempt'],
  now: Date,
): Promise<Attempt> {
  const resolved = decision.status === 'approved' || decision.status === 'refused';
  const saving = tx`
    UPDATE attempts
       SET status = ${decision.status},
           refusal = ${decision.refusal},
           handle = ${decision.handle},
           processor_reference = ${decision.processorReference},
           card_brand = ${decision.card?.brand ?? null},
           card_first6 = ${decision.card?.first6 ?? null},
           card_last4 = ${decision.card?.last4 ?? null},
           challenge_url = ${decision.challengeUrl},
           due_at = ${decision.dueAt},
           ${unleased(tx)},
           inquiries = inquiries + 1,
           resolved_at = ${resolved ? now : null}
     WHERE merchant_id = ${attempt.merchantId}
       AND id = ${attempt.id}`;
  await Promise.all([saving, resolved && decideTry(tx, attempt, decision.status === 'approved')]);
  const { dueAt: _, ...decided } = decision;
  return { ...attempt, ...decided, inquiries: attempt.inquiries + 1 };
}

/** Whether a try is not decided yet. Asked under the charge's lock, nobody makes one meanwhile. */
export async function hasUnresolvedAttempt(
  tx: Tx,
  charge: { merchantId: string; id: string },
): Promise<boolean> {
  const rows = await tx`
    SELECT 1
      FROM attempts
     WHERE merchant_id = ${charge.merchantId}
       AND charge_id = ${charge.id}
       AND status IN ('created', 'authenticating', 'pending', 'unknown')
     LIMIT 1`;
  return rows.length > 0;
}

/** Keeps the processor's own id of an attempt that is about to be charged under it. */
export async function keepHandle(
  db: Db,
  attempt: Pick<Attempt, 'merchantId' | 'id'>,
  handle: string,
): Promise<void> {
  await db`
    UPDATE attempts
       SET handle = ${handle}
     WHERE merchant_id = ${attempt.merchantId}
       AND id = ${attempt.id}`;
}

/** Whether a payment with this card was ever approved, at any merchant, and not charged back; archived ones no longer speak for it. */
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

/** How far the clocks of two processes may differ. */
const maxClockSkewMs = 60_000;
/** An attempt is made before its charge runs out, which is a day at the most. */
const maxChargeAgeMs = 2 * chargeLifetimeMs;

/** For what a processor tells of an attempt, which it knows by our id alone. Of archived ones, those of two days are read. */
export async function findChargeOfAttempt(
  db: Db,
  attemptId: string,
): Promise<{ merchantId: string; chargeId: string } | null> {
  const madeMs = idTimeMs(attemptId);
  const owners = await ownersOf(db, attemptId);
  const [row] = await db<{ merchantId: string; chargeId: string }[]>`
    SELECT merchant_id AS "merchantId", charge_id AS "chargeId"
      FROM attempts
     WHERE id = ${attemptId}
           ${amongMerchants(db, owners)}
     UNION ALL
    SELECT merchant_id, id
      FROM archived_charges
     WHERE id >= ${firstIdAt(new Date(madeMs - maxChargeAgeMs))}
       AND id < ${firstIdAt(new Date(madeMs + maxClockSkewMs))}
       AND attempt_ids @> ARRAY[${attemptId}::uuid]
           ${amongMerchants(db, owners)}
     LIMIT 1`;
  return row ?? null;
}
