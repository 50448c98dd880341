import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { CryptoNotice } from '../orders/notice-schema.ts';
import type { Payout } from './store.ts';

/** Payload A of the contract for a payout: its destination and its transaction. */
export function payoutNotice(
  notation: Notation,
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
    cryptoAmount: notation.formatAmount(network, payout.amountUnits),
    currency: payout.asset,
    walletAddress: network && address ? notation.formatAddress(network, address) : '',
    transactionHash:
      network && transactionHash ? notation.formatTransactionHash(network, transactionHash) : '',
    timestamp: at.toISOString(),
    orderId: payout.id,
    merchantIdCustom: payout.merchantIdCustom ?? '',
    typeTransaction: 'cashout',
    network: network ?? '',
    ...(payout.refundOf !== null && { refundOf: payout.refundOf }),
  };
}
