import { assetOn } from '../../../chain/chains/networks.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { dustUnits } from '../../orders/order.ts';
import type { RecordedStray } from './stray-store.ts';

/**
 * Strays for merchants, in the API and in events, in the shape of straysSchema. Leaves out dust and orphaned strays.
 */
export function shapeStrays(
  notation: Pick<Notation, 'formatAmount' | 'formatTransactionHash'>,
  strays: readonly RecordedStray[],
) {
  return strays.filter(isWorthShowing).map((stray) => ({
    network: stray.network,
    currency: assetOn(stray.network),
    amount: notation.formatAmount(stray.network, stray.amountUnits),
    transactionHash: notation.formatTransactionHash(stray.network, stray.transactionHash),
    at: stray.blockTime.toISOString(),
    ...(stray.decision === 'returned' && { orderId: stray.bookedOrderId as string }),
    state: stray.decision ?? (stray.toldAt === null ? ('seen' as const) : ('waiting' as const)),
  }));
}

export function isWorthShowing({ orphaned, amountUnits }: RecordedStray): boolean {
  return !orphaned && amountUnits >= dustUnits;
}
