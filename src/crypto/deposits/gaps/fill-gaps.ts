import type { SearchingChain } from '../../../chain/chains/port/chain.ts';
import { findOrderById } from '../../orders/store.ts';
import { readCursor } from '../cursor-store.ts';
import type { OurTransfer } from '../match-transfers.ts';
import { lastBlockUntil } from './find-block.ts';
import { claimGaps, type Gap } from './gap-store.ts';
import { compareAgain } from './reconcile-deposits.ts';
import { type RescanDeps, rescanBlocks } from './rescan-blocks.ts';

/** Each gap costs several requests to every node. */
const maxMendedAtOnce = 10;
/** A payment that is not final, or that no node reports, is searched again after this time. */
const againSeconds = 60;
/** The chain's clock and ours may differ by this much. */
const clockSlackMs = 10 * 60 * 1000;

/**
 * Finds the payments that make addresses hold more than is booked, reads their blocks again and records the missing
 * transfers. Returns the recovered transfers.
 */
export async function fillGaps(deps: RescanDeps & { chain: SearchingChain }): Promise<OurTransfer[]> {
  const { sql, chain } = deps;
  const gaps = await claimGaps(sql, chain.network, againSeconds, maxMendedAtOnce);
  const recovered: OurTransfer[] = [];
  for (const gap of gaps) {
    for (const block of await blocksPaidIn(deps, gap)) {
      const report = await rescanBlocks(deps, block, block, 'pasarela', () => {});
      recovered.push(...report.recovered);
    }
  }
  // A gap that is explained now must not hold its order any longer.
  if (recovered.length > 0) {
    await compareAgain(
      deps,
      gaps.map(({ address }) => address),
    );
  }
  return recovered;
}

/** The final blocks in which the address was paid since its order was made. */
async function blocksPaidIn(
  { sql, chain }: { sql: RescanDeps['sql']; chain: SearchingChain },
  { address, orderId }: Gap,
): Promise<Set<bigint>> {
  const cursor = await readCursor(sql, chain.network);
  const order = await findOrderById(sql, orderId);
  if (!cursor || !order) return new Set();
  const since = new Date(order.createdAt.getTime() - clockSlackMs);
  const before = await lastBlockUntil(chain, since, cursor.finalizedNumber);
  const logs = await chain.searchTransfers([address], before < 0n ? 0n : before, cursor.finalizedNumber);
  return new Set(logs.filter(({ to }) => to === address).map(({ blockNumber }) => blockNumber));
}
