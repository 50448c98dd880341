import { balancesOf } from '../../accounts/ledger/ledger.ts';
import type { Sql } from '../../base/db/pool.ts';
import { type PaymentNames, paymentNames } from '../payment-list/payment-money.ts';
import { balancesAt } from './hour-sums.ts';
import { listMovements, type Movement, type MovementQuery } from './movements.ts';
import { type Book, books } from './names.ts';

/** A movement with what the merchant knows its payment by, and the account's balance after it. */
export interface ShownMovement extends Movement {
  names: PaymentNames | null;
  /** null: the list is not of one account and one asset. */
  balance: bigint | null;
}

export interface PageQuery extends MovementQuery {
  /** The balance above the first row, which the cursor of the page before carries; null: it is not known yet. */
  carried: bigint | null;
}

/**
 * A page of movements, newest first, from one snapshot. The running balance starts at the balance of now, or at the end
 * of a period that is over, and goes back row by row; the cursor carries it to the next page, so that none reads more
 * than its rows.
 */
export async function readMovements(
  sql: Sql,
  merchantId: string,
  query: PageQuery,
  now: Date,
): Promise<ShownMovement[]> {
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const rows = await listMovements(tx, merchantId, query);
    const names = await paymentNames(
      tx,
      merchantId,
      rows.flatMap(({ paymentId }) => paymentId ?? []),
    );
    let balance = await balanceAbove();
    return rows.map((row) => {
      const shown = { ...row, names: names.get(row.paymentId ?? '') ?? null, balance };
      if (balance === null) return shown;
      balance -= row.amount;
      return { ...shown, cursor: `${row.cursor}.${balance}` };
    });

    async function balanceAbove(): Promise<bigint | null> {
      const account = books[query.of as Book];
      if (account === undefined || query.asset === null) return null;
      if (query.after || query.carried !== null) return query.carried;
      const balances =
        query.to > now ? await balancesOf(tx, merchantId) : await balancesAt(tx, merchantId, query.to);
      return balances.find((each) => each.account === account && each.asset === query.asset)?.balance ?? 0n;
    }
  });
}
