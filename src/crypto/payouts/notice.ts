import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { EventType } from '../../events/outbox/event.ts';
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
    ...(payout.refundReason !== null && { refundReason: payout.refundReason }),
    ...(payout.metadata !== null && { metadata: payout.metadata }),
  };
}

/** A refund on the chain is paid out like a payout, but merchants know it as a refund. */
export function payoutEventType(
  { refundOf }: Pick<Payout, 'refundOf'>,
  status: 'pending' | 'success' | 'failed',
): EventType {
  if (refundOf === null) return `payout.${status}`;
  return status === 'success' ? 'refund.succeeded' : `refund.${status}`;
}
