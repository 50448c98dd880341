import { assetDecimals } from '../../../base/money/asset.ts';
import type { Network } from '../networks.ts';
import type { Block, PendingTransfer, TransferLog, WantedAddresses } from '../port/chain.ts';
import { type BlockTag, getBlock, isHash, isQuantity, readBlock } from '../rpc/block.ts';
import { createRpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { balanceOf, callToken, readWord } from '../rpc/token-call.ts';
import { inOrder } from '../rpc/transfer-logs.ts';
import { unitsOf } from '../token-amount.ts';
import { identify } from './identify.ts';
import { readPendingTransfers } from './pending-transfers.ts';
import { createRangeSize } from './range-size.ts';
import {
  type LogTopics,
  readBlocks,
  readRecentTransfers,
  readTransferRange,
  type TransferRange,
} from './read-transfers.ts';

/** One node of a network. Every failure is thrown as an RpcFault. */
export interface ChainNode {
  readonly host: string;
  /** Throws 'wrong_chain' unless the node belongs to this network and has our token. */
  identify(): Promise<void>;
  head(tag: BlockTag): Promise<Block>;
  blocks(numbers: readonly bigint[]): Promise<(Block | null)[]>;
  /** For any number of blocks that can no longer be reorganised. */
  settledTransfers(fromBlock: bigint, toBlock: bigint, wanted?: WantedAddresses): Promise<TransferLog[]>;
  /** Transfers from or to any of these addresses; the node filters out all others. */
  transfersWith(addresses: readonly string[], fromBlock: bigint, toBlock: bigint): Promise<TransferLog[]>;
  /** For blocks that can still be reorganised: all from one chain, or none. */
  recentTransfers(fromBlock: bigint, toBlock: bigint, wanted?: WantedAddresses): Promise<TransferLog[]>;
  /** null: no block contains the transaction. */
  blockOfTransaction(transactionHash: string): Promise<bigint | null>;
  /** null: this node does not say. */
  pendingTransfers(): Promise<PendingTransfer[] | null>;
  tokenBalance(address: string): Promise<bigint>;
  close(): Promise<void>;
}

/** A range that is being read. */
interface RangeRead {
  blocks: number;
  reading: Promise<TransferRange>;
}

export function createNode(url: string, network: Network, timeoutMs?: number): ChainNode {
  const rpc = createRpcClient(url, { family: network.family, timeoutMs });
  // Tron's nodes write zeros.
  const hasBlooms = network.family === 'evm';
  const size = createRangeSize(network.maxLogRangeBlocks);

  async function inRanges(
    fromBlock: bigint,
    toBlock: bigint,
    read: (from: bigint, to: bigint) => Promise<TransferRange>,
  ): Promise<TransferLog[]> {
    const begin = (from: bigint): RangeRead => {
      const blocks = Math.min(size.blocks, Number(toBlock - from) + 1);
      const reading = read(from, from + BigInt(blocks) - 1n);
      // The later await gets the failure; without one it is ignored.
      reading.catch(() => {});
      return { blocks, reading };
    };
    const parts: TransferLog[][] = [];
    let next = fromBlock;
    /** The node prepares the next range while this one is parsed. */
    let ahead: RangeRead | null = null;
    while (next <= toBlock) {
      const range: RangeRead = ahead ?? begin(next);
      const { blocks } = range;
      const behind = next + BigInt(blocks);
      ahead = behind <= toBlock ? begin(behind) : null;
      try {
        const { transfers, logs } = await range.reading;
        parts.push(transfers);
        size.answered(blocks, logs);
        next = behind;
      } catch (error) {
        ahead = null;
        if (blocks === 1 || !(error instanceof RpcFault) || !mayBeTooLarge(error)) throw error;
        size.tooLarge(blocks);
        // The node may simply be slow: let another node answer, and request less from this one next time.
        if (error.kind === 'timed_out') throw error;
      }
    }
    return parts.flat();
  }

  function inUnits(transfers: TransferLog[]): TransferLog[] {
    if (network.tokenDecimals === assetDecimals) return transfers;
    return transfers.map((each) => ({ ...each, amountUnits: unitsOf(network, each.amountUnits) }));
  }

  return {
    host: rpc.host,
    identify: () => identify(rpc, network),

    async head(tag) {
      const block = readBlock(await rpc.call(getBlock(tag)));
      if (block === null) throw new RpcFault('behind', `has no ${tag} block yet`);
      return block;
    },

    blocks: (numbers) => readBlocks(rpc, numbers),

    settledTransfers: async (fromBlock, toBlock, wanted) =>
      inUnits(
        await inRanges(fromBlock, toBlock, (from, to) =>
          readTransferRange(rpc, network.token, from, to, { wanted, hasBlooms }),
        ),
      ),

    async transfersWith(addresses, fromBlock, toBlock) {
      const words = addresses.map((address) => `0x${address.slice(2).padStart(64, '0')}`);
      const read = (topics: LogTopics) =>
        inRanges(fromBlock, toBlock, (from, to) =>
          readTransferRange(rpc, network.token, from, to, { topics }),
        );
      return inUnits(inOrder([...(await read([words])), ...(await read([null, words]))]));
    },

    recentTransfers: async (fromBlock, toBlock, wanted) =>
      inUnits(await readRecentTransfers(rpc, network.token, fromBlock, toBlock, wanted)),

    async blockOfTransaction(transactionHash) {
      const receipt = await rpc.call({ method: 'eth_getTransactionReceipt', params: [transactionHash] });
      if (receipt === null) return null;
      const { blockNumber, blockHash } = receipt as Record<string, unknown>;
      if (!isQuantity(blockNumber) || !isHash(blockHash))
        throw new RpcFault('garbage', 'a receipt without block');
      return BigInt(blockNumber);
    },

    async pendingTransfers() {
      const pending = await readPendingTransfers(rpc, network.token);
      return pending?.map((each) => ({ ...each, amountUnits: unitsOf(network, each.amountUnits) })) ?? null;
    },

    async tokenBalance(address) {
      return unitsOf(network, readWord(await rpc.call(callToken(network, balanceOf(address)))));
    },

    close: rpc.close,
  };
}

/**
 * Providers phrase their limits in ever new ways: any refusal of a range may be one, and half the range will show it.
 */
function mayBeTooLarge({ kind }: RpcFault): boolean {
  return kind === 'too_large' || kind === 'refused' || kind === 'timed_out';
}
