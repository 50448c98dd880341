import type { Block, TransferLog } from '../port/chain.ts';
import type { BlockTag } from '../rpc/block.ts';
import type { NodePool } from '../rpc/node-pool.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { ChainNode } from './node.ts';

/** The answer that two nodes agree on. With a third node, one that lies or lags is outvoted. */
export async function agreedAnswer<T>(
  pool: NodePool<ChainNode>,
  work: (node: ChainNode) => Promise<T>,
  isSame: (a: T, b: T) => boolean,
): Promise<T> {
  const answers: T[] = [];
  const waiting = pool.awake();
  let asked = waiting.splice(0, 2);
  while (asked.length > 0) {
    const settled = await Promise.allSettled(asked.map((node) => pool.ask(node, work)));
    for (const result of settled) {
      if (result.status === 'rejected') {
        if (!(result.reason instanceof RpcFault)) throw result.reason;
        continue;
      }
      if (answers.some((answer) => isSame(answer, result.value))) return result.value;
      answers.push(result.value);
    }
    asked = waiting.splice(0, 1);
  }
  throw noQuorum(pool, answers.length);
}

/**
 * The highest block that two nodes have. Nodes are rarely at the same block, so the lower head is looked up at the
 * higher nodes.
 */
export async function agreedHead(pool: NodePool<ChainNode>, tag: BlockTag): Promise<Block> {
  const heads = (await headsOf(pool, tag)).toSorted((a, b) => (a.block.number < b.block.number ? 1 : -1));
  for (const [at, { block }] of heads.entries()) {
    for (const higher of heads.slice(0, at)) {
      const same = await pool.ask(higher.node, (node) => node.blocks([block.number])).catch(rpcFaultToNull);
      if (same?.[0]?.hash === block.hash) return block;
    }
  }
  throw noQuorum(pool, heads.length);
}

/** The head of each node that answers. */
export async function headsOf(
  pool: NodePool<ChainNode>,
  tag: BlockTag,
): Promise<{ node: ChainNode; block: Block }[]> {
  const heads = await Promise.all(
    pool.awake().map(async (node) => {
      const block = await pool.ask(node, (asked) => asked.head(tag)).catch(rpcFaultToNull);
      return block ? [{ node, block }] : [];
    }),
  );
  return heads.flat();
}

function rpcFaultToNull(error: unknown): null {
  if (error instanceof RpcFault) return null;
  throw error;
}

function noQuorum(pool: NodePool<ChainNode>, answers: number): RpcFault {
  const health = pool.health().map(({ host, lastFault }) => `${host} ${lastFault ?? 'answered'}`);
  const what = answers >= 2 ? 'nodes disagree' : 'fewer than two nodes answered';
  return new RpcFault('unreachable', `${what}: ${health.join('; ')}`);
}

export function areSameBlocks(a: (Block | null)[], b: (Block | null)[]): boolean {
  return a.length === b.length && a.every((block, at) => block?.hash === b[at]?.hash);
}

export function areSameTransfers(a: TransferLog[], b: TransferLog[]): boolean {
  return a.length === b.length && a.every((transfer, at) => isSameTransfer(transfer, b[at] as TransferLog));
}

function isSameTransfer(a: TransferLog, b: TransferLog): boolean {
  return (
    a.transactionHash === b.transactionHash &&
    a.logIndex === b.logIndex &&
    a.blockHash === b.blockHash &&
    a.blockNumber === b.blockNumber &&
    a.from === b.from &&
    a.to === b.to &&
    a.amountUnits === b.amountUnits
  );
}
