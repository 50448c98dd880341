import type { Sql, Tx } from '../../base/db/pool.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import type { Signer } from '../../chain/signers/signer.ts';
import type { FinalFate, Lane, Mined, Purpose, Sending, SendingKey, SendingWait } from './sending.ts';
import type { PlannedTransaction } from './signing-store.ts';

/** A feature that sends money. It decides what to pay; the engine brings it onto the chain. */
export interface SendingUser {
  /** A node accepted these; notifications go out once. Runs in the transaction that records it. */
  taken(tx: Tx, taken: readonly { sending: Sending; hash: string }[], now: Date): Promise<void>;
  /** These are in a final block: posts what was or was not moved. Runs in the transaction that records it. */
  ended(tx: Tx, ends: readonly { sending: Sending; fate: FinalFate }[], now: Date): Promise<void>;
  /**
   * These are in a final block, but no node proves what they moved: nothing is released. Runs in the transaction that
   * records it.
   */
  held(tx: Tx, held: readonly { sending: Sending; arrivedUnits: bigint }[]): Promise<void>;
  /** Why these do not advance now; null: the reason is gone. */
  waits(waits: readonly (SendingKey & { reason: SendingWait | null })[]): Promise<void>;
}

/** Progress reports, for logs and observers. */
export type EngineReport =
  | { kind: 'taken'; sending: SendingKey & { purpose: Purpose }; hash: string }
  | { kind: 'declined'; sending: SendingKey & { purpose: Purpose }; hash: string; reason: string }
  | { kind: 'ended'; sending: Sending; fate: FinalFate }
  | { kind: 'held'; sending: Sending; fate: Mined }
  /** The network lost final transactions; they are sent again. */
  | { kind: 'forgotten'; count: number }
  | { kind: 'node_away'; error: Error }
  | { kind: 'signer_away'; error: Error };

export interface SigningDecision {
  sign: PlannedTransaction[];
  giveUp: PlannedTransaction[];
}

export interface EngineDeps {
  sql: Sql;
  lane: Lane;
  /** The chain of the network's token, or of its own coin. */
  chainOf(purpose: Purpose): PayoutChain;
  signer: Pick<Signer, 'sign'>;
  users: Readonly<Partial<Record<Purpose, SendingUser>>>;
  /**
   * Decides which planned transactions may be signed now. Without it all may. Those given up are planned again when
   * they may be sent, because nobody has them. The implementation also saves why the others wait.
   */
  maySign?(planned: readonly PlannedTransaction[]): Promise<SigningDecision>;
  /** How often sendings under way are checked: about the time of a block. */
  paceMs: number;
  /** How long a transaction may wait for a block before it is replaced by fee. */
  patienceMs: number;
  /** Whether stored bytes may be broadcast now: a standby database that takes over must know them. */
  mayLeave(): Promise<boolean>;
  tell(told: EngineReport): void;
  now(): Date;
}

/** The progress of one part of a step. */
export interface Progress {
  /** How many advanced. */
  count: number;
  /** The reasons that hold up others. */
  reasons: Set<SendingWait>;
}

export function userOf({ users }: Pick<EngineDeps, 'users'>, purpose: Purpose): SendingUser {
  const user = users[purpose];
  if (!user) throw new Error(`nobody sends a ${purpose} here`);
  return user;
}

/** Passes the wait reasons to the user of each purpose. */
export async function saveWaits(
  deps: EngineDeps,
  waits: readonly (SendingKey & { purpose: Purpose; reason: SendingWait | null })[],
): Promise<void> {
  for (const [purpose, some] of Map.groupBy(waits, (wait) => wait.purpose)) {
    await userOf(deps, purpose).waits(some.map(({ merchantId, id, reason }) => ({ merchantId, id, reason })));
  }
}
