import { type ChainNode, createNode } from './evm/node.ts';
import { agreedAnswer, agreedHead, areSameBlocks, areSameTransfers, headsOf } from './evm/quorum.ts';
import type { Network } from './networks.ts';
import {
  type Block,
  ChainUnavailable,
  type SearchingChain,
  type TransferLog,
  type WantedAddresses,
} from './port/chain.ts';
import type { CustodyChain } from './port/custody-chain.ts';
import { isHash, least } from './rpc/block.ts';
import { createNodePool, type NodeHealth } from './rpc/node-pool.ts';
import { RpcFault } from './rpc/rpc-fault.ts';

/** If the head is older than this many blocks' time, and than a minute, the other nodes' heads are compared. */
const staleAfterBlocks = 10;
const defaultStaleAfterMs = 60_000;
/** How long a finalized block number decides how blocks are read: an older one only makes reading more careful. */
const settledMaxAgeMs = 30_000;

export interface ChainOptions {
  /** In order of preference. */
  rpcUrls: readonly string[];
  /** Set if the network differs from the row: the sandbox's local chains. */
  token?: string;
  chainId?: bigint;
  /** 2: blocks and transfers count only if two nodes agree. */
  quorum?: 1 | 2;
  /** The deadline of one call to a node. */
  timeoutMs?: number;
}

export interface ChainReader extends CustodyChain, SearchingChain {
  /**
   * Call it before the first use: every node that answers must belong to this network and have the token. Throws
   * WrongChain if one does not, ChainUnavailable if too few answer.
   */
  checkChain(): Promise<void>;
  nodes(): NodeHealth[];
  close(): Promise<void>;
}

/** A node of another network: a configuration mistake that no retry fixes. */
export class WrongChain extends Error {
  constructor(network: string, message: string) {
    super(`${network}: ${message}`);
    this.name = 'WrongChain';
  }
}

