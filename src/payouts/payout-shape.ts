import { usdtDecimals } from '../crypto-orders/payment-notice.ts';
import { formatDecimal } from '../money/money.ts';
import type { Writing } from './notice.ts';
import type { Payout } from './store.ts';

/** A transaction that was handed to a node. */
export interface SentTransaction {
  /** 0x hex. */
  hash: string;
  status: 'signed' | 'sent' | 'final' | 'dead';
}

/** A payout as its merchant reads it; its shape is orderSchema in crypto-orders/order-shape.ts. */
export function shapePayout(writing: Writing, payout: Payout, transactions: SentTransaction[]) {
  const { network, address } = payout;
  const cryptoAmount = formatDecimal(payout.amountUnits, usdtDecimals);
  return {
    id: payout.id,
    type: 'cashout' as const,
    status: payout.status,
    anomalies: [],
    amount: formatDecimal(payout.amountMinor, 2),
    merchantIdCustom: payout.merchantIdCustom,
    network,
    walletAddress: network && address ? writing.formatAddress(network, address) : null,
    cryptoAmount,
    fee: formatDecimal(payout.feeUnits, usdtDecimals),
    failure: payout.failure,
    waiting: payout.waitReason,
    transactions: transactions.map(({ hash, status }) => ({
      transactionHash: network ? writing.formatTransactionHash(network, hash) : hash,
      amount: cryptoAmount,
      orphaned: status === 'dead',
    })),
  };
}
