import { newId } from '../db/ids.ts';
import type { Sql, Tx } from '../db/pool.ts';
import type { Block, Chain, TransferLog } from './chain.ts';
import {
  type Cursor,
  forgetBlocksAbove,
  moveCursor,
  readCursor,
  rememberBlock,
  rememberedBlocks,
  startCursor,
  takeLead,
} from './cursor-store.ts';
import { type SettleDeps, settleOrder } from './settle-order.ts';
import {
  matchAddresses,
  type OrderKey,
  ordersHeldUntil,
  ordersWithFinalTransfers,
  orphanTransfersAbove,
  recordTransfers,
} from './transfer-store.ts';

export interface WatchDeps extends SettleDeps {
  sql: Sql;
  chain: Chain;
  /** Where to begin on a network that was never read; null: at its present end. */
  startBlock: bigint | null;
  now(): Date;
}

export interface Watcher {
  /** One step along the chain; answers how many blocks were read. */
  step(): Promise<number>;
}

/** A watcher that died is followed after this; one that is slow keeps its lead by every step. */
const leadSeconds = 15;
/** Blocks read in one step while catching up; the chain reader splits it where a node wants less. */
const maxBlocksPerStep = 200n;
/** Orders settled in one transaction. */
const settleBatch = 100;

/** Reads one network block by block, without a gap, and settles the orders that its blocks touch. */
export function createWatcher(deps: WatchDeps): Watcher {
  const { sql, chain } = deps;
  const { network } = chain;
  const token = newId();

  return {
    async step() {
      let cursor = await readCursor(sql, network);
      if (!cursor) {
        const first =
          deps.startBlock === null ? await chain.latestBlock() : await chain.block(deps.startBlock);
        if (!first) throw new Error(`${network}: there is no block ${deps.startBlock} to start from`);
        await startCursor(sql, network, first);
        cursor = await readCursor(sql, network);
      }
      if (!cursor || !(await takeLead(sql, network, token, leadSeconds))) return 0;

      const [latest, finalized] = await Promise.all([chain.latestBlock(), chain.finalizedBlock()]);
      const standing = await standingBlock(chain, sql, cursor);
      if (standing) {
        await rewind(deps, token, cursor, standing);
        return 1;
      }
      const read = await readOn(deps, token, cursor, latest, finalized);
      const settled = await settleDue(deps);
      return read + settled;
    },
  };
}

/** When the block at the cursor is no longer part of the chain: the newest remembered one that is. */
async function standingBlock(
  chain: Chain,
  sql: Sql,
  cursor: Cursor,
): Promise<{ number: bigint; hash: string; time: Date } | null> {
  const here = await chain.block(cursor.blockNumber);
  // A node that lags behind the cursor says nothing about a reorganisation.
  if (!here || here.hash === cursor.blockHash) return null;
  for (const remembered of await rememberedBlocks(sql, chain.network)) {
    if (remembered.number >= cursor.blockNumber) continue;
    const block = await chain.block(remembered.number);
    if (block?.hash === remembered.hash) return remembered;
  }
  throw new Error(
    `${chain.network}: no block that was read is part of the chain any more; is it another chain?`,
  );
}

/** Goes back to where the chain still stands: what lay above is orphaned, its orders are decided anew. */
async function rewind(
  deps: WatchDeps,
  token: string,
  cursor: Cursor,
  standing: { number: bigint; hash: string; time: Date },
): Promise<void> {
  const { network } = deps.chain;
  const back: Cursor = {
    blockNumber: standing.number,
    blockHash: standing.hash,
    blockTime: standing.time,
    finalizedNumber: min(cursor.finalizedNumber, standing.number),
    finalizedTime: cursor.finalizedNumber <= standing.number ? cursor.finalizedTime : standing.time,
  };
  await deps.sql.begin(async (tx) => {
    if (!(await moveCursor(tx, network, token, cursor, back))) return;
    const touched = await orphanTransfersAbove(tx, network, standing.number);
    await forgetBlocksAbove(tx, network, standing.number);
    await settleAll(deps, tx, touched, back);
  });
}

