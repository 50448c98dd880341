import type { Hex } from 'viem';
import { decodeErrorResult, keccak256, numberToHex } from 'viem/utils';
import type { IndexedTransaction } from './chain-index.ts';
import { energyPriceSun } from './fees.ts';
import { getLogs } from './get-logs.ts';
import {
  addressParam,
  blockParam,
  hashParam,
  invalidParams,
  JsonRpcFault,
  onlyLatest,
} from './json-rpc-params.ts';
import { blockReceipts, blockResult, transactionResult } from './json-rpc-shapes.ts';
import { simulateCall } from './native-contracts.ts';
import { type TronNode, View } from './node.ts';
import { type Receipt, receiptsOf } from './receipts.ts';

type Call = { from?: string; to?: string; value?: string; data?: string; input?: string };
// biome-ignore lint/suspicious/noExplicitAny: each method takes apart its own parameters.
type Method = (view: View, params: any[]) => Promise<unknown>;

const zeroAddress: Hex = '0x0000000000000000000000000000000000000000';

const methods: Record<string, Method> = {
  web3_clientVersion: async () => 'TRON/v4.8.2/Linux/Java1.8/GreatVoyage-v4.8.2',
  web3_sha3: async (_view, [data]) => keccak256(data),
  net_version: async (view) => numberToHex(view.node.chainId),
  net_listening: async () => true,
  net_peerCount: async () => '0x0',
  eth_chainId: async (view) => numberToHex(view.node.chainId),
  eth_protocolVersion: async () => '0x1e',
  eth_syncing: async () => false,
  eth_accounts: async () => [],
  eth_gasPrice: async () => numberToHex(energyPriceSun),
  eth_blockNumber: async (view) => numberToHex(view.head.number + view.node.faults.headLieBlocks),
  eth_getBlockByNumber: getBlockByNumber,
  eth_getBlockByHash: async (view, [hash, full]) => {
    const block = view.blockById(hashParam(hash));
    return block && blockResult(view.node, block, full === true);
  },
  eth_getBlockTransactionCountByNumber: async (view, [number]) => {
    const block = blockParam(view, number);
    return block && numberToHex(block.transactions.length);
  },
  eth_getBlockTransactionCountByHash: async (view, [hash]) => {
    const block = view.blockById(hashParam(hash));
    return block && numberToHex(block.transactions.length);
  },
  eth_getBlockReceipts: async (view, [which]) => {
    const block = /^(0x)?[0-9a-fA-F]{64}$/.test(which)
      ? view.blockById(hashParam(which))
      : blockParam(view, which);
    return block && blockReceipts(view.node, block);
  },
  eth_getTransactionByHash: (view, [hash]) => transaction(view, view.transaction(hashParam(hash))),
  eth_getTransactionByBlockHashAndIndex: (view, [hash, index]) =>
    transaction(view, view.blockById(hashParam(hash))?.transactions[Number(index)]),
  eth_getTransactionByBlockNumberAndIndex: (view, [number, index]) =>
    transaction(view, blockParam(view, number)?.transactions[Number(index)]),
  eth_getTransactionReceipt: async (view, [hash]) => {
    const indexed = view.transaction(hashParam(hash));
    return indexed && (await blockReceipts(view.node, indexed.block))[indexed.indexInBlock];
  },
  eth_getLogs: (view, params) => getLogs(view, params as [object?]),
  eth_getBalance: async (view, [address, tag]) => {
    onlyLatest(tag);
    return numberToHex(await view.balanceSun(addressParam(address)));
  },
  eth_getCode: async (view, [address, tag]) => {
    onlyLatest(tag);
    return view.code(addressParam(address));
  },
  eth_getStorageAt: async (view, [address, slot, tag]) => {
    onlyLatest(tag);
    return view.state('eth_getStorageAt', [addressParam(address), slot]);
  },
  eth_call: async (view, [call, tag]) => {
    if (typeof tag !== 'object') onlyLatest(tag);
    return `0x${(await run(view, call)).output}`;
  },
  eth_estimateGas: async (view, [call]) => numberToHex((await run(view, call)).energy),
};

