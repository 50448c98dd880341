import { firstId } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import type { Statement } from '../../base/db/sql.ts';

/**
 * The books that a check reads. It follows the WITH of a statement and gets the tables that the statement reads. Either
 * it adds nothing, or in the rest of the statement each of these names means the rows of one merchant.
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

/** All merchants, and the id of rows that belong to none. */
export async function everyMerchant(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id`;
  return [firstId, ...rows.map(({ id }) => id)];
}
