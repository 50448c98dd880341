import { toBytes } from '../../../base/db/bytes.ts';
import { merchantBatches, ofBatch } from '../../../base/db/citus/merchant-batches.ts';
import type { Tx } from '../../../base/db/pool.ts';
import type { OrderKey } from '../order.ts';
import type { RecordedTransfer } from './transfer-store.ts';

/** A refund that gives an order's money back on the chain. */
export interface RefundKey {
  merchantId: string;
  id: string;
}

/** Assigns transfers to the refund that sends their money back. The caller holds their order. */
export async function takeForRefund(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  refundId: string,
  transfers: readonly Pick<RecordedTransfer, 'network' | 'transactionHash' | 'logIndex'>[],
): Promise<void> {
  for (const transfer of transfers) {
    await tx`
      UPDATE transfers
         SET disposition = 'refunding',
             refund_id = ${refundId}
       WHERE merchant_id = ${merchantId}
         AND order_id = ${orderId}
         AND network = ${transfer.network}
         AND transaction_hash = ${toBytes(transfer.transactionHash)}
         AND log_index = ${transfer.logIndex}`;
  }
}

/** The refunds failed: their transfers are due again. The caller holds the orders. */
export async function leaveDue(tx: Tx, refunds: readonly RefundKey[]): Promise<void> {
  for (const batch of merchantBatches(tx, refunds)) {
    await tx`
      UPDATE transfers
         SET disposition = 'refund_due',
             refund_id = NULL
       WHERE merchant_id ${ofBatch(tx, batch)}
         AND refund_id = ANY (${batch.map(({ id }) => id)}::uuid[])
         AND disposition = 'refunding'`;
  }
}
