import { createEvmPayoutChain } from './evm/payout-chain.ts';
import type { PayoutChain, Sent } from './port/payout-chain.ts';
import type { SendingBounds } from './sending-bounds.ts';
import type { ServedNetwork } from './served-network.ts';
import { createTronPayoutChain } from './tron/payout-chain.ts';

/** Sends the token of a network through its nodes. */
export function createPayoutChain(
  served: ServedNetwork,
  config: { sending: ReadonlyMap<string, SendingBounds> },
  /** The deadline of one call to a node. */
  timeoutMs?: number,
): PayoutChain {
  return create('token', served, config, timeoutMs);
}

/** Sends the network's fee coin (wei or sun) by the same rules, for wallets that have none. */
export function createCoinChain(
  served: ServedNetwork,
  config: { sending: ReadonlyMap<string, SendingBounds> },
  timeoutMs?: number,
): PayoutChain {
  return create('coin', served, config, timeoutMs);
}

function create(
  sent: Sent,
  { network, rpcUrls, fullNodeUrls, quorum, isPublic }: ServedNetwork,
  { sending }: { sending: ReadonlyMap<string, SendingBounds> },
  timeoutMs: number | undefined,
): PayoutChain {
  const bounds = sending.get(network.id);
  if (!bounds) throw new Error(`${network.id}: nothing says what sending may cost`);
  return network.family === 'tron'
    ? createTronPayoutChain(network, sent, { ...bounds, fullNodeUrls, quorum, isPublic, timeoutMs })
    : createEvmPayoutChain(network, sent, { ...bounds, rpcUrls, quorum, timeoutMs });
}
