import type { PayoutConfig } from '../config/payout-config.ts';
import { createEvmPayoutChain } from './evm/payout-chain.ts';
import type { Sent } from './evm/payout-transaction.ts';
import type { PayoutChain } from './port/payout-chain.ts';
import type { ServedNetwork } from './served-network.ts';
import { createTronPayoutChain } from './tron/payout-chain.ts';

/** Sends the token of a network through its nodes. */
export function createPayoutChain(
  served: ServedNetwork,
  config: Pick<PayoutConfig, 'sending'>,
  /** The deadline of one call to a node. */
  timeoutMs?: number,
): PayoutChain {
  return create('token', served, config, timeoutMs);
}

/** Sends what the network's fees are paid in, wei or sun, by the same rules: for wallets that have none. */
export function createCoinChain(
  served: ServedNetwork,
  config: Pick<PayoutConfig, 'sending'>,
  timeoutMs?: number,
): PayoutChain {
  return create('coin', served, config, timeoutMs);
}

function create(
  sent: Sent,
  { network, rpcUrls, fullNodeUrls, quorum, isPublic }: ServedNetwork,
  { sending }: Pick<PayoutConfig, 'sending'>,
  timeoutMs: number | undefined,
): PayoutChain {
  const bounds = sending.get(network.id);
  if (!bounds) throw new Error(`${network.id}: nothing says what sending may cost`);
  return network.family === 'tron'
    ? createTronPayoutChain(network, sent, { ...bounds, fullNodeUrls, quorum, isPublic, timeoutMs })
    : createEvmPayoutChain(network, sent, { ...bounds, rpcUrls, quorum, timeoutMs });
}
