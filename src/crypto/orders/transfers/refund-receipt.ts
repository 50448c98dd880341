import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { networkById } from '../../../chain/chains/networks.ts';
import { dustUnits } from '../order.ts';
import type { CryptoOrder } from '../store.ts';
import type { RecordedTransfer } from './transfer-store.ts';

/**
 * Sends the customer a receipt of money given back, in the transaction that records it. It states the amount in the
 * asset only, because the present value is not promised.
 */
export async function queueRefundReceipt(
  deps: ReceiptDeps,
  tx: Tx,
  order: CryptoOrder,
  transfers: RecordedTransfer[],
  now: Date,
): Promise<void> {
  // If there was only dust, or the merchant itself gives the money back, nothing was sent.
  const last = transfers.findLast(({ amountUnits }) => amountUnits >= dustUnits);
  if (!last) return;
  const units = transfers.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  // Money is given back once, but an order may be paid and resolved again.
  await queueReceipts(tx, [receiptOf(deps, order, { ...last, amountUnits: units }, now)]);
}

/** The receipt of a refund sent on the chain, with its transaction. */
export async function queueRefundSent(
  deps: ReceiptDeps,
  tx: Tx,
  order: CryptoOrder,
  refund: GivenBack & { email: string; language: CryptoOrder['language'] },
  now: Date,
): Promise<void> {
  const { paidWith, ...receipt } = receiptOf(deps, order, refund, now);
  await queueReceipts(tx, [
    {
      ...receipt,
      recipient: refund.email,
      language: refund.language ?? order.language,
      paidWith: { ...paidWith, isOfRefund: true },
    },
  ]);
}

interface ReceiptDeps {
  formatTransactionHash(network: string, transactionHash: string): string;
}

interface GivenBack {
  id: string;
  network: string;
  transactionHash: string;
  amountUnits: bigint;
}

function receiptOf(
  deps: ReceiptDeps,
  order: CryptoOrder,
  { id, network, transactionHash, amountUnits }: GivenBack,
  at: Date,
) {
  return {
    kind: 'refund' as const,
    merchantId: order.merchantId,
    causeId: id,
    recipient: order.email,
    language: order.language,
    amount: { units: amountUnits, code: order.asset },
    cryptoAmount: null,
    paid: { units: order.price.amountMinor, code: order.price.currency },
    at,
    reference: order.id,
    description: order.description,
    paidWith: {
      transactions: [
        {
          hash: deps.formatTransactionHash(network, transactionHash),
          networkTitle: networkById(network)?.title ?? network,
          amount: { units: amountUnits, code: order.asset },
        },
      ],
    },
  };
}
