import { assetOn } from '../../../chain/chains/networks.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { dustUnits } from '../../orders/order.ts';
import type { RecordedStray } from './stray-store.ts';

/** Strays as merchants read them, in the API and in events; its shape is straysSchema. Dust and what was taken back is left out. */
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
