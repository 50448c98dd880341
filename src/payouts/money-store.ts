import type { Db } from '../db/pool.ts';
import type { AssetCode } from '../money/asset.ts';
import type { PaidOut } from './limits.ts';

/** What a merchant can spend of an asset just now; nobody is held up, and nothing is promised. */
export async function availableUnitsOf(db: Db, merchantId: string, asset: AssetCode): Promise<bigint> {
  const [row] = await db<{ balance: bigint }[]>`
    SELECT balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND account = 'merchant_available'
       AND asset = ${asset}`;
  return row?.balance ?? 0n;
}

/** In the day and the month of a moment, by UTC. */
export async function paidOutAt(tx: Db, merchantId: string, now: Date): Promise<PaidOut> {
  const day = now.toISOString().slice(0, 10);
  const month = `${day.slice(0, 7)}-01`;
  const [row] = await tx<PaidOut[]>`
    SELECT coalesce(sum(amount_minor) FILTER (WHERE day = ${day}), 0)::bigint AS "todayMinor",
           coalesce(sum(amount_minor), 0)::bigint AS "thisMonthMinor"
      FROM payout_days
     WHERE merchant_id = ${merchantId}
       AND day >= ${month}::date
       AND day < ${month}::date + interval '1 month'`;
  return row ?? { todayMinor: 0n, thisMonthMinor: 0n };
}
