import type { Hex } from 'viem';
import { numberToHex } from 'viem/utils';
import type { IndexedBlock, IndexedTransaction } from './chain-index.ts';
import { energyPriceSun } from './fees.ts';
import { witness } from './native-blocks.ts';
import type { TronNode } from './node.ts';
import { type AnvilLog, type Receipt, receiptsOf } from './receipts.ts';
import { encodeTransaction } from './transaction.ts';

type Json = Record<string, unknown>;

const zeros = (bytes: number) => `0x${'00'.repeat(bytes)}`;
const quantity = (value: number | bigint) => numberToHex(value);

/**
 * A block in java-tron's JSON-RPC: its id as hash, transactions by their Tron ids, zeros for fields that Tron lacks.
 */
export async function blockResult(node: TronNode, block: IndexedBlock, full: boolean): Promise<Json> {
  const { transactions } = block;
  const receipts = await receiptsOf(node, transactions);
  const energy = receipts.reduce((sum, receipt) => sum + receipt.energy, 0n);
  const limit = transactions.reduce((sum, { transaction }) => sum + transaction.raw.feeLimitSun, 0n);
  const size = transactions.reduce((sum, { transaction }) => sum + encodeTransaction(transaction).length, 0);
  return {
    baseFeePerGas: '0x0',
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: quantity(limit),
    gasUsed: quantity(energy),
    hash: `0x${block.id}`,
    logsBloom: zeros(256),
    miner: block.number === 0 ? zeros(20) : witness,
    mixHash: zeros(32),
    nonce: zeros(8),
    number: quantity(block.number),
    parentHash: `0x${block.parentId}`,
    receiptsRoot: zeros(32),
    sha3Uncles: zeros(32),
    size: quantity(size),
    stateRoot: '0x',
    timestamp: quantity(block.timeMs / 1000),
    totalDifficulty: '0x0',
    transactions: transactions.map((indexed, i) =>
      full ? transactionResult(indexed, receipts[i] as Receipt) : `0x${indexed.transaction.id}`,
    ),
    transactionsRoot: zeros(32),
    uncles: [],
  };
}

export function transactionResult(indexed: IndexedTransaction, receipt: Receipt): Json {
  const { contract } = indexed.transaction.raw;
  const isCall = contract.type === 'TriggerSmartContract';
  const signature = indexed.transaction.signatures[0] ?? Buffer.alloc(65);
  return {
    blockHash: `0x${indexed.block.id}`,
    blockNumber: quantity(indexed.block.number),
    from: contract.owner,
    gas: quantity(receipt.energy),
    gasPrice: quantity(energyPriceSun),
    hash: `0x${indexed.transaction.id}`,
    input: isCall ? `0x${contract.data.toString('hex')}` : '0x',
    nonce: zeros(8),
    r: `0x${signature.toString('hex', 0, 32)}`,
    s: `0x${signature.toString('hex', 32, 64)}`,
    to: isCall ? contract.contract : contract.to,
    transactionIndex: quantity(indexed.indexInBlock),
    type: '0x0',
    v: `0x${signature.toString('hex', 64, 65)}`,
    value: quantity(isCall ? contract.callValueSun : contract.amountSun),
  };
}

/** The receipts of one block, in order: cumulative fields need the earlier ones. */
export async function blockReceipts(node: TronNode, block: IndexedBlock): Promise<Json[]> {
  const receipts = await receiptsOf(node, block.transactions);
  let cumulative = 0n;
  return block.transactions.map((indexed, i) => {
    const receipt = receipts[i] as Receipt;
    const { contract } = indexed.transaction.raw;
    cumulative += receipt.energy;
    return {
      blockHash: `0x${block.id}`,
      blockNumber: quantity(block.number),
      contractAddress: null,
      cumulativeGasUsed: quantity(cumulative),
      effectiveGasPrice: quantity(energyPriceSun),
      from: contract.owner,
      gasUsed: quantity(receipt.energy),
      logs: receipt.logs.map((log) => logResult(log, indexed)),
      logsBloom: zeros(256),
      status: receipt.result === null || receipt.result === 'SUCCESS' ? '0x1' : '0x0',
      to: contract.type === 'TriggerSmartContract' ? contract.contract : contract.to,
      transactionHash: `0x${indexed.transaction.id}`,
      transactionIndex: quantity(indexed.indexInBlock),
      type: '0x0',
    };
  });
}

export function logResult(log: AnvilLog, { block, transaction, indexInBlock }: IndexedTransaction): Json {
  return {
    address: log.address as Hex,
    blockHash: `0x${block.id}`,
    blockNumber: quantity(block.number),
    blockTimestamp: quantity(block.timeMs / 1000),
    data: log.data,
    logIndex: log.logIndex,
    removed: false,
    topics: log.topics,
    transactionHash: `0x${transaction.id}`,
    transactionIndex: quantity(indexInBlock),
  };
}
