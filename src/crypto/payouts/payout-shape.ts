import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { Claim } from './claim/claim.ts';
import type { Payout } from './store.ts';

/** A transaction that was handed to a node. */
export interface SentTransaction {
  /** 0x hex. */
  hash: string;
  status: 'signed' | 'sent' | 'final' | 'dead';
}

/** A payout in the merchant's API; its shape is orderSchema in crypto-api/order-shape.ts. */
export function shapePayout(
  notation: Notation,
  payout: Payout,
  claim: Claim | null,
  transactions: SentTransaction[],
) {
  const { network, address } = payout;
  const refusal = refusalOf(payout, claim);
  const cryptoAmount = notation.formatAmount(network, payout.amountUnits);
  return {
    id: payout.id,
    type: 'cashout' as const,
    status: payout.status,
    anomalies: [],
    amount: formatDecimal(payout.amountMinor, 2),
    merchantIdCustom: payout.merchantIdCustom,
    currency: payout.asset,
    network,
    walletAddress: network && address ? notation.formatAddress(network, address) : null,
    cryptoAmount,
    ...(payout.arrivedUnits !== null && {
      arrivedAmount: notation.formatAmount(network, payout.arrivedUnits),
    }),
    ...(payout.refundOf !== null && { refundOf: payout.refundOf }),
    ...(payout.metadata !== null && { metadata: payout.metadata }),
    fee: notation.formatAmount(network, payout.feeUnits),
    failure: payout.failure,
    waiting: refusal ? 'code_undeliverable' : payout.waitReason,
    ...(refusal && { codeRefused: refusal }),
    transactions: transactions.map(({ hash, status }) => ({
      transactionHash: network ? notation.formatTransactionHash(network, hash) : hash,
      amount: cryptoAmount,
      orphaned: status === 'dead',
    })),
  };
}

/** The refusal of the code's mail, while its recipient waits; null: none, or no longer. */
export function refusalOf(
  { status, email }: Payout,
  claim: Claim | null,
): { email: string; at: string; answer: string } | null {
  if (status !== 'open' || !claim?.refusedAt) return null;
  return { email, at: claim.refusedAt.toISOString(), answer: claim.refusal ?? '' };
}
