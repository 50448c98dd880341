import { idTimeMs, tagOf } from '../ids.ts';
import type { Db } from '../pool.ts';
import type { Statement } from '../sql.ts';

/**
 * Whose an id may be. One table on one node is asked by the id alone: null. Where the rows are spread over nodes, the id's
 * tag names its merchant, or a few whose ids end alike, and their nodes alone are asked; one that was made before there
 * were tags is looked for on all.
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

/** The same of a text that always ended with its merchant's tag. */
export async function ownersOfTag(db: Db, text: string): Promise<string[] | null> {
  if (!db.isDistributed) return null;
  const rows = await db<{ id: string }[]>`SELECT id FROM merchants WHERE right(id::text, 4) = ${tagOf(text)}`;
  return rows.map(({ id }) => id);
}

/** The condition on whose rows are asked for; null: everybody's. Where there are none, no node is asked. */
export function amongMerchants(db: Db, merchantIds: readonly string[] | null): Statement<unknown[]> {
  if (merchantIds === null) return db``;
  return merchantIds.length === 0 ? db`AND false` : db`AND merchant_id = ANY (${merchantIds}::uuid[])`;
}
