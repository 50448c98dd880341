import type { Block } from '../port/chain.ts';
import type { RpcCall } from './rpc-client.ts';
import { RpcFault } from './rpc-fault.ts';

export type BlockTag = 'latest' | 'finalized';

export function getBlock(at: bigint | BlockTag): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [typeof at === 'bigint' ? hexOf(at) : at, false] };
}

export function hexOf(number: bigint): string {
  return `0x${number.toString(16)}`;
}

/** null: the node has no such block. */
export function readBlock(answer: unknown): Block | null {
  if (answer === null) return null;
  const { number, hash, parentHash, timestamp } = answer as Record<string, unknown>;
  if (!isQuantity(number) || !isHash(hash) || !isHash(parentHash) || !isQuantity(timestamp)) {
    throw new RpcFault('garbage', 'a block without number, hash, parent or time');
  }
  return { number: BigInt(number), hash, parentHash, time: new Date(Number(timestamp) * 1000) };
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value);
}

export function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/.test(value);
}

/** Math.min does not accept bigints. */
export function least(first: bigint, ...others: bigint[]): bigint {
  let lowest = first;
  for (const number of others) if (number < lowest) lowest = number;
  return lowest;
}
