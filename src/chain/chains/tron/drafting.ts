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

/** Nobody's address, which never held USDT: a transfer to it takes as much energy as one can. */
const nobody = '0x0efcf93cc7f29623978b0bdfde55ec88fb6458ac';
/** Where no transfer can be tried because the wallet holds nothing: a little more than Tether's takes. */
const usualEnergy = 140_000n;
/** A signed transfer with what java-tron adds for its result takes about 345 bytes of bandwidth. */
const transferBytes = 400n;
/** Half as much again: an owner's limit is all burnt when it runs out, but nothing of it is taken otherwise. */
const sparePercent = 150n;
/** The price of Tether's contract rises by a fifth at most from one vote to the next. */
const sparePercentToKnown = 120n;
/** The limit varies by up to this much, which keeps two equal transfers of two processes from being the same. */
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

/** What holds for every transaction that is made now. */
export async function readFrame(
  node: FullNode,
  { expirySeconds }: Pick<TronBounds, 'expirySeconds'>,
): Promise<{ referenceBlockId: string; expiresAt: Date }> {
  const [head, solid] = await Promise.all([
    node.call('wallet/getnowblock').then(readTronBlock),
    // A reference to a block that may be reorganised away would make the transaction void with it.
    node.call('walletsolidity/getnowblock').then(readTronBlock),
  ]);
  return { referenceBlockId: solid.id, expiresAt: new Date(head.time.getTime() + expirySeconds * 1000) };
}

let lastTimestampMs = 0;

/**
 * Nothing but the time distinguishes two transfers of the same amount to the same wallet, and the chain takes equal
 * bytes once: no two of ours have the same.
 */
export function nextTimestamp(): bigint {
  lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
  return BigInt(lastTimestampMs);
}

/** Paused, or the wallet is frozen; or the token would keep a part, which Tether's can and never did. */
async function wouldFail(node: FullNode, network: Network, wallet: string): Promise<boolean> {
  if ((await simulateCall(node, network, transferCall(nobody, 0n), wallet)).failed) return true;
  const rate = await simulateCall(node, network, feeRate);
  return !rate.failed && BigInt(`0x${rate.output || '0'}`) > 0n;
}

async function estimateEnergy(node: FullNode, network: Network, wallet: string, to: string): Promise<bigint> {
  const trial = await simulateCall(node, network, transferCall(to, 1n), wallet);
  return trial.failed ? usualEnergy : trial.energy;
}
