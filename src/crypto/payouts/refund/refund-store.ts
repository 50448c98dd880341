import type { Db, Tx } from '../../../base/db/pool.ts';
import { currentTraceparent, logTrail } from '../../../base/ground/trail.ts';
import type { AssetCode } from '../../../base/money/asset.ts';
import type { Language } from '../../../base/money/language.ts';
import { networks } from '../../../chain/chains/networks.ts';
import { type NewPayout, type Payout, payoutColumns } from '../store.ts';

/** A payout that gives an order's money back. */
export interface NewRefund extends NewPayout {
  refundOf: string;
  refundReason: string | null;
  fromSuspense: boolean;
  /** The customer's language, until they confirm in another. */
  language: Language | null;
}

export async function insertRefund(
  tx: Tx,
  refund: NewRefund,
  secret: { requestHash: Buffer; idempotencyKey: string | null; linkHash: Buffer; linkSealed: Buffer },
): Promise<void> {
  await tx`
    INSERT INTO payouts (
      merchant_id, id, kind, refund_of, refund_reason, from_suspense, asset, country, origin, amount_minor, email, merchant_id_custom, description, metadata,
      language, request_hash, idempotency_key, link_hash, link_sealed, opens_until, amount_units, fee_units, rate_scaled, rate_at,
      rate_sources, made_by, key_id, networks, created_at, traceparent)
    VALUES (
      ${refund.merchantId}, ${refund.id}, 'refund', ${refund.refundOf}, ${refund.refundReason}, ${refund.fromSuspense}, ${refund.asset}, ${refund.country},
      ${refund.origin}, ${refund.amountMinor}, ${refund.email}, ${refund.merchantIdCustom}, ${refund.description},
      ${refund.metadata && tx.json(refund.metadata)},
      ${refund.language}, ${secret.requestHash}, ${secret.idempotencyKey}, ${secret.linkHash}, ${secret.linkSealed}, ${refund.opensUntil},
      ${refund.amountUnits}, ${refund.feeUnits}, ${refund.rateScaled}, ${refund.rateAt}, ${refund.rateSources},
      ${refund.madeBy}, ${refund.keyId}, ${refund.networks}, ${refund.createdAt},
      ${currentTraceparent()})`;
  const ids = { merchant: refund.merchantId, payout: refund.id, crypto_order: refund.refundOf };
  tx.afterCommit(() => logTrail('refund created', ids));
}

/** All refunds of an order on the chain, oldest first. */
export async function refundsOfOrder(db: Db, merchantId: string, orderId: string): Promise<Payout[]> {
  return await db<Payout[]>`
    SELECT ${db.unsafe(payoutColumns)}
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND refund_of = ${orderId}
     ORDER BY created_at, id`;
}

/** Why orders were refunded, oldest first; those without a reason are left out. */
export async function orderRefundReasons(
  db: Db,
  merchantId: string,
  orderIds: readonly string[],
): Promise<{ id: string; reason: string }[]> {
  return await db<{ id: string; reason: string }[]>`
    SELECT refund_of AS id, refund_reason AS reason
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND refund_of = ANY (${orderIds})
       AND refund_reason IS NOT NULL
     ORDER BY created_at, payouts.id`;
}

export async function findRefundByKey(
  db: Db,
  merchantId: string,
  key: string,
): Promise<{ refund: Payout; requestHash: Buffer } | null> {
  const [row] = await db<(Payout & { requestHash: Buffer })[]>`
    SELECT ${db.unsafe(payoutColumns)}, request_hash AS "requestHash"
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND idempotency_key = ${key}`;
  if (!row) return null;
  const { requestHash, ...refund } = row;
  return { refund, requestHash };
}

/** The claim secret of a refund that still waits for a wallet; null: nothing to mail any more. */
export async function findClaimToMail(
  db: Db,
  merchantId: string,
  id: string,
): Promise<{ refund: Payout; linkSealed: Buffer } | null> {
  const [row] = await db<(Payout & { linkSealed: Buffer })[]>`
    SELECT ${db.unsafe(payoutColumns)}, link_sealed AS "linkSealed"
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND kind = 'refund'
       AND status = 'open'
       AND link_sealed IS NOT NULL`;
  if (!row) return null;
  const { linkSealed, ...refund } = row;
  return { refund, linkSealed };
}

export async function sendsOn(db: Db, network: string): Promise<boolean> {
  const [row] = await db<{ sends: boolean }[]>`
    SELECT EXISTS (SELECT FROM hot_wallets WHERE active AND network = ${network}) AS sends`;
  return row?.sends ?? false;
}

/** Whether any network can send this asset: without a hot wallet a refund would wait for ever. */
export async function sendsAsset(db: Db, asset: AssetCode): Promise<boolean> {
  const networkIds = networks.filter((network) => network.asset === asset).map(({ id }) => id);
  const [row] = await db<{ sends: boolean }[]>`
    SELECT EXISTS (SELECT FROM hot_wallets WHERE active AND network = ANY (${networkIds})) AS sends`;
  return row?.sends ?? false;
}
