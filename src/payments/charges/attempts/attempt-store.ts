import type { MethodCode } from '../../../accounts/methods/methods.ts';
import { amongMerchants, ownersOf } from '../../../base/db/citus/owners.ts';
import { acrossMerchants } from '../../../base/db/citus/reach.ts';
import type { SqlArray } from '../../../base/db/driver/values.ts';
import { firstIdAt, idTimeMs } from '../../../base/db/ids.ts';
import { unleased } from '../../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { unpack } from '../archive/document.ts';
import { type Attempt, type AttemptDecision, chargeLifetimeMs } from '../charge.ts';
import type { CaptureMode, CardSummary, KeptDetails, ProcessorKind } from '../payment-processor.ts';
import { decideAttempts } from './attempt-counts.ts';

export interface AttemptRow extends Omit<Attempt, 'card'> {
  cardBrand: string | null;
  cardFirst6: string | null;
  cardLast4: string | null;
}

/** The fields of an attempt and their columns. */
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
  // null: an older version, which took cards only, made the attempt.
  method: "coalesce(method, 'CARDS')",
  instructions: 'instructions',
  cardBrand: 'card_brand',
  cardFirst6: 'card_first6',
  cardLast4: 'card_last4',
  instalments: 'instalments',
  details: 'details',
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
  method: MethodCode;
  accountId: string | null;
  route: string;
  card: CardSummary | null;
  instalments: number | null;
  capture: CaptureMode;
  details: KeptDetails | null;
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  createdAt: Date;
  dueAt: Date;
}

export async function insertAttempts(tx: Tx, attempts: readonly NewAttempt[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    merchant_id: attempt.merchantId,
    id: attempt.id,
    charge_id: attempt.chargeId,
    processor: attempt.processor,
    kind: attempt.kind,
    method: attempt.method,
    account_id: attempt.accountId,
    route: attempt.route,
    card_brand: attempt.card?.brand ?? null,
    card_first6: attempt.card?.first6 ?? null,
    card_last4: attempt.card?.last4 ?? null,
    instalments: attempt.instalments,
    // Without it the database takes us for a version that does not know of captures.
    capture: attempt.capture,
    details: attempt.details && tx.json({ ...attempt.details }),
    card_fingerprint: attempt.cardFingerprint,
    client_address_hash: attempt.clientAddressHash,
    created_at: attempt.createdAt,
    due_at: attempt.dueAt,
  }));
  if (rows.length > 0) await tx`INSERT INTO attempts ${tx(rows)}`;
}

export async function findAttempt(db: Db, merchantId: string, id: string): Promise<Attempt | null> {
  return (await findAttempts(db, merchantId, [id])).get(id) ?? null;
}

/** The merchant's attempts with these ids, by id; missing ones are left out. */
export async function findAttempts(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, Attempt>> {
  const rows = await db<AttemptRow[]>`
    SELECT ${db.unsafe(attemptColumns)}
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, toAttempt(row)]));
}

/** Oldest first, also for an archived charge. */
export async function attemptsOf(db: Db, merchantId: string, chargeId: string): Promise<Attempt[]> {
  // One statement, so that a charge being moved to or from the archive is seen in exactly one place.
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

interface AttemptChange {
  attempt: Attempt;
  decision: AttemptDecision['attempt'];
  now: Date;
}

/** Saves the outcomes of a merchant's attempts and returns the updated attempts in the same order. */
export async function saveAttempts(
  tx: Tx,
  merchantId: string,
  changes: readonly AttemptChange[],
): Promise<Attempt[]> {
  const resolved = changes.filter(({ decision }) => isResolved(decision));
  const of = <T extends SqlArray[number]>(pick: (decision: AttemptChange['decision']) => T): T[] =>
    changes.map(({ decision }) => pick(decision));
  const ids = changes.map(({ attempt }) => attempt.id);
  await Promise.all([
    // The condition on these ids is repeated for the planner: see `saveDecisions`.
    tx`
      UPDATE attempts
         SET status = decided.status,
             refusal = decided.refusal,
             handle = decided.handle,
             processor_reference = decided.processor_reference,
             card_brand = decided.card_brand,
             card_first6 = decided.card_first6,
             card_last4 = decided.card_last4,
             challenge_url = decided.challenge_url,
             instructions = decided.instructions::jsonb,
             due_at = decided.due_at,
             ${unleased(tx)},
             inquiries = attempts.inquiries + 1,
             resolved_at = decided.resolved_at
        FROM unnest(
               ${ids}::uuid[],
               ${of(({ status }) => status)}::text[],
               ${of(({ refusal }) => refusal)}::text[],
               ${of(({ handle }) => handle)}::text[],
               ${of(({ processorReference }) => processorReference)}::text[],
               ${of(({ card }) => card?.brand ?? null)}::text[],
               ${of(({ card }) => card?.first6 ?? null)}::text[],
               ${of(({ card }) => card?.last4 ?? null)}::text[],
               ${of(({ challengeUrl }) => challengeUrl)}::text[],
               ${of(({ instructions }) => instructions && JSON.stringify(instructions))}::text[],
               ${of(({ dueAt }) => dueAt)}::timestamptz[],
               ${changes.map(({ decision, now }) => (isResolved(decision) ? now : null))}::timestamptz[])
               AS decided (id, status, refusal, handle, processor_reference, card_brand, card_first6, card_last4,
                           challenge_url, instructions, due_at, resolved_at)
       WHERE attempts.merchant_id = ${merchantId}
         AND attempts.id = decided.id
         AND attempts.id = ANY (${ids}::uuid[])`,
    decideAttempts(
      tx,
      merchantId,
      resolved.map(({ attempt, decision }) => ({
        id: attempt.id,
        isApproved: decision.status === 'approved',
      })),
    ),
  ]);
  return changes.map(({ attempt, decision: { dueAt: _, ...decided } }) => ({
    ...attempt,
    ...decided,
    inquiries: attempt.inquiries + 1,
  }));
}

function isResolved({ status }: AttemptChange['decision']): boolean {
  return status === 'approved' || status === 'refused';
}

/**
 * The money of an ended attempt came after all, and its merchant accepted it as the payment. Called under the charge's
 * lock.
 */
export async function approveEnded(
  tx: Tx,
  merchantId: string,
  id: string,
  processorReference: string,
  now: Date,
): Promise<Attempt> {
  const [row] = await tx<AttemptRow[]>`
    UPDATE attempts
       SET status = 'approved',
           refusal = NULL,
           processor_reference = ${processorReference},
           resolved_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'refused'
    RETURNING ${tx.unsafe(attemptColumns)}`;
  if (!row) throw new Error(`attempt ${id} is not refused`);
  return toAttempt(row);
}

/** Returns the charges that have an unresolved attempt. Called under their locks, so no attempt can start meanwhile. */
export async function withUnresolvedAttempt(
  tx: Tx,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx<{ chargeId: string }[]>`
    SELECT charge_id AS "chargeId"
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND charge_id = ANY (${chargeIds}::uuid[])
       AND status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')`;
  return new Set(rows.map(({ chargeId }) => chargeId));
}

/** Saves the processor's own id of an attempt before it is charged under that id. */
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

/**
 * Whether a payment with this card was ever approved, at any merchant, and not charged back; archived payments do not
 * count.
 */
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
/** An attempt is made before its charge expires, which takes a day at most. */
const maxChargeAgeMs = 2 * chargeLifetimeMs;

/** Finds the charge for a processor's message, which names only our attempt id. Reads two days of the archive. */
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
