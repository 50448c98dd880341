import type { Sql } from '../../../base/db/pool.ts';
import type { Logger } from '../../../base/ground/logger.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import type { Signer } from '../../../chain/signers/signer.ts';

/** What the keys of hot wallets did on the chain, compared with the books (custody/wallet-standing.ts). */
export interface Standing {
  /** Begins to compare wallets that are new. */
  open(): Promise<void>;
  /** What the key of a wallet sent and the books do not know; none: they are in step. */
  unknown(wallet: string): Promise<readonly { nonce: bigint | null }[]>;
}

/** What sending on one network needs. */
export interface SendDeps {
  sql: Sql;
  chain: PayoutChain;
  signer: Signer;
  notation: Notation;
  logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  standing: Standing;
  /** null: nobody is written to. */
  alertEmail: string | null;
  /** How often what is under way is looked at: about the time of a block. */
  paceMs: number;
  /** How long a transaction may wait for a block before it is outbid. */
  patienceMs: number;
  /** How long payouts must have been held up before an operator is told; what passes by itself is not told. */
  alarmAfterMs: number;
  /** Whether stored bytes may be handed to a node now: a database that takes over would know of them. */
  mayLeave(): Promise<boolean>;
  now(): Date;
}
