import type { MethodCode } from '../../accounts/methods/methods.ts';
import { amongMerchants, ownersOf } from '../../base/db/citus/owners.ts';
import type { SqlArray } from '../../base/db/driver/values.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import { unpack } from './archive/document.ts';
import { restoreCharge } from './archive/store.ts';
import type { Charge, ChargeStatus } from './charge.ts';

export interface ChargeRow extends Omit<Charge, 'amount'> {
  currency: string;
  amountMinor: bigint;
}

/** The fields of a charge and their columns. */
const chargeFields: Readonly<Record<keyof ChargeRow, string>> = {
  merchantId: 'merchant_id',
  id: 'id',
  status: 'status',
  method: 'method',
  anyMethod: 'any_method',
  country: 'country',
  currency: 'currency',
  amountMinor: 'amount_minor',
  capture: "coalesce(capture, 'automatic')",
  capturedMinor: 'captured_minor',
  description: 'description',
  customerId: 'customer_id',
  email: 'email',
  orderNumber: 'order_number',
  metadata: 'metadata',
  statementDescriptor: 'statement_descriptor',
  language: 'language',
  notificationUrl: 'notification_url',
  returnUrl: 'return_url',
  refusedCount: 'refused_count',
  refundedMinor: 'refunded_minor',
  refundPendingMinor: 'refund_pending_minor',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  decidedAt: 'decided_at',
  approvedAt: "coalesce(approved_at, CASE status WHEN 'approved' THEN decided_at END)",
  refundedAt:
    "coalesce(refunded_at, CASE WHEN status IN ('partially_refunded', 'refunded') THEN decided_at END)",
  traceparent: 'traceparent',
};
export const chargeNames = Object.keys(chargeFields);
export const chargeColumns = Object.entries(chargeFields)
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(', ');

export function toCharge({ currency, amountMinor, ...row }: ChargeRow): Charge {
  return { ...row, amount: { amountMinor, currency } };
}

/** A charge and its place: for an archived one, also the columns beside its document, and the document. */
export interface PlacedRow extends ChargeRow {
  head: string | null;
  document: Buffer | null;
}

export const livingColumns = `${chargeColumns}, NULL::text AS head, NULL::bytea AS document`;

/** The same columns for archived charges, most of whose data is in the document. */
export function archivedRows(where: string): string {
  return `
    SELECT ${chargeColumns}, head::text, document
      FROM (
        SELECT charge.*, known.head, kept.document
          FROM (SELECT * FROM archived_charges WHERE ${where}) AS kept
         CROSS JOIN LATERAL (SELECT to_jsonb(kept) - 'document' AS head) AS known
         CROSS JOIN LATERAL jsonb_populate_record(NULL::charges, known.head) AS charge
      ) AS archived`;
}

/** Completes charges with the data of their archive documents. */
export async function whole(db: Db, rows: PlacedRow[]): Promise<Charge[]> {
  const archived = rows.flatMap(({ head, document }) =>
    head && document ? [{ head, body: unpack(document) }] : [],
  );
  const unpacked =
    archived.length === 0
      ? []
      : await db<ChargeRow[]>`
          SELECT ${db.unsafe(chargeColumns)}
            FROM unnest(${archived.map(({ head }) => head)}::text[], ${archived.map(({ body }) => body)}::text[])
              AS kept (head, body)
           CROSS JOIN LATERAL jsonb_populate_record(NULL::charges, kept.head::jsonb || kept.body::jsonb)`;
  const byId = new Map(unpacked.map((row) => [row.id, row]));
  return rows.map(({ head, document, ...row }) => toCharge(byId.get(row.id) ?? row));
}

export async function findCharge(db: Db, merchantId: string, id: string): Promise<Charge | null> {
  // One statement, so that a charge being moved to or from the archive is seen in exactly one place.
  const rows = await db<PlacedRow[]>`
    SELECT ${db.unsafe(livingColumns)}
      FROM charges
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
     UNION ALL
    ${db.unsafe(archivedRows('merchant_id = $1 AND id = $2'))}
     LIMIT 1`;
  return (await whole(db, rows))[0] ?? null;
}

/** For the hosted page, whose URL names only the charge. */
export async function findChargeById(db: Db, id: string): Promise<Charge | null> {
  const owners = await ownersOf(db, id);
  const [living] = await db<ChargeRow[]>`
    SELECT ${db.unsafe(chargeColumns)}
      FROM charges
     WHERE id = ${id}
           ${amongMerchants(db, owners)}`;
  if (living) return toCharge(living);
  const [place] = await db<{ merchantId: string }[]>`
    SELECT merchant_id AS "merchantId"
      FROM all_charges
     WHERE id = ${id}
           ${amongMerchants(db, owners)}`;
  return place ? await findCharge(db, place.merchantId, id) : null;
}

