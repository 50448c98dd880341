import { randomInt } from 'node:crypto';
import type { Drafting } from '../../payouts/payout-chain.ts';
import { feeRate, transfer as transferCall } from '../evm/token-call.ts';
import type { Network } from '../networks.ts';
import type { FullNode } from './full-node.ts';
import type { Prices } from './prices.ts';
import { readTronBlock } from './read-answer.ts';
import { unsignedCall } from './transaction.ts';
import { tryCall } from './try-call.ts';

/** Nobody's address, which never held USDT: a transfer to it takes as much energy as one can. */
const NOBODY = '0x0efcf93cc7f29623978b0bdfde55ec88fb6458ac';
/** Where no transfer can be tried because the wallet holds nothing: a little more than Tether's takes. */
const USUAL_ENERGY = 140_000n;
/** A signed transfer with what java-tron adds for its result takes about 345 bytes of bandwidth. */
const TRANSFER_BYTES = 400n;
/** The limit varies by up to this much, which keeps two equal transfers of two processes from being the same. */
const LIMIT_SPREAD_SUN = 65_536;

export interface TronBounds {
  feeLimitSun: bigint;
  expirySeconds: number;
}

export async function readDrafting(
  node: FullNode,
  network: Network,
  wallet: string,
  prices: Prices,
  bounds: TronBounds,
): Promise<Drafting> {
  const [head, solid] = await Promise.all([
    node.call('wallet/getnowblock').then(readTronBlock),
    // A reference to a block that may be reorganised away would make the transaction void with it.
    node.call('walletsolidity/getnowblock').then(readTronBlock),
  ]);
  const isStopped = await wouldFail(node, network, wallet);
  const energy = isStopped ? USUAL_ENERGY : await estimateEnergy(node, network, wallet);
  const costSun = energy * prices.energySun;
  // Half as much again: an owner's limit is all burnt when it runs out, but nothing of it is taken otherwise.
  const limitSun = costSun * 3n < bounds.feeLimitSun * 2n ? (costSun * 3n) / 2n : bounds.feeLimitSun;
  const expiresAt = new Date(head.time.getTime() + bounds.expirySeconds * 1000);
  return {
    maxCost: limitSun + TRANSFER_BYTES * prices.bandwidthByteSun,
    wait: isStopped ? 'would_fail' : costSun > bounds.feeLimitSun ? 'fee_above_cap' : null,
    draft(transfer) {
      const feeLimitSun = limitSun - BigInt(randomInt(LIMIT_SPREAD_SUN));
      const unsigned = unsignedCall({
        owner: transfer.wallet,
        contract: network.token,
        data: transferCall(transfer.to, transfer.amountUnits),
        referenceBlockId: solid.id,
        expiresAt,
        timestampMs: nextTimestamp(),
        feeLimitSun,
      });
      return { unsigned, terms: JSON.stringify({ feeLimitSun: String(feeLimitSun) }), expiresAt };
    },
    outbid: () => null,
  };
}

let lastTimestampMs = 0;

/**
 * Nothing but the time distinguishes two transfers of the same amount to the same wallet, and the chain takes equal
 * bytes once: no two of ours have the same.
 */
function nextTimestamp(): bigint {
  lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
  return BigInt(lastTimestampMs);
}

/** Paused, or the wallet is frozen; or the token would keep a part, which Tether's can and never did. */
async function wouldFail(node: FullNode, network: Network, wallet: string): Promise<boolean> {
  if ((await tryCall(node, network, transferCall(NOBODY, 0n), wallet)).failed) return true;
  const rate = await tryCall(node, network, feeRate);
  return !rate.failed && BigInt(`0x${rate.output || '0'}`) > 0n;
}

async function estimateEnergy(node: FullNode, network: Network, wallet: string): Promise<bigint> {
  const trial = await tryCall(node, network, transferCall(NOBODY, 1n), wallet);
  return trial.failed ? USUAL_ENERGY : trial.energy;
}
