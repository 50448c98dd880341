import type { Transfer } from '../chains/port/payout-chain.ts';

/** The nouns of sending. A payout under way has transactions; what became of them decides it. */

export type TransactionStatus = 'planned' | 'signed' | 'sent' | 'final' | 'dead';

/** A transaction that was made for a payout, without its bytes. */
export interface MadeTransaction {
  number: number;
  wallet: string;
  nonce: bigint | null;
  status: TransactionStatus;
  /** null: never signed, so nobody can have it. */
  hash: string | null;
  terms: string;
  expiresAt: Date | null;
  /** When a node took it; until then, when it was made. */
  since: Date;
}

export interface PayoutKey {
  merchantId: string;
  id: string;
}

/** A payout that only the chain can end now. */
export interface PayoutUnderWay extends PayoutKey {
  status: 'sending' | 'pending';
  address: string;
  amountUnits: bigint;
  confirmedAt: Date;
  waitReason: string | null;
  /** By number: the last is the newest. */
  transactions: MadeTransaction[];
}

/** A payout that waits to be sent. */
export interface QueuedPayout extends PayoutKey {
  status: 'queued';
  address: string;
  amountUnits: bigint;
  confirmedAt: Date;
  waitReason: string | null;
}

/** One that a transaction is to be made for: from the queue, or because all it had can never be in a block. */
export type PayoutToSend = QueuedPayout | PayoutUnderWay;

export function isAlive({ status }: MadeTransaction): boolean {
  return status !== 'dead';
}

export function transferOf(payout: Pick<PayoutToSend, 'address' | 'amountUnits'>, wallet: string): Transfer {
  return { wallet, to: payout.address, amountUnits: payout.amountUnits };
}

/**
 * Whether a payout still has just the transactions that its fate was asked for. One that was signed since may have
 * been sent, and have had quite another fate.
 */
export function isAsSeen(seen: PayoutUnderWay, now: PayoutUnderWay): boolean {
  const describe = ({ transactions }: PayoutUnderWay): string =>
    transactions.map(({ number, hash }) => `${number} ${hash}`).join();
  return describe(seen) === describe(now);
}
