import type { MethodCode } from '../../accounts/methods/methods.ts';
import { firstIdAt } from '../../base/db/ids.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { networks } from '../../chain/chains/networks.ts';
import { minArchiveDays } from './archive/age.ts';
import type { Charge, ChargeStatus } from './charge.ts';
import type { RefusalReason } from './payment-processor.ts';
import { archivedRows, findCharge, livingColumns, type PlacedRow, whole } from './store.ts';

export interface ChargeFilter {
  id?: string;
  status?: ChargeStatus;
  /** Any of these. */
  statuses?: readonly ChargeStatus[];
  method?: MethodCode;
  customerId?: string;
  orderNumber?: string;
  /** Case-insensitive. */
  email?: string;
  /** 0x hex, of a transfer that paid the charge. */
  transactionHash?: string;
  /** Why a card was refused for the charge, and when. */
  refused?: { reason: RefusalReason; from: Date | null; to: Date | null };
  /** The last digits of a card attempted for the charge. */
  cardLast4?: string;
  createdFrom?: Date;
  createdTo?: Date;
  /** Bounds of the id that follow from the two dates: they narrow the index scan. */
  idFrom?: string;
  idTo?: string;
  /** The last id of the previous page. */
  afterId?: string;
}

/**
 * Newest first, by id; ids are in chronological order. Each filter has its index: charges_by_customer_text,
 * charges_by_order_number_text, charges_by_email_text, attempts_by_last4, and the primary key of transfers.
 */
export async function listCharges(
  sql: Sql,
  merchantId: string,
  filter: ChargeFilter,
  limit: number,
): Promise<Charge[]> {
  const { values, value, where, last4 } = conditionsOf(merchantId, filter);
  const newest = `ORDER BY id DESC LIMIT ${value(limit)}`;
  const living = `
    SELECT ${livingColumns}
      FROM charges
     WHERE ${where(last4?.living)}
     ${newest}`;
  // Planned with its values each time: one customer has a handful of charges, another a tenth of all.
  const page = await sql.unsafe<PlacedRow[]>(living, values);
  if (page.length === limit && mayNotBeArchived(page.at(-1)?.id)) return await whole(sql, page);
  const archived = archivedRows(`${where(last4?.archived)} ${newest}`);
  const rows = await sql.unsafe<PlacedRow[]>(`(${living}) UNION ALL (${archived}) ${newest}`, values);
  return await whole(sql, rows);
}

/** The conditions of a filter, and the values that they name by number. */
function conditionsOf(merchantId: string, filter: ChargeFilter) {
  const values: (string | number | Date | Buffer)[] = [];
  const value = (given: string | number | Date | Buffer) => `$${values.push(given)}`;
  const merchant = value(merchantId);
  const shared = [
    `merchant_id = ${merchant}`,
    filter.id && `id = ${value(filter.id)}`,
    filter.status && `status = ${value(filter.status)}`,
    filter.statuses && `status IN (${filter.statuses.map(value).join(', ')})`,
    filter.method && `method = ${value(filter.method)}`,
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
    filter.refused &&
      `id IN (
         SELECT charge_id
           FROM attempts
          WHERE merchant_id = ${merchant}
            AND refusal = ${value(filter.refused.reason)}
            AND resolved_at >= ${value(filter.refused.from ?? new Date(0))}
            AND resolved_at < ${value(filter.refused.to ?? new Date())}
       )`,
    filter.createdFrom && `created_at >= ${value(filter.createdFrom)}`,
    filter.createdTo && `created_at < ${value(filter.createdTo)}`,
    filter.idFrom && `id >= ${value(filter.idFrom)}`,
    filter.idTo && `id < ${value(filter.idTo)}`,
    filter.afterId && `id < ${value(filter.afterId)}`,
  ];
  const digits = filter.cardLast4 && value(filter.cardLast4);
  const where = (ofCard: string | undefined): string => [...shared, ofCard].filter(Boolean).join(' AND ');
  const last4 = digits
    ? {
        living: `id IN (SELECT charge_id FROM attempts WHERE merchant_id = ${merchant} AND card_last4 = ${digits})`,
        archived: `card_last4s @> ARRAY[${digits}]`,
      }
    : undefined;
  return { values, value, where, last4 };
}

export interface ListedAmount {
  id: string;
  status: ChargeStatus;
  currency: string;
  /** What was captured, else the amount. */
  amountMinor: bigint;
}

/** The amounts of the newest charges of a filter, for their total. */
export async function listAmounts(
  sql: Sql,
  merchantId: string,
  filter: ChargeFilter,
  limit: number,
): Promise<ListedAmount[]> {
  const { values, value, where, last4 } = conditionsOf(merchantId, filter);
  const newest = `ORDER BY id DESC LIMIT ${value(limit)}`;
  return await sql.unsafe<ListedAmount[]>(
    `(SELECT id, status, currency, coalesce(captured_minor, amount_minor) AS "amountMinor"
        FROM charges
       WHERE ${where(last4?.living)}
       ${newest})
      UNION ALL
     (SELECT id, status, currency, coalesce(captured_minor, amount_minor) AS "amountMinor"
        FROM archived_charges
       WHERE ${where(last4?.archived)}
       ${newest})
     ${newest}`,
    values,
  );
}

/** Whether this charge, and every later one, is too young to be in the archive. */
function mayNotBeArchived(id: string | undefined): boolean {
  return id !== undefined && id >= firstIdAt(new Date(Date.now() - minArchiveDays * 24 * 60 * 60 * 1000));
}

/**
 * For the operator, of one merchant or of all; newest first. Uses the index on the id, whose order is chronological.
 * Rows before `createdFrom` are never read.
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
