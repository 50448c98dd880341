import { randomInt } from 'node:crypto';
import type { Network } from '../networks.ts';
import type { Drafting } from '../port/payout-chain.ts';
import { least } from '../rpc/block.ts';
import { feeRate, transfer as transferCall } from '../rpc/token-call.ts';
import { partsOf } from '../token-amount.ts';
import type { FullNode } from './full-node.ts';
import type { Prices } from './prices.ts';
import { readTronBlock } from './read-answer.ts';
import { simulateCall } from './simulate-call.ts';
import { unsignedCall } from './transaction.ts';

/** An address without an owner that never held USDT: a transfer to it takes the maximum energy. */
const nobody = '0x0efcf93cc7f29623978b0bdfde55ec88fb6458ac';
/** Used if no transfer can be simulated because the wallet is empty: a little more than Tether's contract takes. */
const usualEnergy = 140_000n;
/** A signed transfer, with java-tron's result field, takes about 345 bytes of bandwidth. */
const transferBytes = 400n;
/** Half as much again: if the limit runs out all of it is burnt, but the unused part costs nothing. */
const sparePercent = 150n;
/** The price of Tether's contract rises by at most a fifth from one vote to the next. */
const sparePercentToKnown = 120n;
/** The limit varies by up to this much, so that equal transfers of two processes are not identical. */
const limitSpreadSun = 65_536;

export interface TronBounds {
  feeLimitSun: bigint;
  expirySeconds: number;
}

export async function readDrafting(
  node: FullNode,
  network: Network,
  { wallet, to }: { wallet: string; to?: string | undefined },
  prices: Prices,
  bounds: TronBounds,
): Promise<Drafting> {
  const { referenceBlockId, expiresAt } = await readFrame(node, bounds);
  const isStopped = await wouldFail(node, network, wallet);
  const energy = isStopped ? usualEnergy : await estimateEnergy(node, network, wallet, to ?? nobody);
  const costSun = energy * prices.energySun;
  const wantedSun = (costSun * (to === undefined ? sparePercent : sparePercentToKnown)) / 100n;
  const limitSun = least(wantedSun, bounds.feeLimitSun);
  const bandwidthSun = transferBytes * prices.bandwidthByteSun;
  const maxCost = limitSun + bandwidthSun;
  return {
    maxCost,
    likelyCost: costSun + bandwidthSun,
    wait: isStopped ? 'would_fail' : costSun > bounds.feeLimitSun ? 'fee_above_cap' : null,
    draft(transfer) {
      const feeLimitSun = limitSun - BigInt(randomInt(limitSpreadSun));
      const unsigned = unsignedCall({
        owner: transfer.wallet,
        contract: network.token,
        data: transferCall(transfer.to, partsOf(network, transfer.amountUnits)),
        referenceBlockId,
        expiresAt,
        timestampMs: nextTimestamp(),
        feeLimitSun,
      });
      return { unsigned, terms: JSON.stringify({ feeLimitSun: String(feeLimitSun) }), expiresAt, maxCost };
    },
    outbid: () => null,
  };
}

/** The fields common to all transactions made now. */
export async function readFrame(
  node: FullNode,
  { expirySeconds }: Pick<TronBounds, 'expirySeconds'>,
): Promise<{ referenceBlockId: string; expiresAt: Date }> {
  const [head, solid] = await Promise.all([
    node.call('wallet/getnowblock').then(readTronBlock),
    // If the referenced block is reorganised away, the transaction becomes void: only a solidified block is safe.
    node.call('walletsolidity/getnowblock').then(readTronBlock),
  ]);
  return { referenceBlockId: solid.id, expiresAt: new Date(head.time.getTime() + expirySeconds * 1000) };
}

let lastTimestampMs = 0;

/**
 * Two transfers of the same amount to the same wallet differ only in their time, and the chain accepts equal bytes
 * once: no two of ours share a timestamp.
 */
export function nextTimestamp(): bigint {
  lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
  return BigInt(lastTimestampMs);
}

/**
 * Whether the token is paused, the wallet is frozen, or the token would keep a part, which Tether's contract can do and
 * never did.
 */
async function wouldFail(node: FullNode, network: Network, wallet: string): Promise<boolean> {
  if ((await simulateCall(node, network, transferCall(nobody, 0n), wallet)).failed) return true;
  const rate = await simulateCall(node, network, feeRate);
  return !rate.failed && BigInt(`0x${rate.output || '0'}`) > 0n;
}

async function estimateEnergy(node: FullNode, network: Network, wallet: string, to: string): Promise<bigint> {
  const trial = await simulateCall(node, network, transferCall(to, 1n), wallet);
  return trial.failed ? usualEnergy : trial.energy;
}
