import { firstIdAt, idTimeMs } from '../../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { changePartitions, partitionsOf } from '../../../base/db/schema/partitions.ts';
import { pack, unpack } from './document.ts';

/** Columns by which an archived charge is found and checked, under the same names; its document has the rest. */
const headColumns = [
  'merchant_id',
  'id',
  'status',
  'method',
  'currency',
  'amount_minor',
  'captured_minor',
  'refunded_minor',
  'created_at',
  'customer_id',
  'email',
  'order_number',
];

/** These attempts take more than half a minute. */
const triesToMake = 50;

/** A charge to be archived, locked for the rest of the transaction. */
interface Leaving {
  id: string;
  body: string;
}

/**
 * Locks the merchant's next charges that ended before that time and have not changed since; skips those that another
 * transaction holds. Uses the primary key.
 */
export async function lockArchivable(
  tx: Tx,
  merchantId: string,
  afterId: string,
  before: Date,
  limit: number,
): Promise<Leaving[]> {
  return await tx<Leaving[]>`
    SELECT id,
           (jsonb_strip_nulls(to_jsonb(charge) - ${headColumns}::text[]) || jsonb_build_object('attempts', (
             SELECT coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(attempt) - '{merchant_id,charge_id}'::text[]) ORDER BY created_at), '[]')
               FROM attempts AS attempt
              WHERE attempt.merchant_id = ${merchantId}
                AND attempt.charge_id = charge.id
           )))::text AS body
      FROM charges AS charge
     WHERE merchant_id = ${merchantId}
       AND id > ${afterId}
       AND id < ${firstIdAt(before)}
       AND status NOT IN ('open', 'authorized')
       AND created_at < ${before}
       AND greatest(decided_at, refunded_at) < ${before}
       AND refund_pending_minor = 0
       AND NOT EXISTS (
         SELECT FROM attempts
          WHERE attempts.merchant_id = ${merchantId}
            AND attempts.charge_id = charge.id
            AND attempts.status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')
       )
       AND NOT EXISTS (
         SELECT FROM crypto_orders
          WHERE crypto_orders.merchant_id = ${merchantId}
            AND crypto_orders.id = charge.id
            AND crypto_orders.status NOT IN ('success', 'failed')
       )
     ORDER BY id
     LIMIT ${limit}
       FOR UPDATE OF charge SKIP LOCKED`;
}

export async function moveToArchive(tx: Tx, merchantId: string, leaving: Leaving[]): Promise<void> {
  const ids = leaving.map(({ id }) => id);
  await tx`
    INSERT INTO archived_charges (${tx.unsafe(headColumns.join(', '))}, attempt_ids, card_last4s, document)
    SELECT ${tx.unsafe(headColumns.map((name) => `charge.${name}`).join(', '))}, tried.ids, tried.last4s, packed.document
      FROM unnest(${ids}::uuid[], ${leaving.map(({ body }) => pack(body))}::bytea[]) AS packed (id, document)
      JOIN charges AS charge ON charge.merchant_id = ${merchantId} AND charge.id = packed.id
     CROSS JOIN LATERAL (
       SELECT array_agg(id) AS ids, array_agg(DISTINCT card_last4) FILTER (WHERE card_last4 IS NOT NULL) AS last4s
         FROM attempts
        WHERE attempts.merchant_id = ${merchantId}
          AND attempts.charge_id = charge.id
     ) AS tried`;
  await tx`
    DELETE FROM attempts
     WHERE merchant_id = ${merchantId}
       AND charge_id = ANY (${ids}::uuid[])`;
  await tx`
    DELETE FROM charges
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids}::uuid[])`;
}

/** The years of these ids for which the archive has no partition. */
export async function missingYears(db: Db, ids: string[]): Promise<number[]> {
  const existing = await partitionsOf(db, 'archived_charges');
  const years = new Set(ids.map((id) => new Date(idTimeMs(id)).getUTCFullYear()));
  return [...years].filter((year) => !existing.includes(String(year)));
}

export async function makeYear(sql: Sql, year: number): Promise<void> {
  const [from, to] = [year, year + 1].map((start) => firstIdAt(new Date(Date.UTC(start, 0))));
  const made = await changePartitions(sql, triesToMake, async (tx) => {
    await tx.unsafe(
      `CREATE TABLE IF NOT EXISTS archived_charges_${year}
         PARTITION OF archived_charges FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
    return true;
  });
  if (!made) throw new Error('The archive is in use by somebody who does not let go of it.');
}

/** Moves a charge from the archive back to the live tables; false: it is not in the archive. */
export async function restoreCharge(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const [kept] = await tx<{ head: string; document: Buffer }[]>`
    SELECT (to_jsonb(kept) - 'document')::text AS head, document
      FROM archived_charges AS kept
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  if (!kept) return false;
  const body = unpack(kept.document);
  const { attempts, ...rest } = JSON.parse(body) as { attempts: object[] };
  // Writes only the columns that the document has: a column added since then gets its default.
  const charge = list([...headColumns, ...Object.keys(rest)]);
  await tx`
    INSERT INTO charges (${tx.unsafe(charge)})
    SELECT ${tx.unsafe(charge)}
      FROM jsonb_populate_record(NULL::charges, ${kept.head}::jsonb || ${body}::jsonb)`;
  for (const [at, attempt] of attempts.entries()) {
    const columns = list(['merchant_id', 'charge_id', ...Object.keys(attempt)]);
    await tx`
      INSERT INTO attempts (${tx.unsafe(columns)})
      SELECT ${tx.unsafe(columns)}
        FROM ${archivedAttempt(tx, merchantId, id, body, at)}`;
  }
  await tx`
    DELETE FROM archived_charges
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return true;
}

function archivedAttempt(db: Db, merchantId: string, chargeId: string, body: string, at: number) {
  return db`jsonb_populate_record(
    NULL::attempts,
    jsonb_build_object('merchant_id', ${merchantId}::uuid, 'charge_id', ${chargeId}::uuid) || (${body}::jsonb #> ${['attempts', String(at)]}::text[]))`;
}

function list(columns: string[]): string {
  return columns.map((name) => `"${name}"`).join(', ');
}
