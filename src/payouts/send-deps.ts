import type { PayoutChain } from '../chains/port/payout-chain.ts';
import type { Writing } from '../chains/port/writing.ts';
import type { Sql } from '../db/pool.ts';
import type { Logger } from '../ground/logger.ts';
import type { Signer } from '../sending/signer.ts';
import type { WaitReason } from './payout.ts';

/** What sending on one network needs. */
export interface SendDeps {
  sql: Sql;
  chain: PayoutChain;
  signer: Signer;
  writing: Writing;
  logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** null: nobody is written to. */
  alertEmail: string | null;
  /** How often what is under way is looked at: about the time of a block. */
  paceMs: number;
  /** How long a transaction may wait for a block before it is outbid. */
  patienceMs: number;
  /** How long payouts must have been held up before an operator is told; what passes by itself is not told. */
  alarmAfterMs: number;
  now(): Date;
}

/**
 * What one worker remembers between its steps. All of it only saves work and is found out again after a restart;
 * what a payout depends on is in the database.
 */
export interface Memory {
  /** The block that a payout was seen in, which was not final, by its id. */
  minedIn: Map<string, bigint>;
  /** When to look again at a payout under way. */
  lookAtMs: Map<string, number>;
  /** Not before then is a transaction handed over again that a node declined, by its hash. */
  sendAgainAtMs: Map<string, number>;
  /** Recipients that the token's issuer had not frozen, and until when that is believed. */
  soundUntilMs: Map<string, number>;
  /** Payouts to recipients that it had, by their ids. */
  frozenUntilMs: Map<string, number>;
  followAtMs: number;
  /** Whether payouts in the queue may carry a reason that is over. */
  hasOldWaits: boolean;
  pausedMerchantIds: string[];
  checkPausedAtMs: number;
  /** What holds payouts up: since when, and when it was last found so. */
  heldUp: Map<WaitReason, { sinceMs: number; seenMs: number }>;
}

export function emptyMemory(): Memory {
  return {
    minedIn: new Map(),
    lookAtMs: new Map(),
    sendAgainAtMs: new Map(),
    soundUntilMs: new Map(),
    frozenUntilMs: new Map(),
    followAtMs: 0,
    hasOldWaits: true,
    pausedMerchantIds: [],
    checkPausedAtMs: 0,
    heldUp: new Map(),
  };
}
