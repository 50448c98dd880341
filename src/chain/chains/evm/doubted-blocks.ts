import { getBlock, isHash } from '../rpc/block.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { transferTopic } from '../rpc/transfer-logs.ts';
import { bloomOf, covers, mayHold, readBloom } from './bloom.ts';

/** Headers per batch: gateways refuse long batches. */
const headersPerBatch = 20;

/** Checks the headers of blocks, given by number, for which a node returned no transfers. */
export async function doubtEmptyBlocks(
  rpc: RpcClient,
  token: string,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<void> {
  for (let first = fromBlock; first <= toBlock; first += BigInt(headersPerBatch)) {
    const count = Math.min(headersPerBatch, Number(toBlock - first) + 1);
    const numbers = Array.from({ length: count }, (_, at) => first + BigInt(at));
    for (const header of await rpc.batch(numbers.map(getBlock))) await doubtEmpty(rpc, token, header);
  }
}

/**
 * Verifies a block for which a node returned no transfers. If the header's bloom says that the token may have logged
 * one, all logs of the block are requested. The block counts as empty only if these logs account for the whole bloom
 * and none is the token's. A bloom alone proves nothing: a nearly full one matches anything. There may be more logs
 * than the bloom shows: Polygon's nodes add logs of events from its parent chain, which its headers omit.
 */
export async function doubtEmpty(rpc: RpcClient, token: string, header: unknown): Promise<void> {
  const bloom = readBloom(header);
  if (!bloom || !mayHold(bloom, [token, transferTopic])) return;
  const { hash } = header as { hash?: unknown };
  if (!isHash(hash)) throw disbelieved();
  const logs = readAllLogs(await rpc.call({ method: 'eth_getLogs', params: [{ blockHash: hash }] }));
  const isOurs = logs.some(({ address, topics }) => address === token && topics[0] === transferTopic);
  if (isOurs || !covers(bloomOf(logs), bloom)) throw disbelieved();
}

function readAllLogs(answer: unknown): { address: string; topics: string[] }[] {
  if (!Array.isArray(answer)) throw disbelieved();
  return answer.map((log: { address?: unknown; topics?: unknown }) => {
    const { address, topics } = log;
    const isText = (value: unknown): value is string =>
      typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value);
    if (!isText(address) || !Array.isArray(topics) || !topics.every(isText)) throw disbelieved();
    return { address: address.toLowerCase(), topics };
  });
}

function disbelieved(): RpcFault {
  return new RpcFault('garbage', 'no transfers in a block whose header says that there are');
}
