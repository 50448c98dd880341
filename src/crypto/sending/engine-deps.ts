import type { Sql, Tx } from '../../base/db/pool.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import type { Signer } from '../../chain/signers/signer.ts';
import type { FinalFate, Lane, Mined, Purpose, Sending, SendingKey, SendingWait } from './sending.ts';
import type { PlannedTransaction } from './signing-store.ts';

/** What one sends, and what follows from it. It decides what to pay; how that gets onto the chain is the engine's. */
export interface SendingUser {
  /** A node took these; whoever is to be told is told once. In the transaction that records it. */
  taken(tx: Tx, taken: readonly { sending: Sending; hash: string }[], now: Date): Promise<void>;
  /** A final block has these: what was moved, or that it was not, is posted. In the transaction that records it. */
  ended(tx: Tx, ends: readonly { sending: Sending; fate: FinalFate }[], now: Date): Promise<void>;
  /** A final block has these and no node proves what they moved: nothing is released. In the transaction that records it. */
  held(tx: Tx, held: readonly { sending: Sending; arrivedUnits: bigint }[]): Promise<void>;
  /** Why these get no further now; null: for no reason any more. */
  waits(waits: readonly (SendingKey & { reason: SendingWait | null })[]): Promise<void>;
}

/** What happens on the way, for logs and for who watches. */
export type EngineReport =
  | { kind: 'taken'; sending: SendingKey & { purpose: Purpose }; hash: string }
  | { kind: 'declined'; sending: SendingKey & { purpose: Purpose }; hash: string; reason: string }
  | { kind: 'ended'; sending: Sending; fate: FinalFate }
  | { kind: 'held'; sending: Sending; fate: Mined }
  /** The network lost transactions that were final; they are sent again. */
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
  /** The network's token, or its own coin. */
  chainOf(purpose: Purpose): PayoutChain;
  signer: Pick<Signer, 'sign'>;
  users: Readonly<Partial<Record<Purpose, SendingUser>>>;
  /**
   * Which of the planned transactions may be signed now. Without it all may. Those given up are planned anew when they may be
   * sent: nobody has them. Whoever decides it also says why the others wait.
   */
  maySign?(planned: readonly PlannedTransaction[]): Promise<SigningDecision>;
  /** How often what is under way is looked at: about the time of a block. */
  paceMs: number;
  /** How long a transaction may wait for a block before it is outbid. */
  patienceMs: number;
  /** Whether stored bytes may be handed to a node now: a database that takes over would know of them. */
  mayLeave(): Promise<boolean>;
  tell(told: EngineReport): void;
  now(): Date;
}

/** How far one part of a step came. */
export interface Progress {
  /** As many were moved on. */
  count: number;
  /** What holds up some. */
  reasons: Set<SendingWait>;
}

export function userOf({ users }: Pick<EngineDeps, 'users'>, purpose: Purpose): SendingUser {
  const user = users[purpose];
  if (!user) throw new Error(`nobody sends a ${purpose} here`);
  return user;
}

/** Tells each user what concerns it. */
export async function saveWaits(
  deps: EngineDeps,
  waits: readonly (SendingKey & { purpose: Purpose; reason: SendingWait | null })[],
): Promise<void> {
  for (const [purpose, some] of Map.groupBy(waits, (wait) => wait.purpose)) {
    await userOf(deps, purpose).waits(some.map(({ merchantId, id, reason }) => ({ merchantId, id, reason })));
  }
}
