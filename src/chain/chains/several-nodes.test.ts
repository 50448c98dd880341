import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NodeProxy, startProxy } from '../../../test/kit/chains/node-proxy.ts';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../test/kit/chains/test-chain.ts';
import { type ChainReader, createChain, WrongChain } from './create-chain.ts';
import { ChainUnavailable } from './port/chain.ts';

const customer = `0x${'c0'.repeat(20)}`;

let chain: TestChain;
let nodes: NodeProxy[];
const open: ChainReader[] = [];

beforeAll(async () => {
  chain = await startTestChain();
  await chain.mine(10);
});

afterAll(async () => {
  await chain?.close();
});

beforeEach(async () => {
  nodes = [await startProxy(chain.url), await startProxy(chain.url), await startProxy(chain.url)];
});

afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close();
  for (const node of nodes) await node.close();
});

function reader(count: number, quorum: 1 | 2 = 1): ChainReader {
  const made = createChain(ethereum, {
    rpcUrls: nodes.slice(0, count).map((node) => node.url),
    token: chain.token,
    chainId: testChainId,
    timeoutMs: 2_000,
    quorum,
  });
  open.push(made);
  return made;
}

function node(at: number): NodeProxy {
  return nodes[at] as NodeProxy;
}

async function pay(amountUnits: bigint): Promise<bigint> {
  await chain.pay(customer, amountUnits);
  return chain.height();
}

const current = (of: ChainReader) => of.nodes().findIndex((health) => health.isCurrent);

describe('with several nodes', () => {
  test('the first is used as long as it works', async () => {
    const watching = reader(2);
    for (let round = 0; round < 3; round++) await watching.latestBlock();
    expect(node(1).calls).toEqual([]);
  });

  test.each([
    ['breaks connections', () => 'reset' as const],
    ['hangs', () => 'hang' as const],
    ['is limited', () => ({ status: 429, headers: { 'retry-after': '60' }, body: '' })],
    ['answers in HTML', () => ({ body: '<html></html>' })],
    ['has lost its key', () => ({ status: 401, body: '{"error":"unauthorized"}' })],
  ])('another takes over at once from one that %s, and keeps the work', async (_, reply) => {
    const watching = reader(2);
    await watching.latestBlock();
    node(0).behaviour.reply = reply;
    expect((await watching.latestBlock()).number).toBe(await chain.height());
    expect(current(watching)).toBe(1);
    node(0).behaviour = {};
    node(0).calls.length = 0;
    await watching.latestBlock();
    expect(node(0).calls).toEqual([]);
  });

  test('another answers for the blocks that the first does not have yet', async () => {
    const height = await pay(61n);
    node(0).behaviour.lagBlocks = 3;
    const [found] = await reader(2).transfers(height, height);
    expect(found?.amountUnits).toBe(61n);
  });

  test('one that stopped following the chain is left for one that follows it', async () => {
    // Blocks look an hour old, as on a node that stopped an hour ago.
    const aged = (_: unknown, result: unknown) => {
      const block = result as { timestamp?: string } | null;
      return block?.timestamp
        ? { ...block, timestamp: `0x${(Number(block.timestamp) - 3600).toString(16)}` }
        : result;
    };
    node(0).behaviour = { lagBlocks: 5, result: aged };
    const watching = reader(2);
    expect((await watching.latestBlock()).number).toBe(await chain.height());
    expect(current(watching)).toBe(1);
  });

  test('one of another network is never asked for anything else, wherever it stands', async () => {
    const height = await pay(62n);
    node(0).behaviour.result = (call, result) => (call.method === 'eth_chainId' ? '0x1' : result);
    const watching = reader(2);
    await expect(watching.checkChain()).rejects.toThrow(WrongChain);
    expect(await watching.transfers(height, height)).toHaveLength(1);
    expect(new Set(node(0).calls.map((call) => call.method))).toEqual(new Set(['eth_chainId']));
  });

  test('one that comes back as another network is not used again', async () => {
    const watching = reader(1);
    await watching.latestBlock();
    node(0).behaviour.reply = () => 'reset';
    await expect(watching.latestBlock()).rejects.toThrow(ChainUnavailable);
    node(0).behaviour = { result: (call, result) => (call.method === 'eth_chainId' ? '0x5' : result) };
    await expect(watching.latestBlock()).rejects.toThrow(/chain 5, expected/);
  });

  test('the check passes while one of them is away', async () => {
    node(0).behaviour.reply = () => 'reset';
    await expect(reader(2).checkChain()).resolves.toBeUndefined();
  });
});

