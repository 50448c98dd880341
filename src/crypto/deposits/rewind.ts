import { notifyOperator } from '../../accounts/alarms/alarms.ts';
import type { Sql } from '../../base/db/pool.ts';
import { formatAsset } from '../../base/money/asset.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import type { Chain, KnownBlock } from '../../chain/chains/port/chain.ts';
import { mailReversed } from '../orders/notify-reversed.ts';
import { recordOrderOutcomes } from '../orders/outcome/record-outcome.ts';
import {
  blocksOfTransfers,
  orphanTransfersAbove,
  type ReversedTransfer,
  transfersToReverse,
} from '../orders/transfers/transfer-store.ts';
import { type Cursor, forgetBlocksAbove, moveCursor, rememberedBlocks } from './cursor-store.ts';
import { unparkAbove } from './parked-store.ts';
import { orphanStraysAbove } from './strays/stray-store.ts';
import type { WatchDeps } from './watch-deps.ts';

/** The newest block still on the chain, and a formerly final block that no longer is, if any. */
interface Fork {
  standing: KnownBlock;
  broken: KnownBlock | null;
}

/**
 * The block at the cursor is no longer on the chain: finds the newest known block that still is. Steps over many blocks
 * remember only their last one. The blocks of recorded transfers are checked too, so that no payment below the true
 * fork is rolled back.
 */
export async function findFork(chain: Chain, sql: Sql, cursor: Cursor): Promise<Fork> {
  const { network } = chain;
  const at = { number: cursor.blockNumber, hash: cursor.blockHash, time: cursor.blockTime };
  const remembered = (await rememberedBlocks(sql, network)).filter(({ number }) => number < at.number);
  const lost = [at];
  async function newestStanding(blocks: KnownBlock[]): Promise<KnownBlock | null> {
    for (const known of blocks) {
      const block = await chain.block(known.number);
      if (block?.hash === known.hash) return known;
      if (block) lost.push(known);
    }
    return null;
  }
  const floor = await newestStanding(remembered);
  if (!floor) {
    throw new Error(`${network}: no block that was read is part of the chain any more; is it another chain?`);
  }
  const standing =
    (await newestStanding(await blocksOfTransfers(sql, network, floor.number, at.number))) ?? floor;
  const broken = lost.find(({ number }) => number <= cursor.finalizedNumber) ?? null;
  return { standing, broken };
}

/** Rolls back to the fork: transfers above it are orphaned, and their orders are decided anew. */
export async function rewind(
  deps: WatchDeps,
  token: string,
  cursor: Cursor,
  { standing, broken }: Fork,
): Promise<void> {
  const { network } = deps.chain;
  const isFinalStanding = cursor.finalizedNumber <= standing.number;
  const back: Cursor = {
    blockNumber: standing.number,
    blockHash: standing.hash,
    blockTime: standing.time,
    finalizedNumber: isFinalStanding ? cursor.finalizedNumber : standing.number,
    finalizedTime: isFinalStanding ? cursor.finalizedTime : standing.time,
  };
  const log = await deps.sql.begin(async (tx) => {
    if (!(await moveCursor(tx, network, token, cursor, back))) return null;
    const touched = await orphanTransfersAbove(tx, network, standing.number);
    await unparkAbove(tx, network, standing.number);
    await forgetBlocksAbove(tx, network, standing.number);
    const reversed = await transfersToReverse(tx, network, touched);
    await recordOrderOutcomes(deps, tx, touched, deps.now());
    // Locked after the orders, in the same order as decisions about strays.
    await orphanStraysAbove(tx, network, standing.number);
    await mailReversed(tx, network, assetOn(network), reversed);
    return broken && (await notifyOperator(tx, deps, finalityBroken(network, broken, standing, reversed)));
  });
  deps.onSettled?.();
  log?.();
}

/** A longer list would not be read. */
const maxNamed = 50;

function finalityBroken(
  network: string,
  broken: KnownBlock,
  standing: KnownBlock,
  reversed: readonly ReversedTransfer[],
) {
  const asset = assetOn(network);
  const units = reversed.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  const lines = reversed
    .slice(0, maxNamed)
    .map(
      ({ merchantId, orderId, amountUnits }) =>
        `${formatAsset(amountUnits, asset)} of order ${orderId}, merchant ${merchantId}`,
    );
  return {
    network,
    text: `${network}: finality was broken: block ${broken.number}, which was final, is no longer part of the chain\n${formatAsset(units, asset)} in ${reversed.length} payments were taken back\n${lines.join('\n')}`,
    advice: `The chain stands up to block ${standing.number}. What was taken back is booked again by itself when it is seen again. Its merchants were told by mail and by event (anomalies: reversed); those in the red send nothing. Compare your nodes: pasarela chain status. Until you trust them, stop payouts: pasarela payouts pause network ${network}.`,
  };
}
