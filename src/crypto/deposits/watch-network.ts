import { notifyOperator } from '../../accounts/alarms/alarms.ts';
import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { peersOf } from '../../chain/chains/networks.ts';
import type { Block, TransferLog } from '../../chain/chains/port/chain.ts';
import { recordOrderOutcomes } from '../orders/outcome/record-outcome.ts';
import {
  ordersHeldUntil,
  ordersWithFinalTransfers,
  recordTransfers,
} from '../orders/transfers/transfer-store.ts';
import { type AddressBook, createAddressBook } from './address-book.ts';
import {
  type Cursor,
  moveCursor,
  readCursor,
  releaseLead,
  rememberBlock,
  startCursor,
  takeLead,
} from './cursor-store.ts';
import { matchOurs, matchStrays, type OurTransfer, sortStrays } from './match-transfers.ts';
import { parkTransfers } from './parked-store.ts';
import { findFork, rewind } from './rewind.ts';
import { announceStrays } from './strays/announce-strays.ts';
import { strayAlarm } from './strays/notify-strays.ts';
import { recordStrays } from './strays/stray-store.ts';
import type { WatchDeps } from './watch-deps.ts';
import { recordParked, withoutThoseAway } from './workers-away.ts';

export interface Watcher {
  /** False if this watcher leads, its last step was recent and found nothing, and no block arrived since. */
  hasNews(): Promise<boolean>;
  /** Makes one step along the chain and returns how many blocks were read and orders decided. */
  step(): Promise<number>;
  /** Lets another watcher lead at once. */
  release(): Promise<void>;
}

/** Another watcher takes over from a dead one after this time. */
const leadSeconds = 6;
/** The lead is renewed during a long step (a slow node): otherwise two slow watchers would undo each other for ever. */
const keepLeadMs = 2_000;
/**
 * A step runs at least this often, even without a new block: it renews the lead and decides orders that others
 * recorded.
 */
const stepMs = 3_000;
/** Blocks read in one step while catching up. The chain reader splits the range if a node allows less. */
const maxBlocksPerStep = 500n;
/** Orders decided in one transaction. */
const settleBatch = 100;

/** Reads one network block by block, without a gap, and decides the orders that its blocks touch. */
export function createWatcher(deps: WatchDeps): Watcher {
  const { sql, chain } = deps;
  const { network } = chain;
  const token = newId();
  const book = createAddressBook();
  /** While catching up, the next blocks are read during the save of the current ones. */
  let ahead: { behind: Block; reading: Promise<Found | null> } | null = null;
  let hasCursor = false;
  /** The last step, if it found nothing. */
  let quiet: { head: string; atMs: number } | null = null;

  function readAhead(behind: Block, latest: Block): void {
    const reading = readBlocks(deps, book, behind.number, latest);
    // The step that awaits this promise handles its failure. This handler avoids an unhandled rejection if no step
    // does.
    reading.catch(() => {});
    ahead = { behind, reading };
  }

  function read(cursor: Cursor, latest: Block): Promise<Found | null> {
    const before = ahead;
    ahead = null;
    const isNext = before?.behind.number === cursor.blockNumber && before.behind.hash === cursor.blockHash;
    return isNext ? before.reading : readBlocks(deps, book, cursor.blockNumber, latest);
  }

  async function lead(): Promise<number> {
    const startedAtMs = performance.now();
    const cursor = await readCursor(sql, network);
    if (!cursor) {
      hasCursor = false;
      return 0;
    }
    const [latest, finalized] = await Promise.all([chain.latestBlock(), chain.finalizedBlock()]);
    let found = await read(cursor, latest);
    // Started at once: the next step drops blocks read ahead that turn out not to follow.
    if (found && found.end.number < latest.number) readAhead(found.end, latest);
    // Checked only now: a reorganisation during the read must not go unnoticed.
    const [here, end] = await chain.blocks([cursor.blockNumber, ...(found ? [found.end.number] : [])]);
    if (end?.hash !== found?.end.hash) found = null;
    if (here && here.hash !== cursor.blockHash) {
      await rewind(deps, token, cursor, await findFork(chain, sql, cursor));
      return 1;
    }
    // A node behind the cursor proves no reorganisation, so the cursor stays.
    const blocks = here ? await advance(deps, token, cursor, found, finalized) : 0;
    const count = blocks + (await settleDue(deps));
    if (count === 0) quiet = { head: latest.hash, atMs: startedAtMs };
    return count;
  }

  return {
    async hasNews() {
      if (!quiet || performance.now() - quiet.atMs > stepMs) return true;
      return (await chain.latestBlock()).hash !== quiet.head;
    },
    async step() {
      quiet = null;
      if (!hasCursor) await ensureCursor(deps);
      hasCursor = true;
      if (!(await takeLead(sql, network, token, leadSeconds))) return 0;
      const keeping = setInterval(
        // A failure here shows when the step saves its blocks.
        () => takeLead(sql, network, token, leadSeconds).catch(() => false),
        keepLeadMs,
      );
      try {
        return await lead();
      } finally {
        clearInterval(keeping);
      }
    },
    release: () => releaseLead(sql, network, token),
  };
}

