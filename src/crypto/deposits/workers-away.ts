import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import { isWorkerAway, reachableMerchants } from '../../base/db/citus/reach.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { recordOrderOutcomes } from '../orders/outcome/record-outcome.ts';
import { recordTransfers } from '../orders/transfers/transfer-store.ts';
import type { OurTransfer } from './match-transfers.ts';
import { parkedTransfers, unpark } from './parked-store.ts';
import type { WatchDeps } from './watch-deps.ts';

/** Saves a read; if that fails because a worker is away, saves it without the transfers of that worker's merchants. */
export async function withoutThoseAway<T>(
  sql: Sql,
  ours: OurTransfer[],
  save: (tx: Tx, here: OurTransfer[], away: OurTransfer[]) => Promise<T>,
): Promise<T> {
  try {
    return await sql.begin((tx) => save(tx, ours, []));
  } catch (error) {
    if (!sql.isDistributed || !isWorkerAway(error)) throw error;
    const reachable = new Set(await reachableMerchants(sql));
    const isHere = ({ order }: OurTransfer): boolean => reachable.has(order.merchantId);
    const away = ours.filter((each) => !isHere(each));
    if (away.length === 0) throw error;
    return await sql.begin((tx) => save(tx, ours.filter(isHere), away));
  }
}

/** Records transfers that were read while their merchant's worker was away. */
export async function recordParked(deps: WatchDeps, limit: number): Promise<number> {
  const { sql } = deps;
  const { network } = deps.chain;
  const parked = await parkedTransfers(sql, network, limit);
  return await inMerchantBatches(sql, parked, async (tx, batch) => {
    await recordTransfers(tx, network, batch, deps.now());
    await recordOrderOutcomes(
      deps,
      tx,
      batch.map(({ order }) => order),
      deps.now(),
    );
    await unpark(tx, network, batch);
    return batch.length;
  });
}
