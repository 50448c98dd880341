import { networkById } from '../chains/networks.ts';
import type { Tx } from '../db/pool.ts';
import { queueReceipts } from '../mail/queue-receipts.ts';
import { usdtDecimals } from '../money/asset.ts';
import { formatDecimal } from '../money/money.ts';
import { dustUnits } from './order.ts';
import type { CryptoOrder } from './store.ts';
import type { RecordedTransfer } from './transfer-store.ts';

/**
 * Tells the customer of USDT that was given back, in the transaction that notes it. It tells the amount in USDT alone, as it
 * was sent; what it is worth by now is nobody's promise.
 */
export async function queueRefundReceipt(
  deps: { formatTransactionHash(network: string, transactionHash: string): string },
  tx: Tx,
  order: CryptoOrder,
  transfers: RecordedTransfer[],
  now: Date,
): Promise<void> {
  // Where only dust lay, or the money is the merchant's to give back, nothing was sent.
  const last = transfers.findLast(({ amountUnits }) => amountUnits >= dustUnits);
  if (!last) return;
  const units = transfers.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  await queueReceipts(tx, [
    {
      kind: 'refund',
      merchantId: order.merchantId,
      // Money is given back once; an order may be paid, and resolved, again.
      causeId: last.id,
      recipient: order.email,
      language: order.language,
      amount: `${formatDecimal(units, usdtDecimals)} USDT`,
      cryptoAmount: null,
      at: now,
      reference: order.id,
      description: order.description,
      paidWith: {
        transactionHash: deps.formatTransactionHash(last.network, last.transactionHash),
        networkTitle: networkById(last.network)?.title ?? last.network,
      },
    },
  ]);
}
