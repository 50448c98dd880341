import type { Sql, Tx } from '../db/pool.ts';
import { PasarelaError } from '../errors.ts';
import { postEntry } from '../ledger/ledger.ts';
import { readCursor } from './cursor-store.ts';
import type { Resolution } from './order.ts';
import { type SettleDeps, settleOrder } from './settle-order.ts';
import { type CryptoOrder, findOrderById, lockOrder } from './store.ts';
import { transfersOfOrder } from './transfer-store.ts';

/**
 * A person's word on an order with an anomaly: the money is accepted as the payment, was refunded
 * by other means, or is left where it is.
 */
export async function resolveOrder(
  deps: SettleDeps & { sql: Sql; now(): Date },
  orderId: string,
  resolution: Resolution,
  note: string,
): Promise<CryptoOrder> {
  const found = await findOrderById(deps.sql, orderId);
  if (!found?.hold) throw new PasarelaError('not_found', 'There is no order with a payment under this id.');
  const { hold } = found;
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const order = await lockOrder(tx, found.merchantId, orderId);
    if (!order || order.anomalies.length === 0 || order.resolution !== null) {
      throw new PasarelaError('order_not_resolvable', 'This order has no anomaly that waits for a decision.');
    }
    await tx`
      UPDATE crypto_orders
         SET resolution = ${resolution},
             resolution_note = ${note},
             resolved_at = ${now}
       WHERE merchant_id = ${order.merchantId}
         AND id = ${order.id}`;
    if (resolution === 'refunded') await returnDeposits(tx, order, hold.network);
    const cursor = await readCursor(tx, hold.network);
    if (cursor && resolution === 'accepted') {
      await settleOrder(deps, tx, { merchantId: order.merchantId, orderId }, cursor, now);
    }
  });
  return (await findOrderById(deps.sql, orderId)) ?? found;
}

/** What lay in suspense has left our custody. */
async function returnDeposits(tx: Tx, order: CryptoOrder, network: string): Promise<void> {
  for (const transfer of await transfersOfOrder(tx, order.merchantId, order.id)) {
    if (!transfer.posted || transfer.credited) continue;
    await postEntry(tx, {
      merchantId: order.merchantId,
      kind: 'deposit_returned',
      subjectId: transfer.id,
      postings: [
        { account: 'deposit_suspense', asset: 'USDT', amount: -transfer.amountUnits },
        { account: `custody_${network}`, asset: 'USDT', amount: transfer.amountUnits },
      ],
    });
  }
}
