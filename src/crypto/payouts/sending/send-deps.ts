import type { Sql } from '../../../base/db/pool.ts';
import type { Logger } from '../../../base/ground/logger.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import type { Signer } from '../../../chain/signers/signer.ts';

/** Compares the transactions of hot wallets' keys with the books (custody/wallet-standing.ts). */
export interface Standing {
  /** Begins to compare new wallets. */
  open(): Promise<void>;
  /** Transactions of a wallet's key that the books do not know; empty: key and books are in step. */
  unknown(wallet: string): Promise<readonly { nonce: bigint | null }[]>;
}

/** Dependencies of sending on one network. */
export interface SendDeps {
  sql: Sql;
  chain: PayoutChain;
  signer: Signer;
  notation: Notation;
  logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  standing: Standing;
  /** null: no mail is sent. */
  alertEmail: string | null;
  /** How often sendings under way are checked: about the time of a block. */
  paceMs: number;
  /** How long a transaction may wait for a block before it is replaced by fee. */
  patienceMs: number;
  /** How long payouts must be held up before the operator is notified; shorter delays pass by themselves. */
  alarmAfterMs: number;
  /** Whether stored bytes may be broadcast now: a standby database that takes over must know them. */
  mayLeave(): Promise<boolean>;
  now(): Date;
}
