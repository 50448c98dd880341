import type { Writing } from '../chains/port/writing.ts';
import type { CryptoNotice } from '../crypto-orders/notice-schema.ts';
import { usdtDecimals } from '../money/asset.ts';
import { formatDecimal } from '../money/money.ts';
import type { Payout } from './store.ts';

/** Payload A of the interface for a payout: where it goes, and the transaction that pays it. */
export function payoutNotice(
  writing: Writing,
  payout: Payout,
  status: 'pending' | 'success' | 'failed',
  transactionHash: string | null,
  at: Date,
): CryptoNotice {
  const { network, address } = payout;
  return {
    status,
    merchantId: payout.merchantId,
    amount: formatDecimal(payout.amountMinor, 2),
    cryptoAmount: formatDecimal(payout.amountUnits, usdtDecimals),
    currency: 'USDT',
    walletAddress: network && address ? writing.formatAddress(network, address) : '',
    transactionHash:
      network && transactionHash ? writing.formatTransactionHash(network, transactionHash) : '',
    timestamp: at.toISOString(),
    orderId: payout.id,
    merchantIdCustom: payout.merchantIdCustom ?? '',
    typeTransaction: 'cashout',
    network: network ?? '',
    ...(payout.refundOf !== null && { refundOf: payout.refundOf }),
  };
}
