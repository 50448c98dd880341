import { type Act, appendAudit } from '../../../accounts/audit/audit-log.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Chain } from '../../../chain/chains/port/chain.ts';
import type { OutcomeDeps } from '../../orders/outcome/outcome-deps.ts';
import { recordOrderOutcomes } from '../../orders/outcome/record-outcome.ts';
import { findRecorded, recordTransfers } from '../../orders/transfers/transfer-store.ts';
import { lockFinalized, readCursor } from '../cursor-store.ts';
import { matchOurs, type OurTransfer } from '../match-transfers.ts';

export interface RescanDeps extends OutcomeDeps {
  sql: Sql;
  chain: Chain;
  now(): Date;
}

export interface RescanReport {
  fromBlock: bigint;
  toBlock: bigint;
  /** Transfers to our addresses in these blocks. */
  seen: number;
  /** Transfers that were not recorded before. */
  recovered: OurTransfer[];
}

/** Fits one answer of a node. The work of each finished batch is kept. */
const blocksPerBatch = 500n;

/**
 * Reads a range of blocks again and records missing transfers. It never moves the cursor and changes no existing
 * record, so it can run at any time over any range. It reads final blocks only: blocks above belong to the watcher,
 * which may be about to roll them back.
 */
export async function rescanBlocks(
  deps: RescanDeps,
  fromBlock: bigint,
  toBlock: bigint,
  /** The person who asks, for the audit log. */
  actor: string,
  onProgress: (doneTo: bigint, recovered: number) => void,
): Promise<RescanReport> {
  const { sql, chain } = deps;
  const cursor = await readCursor(sql, chain.network);
  if (!cursor || toBlock > cursor.finalizedNumber) {
    const reached = cursor ? `final up to block ${cursor.finalizedNumber}` : 'not read at all yet';
    throw new PasarelaError('validation_failed', `${chain.network} is ${reached}; rescan no further.`);
  }
  // Logged before the first payment it may find, because the run can be interrupted anywhere.
  const act: Act = {
    actor,
    act: 'blocks_rescanned',
    subject: `network ${chain.network}`,
    details: { fromBlock, toBlock },
  };
  await sql.begin((tx) => appendAudit(tx, act, deps.now()));
  const report: RescanReport = { fromBlock, toBlock, seen: 0, recovered: [] };
  for (let first = fromBlock; first <= toBlock; first += blocksPerBatch) {
    const end = first + blocksPerBatch - 1n;
    const last = end < toBlock ? end : toBlock;
    const ours = await matchOurs(sql, chain, await chain.transfers(first, last));
    if (ours === null) throw new Error(`${chain.network}: block ${last} changed while it was read`);
    report.seen += ours.length;
    report.recovered.push(...(await recordMissing(deps, ours, last)));
    onProgress(last, report.recovered.length);
  }
  return report;
}

async function recordMissing(deps: RescanDeps, ours: OurTransfer[], last: bigint): Promise<OurTransfer[]> {
  const { sql, now } = deps;
  const { network } = deps.chain;
  if (ours.length === 0) return [];
  return await sql.begin(async (tx) => {
    // The lock keeps any reorganisation from being processed between reading and recording.
    const cursor = await lockFinalized(tx, network);
    if (!cursor || cursor.finalizedNumber < last) {
      throw new Error(`${network}: block ${last} is no longer final`);
    }
    const recorded = await findRecorded(tx, network, ours);
    const missing = ours.filter(({ log }) => !recorded.has(`${log.transactionHash} ${log.logIndex}`));
    await recordTransfers(tx, network, missing, now());
    const orders = missing.map(({ order }) => order);
    await recordOrderOutcomes(deps, tx, orders, now());
    return missing;
  });
}
