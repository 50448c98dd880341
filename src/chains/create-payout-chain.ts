import type { PayoutConfig } from '../config/payout-config.ts';
import type { PayoutChain } from '../payouts/payout-chain.ts';
import type { ServedNetwork } from './served-network.ts';

/** Sends on a network through its nodes. */
export function createPayoutChain(
  served: ServedNetwork,
  _config: Pick<PayoutConfig, 'sending'>,
  /** The deadline of one call to a node. */
  _timeoutMs?: number,
): PayoutChain {
  throw new Error(`${served.network.id}: nothing can be sent yet`);
}
