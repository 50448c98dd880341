import type { PayoutConfig } from '../config/payout-config.ts';
import type { PayoutChain } from '../payouts/payout-chain.ts';
import { createEvmPayoutChain } from './evm/payout-chain.ts';
import type { ServedNetwork } from './served-network.ts';
import { createTronPayoutChain } from './tron/payout-chain.ts';

/** Sends on a network through its nodes. */
export function createPayoutChain(
  { network, rpcUrls, fullNodeUrls, quorum, isPublic }: ServedNetwork,
  { sending }: Pick<PayoutConfig, 'sending'>,
  /** The deadline of one call to a node. */
  timeoutMs?: number,
): PayoutChain {
  const bounds = sending.get(network.id);
  if (!bounds) throw new Error(`${network.id}: nothing says what sending may cost`);
  return network.family === 'tron'
    ? createTronPayoutChain(network, { ...bounds, fullNodeUrls, quorum, isPublic, timeoutMs })
    : createEvmPayoutChain(network, { ...bounds, rpcUrls, quorum, timeoutMs });
}
