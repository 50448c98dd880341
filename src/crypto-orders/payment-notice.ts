import { usdtDecimals } from '../money/asset.ts';
import { formatDecimal } from '../money/money.ts';
import type { CryptoNotice } from './notice-schema.ts';
import type { OrderStatus } from './order.ts';
import type { CryptoOrder } from './store.ts';

export function cryptoNotice(
  order: CryptoOrder,
  status: OrderStatus,
  received: { units: bigint; transactionHash: string },
  /** The order's address as its network writes it. */
  walletAddress: string,
  at: Date,
): CryptoNotice {
  return {
    status,
    merchantId: order.merchantId,
    amount: formatDecimal(order.amountMinor, 2),
    cryptoAmount: formatDecimal(received.units, usdtDecimals),
    currency: 'USDT',
    walletAddress,
    transactionHash: received.transactionHash,
    timestamp: at.toISOString(),
    orderId: order.id,
    merchantIdCustom: order.merchantIdCustom ?? '',
    typeTransaction: 'cashin',
    network: order.hold?.network ?? '',
  };
}
