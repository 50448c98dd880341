import { firstIdAt } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import { beginning, type HourSum } from '../../commerce/reports/hour-sums.ts';

/** More entries are not summed while somebody waits: the response says so. */
const maxEntries = 200_000;

type Sum = Omit<HourSum, 'hour'>;

/**
 * The ledger's sums for all merchants between two full hours: stored sums for hours already summed, and entry by entry
 * for later ones.
 */
export async function sumsOfAll(db: Db, from: Date, to: Date): Promise<{ sums: Sum[]; isPartial: boolean }> {
  const merchants = await db<{ id: string }[]>`SELECT id FROM merchants`;
  const known = await db<{ id: string; until: Date }[]>`
    SELECT merchant_id AS id, summed_until AS until FROM hour_sums_until`;
  const untilOf = new Map(known.map(({ id, until }) => [id, until]));
  const ids = merchants.map(({ id }) => id);
  const untils = ids.map((id) => untilOf.get(id) ?? beginning);
  const kept = await db<Sum[]>`
    SELECT kind, part, asset, sum(count)::bigint AS count, sum(amount)::bigint AS amount
      FROM unnest(${ids}::uuid[], ${untils}::timestamptz[]) AS summed (merchant_id, until)
      JOIN hour_sums ON hour_sums.merchant_id = summed.merchant_id
                    AND hour_sums.hour < summed.until
     WHERE hour_sums.merchant_id = ANY (${ids}::uuid[])
       AND hour >= ${from}
       AND hour < ${to}
     GROUP BY kind, part, asset`;
  const lowest = untils.map((until) => firstIdAt(until > from ? until : from));
  const rest = await db<(Sum & { entries: number })[]>`
    WITH entries AS (
      SELECT entry.merchant_id, entry.id, entry.kind
        FROM unnest(${ids}::uuid[], ${lowest}::uuid[]) AS open (merchant_id, lowest)
        JOIN ledger_entries AS entry ON entry.merchant_id = open.merchant_id
                                    AND entry.id >= open.lowest
       WHERE entry.merchant_id = ANY (${ids}::uuid[])
         AND entry.id < ${firstIdAt(to)}
       LIMIT ${maxEntries}
    )
    SELECT kind, account AS part, asset, count(*) AS count, sum(amount)::bigint AS amount,
           (SELECT count(*)::int FROM entries) AS entries
      FROM entries
      JOIN ledger_postings ON ledger_postings.merchant_id = entries.merchant_id AND ledger_postings.entry_id = entries.id
     WHERE ledger_postings.merchant_id = ANY (${ids}::uuid[])
     GROUP BY kind, account, asset`;
  const late = await db<Sum[]>`
    SELECT kind, account AS part, asset, count(*) AS count, sum(amount)::bigint AS amount
      FROM unnest(${ids}::uuid[], ${untils}::timestamptz[]) AS open (merchant_id, until)
      JOIN late_entries AS late ON late.merchant_id = open.merchant_id
                               AND late.counted_at >= open.until
      JOIN ledger_entries AS entry ON entry.merchant_id = late.merchant_id
                                  AND entry.id = late.entry_id
      JOIN ledger_postings AS posting ON posting.merchant_id = late.merchant_id
                                     AND posting.entry_id = late.entry_id
     WHERE late.merchant_id = ANY (${ids}::uuid[])
       AND counted_at >= ${from}
       AND counted_at < ${to}
     GROUP BY kind, account, asset`;
  return { sums: [...kept, ...rest, ...late], isPartial: (rest[0]?.entries ?? 0) >= maxEntries };
}

export interface HeldByAll {
  account: string;
  asset: string;
  balance: bigint;
}

/** Sums over all merchants. */
export async function balancesOfAll(db: Db): Promise<HeldByAll[]> {
  return await db<HeldByAll[]>`
    SELECT account, asset, sum(balance)::bigint AS balance
      FROM ledger_balances
     GROUP BY account, asset
     ORDER BY account, asset`;
}
