import { firstId, idTimeMs } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Settlement } from '../settlements/settlement.ts';
import { findSettlement, requestEntryOf, settlementBeside } from '../settlements/store.ts';
import { balancesAt, beginning, type HourSum, hourOf, sumsBetween, sumsUpTo } from './hour-sums.ts';
import type { MovementQuery } from './movements.ts';
import { books, type StatementKind } from './names.ts';
import { movedBy, totalOf } from './statement.ts';

/**
 * What a settlement pays: all that was booked on the merchant's balance since the settlement before it. `opening` plus the
 * movements, less its amount, is `left`.
 */
export interface SettlementContent {
  settlement: Settlement;
  opening: bigint;
  lines: Record<StatementKind, bigint>;
  left: bigint;
  /** Its movements. */
  between: NonNullable<MovementQuery['between']>;
}

export async function readContent(
  sql: Sql,
  merchantId: string,
  id: string,
): Promise<SettlementContent | null> {
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const settlement = await findSettlement(tx, merchantId, id);
    if (!settlement) return null;
    const { currency } = settlement;
    const below = await requestEntryOf(tx, settlement);
    const before = await settlementBeside(tx, merchantId, currency, 'before', below);
    const hour = hourOf(timeOf(below));
    const later = await sumsUpTo(tx, merchantId, below, false);
    if (!before) {
      const sums = [...(await sumsBetween(tx, merchantId, beginning, hour, null)), ...later];
      return content(settlement, 0n, sums, { above: firstId, below });
    }
    const above = before.entryId;
    const first = hourOf(timeOf(above));
    const earlier = await sumsUpTo(tx, merchantId, above, true);
    const balances = await balancesAt(tx, merchantId, first);
    const atFirst = balances.find(
      ({ account, asset }) => account === books.available && asset === currency,
    )?.balance;
    const opening = (atFirst ?? 0n) + totalOf(movedBy('available', currency, earlier));
    const sums = [
      ...(first < hour ? await sumsBetween(tx, merchantId, first, hour, null) : []),
      ...later,
      ...earlier.map((sum) => ({ ...sum, amount: -sum.amount })),
    ];
    return content(settlement, opening, sums, { above, below });
  });
}

function content(
  settlement: Settlement,
  opening: bigint,
  sums: readonly HourSum[],
  between: SettlementContent['between'],
): SettlementContent {
  const lines = movedBy('available', settlement.currency, sums);
  return { settlement, opening, lines, left: opening + totalOf(lines) - settlement.amountMinor, between };
}

const timeOf = (entryId: string): Date => new Date(idTimeMs(entryId));
