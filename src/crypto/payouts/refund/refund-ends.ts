import type { Tx } from '../../../base/db/pool.ts';
import { collectWaiting } from '../../orders/notify-waiting.ts';
import { lockOrders } from '../../orders/outcome/outcome-store.ts';
import type { CryptoOrder } from '../../orders/store.ts';
import { leaveDue } from '../../orders/transfers/refund-transfers.ts';
import type { Payout } from '../store.ts';

/** Locks the orders that refunds pay back, in a fixed order, for the rest of the transaction. */
export async function lockRefundedOrders(tx: Tx, refunds: readonly Payout[]): Promise<CryptoOrder[]> {
  if (refunds.length === 0) return [];
  return await lockOrders(
    tx,
    refunds.map(({ merchantId, refundOf }) => ({ merchantId, orderId: refundOf as string })),
  );
}

/** Releases failed refunds: money from suspense is due again, and the operator is notified that it waits. */
export async function releaseRefunds(tx: Tx, refunds: readonly Payout[]): Promise<void> {
  const fromSuspense = refunds.filter((refund) => refund.fromSuspense);
  if (fromSuspense.length === 0) return;
  await leaveDue(tx, fromSuspense);
  // Last, because it locks a mail that other transactions collect in as well.
  await collectWaiting(tx, []);
}
