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

/** What a merchant has, as people know it; accounts that are empty and were always are left out by themselves. */
export async function bookBalances(sql: Sql, merchantId: string): Promise<BookBalance[]> {
  const balances = await balancesOf(sql, merchantId);
  return (Object.keys(books) as Book[]).flatMap((book) =>
    balances
      .filter(({ account }) => account === books[book])
      .map(({ asset, balance }) => ({ book, asset, balance })),
  );
}

/** No more are counted. */
const maxUndeliverable = 10_000;

/** Events of a time that could not be delivered, along the index of those given up. */
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
 * The statement of a month, e.g. 2026-01, in a time zone: forward from the balances at its beginning, never backward from those of
 * today, so that a closed month stays as it was. In one snapshot, so that it adds up while payments come in.
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
