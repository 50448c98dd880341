import type { Db } from '../../base/db/pool.ts';
import type { Charge } from './charge.ts';

/** A charge to be written, and the hash of its request. */
export interface NewCharge {
  charge: Charge;
  /** In hex digits. */
  requestHash: string;
}

/** The columns of a new charge, as text that PostgreSQL reads. Only `metadata` is JSON. */
const columns: Readonly<Record<string, (row: NewCharge) => unknown>> = {
  merchant_id: ({ charge }) => charge.merchantId,
  id: ({ charge }) => charge.id,
  method: ({ charge }) => charge.method,
  any_method: ({ charge }) => charge.anyMethod,
  country: ({ charge }) => charge.country,
  currency: ({ charge }) => charge.amount.currency,
  amount_minor: ({ charge }) => charge.amount.amountMinor.toString(),
  capture: ({ charge }) => (charge.capture === 'manual' ? 'manual' : null),
  description: ({ charge }) => charge.description,
  customer_id: ({ charge }) => charge.customerId,
  email: ({ charge }) => charge.email,
  order_number: ({ charge }) => charge.orderNumber,
  metadata: ({ charge }) => charge.metadata,
  statement_descriptor: ({ charge }) => charge.statementDescriptor,
  language: ({ charge }) => charge.language,
  notification_url: ({ charge }) => charge.notificationUrl,
  return_url: ({ charge }) => charge.returnUrl,
  request_hash: ({ requestHash }) => `\\x${requestHash}`,
  created_at: ({ charge }) => charge.createdAt.toISOString(),
  expires_at: ({ charge }) => charge.expiresAt.toISOString(),
  traceparent: ({ charge }) => charge.traceparent,
};
const names = Object.keys(columns).join(', ');

/**
 * Inserts charges in one statement and returns, in their order, which were new. If the session already made a charge,
 * also in the same call, that charge stays unchanged. Rows are written in key order, so that two statements with the
 * same sessions cannot deadlock.
 */
export async function insertCharges(sql: Db, rows: NewCharge[]): Promise<boolean[]> {
  const values = rows.map((row) =>
    Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(row)])),
  );
  const inserted = sql.isDistributed ? await insertAsValues(sql, values) : await insertAsJson(sql, values);
  const fresh = new Set(inserted.map(({ id }) => id));
  return rows.map(({ charge }) => fresh.delete(charge.id));
}

type Values = Record<string, unknown>;

/** Takes one JSON text: the statement is the same for any number of rows, so it is planned once. */
async function insertAsJson(sql: Db, rows: Values[]): Promise<{ id: string }[]> {
  return await sql<{ id: string }[]>`
    INSERT INTO charges (${sql.unsafe(names)})
    SELECT ${sql.unsafe(names)}
      FROM json_populate_recordset(NULL::charges, ${JSON.stringify(rows)}::text::json)
     ORDER BY merchant_id, id
        ON CONFLICT DO NOTHING
    RETURNING id`;
}

/** Citus finds the worker of a row only if the row is in the statement. */
async function insertAsValues(sql: Db, rows: Values[]): Promise<{ id: string }[]> {
  const keyOf = ({ merchant_id, id }: Values): string => `${merchant_id}${id}`;
  const sorted = rows
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((row) => ({ ...row, metadata: row.metadata && sql.json(row.metadata) }));
  return await sql<{ id: string }[]>`
    INSERT INTO charges ${sql(sorted)}
        ON CONFLICT DO NOTHING
    RETURNING id`;
}
