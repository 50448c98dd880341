import type { Alarm, AlarmDeps } from '../../accounts/alarms/alarms.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Chain, TransferLog } from '../../chain/chains/port/chain.ts';
import type { OutcomeDeps } from '../orders/outcome/outcome-deps.ts';

/** Watches our wallets for outgoing transfers that nothing here explains. */
export interface OutflowWatch {
  senders(db: Db, network: string): Promise<string[]>;
  /** The operator's alarm about these transfers; null: none. */
  alarmOf(tx: Tx, network: string, logs: readonly TransferLog[]): Promise<Omit<Alarm, 'code'> | null>;
}

export interface WatchDeps extends OutcomeDeps, AlarmDeps {
  chain: Chain;
  outflows: OutflowWatch;
  /** The first block on a network that was never read; null: its present end. */
  startBlock: bigint | null;
  /** Called when blocks or the clock changed orders. */
  onSettled?: () => void;
  now(): Date;
}