async function readOn(
  deps: WatchDeps,
  token: string,
  cursor: Cursor,
  latest: Block,
  finalized: Block,
): Promise<number> {
  const { sql, chain } = deps;
  const from = cursor.blockNumber + 1n;
  const to = min(latest.number, cursor.blockNumber + maxBlocksPerStep);
  const hasNew = to >= from;
  const logs = hasNew ? await chain.transfers(from, to) : [];
  const last = !hasNew ? null : to === latest.number ? latest : await chain.block(to);
  if (hasNew && !last) throw new Error(`${chain.network}: block ${to} went away while it was read`);

  const end = last ?? { number: cursor.blockNumber, hash: cursor.blockHash, time: cursor.blockTime };
  // Final is only what was read: while catching up, the end of what was read is final itself.
  const finalEnd = finalized.number < end.number ? finalized : end;
  const ahead = finalEnd.number > cursor.finalizedNumber;
  const next: Cursor = {
    blockNumber: end.number,
    blockHash: end.hash,
    blockTime: end.time,
    finalizedNumber: ahead ? finalEnd.number : cursor.finalizedNumber,
    finalizedTime: ahead ? finalEnd.time : cursor.finalizedTime,
  };
  if (!hasNew && !ahead) return 0;

  const ours = await matchOurs(sql, chain, logs);
  await sql.begin(async (tx) => {
    // Somebody else leads, or the cursor moved under us: what was read is read again by whoever leads.
    if (!(await moveCursor(tx, chain.network, token, cursor, next))) return;
    if (hasNew) await rememberBlock(tx, chain.network, end, next.finalizedNumber);
    await recordTransfers(tx, chain.network, ours, deps.now());
    await settleAll(
      deps,
      tx,
      ours.map(({ order }) => order),
      next,
    );
  });
  return hasNew ? Number(to - from) + 1 : 0;
}

type OurTransfer = { log: TransferLog; blockTime: Date; order: OrderKey };

/** The transfers to our addresses, with the time of their block; all others are let go here. */
async function matchOurs(sql: Sql, chain: Chain, logs: TransferLog[]): Promise<OurTransfer[]> {
  const orders = await matchAddresses(sql, chain.network, [...new Set(logs.map((log) => log.to))]);
  const ours: OurTransfer[] = [];
  const times = new Map<string, Date>();
  for (const log of logs) {
    const order = orders.get(log.to);
    if (!order || log.amountUnits === 0n) continue;
    let blockTime = times.get(log.blockHash);
    if (!blockTime) {
      const block = await chain.block(log.blockNumber);
      if (block?.hash !== log.blockHash)
        throw new Error(`${chain.network}: block ${log.blockNumber} changed while it was read`);
      blockTime = block.time;
      times.set(log.blockHash, blockTime);
    }
    ours.push({ log, blockTime, order });
  }
  return ours;
}

/** Orders that changed by finality or by the clock alone. */
async function settleDue(deps: WatchDeps): Promise<number> {
  const { sql } = deps;
  const { network } = deps.chain;
  const cursor = await readCursor(sql, network);
  if (!cursor) return 0;
  const due = [
    ...(await ordersWithFinalTransfers(sql, network, cursor.finalizedNumber, settleBatch)),
    ...(await ordersHeldUntil(sql, network, cursor.finalizedTime, settleBatch)),
  ];
  if (due.length === 0) return 0;
  await sql.begin((tx) => settleAll(deps, tx, due, cursor));
  return due.length;
}

/** In a fixed order, so that two watchers over the same orders never wait for each other in a circle. */
async function settleAll(deps: WatchDeps, tx: Tx, orders: OrderKey[], cursor: Cursor): Promise<void> {
  const unique = new Map(orders.map((key) => [key.orderId, key]));
  for (const orderId of [...unique.keys()].sort()) {
    await settleOrder(deps, tx, unique.get(orderId) as OrderKey, cursor, deps.now());
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