export async function findRequestHash(db: Db, merchantId: string, id: string): Promise<string | null> {
  const [row] = await db<{ requestHash: string }[]>`
    SELECT encode(request_hash, 'hex') AS "requestHash"
      FROM charges
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row?.requestHash ?? null;
}

/**
 * Locks the charge's row for the rest of the transaction: every decision about it queues here. An archived charge is
 * restored first.
 */
export async function lockCharge(tx: Tx, merchantId: string, id: string): Promise<Charge | null> {
  return (await lockCharges(tx, merchantId, [id])).get(id) ?? null;
}

/** Like lockCharge, for many of a merchant's charges, by id. */
export async function lockCharges(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, Charge>> {
  const living = await lockLiving(tx, merchantId, ids);
  const missing = ids.filter((id) => !living.has(id));
  if (missing.length === 0) return living;
  for (const id of missing) await restoreCharge(tx, merchantId, id);
  // Also if none were restored: another transaction may have restored them just now.
  return new Map([...living, ...(await lockLiving(tx, merchantId, missing))]);
}

/** Locks one row after the other, in the order that every process uses. */
async function lockLiving(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Charge>> {
  const rows = await tx<ChargeRow[]>`
    SELECT ${tx.unsafe(chargeColumns)}
      FROM charges
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids}::uuid[])
     ORDER BY id
       FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, toCharge(row)]));
}

interface ChargeChange {
  charge: Charge;
  change: {
    status: ChargeStatus;
    refusedCount?: number;
    capturedMinor?: bigint;
    refundedMinor?: bigint;
    refundPendingMinor?: bigint;
  };
  now: Date;
}

/**
 * Saves a charge's new state and returns it. Throws, without effect, if the charge is no longer in the status that it
 * leaves.
 */
export async function saveDecision(
  tx: Tx,
  charge: Charge,
  change: ChargeChange['change'],
  now: Date,
): Promise<Charge> {
  const [moved] = await saveDecisions(tx, charge.merchantId, [{ charge, change, now }]);
  return moved as Charge;
}

/** Like saveDecision, for many of a merchant's charges, in their order. */
export async function saveDecisions(
  tx: Tx,
  merchantId: string,
  changes: readonly ChargeChange[],
): Promise<Charge[]> {
  const moved = changes.map(movedBy);
  const of = <T extends SqlArray[number]>(pick: (charge: Charge) => T): T[] => moved.map(pick);
  // The condition on the ids is repeated: for a new table PostgreSQL estimates so few rows that it would read all of
  // the merchant's rows for each id.
  const rows = await tx<{ id: string }[]>`
    UPDATE charges
       SET status = moved.status,
           refused_count = moved.refused_count,
           captured_minor = moved.captured_minor,
           refunded_minor = moved.refunded_minor,
           refund_pending_minor = moved.refund_pending_minor,
           decided_at = moved.decided_at,
           approved_at = moved.approved_at,
           refunded_at = moved.refunded_at
      FROM unnest(
             ${of(({ id }) => id)}::uuid[],
             ${changes.map(({ charge }) => charge.status)}::text[],
             ${of(({ status }) => status)}::text[],
             ${of(({ refusedCount }) => refusedCount)}::smallint[],
             ${of(({ capturedMinor }) => capturedMinor)}::bigint[],
             ${of(({ refundedMinor }) => refundedMinor)}::bigint[],
             ${of(({ refundPendingMinor }) => refundPendingMinor)}::bigint[],
             ${of(({ decidedAt }) => decidedAt)}::timestamptz[],
             ${of(({ approvedAt }) => approvedAt)}::timestamptz[],
             ${of(({ refundedAt }) => refundedAt)}::timestamptz[])
             AS moved (id, left_status, status, refused_count, captured_minor, refunded_minor, refund_pending_minor, decided_at,
                       approved_at, refunded_at)
     WHERE charges.merchant_id = ${merchantId}
       AND charges.id = moved.id
       AND charges.id = ANY (${of(({ id }) => id)}::uuid[])
       AND charges.status = moved.left_status
    RETURNING charges.id`;
  const saved = new Set(rows.map(({ id }) => id));
  for (const { charge } of changes) {
    if (!saved.has(charge.id)) throw new Error(`charge ${charge.id} is no longer ${charge.status}`);
  }
  return moved;
}

function movedBy({ charge, change, now }: ChargeChange): Charge {
  const hasMoved = change.status !== charge.status;
  const refundedMinor = change.refundedMinor ?? charge.refundedMinor;
  return {
    ...charge,
    ...change,
    decidedAt: hasMoved ? now : charge.decidedAt,
    // A won dispute makes it approved again, but the time of payment stays the same.
    approvedAt: hasMoved && change.status === 'approved' ? (charge.approvedAt ?? now) : charge.approvedAt,
    refundedAt: refundedMinor > charge.refundedMinor ? now : charge.refundedAt,
  };
}

/** The page's data about the payer. */
export type Customer = Pick<Charge, 'email' | 'language'>;

/** Saves customer data that was missing; the merchant's data is never overwritten. */
export async function noteCustomer(tx: Tx, charge: Charge, { email, language }: Customer): Promise<void> {
  const isNew = (charge.email === null && email !== null) || (charge.language === null && language !== null);
  if (!isNew) return;
  await tx`
    UPDATE charges
       SET email = ${charge.email ?? email},
           language = ${charge.language ?? language}
     WHERE merchant_id = ${charge.merchantId}
       AND id = ${charge.id}`;
}

/** The method that the customer chose. Called under the charge's lock. */
export async function saveMethod(tx: Tx, charge: Charge, method: MethodCode): Promise<void> {
  await tx`
    UPDATE charges
       SET method = ${method}
     WHERE merchant_id = ${charge.merchantId}
       AND id = ${charge.id}`;
}
