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
  /** False: we lead, the last step found nothing, it was made a moment ago, and no block came since. */
  hasNews(): Promise<boolean>;
  /** One step along the chain; answers how many blocks were read and orders settled. */
  step(): Promise<number>;
  /** Lets another watcher lead at once. */
  release(): Promise<void>;
}

/** A watcher that died is followed after this. */
const leadSeconds = 6;
/** While a step takes long (a slow node), its lead is kept: two slow watchers would else undo each other for ever. */
const keepLeadMs = 2_000;
/** A step is made so often, also where no block comes: it keeps the lead, and settles what others recorded. */
const stepMs = 3_000;
/** Blocks read in one step while catching up; the chain reader splits it where a node wants less. */
const maxBlocksPerStep = 500n;
/** Orders settled in one transaction. */
const settleBatch = 100;

/** Reads one network block by block, without a gap, and settles the orders that its blocks touch. */
export function createWatcher(deps: WatchDeps): Watcher {
  const { sql, chain } = deps;
  const { network } = chain;
  const token = newId();
  const book = createAddressBook();
  /** While catching up: the blocks behind those that are being saved, read meanwhile. */
  let ahead: { behind: Block; reading: Promise<Found | null> } | null = null;
  let hasCursor = false;
  /** The last step, if it found nothing. */
  let quiet: { head: string; atMs: number } | null = null;

  function readAhead(behind: Block, latest: Block): void {
    const reading = readBlocks(deps, book, behind.number, latest);
    // Whoever takes it up hears of its failure; nobody has to.
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
    // At once: what is read ahead and turns out not to follow is let go by the next step.
    if (found && found.end.number < latest.number) readAhead(found.end, latest);
    // Only now: a reorganisation that came while the blocks were read must not go unnoticed.
    const [here, end] = await chain.blocks([cursor.blockNumber, ...(found ? [found.end.number] : [])]);
    if (end?.hash !== found?.end.hash) found = null;
    if (here && here.hash !== cursor.blockHash) {
      await rewind(deps, token, cursor, await findFork(chain, sql, cursor));
      return 1;
    }
    // A node that lags behind the cursor says nothing about a reorganisation, and so moves nothing.
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
        // What fails here shows when the step saves what it read.
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

/** Fixes where the reading of a network begins; until then nothing can be paid on it. */
export async function ensureCursor({
  sql,
  chain,
  startBlock,
}: Pick<WatchDeps, 'sql' | 'chain' | 'startBlock'>): Promise<void> {
  if (await readCursor(sql, chain.network)) return;
  // The present end is the newest final block: no reorganisation leads back behind the beginning.
  const before = startBlock === null || startBlock === 0n ? startBlock : startBlock - 1n;
  const first = before === null ? await chain.finalizedBlock() : await chain.block(before);
  if (!first) throw new Error(`${chain.network}: there is no block ${before} to start behind`);
  await startCursor(sql, chain.network, first);
}

/** What was read beyond the cursor: the block it ends with, and the transfers to our addresses. */
interface Found {
  end: Block;
  ours: OurTransfer[];
  /** Those to addresses that orders have on other networks. */
  strays: OurTransfer[];
  /** All that may matter, also what left our hot wallets. */
  logs: TransferLog[];
}

/** The blocks after one; null: there are none, or they changed while they were read. */
async function readBlocks(
  { sql, chain, outflows }: WatchDeps,
  book: AddressBook,
  behind: bigint,
  latest: Block,
): Promise<Found | null> {
  const to = min(latest.number, behind + maxBlocksPerStep);
  if (to <= behind) return null;
  // After the end of the chain is known: nobody can have paid in these blocks to an address not yet given out.
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
 * Moves the cursor over what was read, records the transfers and settles their orders, all at once. What left a hot
 * wallet without us rings.
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
  // Final is only what was read: while catching up, the end of what was read is final itself.
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
    // Somebody else leads, or the cursor moved under us: what was read is read again by whoever leads.
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

/** Orders that changed by finality or by the clock alone. */
async function settleDue(deps: WatchDeps): Promise<number> {
  const { sql } = deps;
  const { network } = deps.chain;
  // First: an order whose payment is parked must not fail for want of it.
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
