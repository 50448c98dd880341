import type { Db } from '../../../base/db/pool.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { showPayout } from '../show-payout.ts';
import type { Payout } from '../store.ts';
import { refundsOfOrder } from './refund-store.ts';

/** A refund in the merchant's API; its shape is refundSchema in crypto-api/order-shape.ts. */
export async function showRefund(deps: { sql: Db; notation: Notation }, refund: Payout) {
  const shown = await showPayout(deps, refund);
  return {
    id: refund.id,
    refundOf: refund.refundOf as string,
    reason: refund.refundReason,
    status: refund.status,
    amount: shown.cryptoAmount,
    currency: refund.asset,
    network: shown.network,
    walletAddress: shown.walletAddress,
    failure: shown.failure,
    waiting: shown.waiting,
    opensUntil: refund.opensUntil.toISOString(),
    createdAt: refund.createdAt.toISOString(),
    transactions: shown.transactions,
  };
}

/** All refunds of an order, oldest first. */
export async function showRefunds(
  deps: { sql: Db; notation: Notation },
  order: { merchantId: string; id: string },
) {
  const refunds = await refundsOfOrder(deps.sql, order.merchantId, order.id);
  return await Promise.all(refunds.map((refund) => showRefund(deps, refund)));
}
