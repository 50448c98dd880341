import type { Sql } from '../../base/db/pool.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import type { Sweep, SweepItem } from './sweep.ts';
import type { SweepKeys } from './sweep-keys.ts';

/** The reports of a run to its observer. */
export type SweepReport =
  | { kind: 'sent'; item: SweepItem; purpose: 'sweep' | 'top_up'; hash: string }
  | { kind: 'swept'; item: SweepItem; hash: string; ended: number; all: number }
  | { kind: 'ended'; item: SweepItem; note: string; ended: number; all: number }
  /** The gas payer, or an address without one, lacks gas; the run continues when it has arrived. */
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
  /** How long a transaction may wait for a block before it is replaced by fee. */
  patienceMs: number;
  /** Whether stored bytes may be broadcast now: a standby database that takes over must know them. */
  mayLeave(): Promise<boolean>;
  tell(told: SweepReport): void;
  now(): Date;
}
