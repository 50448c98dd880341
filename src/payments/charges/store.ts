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

/** What is read of a charge, by the column it lies in. */
const chargeFields: Readonly<Record<keyof ChargeRow, string>> = {
  merchantId: 'merchant_id',
  id: 'id',
  status: 'status',
  method: 'method',
  country: 'country',
  currency: 'currency',
  amountMinor: 'amount_minor',
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

/** A charge where it lies: of an archived one, what stands beside its document, and the document. */
export interface PlacedRow extends ChargeRow {
  head: string | null;
  document: Buffer | null;
}

export const livingColumns = `${chargeColumns}, NULL::text AS head, NULL::bytea AS document`;

/** The same columns of archived charges, of which the document has most. */
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

/** The charges with all they have. */
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
  // In one statement: it sees a charge that is on its way in one place.
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

/** For the hosted page, whose address names only the charge. */
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
 * Takes the charge's row for the rest of the transaction: everything that decides about it queues here. One that was archived
 * is brought back by it.
 */
export async function lockCharge(tx: Tx, merchantId: string, id: string): Promise<Charge | null> {
  return (await lockCharges(tx, merchantId, [id])).get(id) ?? null;
}

/** The same of many of a merchant's charges, by their ids. */
export async function lockCharges(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, Charge>> {
  const living = await lockLiving(tx, merchantId, ids);
  const missing = ids.filter((id) => !living.has(id));
  if (missing.length === 0) return living;
  for (const id of missing) await restoreCharge(tx, merchantId, id);
  // Also where they were not there: another may have brought them back just now.
  return new Map([...living, ...(await lockLiving(tx, merchantId, missing))]);
}

/** One after the other, in the order in which every process locks them. */
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
    refundedMinor?: bigint;
    refundPendingMinor?: bigint;
  };
  now: Date;
}

/** Moves a charge on, and answers it as it is then. The status it leaves must be the one it is in, or nothing happens and it throws. */
export async function saveDecision(
  tx: Tx,
  charge: Charge,
  change: ChargeChange['change'],
  now: Date,
): Promise<Charge> {
  const [moved] = await saveDecisions(tx, charge.merchantId, [{ charge, change, now }]);
  return moved as Charge;
}

/** The same of many of a merchant's charges, in their order. */
export async function saveDecisions(
  tx: Tx,
  merchantId: string,
  changes: readonly ChargeChange[],
): Promise<Charge[]> {
  const moved = changes.map(movedBy);
  const of = <T extends SqlArray[number]>(pick: (charge: Charge) => T): T[] => moved.map(pick);
  // That their ids are among these is said once more: of a young table PostgreSQL expects so little that it would read all that
  // the merchant has for each of them.
  const rows = await tx<{ id: string }[]>`
    UPDATE charges
       SET status = moved.status,
           refused_count = moved.refused_count,
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
             ${of(({ refundedMinor }) => refundedMinor)}::bigint[],
             ${of(({ refundPendingMinor }) => refundPendingMinor)}::bigint[],
             ${of(({ decidedAt }) => decidedAt)}::timestamptz[],
             ${of(({ approvedAt }) => approvedAt)}::timestamptz[],
             ${of(({ refundedAt }) => refundedAt)}::timestamptz[])
             AS moved (id, left_status, status, refused_count, refunded_minor, refund_pending_minor, decided_at, approved_at,
                       refunded_at)
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
    // A dispute that is won makes it approved again, and it was still paid when it was.
    approvedAt: hasMoved && change.status === 'approved' ? (charge.approvedAt ?? now) : charge.approvedAt,
    refundedAt: refundedMinor > charge.refundedMinor ? now : charge.refundedAt,
  };
}

/** What the page knows of who pays. */
export type Customer = Pick<Charge, 'email' | 'language'>;

/** Keeps what was not known of the customer; what the merchant said stands. */
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
