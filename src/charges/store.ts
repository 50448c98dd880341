import { networks } from '../chains/networks.ts';
import { firstIdAt } from '../db/ids.ts';
import { ofBatch } from '../db/merchant-batches.ts';
import { amongMerchants, ownersOf } from '../db/owners.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import { acrossMerchants } from '../db/reach.ts';
import type { Language } from '../money/language.ts';
import { minArchiveDays } from './archive/age.ts';
import { unpack } from './archive/document.ts';
import { restoreCharge } from './archive/store.ts';
import type { Charge, ChargeStatus } from './charge.ts';

interface ChargeRow extends Omit<Charge, 'amount'> {
  currency: string;
  amountMinor: bigint;
}

const chargeColumns = `
  merchant_id AS "merchantId", id, status, method, country, currency, amount_minor AS "amountMinor", description,
  customer_id AS "customerId", email, order_number AS "orderNumber", metadata, language,
  notification_url AS "notificationUrl", return_url AS "returnUrl", refused_count AS "refusedCount",
  refunded_minor AS "refundedMinor", refund_pending_minor AS "refundPendingMinor",
  created_at AS "createdAt", expires_at AS "expiresAt", decided_at AS "decidedAt",
  coalesce(approved_at, CASE status WHEN 'approved' THEN decided_at END) AS "approvedAt",
  coalesce(refunded_at, CASE WHEN status IN ('partially_refunded', 'refunded') THEN decided_at END) AS "refundedAt"`;

function toCharge({ currency, amountMinor, ...row }: ChargeRow): Charge {
  return { ...row, amount: { amountMinor, currency } };
}

/** A charge where it lies: of an archived one, what stands beside its document, and the document. */
interface PlacedRow extends ChargeRow {
  head: string | null;
  document: Buffer | null;
}

const livingColumns = `${chargeColumns}, NULL::text AS head, NULL::bytea AS document`;

