import { RpcFault } from '../rpc/rpc-fault.ts';

/** java-tron omits fields that are zero. */
export function readWhole(value: unknown): bigint {
  if (value === undefined) return 0n;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^(?:\d{1,20}|0x[0-9a-f]{1,16})$/.test(value)) return BigInt(value);
  throw new RpcFault('garbage', 'no whole number where one was expected');
}

/** Some calls return messages as plain text and others as hex. */
export function readWords(value: unknown): string {
  if (typeof value !== 'string') return '';
  const isHex = value.length % 2 === 0 && /^(?:[0-9a-f]{2})+$/i.test(value);
  return isHex ? Buffer.from(value, 'hex').toString('utf8') : value;
}

export interface TronBlock {
  number: bigint;
  id: string;
  time: Date;
}

export function readTronBlock(answer: Record<string, unknown>): TronBlock {
  const header = (answer.block_header as { raw_data?: Record<string, unknown> } | undefined)?.raw_data;
  const { blockID } = answer;
  if (!header || typeof blockID !== 'string' || !/^[0-9a-f]{64}$/.test(blockID)) {
    throw new RpcFault('garbage', 'a block without its header or id');
  }
  return {
    number: readWhole(header.number),
    id: blockID,
    time: new Date(Number(readWhole(header.timestamp))),
  };
}
