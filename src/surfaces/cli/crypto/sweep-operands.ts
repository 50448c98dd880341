import { isId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { ChainReader } from '../../../chain/chains/create-chain.ts';
import type { Network } from '../../../chain/chains/networks.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import type { ServedNetwork } from '../../../chain/chains/served-network.ts';
import type { Sweep } from '../../../crypto/sweeps/sweep.ts';
import { findSweep } from '../../../crypto/sweeps/sweep-store.ts';
import { type NetworksContext, UsageError } from '../command.ts';
import { readChains } from './network-operand.ts';

/** The typed network, with its chain and settings. */
export function openNetwork(
  { chains, served }: NetworksContext,
  typed: string,
): { network: Network; chain: ChainReader; served: ServedNetwork } {
  const [chain] = readChains(chains, typed);
  const found = chain && served.get(chain.network);
  if (!found) throw new UsageError([`${typed} is not served.`]);
  return { network: found.network, chain, served: found };
}

/** The caller closes it. */
export async function openPayoutChain(
  { sending }: NetworksContext,
  served: ServedNetwork,
): Promise<PayoutChain> {
  const { createPayoutChain } = await import('../../../chain/chains/create-payout-chain.ts');
  return createPayoutChain(served, { sending });
}

export async function requireSweep(sql: Sql, id: string): Promise<Sweep> {
  const sweep = isId(id) ? await findSweep(sql, id) : null;
  if (!sweep) throw new UsageError([`There is no sweep "${id}": pasarela sweep list.`]);
  return sweep;
}