/** The same columns of archived charges, of which the document has most. */
function archivedRows(where: string): string {
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
async function whole(db: Db, rows: PlacedRow[]): Promise<Charge[]> {
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

/** A charge to be written, and what its request was. */
export interface NewCharge {
  charge: Charge;
  requestHash: Buffer;
}

/**
 * Writes many charges in one statement and answers, in their order, which were new. A charge whose
 * session made one before is left alone, also when both stand in the same call.
 *
 * The rows travel as one JSON text: the statement stays the same whatever their number, so it is
 * planned once. They are written in one order everywhere, so that two statements with the same
 * sessions never wait for each other in a circle.
 */
export async function insertCharges(sql: Sql, rows: NewCharge[]): Promise<boolean[]> {
  const inserted = sql.isDistributed ? await insertOfOne(sql, rows) : await insertAsJson(sql, rows);
  const fresh = new Set(inserted.map(({ id }) => id));
  return rows.map(({ charge }) => fresh.delete(charge.id));
}

async function insertAsJson(sql: Sql, rows: NewCharge[]): Promise<{ id: string }[]> {
  const json = rows.map(({ charge, requestHash }) => ({
    merchant_id: charge.merchantId,
    id: charge.id,
    method: charge.method,
    country: charge.country,
    currency: charge.amount.currency,
    amount_minor: charge.amount.amountMinor.toString(),
    description: charge.description,
    customer_id: charge.customerId,
    email: charge.email,
    order_number: charge.orderNumber,
    metadata: charge.metadata,
    language: charge.language,
    notification_url: charge.notificationUrl,
    return_url: charge.returnUrl,
    request_hash: `\\x${requestHash.toString('hex')}`,
    created_at: charge.createdAt,
    expires_at: charge.expiresAt,
  }));
  return await sql<{ id: string }[]>`
    INSERT INTO charges (
      merchant_id, id, method, country, currency, amount_minor, description, customer_id, email, order_number,
      metadata, language, notification_url, return_url, request_hash, created_at, expires_at)
    SELECT merchant_id, id, method, country, currency, amount_minor, description, customer_id, email, order_number,
           metadata, language, notification_url, return_url, request_hash, created_at, expires_at
      FROM json_populate_recordset(NULL::charges, ${JSON.stringify(json)}::text::json)
     ORDER BY merchant_id, id
        ON CONFLICT DO NOTHING
    RETURNING id`;
}

/** Where rows are spread over nodes: they are one merchant's, and stand in the statement, so that it goes to one node. */
async function insertOfOne(sql: Sql, rows: NewCharge[]): Promise<{ id: string }[]> {
  const values = rows.map(({ charge, requestHash }) => ({
    merchant_id: charge.merchantId,
    id: charge.id,
    method: charge.method,
    country: charge.country,
    currency: charge.amount.currency,
    amount_minor: charge.amount.amountMinor,
    description: charge.description,
    customer_id: charge.customerId,
    email: charge.email,
    order_number: charge.orderNumber,
    metadata: charge.metadata && sql.json(charge.metadata),
    language: charge.language,
    notification_url: charge.notificationUrl,
    return_url: charge.returnUrl,
    request_hash: requestHash,
    created_at: charge.createdAt,
    expires_at: charge.expiresAt,
  }));
  return await sql<{ id: string }[]>`
    INSERT INTO charges ${sql(values)}
        ON CONFLICT DO NOTHING
    RETURNING id`;
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

export async function findRequestHash(db: Db, merchantId: string, id: string): Promise<Buffer | null> {
  const [row] = await db<{ requestHash: Buffer }[]>`
    SELECT request_hash AS "requestHash"
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
  const living = await lockLiving(tx, merchantId, id);
  if (living) return living;
  await restoreCharge(tx, merchantId, id);
  // Also where it was not there: another may have brought it back just now.
  return await lockLiving(tx, merchantId, id);
}

async function lockLiving(tx: Tx, merchantId: string, id: string): Promise<Charge | null> {
  const [row] = await tx<ChargeRow[]>`
    SELECT ${tx.unsafe(chargeColumns)}
      FROM charges
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ? toCharge(row) : null;
}

/** Moves a charge on. The status it leaves must be the one it is in, or nothing happens and it throws. */
export async function saveDecision(
  tx: Tx,
  charge: Charge,
  change: {
    status: ChargeStatus;
    refusedCount?: number;
    refundedMinor?: bigint;
    refundPendingMinor?: bigint;
  },
  now: Date,
): Promise<void> {
  const hasMoved = change.status !== charge.status;
  const refundedMinor = change.refundedMinor ?? charge.refundedMinor;
  const rows = await tx`
    UPDATE charges
       SET status = ${change.status},
           refused_count = ${change.refusedCount ?? charge.refusedCount},
           refunded_minor = ${refundedMinor},
           refund_pending_minor = ${change.refundPendingMinor ?? charge.refundPendingMinor},
           decided_at = ${hasMoved ? now : charge.decidedAt},
           approved_at = ${hasMoved && change.status === 'approved' ? now : charge.approvedAt},
           refunded_at = ${refundedMinor > charge.refundedMinor ? now : charge.refundedAt}
     WHERE merchant_id = ${charge.merchantId}
       AND id = ${charge.id}
       AND status = ${charge.status}
    RETURNING id`;
  if (rows.length !== 1) throw new Error(`charge ${charge.id} is no longer ${charge.status}`);
}

/** Keeps what was not known of the customer; what the merchant said stands. */
export async function noteCustomer(
  tx: Tx,
  charge: Charge,
  { email, language }: { email: string | null; language: Language | null },
): Promise<void> {
  const isNew = (charge.email === null && email !== null) || (charge.language === null && language !== null);
  if (!isNew) return;
  await tx`
    UPDATE charges
       SET email = ${charge.email ?? email},
           language = ${charge.language ?? language}
     WHERE merchant_id = ${charge.merchantId}
       AND id = ${charge.id}`;
}

/** Open charges past their time that neither an unresolved attempt nor a crypto payment holds. */
export async function findExpired(sql: Sql, now: Date, limit: number): Promise<ChargeKey[]> {
  return await acrossMerchants(
    sql,
    (within) => sql<ChargeKey[]>`
      SELECT merchant_id AS "merchantId", id
        FROM charges AS charge
       WHERE ${isExpired(sql, now)}
             ${within}
       ORDER BY expires_at
       LIMIT ${limit}`,
  );
}

/** Those of them that still are, locked for the rest of the transaction; what another works on is left to it. */
export async function lockExpired(tx: Tx, found: ChargeKey[], now: Date): Promise<Charge[]> {
  const rows = await tx<ChargeRow[]>`
    SELECT ${tx.unsafe(chargeColumns)}
      FROM charges AS charge
     WHERE merchant_id ${ofBatch(tx, found)}
       AND id = ANY (${found.map(({ id }) => id)}::uuid[])
       AND ${isExpired(tx, now)}
       FOR UPDATE SKIP LOCKED`;
  return rows.map(toCharge);
}

interface ChargeKey {
  merchantId: string;
  id: string;
}

const isExpired = (db: Db, now: Date) => db`status = 'open'
       AND expires_at <= ${now}
       AND NOT EXISTS (
         SELECT FROM attempts
          WHERE attempts.merchant_id = charge.merchant_id
            AND attempts.charge_id = charge.id
            AND attempts.status IN ('created', 'authenticating', 'unknown')
       )
       AND NOT EXISTS (
         SELECT FROM crypto_orders
          WHERE crypto_orders.merchant_id = charge.merchant_id
            AND crypto_orders.id = charge.id
            AND crypto_orders.status IN ('awaiting', 'pending')
       )`;

export async function setExpired(tx: Tx, charges: Charge[], now: Date): Promise<void> {
  await tx`
    UPDATE charges
       SET status = 'expired',
           decided_at = ${now}
     WHERE merchant_id ${ofBatch(tx, charges)}
       AND id = ANY (${charges.map(({ id }) => id)}::uuid[])`;
}

export interface ChargeFilter {
  id?: string;
  status?: ChargeStatus;
  customerId?: string;
  orderNumber?: string;
  /** In any case. */
  email?: string;
  /** 0x hex, of a transfer that paid it. */
  transactionHash?: string;
  /** Of a card that was tried for it. */
  cardLast4?: string;
  createdFrom?: Date;
  createdTo?: Date;
  /** Bounds of the id that follow from the two dates: they let the index find the place. */
  idFrom?: string;
  idTo?: string;
  /** The last id of the page before. */
  afterId?: string;
}

/**
 * Newest first, by id; ids are in the order of time. Each filter has its index: charges_by_customer, charges_by_order_number,
 * charges_by_email, attempts_by_last4, and the primary key of transfers.
 */
export async function listCharges(
  sql: Sql,
  merchantId: string,
  filter: ChargeFilter,
  limit: number,
): Promise<Charge[]> {
  const values: (string | number | Date | Buffer)[] = [];
  const value = (given: string | number | Date | Buffer) => `$${values.push(given)}`;
  const merchant = value(merchantId);
  const shared = [
    `merchant_id = ${merchant}`,
    filter.id && `id = ${value(filter.id)}`,
    filter.status && `status = ${value(filter.status)}`,
    filter.customerId !== undefined && `customer_id = ${value(filter.customerId)}`,
    filter.orderNumber !== undefined && `order_number = ${value(filter.orderNumber)}`,
    filter.email !== undefined && `lower(email) = lower(${value(filter.email)})`,
    // The order of a crypto charge has the charge's id.
    filter.transactionHash &&
      `id IN (
         SELECT order_id
           FROM transfers
          WHERE merchant_id = ${merchant}
            AND network IN (${networks.map(({ id }) => value(id)).join(', ')})
            AND transaction_hash = ${value(Buffer.from(filter.transactionHash.slice(2), 'hex'))}
       )`,
    filter.createdFrom && `created_at >= ${value(filter.createdFrom)}`,
    filter.createdTo && `created_at < ${value(filter.createdTo)}`,
    filter.idFrom && `id >= ${value(filter.idFrom)}`,
    filter.idTo && `id < ${value(filter.idTo)}`,
    filter.afterId && `id < ${value(filter.afterId)}`,
  ];
  const last4 = filter.cardLast4 && value(filter.cardLast4);
  const where = (ofCard: string | undefined): string => [...shared, ofCard].filter(Boolean).join(' AND ');
  const newest = `ORDER BY id DESC LIMIT ${value(limit)}`;
  const living = `
    SELECT ${livingColumns}
      FROM charges
     WHERE ${where(last4 && `id IN (SELECT charge_id FROM attempts WHERE merchant_id = ${merchant} AND card_last4 = ${last4})`)}
     ${newest}`;
  // Planned with its values each time: one customer has a handful of charges, another a tenth of all.
  const page = await sql.unsafe<PlacedRow[]>(living, values);
  if (page.length === limit && mayNotBeArchived(page.at(-1)?.id)) return await whole(sql, page);
  const archived = archivedRows(`${where(last4 && `card_last4s @> ARRAY[${last4}]`)} ${newest}`);
  const rows = await sql.unsafe<PlacedRow[]>(`(${living}) UNION ALL (${archived}) ${newest}`, values);
  return await whole(sql, rows);
}

/** Whether this charge, and every one after it, is too young to be in the archive. */
function mayNotBeArchived(id: string | undefined): boolean {
  return id !== undefined && id >= firstIdAt(new Date(Date.now() - minArchiveDays * 24 * 60 * 60 * 1000));
}

/**
 * For the operator, of one merchant or of all; newest first, along the index on the id, whose order is that of time. What
 * was made before `createdFrom` is never read.
 */
export async function listAllCharges(
  db: Db,
  filter: { createdFrom: Date; merchantId?: string; status?: ChargeStatus; afterId?: string },
  limit: number,
): Promise<Charge[]> {
  const { createdFrom, merchantId, status, afterId } = filter;
  const places = await db<{ merchantId: string; id: string }[]>`
    SELECT merchant_id AS "merchantId", id
      FROM all_charges
     WHERE id >= ${firstIdAt(createdFrom)}
           ${merchantId === undefined ? db`` : db`AND merchant_id = ${merchantId}`}
           ${status === undefined ? db`` : db`AND status = ${status}`}
           ${afterId === undefined ? db`` : db`AND id < ${afterId}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
  const charges = await Promise.all(places.map((place) => findCharge(db, place.merchantId, place.id)));
  return charges.filter((charge) => charge !== null);
}
