import type {
  ChainWait,
  Fate,
  KnownTransaction,
  OutgoingTransfer,
} from '../../chain/chains/port/payout-chain.ts';

/** The types of sending. See docs/develop/glossary.md. */

/** The purpose of a sending: payouts, refunds and swept deposits are tokens, a top-up is the network's own coin. */
export type Purpose = 'payout' | 'refund' | 'sweep' | 'top_up';

/** A unit of work: one process at a time drives a lane, with the keys of its wallets. */
export interface Lane {
  network: string;
  /** `hot`, or the id of a sweep. */
  name: string;
}

export interface SendingKey {
  merchantId: string;
  id: string;
}

/** One transfer that must happen exactly once, and the transactions made for it. */
export interface Sending extends SendingKey {
  purpose: Purpose;
  /** The wallet that sends it now. */
  wallet: string;
  to: string;
  amountUnits: bigint;
  /** In number order: the last is the newest. */
  transactions: MadeTransaction[];
}

export type Mined = Extract<Fate, { kind: 'mined' }>;

/** The end of a sending: by a proof on the chain, or, without one, by the verdict of two people. */
export interface FinalFate extends Pick<Mined, 'hash' | 'blockNumber' | 'networkFee'> {
  outcome: Exclude<Mined['outcome'], 'unproven'> | 'not_transferred';
}

export type TransactionStatus = 'planned' | 'signed' | 'sent' | 'final' | 'dead';

/** A transaction without its bytes. */
export interface MadeTransaction {
  number: number;
  wallet: string;
  nonce: bigint | null;
  status: TransactionStatus;
  /** null: never signed, so nobody can have it. */
  hash: string | null;
  terms: string;
  expiresAt: Date | null;
  /** When a node accepted it; until then, when it was made. */
  since: Date;
}

/** Why a sending is not sent or mined now. It continues as soon as the reason is gone. */
export type SendingWait =
  | ChainWait
  /** The node waits for a transaction with an earlier nonce that does not exist. */
  | 'nonce_gap'
  /** It is in a final block, but no node proves what it moved. */
  | 'outcome_unproven'
  | 'signer_unavailable'
  | 'node_unavailable';

export function isAlive({ status }: Pick<MadeTransaction, 'status'>): boolean {
  return status === 'planned' || status === 'signed' || status === 'sent';
}

/** None of its transactions can ever be in a block: another one has to be made. */
export function isStranded({ transactions }: Pick<Sending, 'transactions'>): boolean {
  return !transactions.some(isAlive);
}

export function transferOf({ wallet, to, amountUnits }: OutgoingTransfer): OutgoingTransfer {
  return { wallet, to, amountUnits };
}

/** Transactions that its wallet signed, including those given up: sending again relies on their never being mined. */
export function knownOf({ transactions }: Pick<Sending, 'transactions'>): KnownTransaction[] {
  const wallet = transactions.at(-1)?.wallet;
  return transactions.flatMap(({ hash, nonce, expiresAt, wallet: signer }) =>
    hash === null || signer !== wallet ? [] : [{ hash, nonce, expiresAt }],
  );
}

/**
 * Whether a sending still has exactly the transactions whose fate was read. One signed since may have been sent and met
 * a different fate.
 */
export function isAsSeen(seen: Pick<Sending, 'transactions'>, now: Pick<Sending, 'transactions'>): boolean {
  const describe = ({ transactions }: Pick<Sending, 'transactions'>): string =>
    transactions.map(({ number, hash }) => `${number} ${hash}`).join();
  return describe(seen) === describe(now);
}

export function nextNumber({ transactions }: Pick<Sending, 'transactions'>): number {
  return (transactions.at(-1)?.number ?? 0) + 1;
}
