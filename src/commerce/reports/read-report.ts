import { balancesOf } from '../../accounts/ledger/ledger.ts';
import { firstIdAt } from '../../base/db/ids.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { balancesAt, sumsBetween } from './hour-sums.ts';
import { type Book, books } from './names.ts';
import { byDay } from './overview.ts';
import { type AccountStatement, monthBounds, statementOf } from './statement.ts';

export interface BookBalance {
  book: Book;
  asset: string;
  balance: bigint;
}

/** A merchant's balances under the names for people. Accounts that were never used have no row. */
export async function bookBalances(sql: Sql, merchantId: string): Promise<BookBalance[]> {
  const balances = await balancesOf(sql, merchantId);
  return (Object.keys(books) as Book[]).flatMap((book) =>
    balances
      .filter(({ account }) => account === books[book])
      .map(({ asset, balance }) => ({ book, asset, balance })),
  );
}

/** Counting stops here. */
const maxUndeliverable = 10_000;

/** Events of a period that could not be delivered. Uses the index of undeliverable ones. */
export async function undeliverableBetween(
  db: Db,
  merchantId: string,
  from: Date,
  to: Date,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (
        SELECT 1
          FROM deliveries
         WHERE merchant_id = ${merchantId}
           AND status IN ('undeliverable', 'no_endpoint')
           AND status = 'undeliverable'
           AND event_id >= ${firstIdAt(from)}
           AND event_id < ${firstIdAt(to)}
         LIMIT ${maxUndeliverable}
      ) AS given_up`;
  return row?.count ?? 0;
}

/**
 * The statement of a month, e.g. 2026-01, in a time zone. It is computed forward from the opening balances, never
 * backward from today's, so that a closed month never changes. It reads one snapshot, so that it adds up while payments
 * come in.
 */
export async function readStatement(
  sql: Sql,
  merchantId: string,
  month: string,
  zone: string,
): Promise<AccountStatement[]> {
  const { from, to } = monthBounds(month, zone);
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const openings = await balancesAt(tx, merchantId, from);
    const sums = await sumsBetween(tx, merchantId, from, to, zone);
    return statementOf(openings, byDay(sums, from, to, zone));
  });
}
