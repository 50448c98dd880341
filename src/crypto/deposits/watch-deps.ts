import type { Alarm, AlarmDeps } from '../../accounts/alarms/alarms.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Chain, TransferLog } from '../../chain/chains/port/chain.ts';
import type { OutcomeDeps } from '../orders/outcome/outcome-deps.ts';

/** Wallets of ours that nothing may leave unknown, and whoever tells what of it is unknown. */
export interface OutflowWatch {
  senders(db: Db, network: string): Promise<string[]>;
  /** What the operator is to be told of these transfers; null: nothing. */
  alarmOf(tx: Tx, network: string, logs: readonly TransferLog[]): Promise<Omit<Alarm, 'code'> | null>;
}

export interface WatchDeps extends OutcomeDeps, AlarmDeps {
  chain: Chain;
  outflows: OutflowWatch;
  /** Where to begin on a network that was never read; null: at its present end. */
  startBlock: bigint | null;
  /** Called when blocks, or the clock, changed orders. */
  onSettled?: () => void;
  now(): Date;
}
