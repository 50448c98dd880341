import { writeAddress } from './address.ts';
import type { IndexedBlock, IndexedTransaction } from './chain-index.ts';
import type { View } from './node.ts';
import type { Params } from './params.ts';
import { failureWords, type Receipt, receiptsOf } from './receipts.ts';
import { transactionJson } from './transaction-json.ts';

type Json = Record<string, unknown>;

/** The producer of every block here. */
export const witness = '0x74726f6e2d6e6f64652073616e64626f78000000';
/** java-tron's own limit for one response. */
const maxBlocks = 100;

export async function getNowBlock(view: View, params: Params): Promise<Json> {
  const block = await blockJson(view, view.head, params.flag('visible'));
  const lie = view.node.faults.headLieBlocks;
  return lie === 0 ? block : shifted(block, lie);
}

/** Fakes a head that the node does not have: the real one under a later number. */
function shifted(block: Json, by: number): Json {
  const header = block.block_header as { raw_data: Json };
  const number = (header.raw_data.number as bigint) + BigInt(by);
  return {
    ...block,
    blockID: number.toString(16).padStart(16, '0') + (block.blockID as string).slice(16),
    block_header: { ...header, raw_data: { ...header.raw_data, number } },
  };
}

/** Finds a block by number or id; without either, the newest. Without `detail`, no transactions. */
export async function getBlock(view: View, params: Params): Promise<Json> {
  const wanted = params.text('id_or_num');
  const block =
    wanted === ''
      ? view.head
      : /^[0-9a-fA-F]{64}$/.test(wanted)
        ? view.blockById(wanted.toLowerCase())
        : view.block(Number(params.integer('id_or_num')));
  if (!block) return {};
  const json = await blockJson(view, block, params.flag('visible'));
  if (!params.flag('detail')) delete json.transactions;
  return wanted === '' && view.node.faults.headLieBlocks !== 0
    ? shifted(json, view.node.faults.headLieBlocks)
    : json;
}

export async function getBlockByNum(view: View, params: Params): Promise<Json> {
  const block = view.block(Number(params.integer('num')));
  return block ? blockJson(view, block, params.flag('visible')) : {};
}

export async function getBlockById(view: View, params: Params): Promise<Json> {
  const block = view.blockById(params.text('value').toLowerCase());
  return block ? blockJson(view, block, params.flag('visible')) : {};
}

/** From `startNum` up to, not including, `endNum`. */
export async function getBlockByLimitNext(view: View, params: Params): Promise<Json> {
  const start = Number(params.integer('startNum'));
  const end = Number(params.integer('endNum'));
  if (start < 0 || end <= start || end - start > maxBlocks) return {};
  return blockList(view, start, end - 1, params.flag('visible'));
}

export async function getBlockByLatestNum(view: View, params: Params): Promise<Json> {
  const count = Number(params.integer('num'));
  if (count <= 0 || count >= maxBlocks) return {};
  const { number } = view.head;
  return blockList(view, Math.max(0, number - count + 1), number, params.flag('visible'));
}

async function blockList(view: View, from: number, to: number, visible: boolean): Promise<Json> {
  const block: Json[] = [];
  for (let number = from; number <= to; number++) {
    const found = view.block(number);
    if (found) block.push(await blockJson(view, found, visible));
  }
  return block.length > 0 ? { block } : {};
}

export async function getTransactionCountByBlockNum(view: View, params: Params): Promise<Json> {
  const block = view.block(Number(params.integer('num')));
  return { count: BigInt(block ? block.transactions.length : -1) };
}

async function blockJson(view: View, block: IndexedBlock, visible: boolean): Promise<Json> {
  const receipts = await receiptsOf(view.node, block.transactions);
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        number: BigInt(block.number),
        txTrieRoot: '0'.repeat(64),
        witness_address: writeAddress(witness, visible),
        parentHash: block.parentId,
        version: 30,
        timestamp: BigInt(block.timeMs),
      },
      witness_signature: '0'.repeat(130),
    },
    ...(block.transactions.length > 0 && {
      transactions: block.transactions.map((indexed, i) =>
        minedJson(indexed, receipts[i] as Receipt, visible),
      ),
    }),
  };
}

function minedJson(indexed: IndexedTransaction, receipt: Receipt, visible: boolean): Json {
  return {
    ret: [{ contractRet: receipt.result ?? 'SUCCESS' }],
    ...transactionJson(indexed.transaction, visible),
  };
}

export async function getTransactionById(view: View, params: Params): Promise<Json> {
  const indexed = view.transaction(params.text('value').toLowerCase());
  if (!indexed) return {};
  const [receipt] = await receiptsOf(view.node, [indexed]);
  return minedJson(indexed, receipt as Receipt, params.flag('visible'));
}

export async function getTransactionInfoById(view: View, params: Params): Promise<Json> {
  const indexed = view.transaction(params.text('value').toLowerCase());
  if (!indexed) return {};
  const [receipt] = await receiptsOf(view.node, [indexed]);
  const info = infoJson(indexed, receipt as Receipt, params.flag('visible'));
  if (view.node.faults.thinReceipts) delete info.log;
  return info;
}

export async function getTransactionInfoByBlockNum(view: View, params: Params): Promise<Json | Json[]> {
  const number = Number(params.integer('num'));
  if (number <= 0) return {};
  const transactions = view.block(number)?.transactions ?? [];
  const receipts = await receiptsOf(view.node, transactions);
  return transactions.map((indexed, i) => infoJson(indexed, receipts[i] as Receipt, params.flag('visible')));
}

/** The outcome of a transaction. Zero and empty values are left out, as in protobuf. */
function infoJson(indexed: IndexedTransaction, receipt: Receipt, visible: boolean): Json {
  const { contract } = indexed.transaction.raw;
  const { result } = receipt;
  const failure = result !== null && result !== 'SUCCESS' ? failureWords[result] : null;
  return {
    id: indexed.transaction.id,
    ...(receipt.feeSun > 0n && { fee: receipt.feeSun }),
    blockNumber: BigInt(indexed.block.number),
    blockTimeStamp: BigInt(indexed.block.timeMs),
    contractResult: [receipt.output],
    ...(contract.type === 'TriggerSmartContract' && {
      contract_address: writeAddress(contract.contract, visible),
    }),
    receipt: {
      ...(receipt.energyFeeSun > 0n && { energy_fee: receipt.energyFeeSun }),
      ...(receipt.energy > 0n && { energy_usage_total: receipt.energy }),
      ...(indexed.netUsageBytes > 0n && { net_usage: indexed.netUsageBytes }),
      ...(indexed.netFeeSun > 0n && { net_fee: indexed.netFeeSun }),
      ...(result !== null && { result }),
    },
    ...(failure !== null && { result: 'FAILED', resMessage: Buffer.from(failure).toString('hex') }),
    ...(receipt.logs.length > 0 && {
      // Only the twenty bytes: java-tron omits its prefix in logs.
      log: receipt.logs.map((log) => ({
        address: log.address.slice(2),
        topics: log.topics.map((topic) => topic.slice(2)),
        ...(log.data !== '0x' && { data: log.data.slice(2) }),
      })),
    }),
  };
}
