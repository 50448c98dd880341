import { createEvmPayoutChain } from './evm/payout-chain.ts';
import type { Asset, PayoutChain } from './port/payout-chain.ts';
import type { SendingBounds } from './sending-bounds.ts';
import type { ServedNetwork } from './served-network.ts';
import { createTronPayoutChain } from './tron/payout-chain.ts';

/** Sends USDT on a network through its nodes. */
export function createPayoutChain(
  served: ServedNetwork,
  config: { sending: ReadonlyMap<string, SendingBounds> },
  /** The deadline of one call to a node. */
  timeoutMs?: number,
): PayoutChain {
  return create('usdt', served, config, timeoutMs);
}

/** Sends what the network's fees are paid in, wei or sun, by the same rules: for wallets that have none. */
export function createCoinChain(
  served: ServedNetwork,
  config: { sending: ReadonlyMap<string, SendingBounds> },
  timeoutMs?: number,
): PayoutChain {
  return create('coin', served, config, timeoutMs);
}

function create(
  asset: Asset,
  { network, rpcUrls, fullNodeUrls, quorum, isPublic }: ServedNetwork,
  { sending }: { sending: ReadonlyMap<string, SendingBounds> },
  timeoutMs: number | undefined,
): PayoutChain {
  const bounds = sending.get(network.id);
  if (!bounds) throw new Error(`${network.id}: nothing says what sending may cost`);
  return network.family === 'tron'
    ? createTronPayoutChain(network, asset, { ...bounds, fullNodeUrls, quorum, isPublic, timeoutMs })
    : createEvmPayoutChain(network, asset, { ...bounds, rpcUrls, quorum, timeoutMs });
}