describe('with a quorum of two', () => {
  test('what both tell alike counts', async () => {
    const height = await pay(71n);
    const watching = reader(2, 2);
    await watching.checkChain();
    expect((await watching.transfers(height, height))[0]?.amountUnits).toBe(71n);
    expect((await watching.block(height))?.number).toBe(height);
    expect(await watching.block(height + 5n)).toBeNull();
    for (const at of [0, 1]) expect(node(at).countOf('eth_getLogs')).toBe(1);
  });

  test('a payment that only one of two has seen does not count', async () => {
    const height = await pay(72n);
    node(0).behaviour.result = (call, result) =>
      call.method === 'eth_getLogs' ? [...(result as object[]), ...invented(result)] : result;
    await expect(reader(2, 2).transfers(height, height)).rejects.toThrow(/nodes disagree/);
    // A third node outvotes it.
    expect((await reader(3, 2).transfers(height, height)).map((found) => found.amountUnits)).toEqual([72n]);
  });

  test('a payment that one of two leaves out is not lost', async () => {
    const height = await pay(73n);
    node(1).behaviour.result = (call, result) => (call.method === 'eth_getLogs' ? [] : result);
    await expect(reader(2, 2).transfers(height, height)).rejects.toThrow(ChainUnavailable);
    expect((await reader(3, 2).transfers(height, height)).map((found) => found.amountUnits)).toEqual([73n]);
  });

  test.each(['latestBlock', 'finalizedBlock'] as const)('%s is the highest that two have', async (read) => {
    const alone = await reader(1)[read]();
    node(0).behaviour.lagBlocks = 4;
    expect((await reader(2, 2)[read]()).number).toBe(alone.number - 4n);
    expect((await reader(3, 2)[read]()).number).toBe(alone.number);
  });

  test('a finalized block that one invents does not count', async () => {
    const alone = await reader(1).finalizedBlock();
    node(0).behaviour.result = (call, result) =>
      call.params[0] === 'finalized' ? { ...(result as object), number: '0xffffff' } : result;
    const agreed = await reader(3, 2).finalizedBlock();
    expect(agreed).toEqual(alone);
    node(1).behaviour.result = (call, result) =>
      call.method === 'eth_getBlockByNumber' && result
        ? { ...(result as object), hash: `0x${'66'.repeat(32)}` }
        : result;
    await expect(reader(2, 2).finalizedBlock()).rejects.toThrow(/nodes disagree/);
  });

  test('one node alone is not enough, at the start and later', async () => {
    const height = await chain.height();
    node(1).behaviour.reply = () => 'reset';
    await expect(reader(2, 2).checkChain()).rejects.toThrow(ChainUnavailable);
    await expect(reader(2, 2).transfers(height, height)).rejects.toThrow(/fewer than two/);
    expect(() => reader(1, 2)).toThrow(/needs as many nodes/);
  });
});

/** Duplicates each log at another index. */
function invented(logs: unknown): object[] {
  return (logs as { logIndex: string }[]).map((log) => ({ ...log, logIndex: '0x63' }));
}

test('a reader that is closed gives up what it waits for', async () => {
  node(0).behaviour.reply = () => 'hang';
  const watching = reader(1);
  const waiting = watching.latestBlock();
  const outcome = expect(waiting).rejects.toThrow(ChainUnavailable);
  await watching.close();
  await outcome;
});
