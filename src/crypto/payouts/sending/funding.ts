import { merchantBatches, ofBatch } from '../../../base/db/citus/merchant-batches.ts';
import type { Db } from '../../../base/db/pool.ts';
import type { AssetCode } from '../../../base/money/asset.ts';
import type { PayoutKind, WaitReason } from '../payout.ts';

/** A payout that could be sent. */
interface Candidate {
  merchantId: string;
  id: string;
  kind: PayoutKind;
  refundOf: string | null;
}

/**
 * Selects from these merchants those that owe more of an asset than they have: a payment was reversed after it had been
 * spent.
 */
export async function inTheRed(
  db: Db,
  asset: AssetCode,
  merchantIds: readonly string[],
): Promise<Set<string>> {
  const red = new Set<string>();
  const keys = [...new Set(merchantIds)].map((merchantId) => ({ merchantId }));
  for (const batch of merchantBatches(db, keys)) {
    const rows = await db<{ merchantId: string }[]>`
      SELECT merchant_id AS "merchantId"
        FROM ledger_balances
       WHERE merchant_id ${ofBatch(db, batch)}
         AND account = 'merchant_available'
         AND asset = ${asset}
         AND balance < 0`;
    for (const { merchantId } of rows) red.add(merchantId);
  }
  return red;
}

/**
 * Payouts that must not be sent because their money is gone, with the reason. All refunds of an order together must not
 * exceed its final receipts, and a reorganisation may have reversed a payment since a refund was made.
 */
export async function unfunded(
  db: Db,
  asset: AssetCode,
  payouts: readonly Candidate[],
): Promise<Map<string, Extract<WaitReason, 'merchant_in_the_red' | 'deposit_reversed'>>> {
  const reasons = new Map<string, Extract<WaitReason, 'merchant_in_the_red' | 'deposit_reversed'>>();
  const refunds = payouts.filter(({ refundOf }) => refundOf !== null);
  for (const { merchantId, id, refundOf } of refunds) {
    if (!(await isCovered(db, merchantId, refundOf as string))) reasons.set(id, 'deposit_reversed');
  }
  const red = await inTheRed(
    db,
    asset,
    payouts.map(({ merchantId }) => merchantId),
  );
  for (const { merchantId, id } of payouts) if (red.has(merchantId)) reasons.set(id, 'merchant_in_the_red');
  return reasons;
}

async function isCovered(db: Db, merchantId: string, orderId: string): Promise<boolean> {
  const [came] = await db<{ units: bigint }[]>`
    SELECT coalesce(sum(amount_units), 0)::bigint AS units
      FROM transfers
     WHERE merchant_id = ${merchantId}
       AND order_id = ${orderId}
       AND posted
       AND NOT orphaned`;
  const [given] = await db<{ units: bigint }[]>`
    SELECT coalesce(sum(amount_units), 0)::bigint AS units
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND refund_of = ${orderId}
       AND status <> 'failed'`;
  return (given?.units ?? 0n) <= (came?.units ?? 0n);
}
