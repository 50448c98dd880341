import { toBytes } from '../../base/db/bytes.ts';
import type { Db } from '../../base/db/pool.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import type { PaidOut } from './approval/limits.ts';

/** A merchant's available units of an asset now, read without a lock and without a guarantee. */
export async function availableUnitsOf(db: Db, merchantId: string, asset: AssetCode): Promise<bigint> {
  const [row] = await db<{ balance: bigint }[]>`
    SELECT balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND account = 'merchant_available'
       AND asset = ${asset}`;
  return row?.balance ?? 0n;
}

/** The sums of the present day and month, in UTC. */
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

/** The sum of the payouts that a key made on this day (UTC), in US cents, without failed ones. */
export async function madeByKey(tx: Db, merchantId: string, keyId: string, now: Date): Promise<bigint> {
  const day = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const [row] = await tx<{ sum: bigint }[]>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS sum
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND created_at >= ${day}::timestamptz
       AND key_id = ${keyId}
       AND kind = 'payout'
       AND status <> 'failed'`;
  return row?.sum ?? 0n;
}

/**
 * The sum of this day's (UTC) payouts that needed no approval, to the same wallet or to the same recipient, whichever
 * is larger, in US cents. The caller holds the lock.
 */
export async function sentUnapproved(
  tx: Db,
  { merchantId, email }: { merchantId: string; email: string },
  address: string,
  now: Date,
): Promise<bigint> {
  const day = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const [row] = await tx<{ sum: bigint }[]>`
    SELECT greatest(
             sum(amount_minor) FILTER (WHERE address = ${toBytes(address)}),
             sum(amount_minor) FILTER (WHERE lower(email) = lower(${email})),
             0)::bigint AS sum
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND confirmed_at >= ${day}::timestamptz
       AND approvals_needed = 0
       AND status <> 'failed'`;
  return row?.sum ?? 0n;
}
