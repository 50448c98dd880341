import type { Hex } from 'viem';
import { rpc, rpcBatch } from '../chains/rpc.ts';
import type { IndexedTransaction } from './chain-index.ts';
import { energyPriceSun } from './fees.ts';
import type { TronNode } from './node.ts';

export interface AnvilLog {
  address: Hex;
  topics: Hex[];
  data: Hex;
  blockNumber: Hex;
  transactionHash: Hex;
  transactionIndex: Hex;
  logIndex: Hex;
}

interface AnvilReceipt {
  status: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  logs: AnvilLog[];
}

interface AnvilTrace {
  error?: string;
  result: { output?: Hex } | null;
}

/** java-tron's names for the result of a contract call. */
export type ContractResult =
  | 'SUCCESS'
  | 'REVERT'
  | 'OUT_OF_ENERGY'
  | 'BAD_JUMP_DESTINATION'
  | 'ILLEGAL_OPERATION';

export interface Receipt {
  /** null: no contract ran. */
  result: ContractResult | null;
  energy: bigint;
  energyFeeSun: bigint;
  feeSun: bigint;
  /** The contract's return value, or its revert reason; no 0x. */
  output: string;
  logs: AnvilLog[];
}

const failures: [pattern: RegExp, result: ContractResult][] = [
  [/revert/i, 'REVERT'],
  [/out of gas/i, 'OUT_OF_ENERGY'],
  [/jump/i, 'BAD_JUMP_DESTINATION'],
];

/** The name of a failed call's result, from the underlying chain's message. */
export function failureOf(error: string): ContractResult {
  return failures.find(([pattern]) => pattern.test(error))?.[1] ?? 'ILLEGAL_OPERATION';
}

export const failureWords: Record<Exclude<ContractResult, 'SUCCESS'>, string> = {
  REVERT: 'REVERT opcode executed',
  OUT_OF_ENERGY: 'Not enough energy',
  BAD_JUMP_DESTINATION: 'Bad jump destination',
  ILLEGAL_OPERATION: 'Invalid operation code',
};

export async function receiptsOf(node: TronNode, transactions: IndexedTransaction[]): Promise<Receipt[]> {
  const calls = transactions.map(({ hash }) => [hash]);
  const [receipts, traces] = await Promise.all([
    rpcBatch<AnvilReceipt>(node.rpcUrl, 'eth_getTransactionReceipt', calls),
    rpcBatch<AnvilTrace[]>(node.rpcUrl, 'trace_transaction', calls),
  ]);
  return transactions.map((transaction, i) =>
    receiptFrom(transaction, receipts[i] as AnvilReceipt, traces[i]?.[0]),
  );
}

function receiptFrom(transaction: IndexedTransaction, source: AnvilReceipt, trace?: AnvilTrace): Receipt {
  const energyFeeSun = BigInt(source.gasUsed) * BigInt(source.effectiveGasPrice);
  const isCall = transaction.transaction.raw.contract.type === 'TriggerSmartContract';
  const failure = failureOf(trace?.error ?? '');
  return {
    result: isCall ? (source.status === '0x1' ? 'SUCCESS' : failure) : null,
    energy: energyFeeSun / energyPriceSun,
    energyFeeSun,
    feeSun: energyFeeSun + transaction.netFeeSun + transaction.otherFeeSun,
    output: trace?.result?.output?.slice(2) ?? '',
    logs: source.logs,
  };
}

export async function logsBetween(
  node: TronNode,
  filter: { fromBlock: number; toBlock: number; address?: Hex[]; topics?: unknown[] },
): Promise<AnvilLog[]> {
  return rpc<AnvilLog[]>(node.rpcUrl, 'eth_getLogs', [
    {
      ...filter,
      fromBlock: `0x${filter.fromBlock.toString(16)}`,
      toBlock: `0x${filter.toBlock.toString(16)}`,
    },
  ]);
}
