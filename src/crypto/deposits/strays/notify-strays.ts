import { formatAsset } from '../../../base/money/asset.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { dustUnits } from '../../orders/order.ts';
import type { OurTransfer } from '../match-transfers.ts';

/** A longer list would not be read. */
const maxNamed = 20;

/** The operator's alarm about strays; null: nothing worth a mail. */
export function strayAlarm(
  network: string,
  strays: readonly OurTransfer[],
  notation: Pick<Notation, 'formatAddress' | 'formatTransactionHash'>,
): { network: string; text: string; advice: string } | null {
  const worth = strays.filter(({ log }) => log.amountUnits >= dustUnits);
  if (worth.length === 0) return null;
  const asset = assetOn(network);
  const lines = worth
    .slice(0, maxNamed)
    .map(
      ({ log, order }) =>
        `${formatAsset(log.amountUnits, asset)} to ${notation.formatAddress(network, log.to)} of order ${order.orderId} in ${notation.formatTransactionHash(network, log.transactionHash)}, block ${log.blockNumber}`,
    );
  const units = worth.reduce((sum, { log }) => sum + log.amountUnits, 0n);
  const [first] = worth;
  return {
    network,
    text: [
      `${network}: ${formatAsset(units, asset)} came to addresses of orders that are paid elsewhere`,
      ...lines,
    ].join('\n'),
    advice: `The customer chose another network or token than the order's. It pays for nothing and is in nobody's books; the address is of your own account, so its key moves it there as well. What the order is about: pasarela find ${first?.order.orderId}.`,
  };
}