/** Reads a network through its nodes' Ethereum JSON-RPC, which Tron's nodes also support. */
export function createChain(row: Network, options: ChainOptions): ChainReader {
  const { rpcUrls, token = row.token, chainId = row.chainId, quorum = 1, timeoutMs } = options;
  const network: Network = { ...row, token, chainId };
  if (rpcUrls.length < quorum) throw new TypeError(`${row.id}: a quorum of ${quorum} needs as many nodes`);
  const pool = createNodePool(rpcUrls.map((url) => createNode(url, network, timeoutMs)));
  let settled = { number: -1n, readAtMs: 0 };

  /** One node's answer, or with a quorum the answer that two nodes agree on. */
  function read<T>(work: (node: ChainNode) => Promise<T>, isSame: (a: T, b: T) => boolean): Promise<T> {
    return quorum === 2 ? agreedAnswer(pool, work, isSame) : pool.use(work);
  }

  async function latestBlock(): Promise<Block> {
    if (quorum === 2) return agreedHead(pool, 'latest');
    const block = await pool.use((node) => node.head('latest'));
    const staleAfterMs = Math.max(defaultStaleAfterMs, staleAfterBlocks * network.blockSeconds * 1000);
    if (pool.nodes.length === 1 || Date.now() - block.time.getTime() < staleAfterMs) return block;
    // The node in use may have stopped following the chain while others have not.
    const heads = await headsOf(pool, 'latest');
    const best = heads.reduce(
      (a, b) => (b.block.number > a.block.number ? b : a),
      heads[0] ?? { node: null, block },
    );
    if (best.node && best.block.number > block.number) pool.prefer(best.node);
    return best.block;
  }

  async function finalizedBlock(): Promise<Block> {
    const block = await readFinalized();
    settled = { number: block.number, readAtMs: Date.now() };
    return block;
  }

  function readBlocks(numbers: readonly bigint[]): Promise<(Block | null)[]> {
    return read((node) => node.blocks(numbers), areSameBlocks);
  }

  async function readFinalized(): Promise<Block> {
    if (network.finality === 'accepted') return latestBlock();
    if (network.finality === 'finalized_tag') {
      return quorum === 2 ? agreedHead(pool, 'finalized') : pool.use((node) => node.head('finalized'));
    }
    const latest = await latestBlock();
    const depth = BigInt(network.finality.depthBlocks);
    const number = latest.number > depth ? latest.number - depth : 0n;
    const [block] = await readBlocks([number]);
    if (!block) throw new RpcFault('behind', `no node has block ${number}`);
    return block;
  }

  async function transfers(
    fromBlock: bigint,
    toBlock: bigint,
    wanted?: WantedAddresses,
  ): Promise<TransferLog[]> {
    if (fromBlock < 0n || fromBlock > toBlock)
      throw new RangeError(`no range of blocks: ${fromBlock} to ${toBlock}`);
    if (toBlock > settled.number && Date.now() - settled.readAtMs > settledMaxAgeMs) await finalizedBlock();
    const parts: TransferLog[][] = [];
    let next = fromBlock;
    while (next <= toBlock && next <= settled.number) {
      const [first, last] = [
        next,
        least(toBlock, settled.number, next + BigInt(network.maxLogRangeBlocks) - 1n),
      ];
      parts.push(await read((node) => node.settledTransfers(first, last, wanted), areSameTransfers));
      next = last + 1n;
    }
    if (next <= toBlock) {
      const first = next;
      parts.push(await read((node) => node.recentTransfers(first, toBlock, wanted), areSameTransfers));
    }
    return parts.flat();
  }

  async function searchTransfers(
    addresses: readonly string[],
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<TransferLog[]> {
    const search = (node: ChainNode) => node.transfersWith(addresses, fromBlock, toBlock);
    const answers = await Promise.all(
      pool.awake().map(async (node) => ({ node, logs: await pool.ask(node, search).catch(faultToNull) })),
    );
    let best: { node: ChainNode; logs: TransferLog[] } | null = null;
    for (const { node, logs } of answers) {
      if (logs && logs.length > (best?.logs.length ?? -1)) best = { node, logs };
    }
    if (!best) throw new RpcFault('unreachable', 'no node answers');
    pool.prefer(best.node);
    return best.logs;
  }

  /** Converts an RpcFault to ChainUnavailable, with the fault as its cause. */
  function guarded<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
    return async (...args) => {
      try {
        return await work(...args);
      } catch (error) {
        throw error instanceof RpcFault ? new ChainUnavailable(network.id, error.message, error) : error;
      }
    };
  }

  return {
    network: network.id,
    latestBlock: guarded(latestBlock),
    finalizedBlock: guarded(finalizedBlock),
    block: guarded(async (number) => (await readBlocks([number]))[0] ?? null),
    blocks: guarded(readBlocks),
    transfers: guarded(transfers),
    transfersOf: guarded(async (transactionHash) => {
      if (!isHash(transactionHash)) throw new TypeError('not an inner transaction hash');
      const number = await pool.use((node) => node.blockOfTransaction(transactionHash));
      if (number === null) return null;
      // Read through its block, not its receipt: Tron nodes have numbered logs differently in the two.
      const inBlock = await transfers(number, number);
      return inBlock.filter((transfer) => transfer.transactionHash === transactionHash);
    }),
    transfersWith: guarded((addresses, fromBlock, toBlock) =>
      pool.use((node) => node.transfersWith(addresses, fromBlock, toBlock)),
    ),
    searchTransfers: guarded(searchTransfers),
    pendingTransfers: guarded(() => pool.use((node) => node.pendingTransfers())),
    tokenBalance: guarded((address) => pool.use((node) => node.tokenBalance(address))),
    async checkChain() {
      // Any request to a new node identifies it first.
      const checks = await Promise.allSettled(
        pool.nodes.map((node) => pool.ask(node, () => Promise.resolve())),
      );
      const told = pool
        .health()
        .map(({ host, lastFault }) => `${host} ${lastFault ?? 'is well'}`)
        .join('; ');
      for (const check of checks) {
        if (check.status === 'fulfilled') continue;
        if (!(check.reason instanceof RpcFault)) throw check.reason;
        if (check.reason.kind === 'wrong_chain') throw new WrongChain(network.id, told);
      }
      const well = checks.filter((check) => check.status === 'fulfilled').length;
      if (well < quorum) throw new ChainUnavailable(network.id, told);
    },
    nodes: pool.health,
    close: pool.close,
  };
}

function faultToNull(error: unknown): null {
  if (error instanceof RpcFault) return null;
  throw error;
}