/** Fixes the block at which the reading of a network begins. Until then nothing can be paid on it. */
export async function ensureCursor({
  sql,
  chain,
  startBlock,
}: Pick<WatchDeps, 'sql' | 'chain' | 'startBlock'>): Promise<void> {
  if (await readCursor(sql, chain.network)) return;
  // The default start is the newest final block: no reorganisation leads back behind it.
  const before = startBlock === null || startBlock === 0n ? startBlock : startBlock - 1n;
  const first = before === null ? await chain.finalizedBlock() : await chain.block(before);
  if (!first) throw new Error(`${chain.network}: there is no block ${before} to start behind`);
  await startCursor(sql, chain.network, first);
}

/** The result of reading beyond the cursor: the last block, and the transfers to our addresses. */
interface Found {
  end: Block;
  ours: OurTransfer[];
  /** Transfers to addresses that orders have on other networks. */
  strays: OurTransfer[];
  /** All relevant logs, including transfers out of our hot wallets. */
  logs: TransferLog[];
}

/** Reads the blocks after `behind`; null: there are none, or they changed during the read. */
async function readBlocks(
  { sql, chain, outflows }: WatchDeps,
  book: AddressBook,
  behind: bigint,
  latest: Block,
): Promise<Found | null> {
  const to = min(latest.number, behind + maxBlocksPerStep);
  if (to <= behind) return null;
  // Updated after the chain's end is known: these blocks cannot pay an address that is handed out later.
  const peers = peersOf(chain.network);
  await book.update(sql, chain.network, peers);
  book.watchSenders(await outflows.senders(sql, chain.network));
  const end = to === latest.number ? latest : await chain.block(to);
  const logs = await chain.transfers(behind + 1n, to, book);
  const ours = await matchOurs(sql, chain, logs);
  const strays = ours && (await matchStrays(sql, chain, peers, logs, ours));
  return end && ours && strays && { end, ours, strays, logs };
}

/**
 * Moves the cursor, records the transfers and decides their orders, all in one transaction. An unexplained transfer out
 * of a hot wallet raises an alarm.
 */
async function advance(
  deps: WatchDeps,
  token: string,
  cursor: Cursor,
  found: Found | null,
  finalized: Block,
): Promise<number> {
  const { sql } = deps;
  const { network } = deps.chain;
  const end = found?.end ?? { number: cursor.blockNumber, hash: cursor.blockHash, time: cursor.blockTime };
  // Finality ends at the last block read: while catching up, that block is itself final.
  const finalEnd = finalized.number < end.number ? finalized : end;
  const ahead = finalEnd.number > cursor.finalizedNumber;
  if (!found && !ahead) return 0;
  const next: Cursor = {
    blockNumber: end.number,
    blockHash: end.hash,
    blockTime: end.time,
    finalizedNumber: ahead ? finalEnd.number : cursor.finalizedNumber,
    finalizedTime: ahead ? finalEnd.time : cursor.finalizedTime,
  };
  const ours = found?.ours ?? [];
  const save = async (tx: Tx, here: OurTransfer[], away: OurTransfer[]) => {
    // Another watcher leads, or the cursor moved: the leader reads these blocks again.
    if (!(await moveCursor(tx, network, token, cursor, next))) return null;
    if (found) await rememberBlock(tx, network, end, next.finalizedNumber);
    const { adopted, astray } = await sortStrays(tx, network, found?.strays ?? []);
    const counted = [...here, ...adopted];
    await recordTransfers(tx, network, counted, deps.now());
    await parkTransfers(tx, network, away);
    const orders = counted.map(({ order }) => order);
    await recordOrderOutcomes(deps, tx, orders, deps.now());
    const strays = await recordStrays(tx, network, astray, deps.now());
    const alarms = [
      await deps.outflows.alarmOf(tx, network, found?.logs ?? []),
      strayAlarm(network, strays, deps),
    ].filter((alarm) => alarm !== null);
    return await Promise.all(alarms.map((alarm) => notifyOperator(tx, deps, alarm)));
  };
  const logs = await withoutThoseAway(sql, ours, save);
  if (ours.length > 0) deps.onSettled?.();
  for (const log of logs ?? []) log();
  return Number(end.number - cursor.blockNumber);
}

/** Decides orders that changed by finality or by the clock alone. */
async function settleDue(deps: WatchDeps): Promise<number> {
  const { sql } = deps;
  const { network } = deps.chain;
  // Runs first: an order whose payment is parked must not fail for lack of it.
  const recorded = sql.isDistributed ? await recordParked(deps, settleBatch) : 0;
  const cursor = await readCursor(sql, network);
  if (!cursor) return 0;
  const due = [
    ...(await ordersWithFinalTransfers(sql, network, cursor.finalizedNumber, settleBatch)),
    ...(await ordersHeldUntil(sql, network, cursor.finalizedTime, settleBatch)),
  ];
  const told = await announceStrays(deps, cursor.finalizedNumber, settleBatch);
  if (due.length === 0) return recorded + told;
  const settled = await inMerchantBatches(sql, due, async (tx, batch) => {
    await recordOrderOutcomes(deps, tx, batch, deps.now());
    return batch.length;
  });
  deps.onSettled?.();
  return recorded + settled + told;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
