import { idTimeMs, tagOf } from '../ids.ts';
import type { Db } from '../pool.ts';
import type { Statement } from '../sql.ts';

/**
 * The merchants that may own an id. null on an ordinary PostgreSQL: the id alone finds the row. On Citus the id's tag
 * names its merchant, or a few with the same tag, and only their workers are asked. Ids older than tags are searched on
 * all workers.
 *
 *   const owners = await ownersOf(db, id);
 *   db`SELECT … WHERE id = ${id} ${amongMerchants(db, owners)}`
 */
export async function ownersOf(db: Db, id: string): Promise<string[] | null> {
  if (!db.isDistributed) return null;
  const [row] = await db<{ owners: string[]; taggedSince: Date | null }[]>`
    SELECT ARRAY (
             SELECT id FROM merchants WHERE right(id::text, 4) = ${tagOf(id)}
              UNION
             SELECT merchant_id FROM order_owners WHERE order_id = ${id}
           ) AS owners,
           (SELECT distributed_at FROM distribution) AS "taggedSince"`;
  if (!row?.taggedSince || idTimeMs(id) < row.taggedSince.getTime()) return null;
  return row.owners;
}

/** The same for a text that has always ended with its merchant's tag. */
export async function ownersOfTag(db: Db, text: string): Promise<string[] | null> {
  if (!db.isDistributed) return null;
  const rows = await db<{ id: string }[]>`SELECT id FROM merchants WHERE right(id::text, 4) = ${tagOf(text)}`;
  return rows.map(({ id }) => id);
}

/** Restricts a query to these merchants. null: all merchants. With an empty list no worker is asked. */
export function amongMerchants(db: Db, merchantIds: readonly string[] | null): Statement<unknown[]> {
  if (merchantIds === null) return db``;
  return merchantIds.length === 0 ? db`AND false` : db`AND merchant_id = ANY (${merchantIds}::uuid[])`;
}
