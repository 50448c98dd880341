import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Network, networkById } from '../../../src/chain/chains/networks.ts';
import type { ServedNetwork } from '../../../src/chain/chains/served-network.ts';
import { unitsOf } from '../../../src/chain/chains/token-amount.ts';
import { type LocalChain, startLocalChain } from '../../../src/sandbox/chains/local-chain.ts';
import type { Faults } from '../../../src/sandbox/tron-node/faults.ts';
import { startTronNode } from '../../../src/sandbox/tron-node/start.ts';
import { type EvmPayer, evmPayer } from './payer.ts';
import { likeRow } from './row-chain.ts';

/** The id of any row. */
export type NetworkId = string;

/** A network for one test in which nothing happens by itself: blocks are made when a test says so. */
export interface LocalNetwork {
  served: ServedNetwork & { network: Network };
  /** The chain itself, beneath any node in front of it. */
  chain: LocalChain;
  /** Faults of the TRC20 node. */
  faults: Faults | null;
  /** Pays on the chain itself, whatever a node reports. */
  payer: EvmPayer;
  /** The transfers to an address with their senders, from the chain's logs. */
  transfersTo(address: string): Promise<{ from: string; units: bigint }[]>;
  close(): Promise<void>;
}

/** The sandbox's chain ids; other rows have their own. */
const chainIds: Readonly<Record<string, number>> = { ERC20: 31_337, TRC20: 3_448_148_188 };
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export async function startLocalNetwork(id: NetworkId, blocksToFinality: number): Promise<LocalNetwork> {
  const row = networkById(id);
  if (!row) throw new Error(`no network ${id}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'pasarela-network-'));
  const isTron = row.family === 'tron';
  const chainId = chainIds[id] ?? Number(row.chainId);
  const started = await startLocalChain({
    family: isTron ? 'tron' : 'ethereum',
    dataDir,
    chainId,
    slotsInAnEpoch: blocksToFinality / 2,
    blockSeconds: null,
  });
  // The sandbox's chains have Tether's contracts; others get the token that their row describes.
  const chain = id in chainIds ? started : { ...started, token: await likeRow(started, row) };
  const node = isTron ? await startTronNode({ rpcUrl: chain.rpcUrl }) : null;
  const payer = evmPayer(chain, row);
  return {
    served: {
      network: { ...row, token: chain.token, chainId: BigInt(chainId) },
      rpcUrls: [node?.rpcUrl ?? chain.rpcUrl],
      fullNodeUrls: node ? [node.fullNodeUrl] : [],
      quorum: 1,
      startBlock: 0n,
      isPublic: false,
    },
    chain,
    faults: node?.faults ?? null,
    payer,
    async transfersTo(address) {
      const logs = await payer.rpc<{ data: string; topics: string[] }[]>('eth_getLogs', {
        fromBlock: '0x0',
        toBlock: 'latest',
        address: chain.token,
        topics: [transferTopic, null, `0x${address.slice(2).padStart(64, '0')}`],
      });
      return logs.map(({ data, topics }) => ({
        from: `0x${topics[1]?.slice(-40)}`,
        units: unitsOf(row, BigInt(data)),
      }));
    },
    async close() {
      await node?.close();
      await chain.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
