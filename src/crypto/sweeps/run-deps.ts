import type { Sql } from '../../base/db/pool.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import type { Sweep, SweepItem } from './sweep.ts';
import type { SweepKeys } from './sweep-keys.ts';

/** What a run tells whoever watches it. */
export type SweepReport =
  | { kind: 'sent'; item: SweepItem; purpose: 'sweep' | 'top_up'; hash: string }
  | { kind: 'swept'; item: SweepItem; hash: string; ended: number; all: number }
  | { kind: 'ended'; item: SweepItem; note: string; ended: number; all: number }
  /** The gas payer, or an address without one, lacks gas; the run goes on when it is there. */
  | { kind: 'low_gas'; payer: string | null; held: bigint; needed: bigint }
  /** Why an item waits. */
  | { kind: 'waits'; item: SweepItem; reason: string }
  | { kind: 'declined'; item: SweepItem; hash: string; reason: string }
  | { kind: 'node_away'; reason: string };

export interface RunDeps {
  sql: Sql;
  sweep: Sweep;
  usdt: PayoutChain;
  coin: PayoutChain;
  keys: SweepKeys;
  /** How long a transaction may wait for a block before it is outbid. */
  patienceMs: number;
  /** Whether stored bytes may be handed to a node now: a database that takes over would know of them. */
  mayLeave(): Promise<boolean>;
  tell(told: SweepReport): void;
  now(): Date;
}
