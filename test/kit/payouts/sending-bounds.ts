import type { Network } from '../../../src/chain/chains/networks.ts';
import type { SendingBounds } from '../../../src/chain/chains/sending-bounds.ts';

const weiPerGwei = 1_000_000_000n;

/** Cost limits of a transaction on a local chain: those of the network's row, and ample ones on Tron. */
export function boundsOf(network: Network): SendingBounds {
  return {
    maxFeeWei: network.family === 'evm' ? BigInt(network.fees.capGwei) * weiPerGwei : 0n,
    feeLimitSun: 100_000_000n,
    expirySeconds: 60,
  };
}
