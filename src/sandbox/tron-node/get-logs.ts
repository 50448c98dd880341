import type { Hex } from 'viem';
import { addressParam, blockNumberParam, hashParam, invalidParams, JsonRpcFault } from './json-rpc-params.ts';
import { logResult } from './json-rpc-shapes.ts';
import type { View } from './node.ts';
import { logsBetween } from './receipts.ts';

/** java-tron's defaults; many gateways keep them. */
const maxRangeBlocks = 5_000;
const maxResults = 10_000;

interface Filter {
  fromBlock?: string | null;
  toBlock?: string | null;
  blockHash?: string | null;
  address?: string | string[] | null;
  topics?: unknown[] | null;
}

/** Blocks that the node does not have give an empty result, not a fault, as in java-tron. */
export async function getLogs(view: View, [filter = {}]: [Filter?]): Promise<unknown[]> {
  const { fromBlock, toBlock } = rangeOf(view, filter);
  if (fromBlock > view.head.number) return [];
  const { node } = view;
  const addresses = [filter.address ?? []].flat().map(addressParam) as Hex[];
  const logs = await logsBetween(node, {
    fromBlock,
    toBlock: Math.min(toBlock, view.head.number),
    ...(addresses.length > 0 && { address: addresses }),
    topics: filter.topics ?? [],
  });
  if (logs.length > maxResults) {
    throw new JsonRpcFault(-32005, `query returned more than ${maxResults} results`);
  }
  // A block that arrived after the index was read belongs to the next call.
  return logs.flatMap((log) => {
    const indexed = node.index.transactionByHash(log.transactionHash);
    return indexed && !node.faults.forgotten.has(indexed.transaction.id) ? [logResult(log, indexed)] : [];
  });
}

function rangeOf(view: View, filter: Filter): { fromBlock: number; toBlock: number } {
  if (filter.blockHash) {
    if (filter.fromBlock || filter.toBlock) {
      throw invalidParams('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other');
    }
    const block = view.blockById(hashParam(filter.blockHash));
    if (!block) throw invalidParams('invalid blockHash');
    return { fromBlock: block.number, toBlock: block.number };
  }
  const head = view.head.number;
  const toBlock = filter.toBlock ? blockNumberParam(view, filter.toBlock) : head;
  const fromBlock = filter.fromBlock ? blockNumberParam(view, filter.fromBlock) : Math.min(toBlock, head);
  if (fromBlock > toBlock && filter.toBlock) throw invalidParams('please verify: fromBlock <= toBlock');
  const allowed = view.node.faults.maxLogRangeBlocks;
  if (allowed !== null && toBlock - fromBlock >= allowed) {
    // A gateway's message, not that of the node behind it.
    throw new JsonRpcFault(-32000, `block range is too wide, maximum is ${allowed} blocks`);
  }
  if (toBlock - fromBlock > maxRangeBlocks) throw invalidParams(`exceed max block range: ${maxRangeBlocks}`);
  return { fromBlock, toBlock };
}
