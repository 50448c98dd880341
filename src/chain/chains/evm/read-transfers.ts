import type { Block, TransferLog, WantedAddresses } from '../port/chain.ts';
import { getBlock, hexOf, least, readBlock } from '../rpc/block.ts';
import type { RpcCall, RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { readTransferLogs, transferTopic } from '../rpc/transfer-logs.ts';
import { doubtEmpty, doubtEmptyBlocks } from './doubted-blocks.ts';
import { thinLogs } from './thin-logs.ts';

/** Blocks per batch: gateways refuse long batches. */
const blocksPerBatch = 20;
/** Gateways that silently truncate a list tend to do so at a round thousand. */
const cutAtMultiplesOf = 1000;

/** The transfers of a range, and the number of logs in the node's answer. */
export interface TransferRange {
  transfers: TransferLog[];
  logs: number;
}

/** The senders and recipients to request from a node; null: any. */
export type LogTopics = readonly (readonly string[] | null)[];

/**
 * Transfers in a range of settled blocks, by number. A node returns an empty list for blocks that it does not have, so
 * the same batch first requests the range's last block: a node that has it has those before. If blocks have blooms, the
 * last block's is checked, and in a range without any log all are. Checking every header of every range would make
 * reading many times as slow.
 */
export async function readTransferRange(
  rpc: RpcClient,
  token: string,
  fromBlock: bigint,
  toBlock: bigint,
  {
    wanted,
    topics = [],
    hasBlooms = false,
  }: { wanted?: WantedAddresses | undefined; topics?: LogTopics; hasBlooms?: boolean } = {},
): Promise<TransferRange> {
  let leftOut = 0;
  const thin =
    wanted &&
    ((text: string): string => {
      const thinned = thinLogs(text, wanted);
      leftOut += thinned.leftOut;
      return thinned.body;
    });
  const range = { fromBlock: hexOf(fromBlock), toBlock: hexOf(toBlock) };
  const [last, logs] = await rpc.batch([getBlock(toBlock), getLogs(token, range, topics)], thin);
  const block = present(readBlock(last), toBlock);
  const transfers = readTransferLogs(logs, token, wanted);
  let before: TransferLog | undefined;
  for (const transfer of transfers) {
    if (transfer.blockNumber < fromBlock || transfer.blockNumber > toBlock) {
      throw new RpcFault('garbage', `a log of block ${transfer.blockNumber}, which was not asked for`);
    }
    const blockHash = transfer.blockNumber === toBlock ? block.hash : undefined;
    const isSplit = before?.blockNumber === transfer.blockNumber && before.blockHash !== transfer.blockHash;
    if (isSplit || (blockHash !== undefined && blockHash !== transfer.blockHash)) throw changed();
    before = transfer;
  }
  const count = (logs as unknown[]).length + leftOut;
  if (count > 0 && count % cutAtMultiplesOf === 0 && fromBlock < toBlock) {
    throw new RpcFault('too_large', `exactly ${count} logs: the list may have been cut`);
  }
  if (hasBlooms && !hasLogOf(toBlock, logs)) await doubtEmpty(rpc, token, last);
  if (hasBlooms && count === 0) await doubtEmptyBlocks(rpc, token, fromBlock, toBlock - 1n);
  return { transfers, logs: count };
}

function hasLogOf(number: bigint, logs: unknown): boolean {
  // Searched from the end, where the logs of the last block are.
  return (
    (logs as { blockNumber?: unknown }[]).findLast((log) => log.blockNumber === hexOf(number)) !== undefined
  );
}

/**
 * Transfers in blocks that may still be reorganised, by block hash. This request is unambiguous: the node has that very
 * block or refuses. The blocks are verified to follow one another, and the last is looked up again afterwards, for
 * gateways whose machines differ.
 */
export async function readRecentTransfers(
  rpc: RpcClient,
  token: string,
  fromBlock: bigint,
  toBlock: bigint,
  wanted?: WantedAddresses,
): Promise<TransferLog[]> {
  const parts: TransferLog[][] = [];
  let previous: Block | undefined;
  for (let first = fromBlock; first <= toBlock; first += BigInt(blocksPerBatch)) {
    const { blocks, headers } = await readLinkedBlocks(
      rpc,
      first,
      least(toBlock, first + BigInt(blocksPerBatch) - 1n),
    );
    const last = blocks.at(-1) as Block;
    if (previous && blocks[0]?.parentHash !== previous.hash) throw changed();
    const answers = await rpc.batch([
      ...blocks.map((block) => getLogs(token, { blockHash: block.hash })),
      getBlock(last.number),
    ]);
    if (present(readBlock(answers.at(-1)), last.number).hash !== last.hash) throw changed();
    for (const [at, block] of blocks.entries()) {
      const transfers = readTransferLogs(answers[at], token, wanted);
      if (transfers.some((transfer) => transfer.blockHash !== block.hash)) throw changed();
      if ((answers[at] as unknown[]).length === 0) await doubtEmpty(rpc, token, headers[at]);
      parts.push(transfers);
    }
    previous = last;
  }
  return parts.flat();
}

/** null for a number whose block the node does not have. */
export async function readBlocks(rpc: RpcClient, numbers: readonly bigint[]): Promise<(Block | null)[]> {
  const blocks: (Block | null)[] = [];
  for (let at = 0; at < numbers.length; at += blocksPerBatch) {
    const some = numbers.slice(at, at + blocksPerBatch);
    const answers = await rpc.batch(some.map(getBlock));
    for (const [index, number] of some.entries()) {
      const block = readBlock(answers[index]);
      if (block && block.number !== number) throw new RpcFault('garbage', 'a block of another number');
      blocks.push(block);
    }
  }
  return blocks;
}

async function readLinkedBlocks(
  rpc: RpcClient,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<{ blocks: Block[]; headers: unknown[] }> {
  const numbers = Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, at) => fromBlock + BigInt(at));
  const answers = await rpc.batch(numbers.map(getBlock));
  const blocks = numbers.map((number, at) => present(readBlock(answers[at]), number));
  if (blocks.some((block, at) => at > 0 && block.parentHash !== blocks[at - 1]?.hash)) throw changed();
  return { blocks, headers: answers };
}

function getLogs(token: string, which: Record<string, string>, topics: LogTopics = []): RpcCall {
  return {
    method: 'eth_getLogs',
    params: [{ address: token, topics: [transferTopic, ...topics], ...which }],
  };
}

function present(block: Block | null, number: bigint): Block {
  if (block === null) throw new RpcFault('behind', `does not have block ${number}`);
  if (block.number !== number) throw new RpcFault('garbage', `block ${block.number} instead of ${number}`);
  return block;
}

function changed(): RpcFault {
  return new RpcFault('behind', 'its chain changed while it was read');
}
