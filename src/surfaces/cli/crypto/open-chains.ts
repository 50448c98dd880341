import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { type ChainReader, createChain } from '../../../chain/chains/create-chain.ts';
import { networks } from '../../../chain/chains/networks.ts';
import type { ServedNetwork } from '../../../chain/chains/served-network.ts';
import type { Config } from '../../../config/config.ts';

export interface OpenChains {
  served: ReadonlyMap<string, ServedNetwork>;
  chains: ReadonlyMap<string, ChainReader>;
  close(): Promise<void>;
}

/** The server's networks: those with RPC nodes in the environment, else the sandbox's own. */
export async function openChains(config: Pick<Config, 'mode' | 'dataDir' | 'crypto'>): Promise<OpenChains> {
  const { nodes } = config.crypto;
  const isLocal = config.mode === 'sandbox' && nodes.size === 0;
  const served = isLocal
    ? await localNetworks(config.dataDir)
    : networks.flatMap((network) => {
        const node = nodes.get(network.id);
        return node ? [{ network, ...node, isPublic: true }] : [];
      });
  const chains = served.map(({ network, rpcUrls, quorum }) => createChain(network, { rpcUrls, quorum }));
  return {
    served: new Map(served.map((each) => [each.network.id, each])),
    chains: new Map(chains.map((chain) => [chain.network, chain])),
    async close() {
      await Promise.all(chains.map((chain) => chain.close()));
    },
  };
}

/** The networks of a running sandbox, from the file in which it describes them. */
async function localNetworks(dataDir: string): Promise<ServedNetwork[]> {
  const text = await readFile(join(dataDir, 'sandbox.json'), 'utf8').catch(() => '{}');
  const described: Record<string, { rpcUrl: string; fullNodeUrl?: string; token: string }> =
    JSON.parse(text).networks ?? {};
  const served: ServedNetwork[] = [];
  for (const row of networks) {
    const local = described[row.id];
    const token = local && parseAddress(row.family, local.token);
    const chainId = local && (await chainIdAt(local.rpcUrl));
    if (typeof token !== 'string' || typeof chainId !== 'bigint') continue;
    const { rpcUrl, fullNodeUrl } = local as NonNullable<typeof local>;
    served.push({
      network: { ...row, token, chainId },
      rpcUrls: [rpcUrl],
      fullNodeUrls: fullNodeUrl === undefined ? [] : [fullNodeUrl],
      quorum: 1,
      startBlock: null,
      isPublic: false,
    });
  }
  return served;
}

/** The chain id that a local chain reports; null: it is not running. */
async function chainIdAt(rpcUrl: string): Promise<bigint | null> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    });
    const { result } = (await response.json()) as { result: string };
    return BigInt(result);
  } catch {
    return null;
  }
}
