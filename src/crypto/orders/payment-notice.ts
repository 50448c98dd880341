import { formatDecimal } from '../../base/money/money.ts';
import { conversionNotice } from './conversion.ts';
import type { CryptoNotice } from './notice-schema.ts';
import type { OrderStatus } from './order.ts';
import type { OutcomeDeps } from './outcome/outcome-deps.ts';
import type { DecidedOrder } from './outcome/outcome-store.ts';
import type { CryptoOrder } from './store.ts';

/** The order's money as the notice states it, the same as in GET /payment/{order}. */
export function moneyNotice(
  deps: Pick<OutcomeDeps, 'formatAmount'>,
  { order, decision, money }: Pick<DecidedOrder, 'order' | 'decision' | 'money'>,
) {
  const write = (units: bigint): string => deps.formatAmount(order.hold?.network ?? null, units);
  return {
    expected: write(money.expectedUnits),
    received: write(money.receivedUnits),
    credited: write(money.creditedUnits),
    undecided: write(money.undecidedUnits),
    ...conversionNotice(order, money.receivedUnits),
    ...(decision.anomalies.length > 0 && { anomalies: decision.anomalies }),
  };
}

export function cryptoNotice(
  order: CryptoOrder,
  status: OrderStatus,
  received: { cryptoAmount: string; transactionHash: string },
  /** The order's address in its network's notation. */
  walletAddress: string,
  at: Date,
): CryptoNotice {
  return {
    status,
    merchantId: order.merchantId,
    amount: formatDecimal(order.amountMinor, 2),
    cryptoAmount: received.cryptoAmount,
    currency: order.asset,
    walletAddress,
    transactionHash: received.transactionHash,
    timestamp: at.toISOString(),
    orderId: order.id,
    merchantIdCustom: order.merchantIdCustom ?? '',
    typeTransaction: 'cashin',
    network: order.hold?.network ?? '',
    ...(order.metadata !== null && { metadata: order.metadata }),
  };
}
