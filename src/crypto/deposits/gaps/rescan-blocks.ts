import { appendAudit } from '../../../accounts/audit/audit-log.ts';
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
  /** Those that were not recorded before. */
  recovered: OurTransfer[];
}

/** Enough for one answer of a node; after each the work done so far stands. */
const blocksPerBatch = 500n;

/**
 * Reads a range of blocks again and records the transfers that are missing. It never moves the cursor
 * and changes nothing that is there, so it can be run at any time and over any range. Only final blocks:
 * those above are the watcher's, which may be about to take them back.
 */
export async function rescanBlocks(
  deps: RescanDeps,
  fromBlock: bigint,
  toBlock: bigint,
  /** Who asks for it, for the audit log. */
  actor: string,
  onProgress: (doneTo: bigint, recovered: number) => void,
): Promise<RescanReport> {
  const { sql, chain } = deps;
  const cursor = await readCursor(sql, chain.network);
  if (!cursor || toBlock > cursor.finalizedNumber) {
    const reached = cursor ? `final up to block ${cursor.finalizedNumber}` : 'not read at all yet';
    throw new PasarelaError('validation_failed', `${chain.network} is ${reached}; rescan no further.`);
  }
  // Before the first payment that it may find: it can be broken off anywhere.
  const act = {
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
    // Held so that no reorganisation, however deep, is dealt with between what was read and what is recorded.
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