/** Methods of an Ethereum node that java-tron knows only to refuse them. */
const refused = new Set([
  ...['eth_sendRawTransaction', 'eth_sendTransaction', 'eth_sign', 'eth_signTransaction', 'eth_submitWork'],
  ...['eth_getTransactionCount', 'eth_getUncleByBlockHashAndIndex', 'eth_getUncleByBlockNumberAndIndex'],
  ...['eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber', 'eth_hashrate', 'eth_mining'],
  ...['eth_getCompilers', 'eth_compileSolidity', 'eth_compileLLL', 'eth_compileSerpent'],
  ...['parity_nextNonce'],
]);

async function getBlockByNumber(view: View, [which, full]: unknown[]): Promise<unknown> {
  const block = blockParam(view, which);
  if (!block) return null;
  const result = await blockResult(view.node, block, full === true);
  const lie = view.node.faults.headLieBlocks;
  if (lie === 0 || String(which).toLowerCase() !== 'latest') return result;
  const number = block.number + lie;
  return {
    ...result,
    number: numberToHex(number),
    hash: `${numberToHex(number, { size: 8 })}${block.id.slice(16)}`,
  };
}

async function transaction(view: View, indexed: IndexedTransaction | null | undefined): Promise<unknown> {
  if (!indexed) return null;
  const [receipt] = await receiptsOf(view.node, [indexed]);
  return transactionResult(indexed, receipt as Receipt);
}

async function run(view: View, call: Call): Promise<{ output: string; energy: bigint }> {
  if (!call?.to) throw invalidParams('invalid address hash value');
  const trial = await simulateCall(view, {
    owner: call.from ? addressParam(call.from) : zeroAddress,
    contract: addressParam(call.to),
    callValueSun: call.value ? BigInt(call.value) : 0n,
    data: Buffer.from((call.input ?? call.data ?? '').replace(/^0x/, ''), 'hex'),
  });
  if (trial.failure !== null) throw new JsonRpcFault(-32000, withReason(trial), `0x${trial.output}`);
  return trial;
}

function withReason({ failure, output }: { failure: string | null; output: string }): string {
  try {
    const { args } = decodeErrorResult({ data: `0x${output}` });
    return `${failure}: ${args?.[0]}`;
  } catch {
    // Reverted without a text, or failed in another way.
    return String(failure);
  }
}

/** java-tron's default. */
const maxBatch = 100;

type Request = { id?: unknown; method?: unknown; params?: unknown };

export async function answerJsonRpc(node: TronNode, body: string): Promise<unknown> {
  let request: Request | Request[];
  try {
    request = JSON.parse(body);
  } catch {
    return envelope(null, { error: { code: -32700, message: 'JSON parse error' } });
  }
  if (!Array.isArray(request)) return answerOne(node, request);
  if (request.length > maxBatch) {
    const message = `Batch size ${request.length} exceeds the limit of ${maxBatch}`;
    return envelope(null, { error: { code: -32005, message } });
  }
  return Promise.all(request.map((one) => answerOne(node, one)));
}

async function answerOne(node: TronNode, { id = null, method, params }: Request): Promise<unknown> {
  try {
    const run = methods[String(method)];
    if (!run) throw notFound(String(method));
    const result = await run(await View.open(node), Array.isArray(params) ? params : []);
    return envelope(id, { result });
  } catch (error) {
    const { code, message, data } =
      error instanceof JsonRpcFault
        ? error
        : { code: -32603, message: 'Internal error', data: String(error) };
    return envelope(id, { error: { code, message, data } });
  }
}

function notFound(method: string): JsonRpcFault {
  return new JsonRpcFault(
    -32601,
    refused.has(method) ? `the method ${method} does not exist/is not available` : 'method not found',
  );
}

const envelope = (id: unknown, content: object) => ({ jsonrpc: '2.0', id, ...content });
