import { formatAsset } from '../../../base/money/asset.ts';
import type { ChainReader } from '../../../chain/chains/create-chain.ts';
import { type Network, networkById, networks } from '../../../chain/chains/networks.ts';
import { UsageError } from '../command.ts';

/** Finds the typed network, ignoring case. */
export function readNetwork(typed: string): Network {
  const network = networkById(typed.toUpperCase());
  if (network) return network;
  throw new UsageError([`There is no network "${typed}". There are: ${ids(networks)}.`]);
}

/** The chain of the typed network; without one, all chains of this installation. */
export function readChains(chains: ReadonlyMap<string, ChainReader>, typed?: string): ChainReader[] {
  if (typed === undefined) {
    if (chains.size === 0) throw notServed('No network is');
    return [...chains.values()];
  }
  const { id } = readNetwork(typed);
  const chain = chains.get(id);
  if (!chain) throw notServed(`${id} is not`);
  return [chain];
}

function notServed(subject: string): UsageError {
  return new UsageError([
    `${subject} within reach: set ${networks[0]?.id}_RPC_URLS and the like as the server has them, or start the sandbox.`,
  ]);
}

function ids(rows: readonly Network[]): string {
  return rows.map(({ id }) => id).join(', ');
}

/** An amount in the network's asset: "25.500000 USDT". */
export function amountOn(network: string, units: bigint): string {
  return formatAsset(units, readNetwork(network).asset);
}
