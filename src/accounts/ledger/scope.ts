import { firstId } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import type { Statement } from '../../base/db/sql.ts';

/**
 * Whose books a check reads. It stands behind the WITH of a statement and names the tables that the statement reads: either
 * nothing follows from it, or each of these names means the rows of one merchant in the rest of the statement.
 *
 *   WITH ${scope('refunds')}sums AS (SELECT … FROM refunds) SELECT …
 */
export type Scope = (...tables: string[]) => Statement<unknown[]>;

export const everybody =
  (tx: Tx): Scope =>
  () =>
    tx``;

export const ofMerchant =
  (tx: Tx, merchantId: string): Scope =>
  (...tables) =>
    tables.reduce(
      (before, table) =>
        tx`${before}${tx(table)} AS (SELECT * FROM ${tx(table)} WHERE merchant_id = ${merchantId}), `,
      tx``,
    );

/** And what belongs to none. */
export async function everyMerchant(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id`;
  return [firstId, ...rows.map(({ id }) => id)];
}
