import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Call, type NodeProxy, startProxy } from '../../../test/kit/chains/node-proxy.ts';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../test/kit/chains/test-chain.ts';
import { contracts } from '../../sandbox/chains/contracts.ts';
import { type ChainReader, createChain } from './create-chain.ts';
import { bloomOf, readBloom } from './evm/bloom.ts';

/** Nodes that return no transfers for a block that has some. The block's header reveals it. */

const recipient = `0x${'ab'.repeat(20)}`;
let local: TestChain;
let liar: NodeProxy;
const readers: ChainReader[] = [];

beforeAll(async () => {
  local = await startTestChain();
  liar = await startProxy(local.url);
});
afterEach(() => {
  liar.behaviour = {};
});
afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.close()));
  await liar.close();
  await local.close();
});

function reader(...rpcUrls: string[]): ChainReader {
  const chain = createChain(ethereum, { rpcUrls, token: local.token, chainId: testChainId });
  readers.push(chain);
  return chain;
}

/** Returns an empty list of logs for these calls. */
function hide(isHidden: (call: Call) => boolean): void {
  liar.behaviour = {
    result: (call, result) => (call.method === 'eth_getLogs' && isHidden(call) ? [] : result),
  };
}

const filterOf = (call: Call) => call.params[0] as { address?: string; blockHash?: string };

/** Returns a block with a payment, with this many blocks above it. */
async function paid(blocksAbove: number): Promise<bigint> {
  await local.pay(recipient, 5_000_000n);
  const block = await local.height();
  await local.mine(blocksAbove);
  return block;
}

test('the bloom that logs make is the one of their block', async () => {
  const block = await paid(0);
  const number = `0x${block.toString(16)}`;
  const header = await local.rpc('eth_getBlockByNumber', number, false);
  const logs = await local.rpc<{ address: string; topics: string[] }[]>('eth_getLogs', {
    fromBlock: number,
    toBlock: number,
  });
  expect(bloomOf(logs)).toEqual(readBloom(header));
});

test.each([
  ['at the end', 0],
  ['that is settled', 6],
])('a block %s is read from another node', async (_where, above) => {
  const block = await paid(above);
  hide((call) => filterOf(call).address !== undefined);
  const chain = reader(liar.url, local.url);
  expect(await chain.transfers(block, block)).toMatchObject([{ to: recipient, amountUnits: 5_000_000n }]);
});

test('a block in the middle of a settled range that is silent as a whole is read from another node', async () => {
  const block = await paid(12);
  hide((call) => filterOf(call).address !== undefined);
  const chain = reader(liar.url, local.url);
  const { number } = await chain.finalizedBlock();
  expect(number).toBeGreaterThan(block);
  expect(await chain.transfers(block, number)).toMatchObject([{ to: recipient, blockNumber: block }]);
});

test.each<[string, (call: Call) => boolean]>([
  ['all logs', () => true],
  ['the logs of the token', (call) => filterOf(call).address !== undefined],
])('a single node that hides %s is not believed until it tells', async (_what, isHidden) => {
  const block = await paid(0);
  hide(isHidden);
  const chain = reader(liar.url);
  await expect(chain.transfers(block, block)).rejects.toThrow('no transfers in a block whose header says');
  liar.behaviour = {};
  await expect.poll(() => chain.transfers(block, block).catch(() => []), { timeout: 10_000 }).toHaveLength(1);
});

test('a block whose bloom has the token though no transfer is in it is empty by proof', async () => {
  // Another token's transfer beside an approval of ours: together they set all the bits.
  const another = await local.deploy('EthereumUsdt');
  const { abi } = contracts.EthereumUsdt;
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [recipient, 1n] });
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [recipient, 0n] });
  for (const [to, data] of [
    [local.token, approve],
    [another, transfer],
  ]) {
    await local.rpc('eth_sendTransaction', { from: local.accounts[0], gas: '0x4c4b40', to, data });
  }
  await local.mine(1);
  const block = await local.height();
  // The bloom of a full block, which matches anything.
  const full = `0x${'f'.repeat(512)}`;
  const before = liar.countOf('eth_getLogs');
  expect(await reader(liar.url).transfers(block, block)).toEqual([]);
  expect(liar.countOf('eth_getLogs') - before).toBe(2);
  // Polygon's nodes add logs that the header does not cover.
  const extra = { address: another, topics: [`0x${'77'.repeat(32)}`] };
  liar.behaviour = {
    result: (call, result) =>
      call.method === 'eth_getLogs' && filterOf(call).address === undefined
        ? [...(result as object[]), extra]
        : result,
  };
  expect(await reader(liar.url).transfers(block, block)).toEqual([]);
  liar.behaviour = {
    result: (call, result) =>
      call.method === 'eth_getBlockByNumber' ? { ...(result as object), logsBloom: full } : result,
  };
  await expect(reader(liar.url).transfers(block, block)).rejects.toThrow('header says');
});

test('a search asks all nodes, and goes on with the one that knows of the most', async () => {
  const block = await paid(6);
  hide(() => true);
  const chain = reader(liar.url, local.url);
  const found = await chain.searchTransfers([recipient], block, block);
  expect(found).toMatchObject([{ to: recipient, blockNumber: block }]);
  expect(chain.nodes().map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
});

test('a header without a bloom lets nothing be concluded', async () => {
  const block = await paid(0);
  liar.behaviour = {
    result: (call, result) => {
      if (call.method === 'eth_getLogs') return [];
      return call.method === 'eth_getBlockByNumber'
        ? { ...(result as object), logsBloom: `0x${'0'.repeat(512)}` }
        : result;
    },
  };
  expect(await reader(liar.url).transfers(block, block)).toEqual([]);
});
