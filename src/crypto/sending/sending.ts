import type {
  ChainWait,
  Fate,
  KnownTransaction,
  OutgoingTransfer,
} from '../../chain/chains/port/payout-chain.ts';

/** The nouns of sending. See docs/develop/glossary.md. */

/** What is sent: payouts, refunds and swept deposits are tokens, a top-up is the network's own coin. */
export type Purpose = 'payout' | 'refund' | 'sweep' | 'top_up';

/** Whose work it is: one process at a time drives a lane, with the keys of its wallets. */
export interface Lane {
  network: string;
  /** `hot`, or the id of a sweep. */
  name: string;
}

export interface SendingKey {
  merchantId: string;
  id: string;
}

/** One transfer that is to happen exactly once, and the transactions that were made for it. */
export interface Sending extends SendingKey {
  purpose: Purpose;
  /** The one that sends it now. */
  wallet: string;
  to: string;
  amountUnits: bigint;
  /** By number: the last is the newest. */
  transactions: MadeTransaction[];
}

export type Mined = Extract<Fate, { kind: 'mined' }>;

/** How a sending ended: by a proof of the chain, or, where there is none, by the word of two people. */
export interface FinalFate extends Pick<Mined, 'hash' | 'blockNumber' | 'networkFee'> {
  outcome: Exclude<Mined['outcome'], 'unproven'> | 'not_transferred';
}

export type TransactionStatus = 'planned' | 'signed' | 'sent' | 'final' | 'dead';

/** A transaction that was made, without its bytes. */
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

/** Why something is not sent or gets into no block now; it goes on as soon as the reason is gone. */
export type SendingWait =
  | ChainWait
  /** It is with a node, which waits for a transaction with an earlier nonce that nobody made. */
  | 'nonce_gap'
  /** A final block has it, and no node proves what it moved. */
  | 'outcome_unproven'
  | 'signer_unavailable'
  | 'node_unavailable';

export function isAlive({ status }: Pick<MadeTransaction, 'status'>): boolean {
  return status === 'planned' || status === 'signed' || status === 'sent';
}

/** Nothing that was made for it can ever be in a block: another transaction has to be made. */
export function isStranded({ transactions }: Pick<Sending, 'transactions'>): boolean {
  return !transactions.some(isAlive);
}

export function transferOf({ wallet, to, amountUnits }: OutgoingTransfer): OutgoingTransfer {
  return { wallet, to, amountUnits };
}

/** Those that its wallet signed, also the ones given up: that they never come is what sending anew rests on. */
export function knownOf({ transactions }: Pick<Sending, 'transactions'>): KnownTransaction[] {
  const wallet = transactions.at(-1)?.wallet;
  return transactions.flatMap(({ hash, nonce, expiresAt, wallet: signer }) =>
    hash === null || signer !== wallet ? [] : [{ hash, nonce, expiresAt }],
  );
}

/**
 * Whether a sending still has just the transactions that its fate was asked for. One that was signed since may have
 * been sent, and have had quite another fate.
 */
export function isAsSeen(seen: Pick<Sending, 'transactions'>, now: Pick<Sending, 'transactions'>): boolean {
  const describe = ({ transactions }: Pick<Sending, 'transactions'>): string =>
    transactions.map(({ number, hash }) => `${number} ${hash}`).join();
  return describe(seen) === describe(now);
}

export function nextNumber({ transactions }: Pick<Sending, 'transactions'>): number {
  return (transactions.at(-1)?.number ?? 0) + 1;
}
