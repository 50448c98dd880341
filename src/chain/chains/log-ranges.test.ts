import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, type NodeProxy, startProxy } from '../../../test/kit/chains/node-proxy.ts';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../test/kit/chains/test-chain.ts';
import { type ChainReader, createChain } from './create-chain.ts';
import { ChainUnavailable } from './port/chain.ts';

const customer = `0x${'c0'.repeat(20)}`;
const amounts = Array.from({ length: 12 }, (_, index) => BigInt(index + 1));

let chain: TestChain;
let node: NodeProxy;
let reader: ChainReader;
/** 480 settled blocks with a payment in every fortieth. */
let first: bigint;
let last: bigint;

beforeAll(async () => {
  chain = await startTestChain();
  first = (await chain.height()) + 1n;
  for (const amount of amounts) {
    await chain.pay(customer, amount);
    await chain.mine(39);
  }
  last = await chain.height();
  await chain.mine(3);
});

afterAll(async () => {
  await chain?.close();
});

beforeEach(async () => {
  node = await startProxy(chain.url);
  reader = createChain(ethereum, {
    rpcUrls: [node.url],
    token: chain.token,
    chainId: testChainId,
    timeoutMs: 5_000,
  });
});

afterEach(async () => {
  await reader.close();
  await node.close();
});

/** The number of blocks in a request for logs; 0: another call. */
function blocksAsked({ method, params }: Call): number {
  const filter = params[0] as { fromBlock?: string; toBlock?: string };
  if (method !== 'eth_getLogs' || filter.fromBlock === undefined) return 0;
  return Number(filter.toBlock) - Number(filter.fromBlock) + 1;
}

async function readAll(): Promise<bigint[]> {
  return (await reader.transfers(first, last)).map((transfer) => transfer.amountUnits);
}

describe('a node that limits ranges is asked for less, and everything is found', () => {
  test.each([
    [-32005, 'query returned more than 10000 results', 30],
    [-32602, 'exceed max block range: 25', 25],
    [-32600, 'You can make eth_getLogs requests with up to a 10 block range.', 10],
    [-32602, 'range 60 exceeds limit of 7', 7],
    [-32000, 'block range is too wide', 3],
    [-32005, 'limit exceeded', 50],
    [-32000, 'Etwas ist zu viel', 40],
  ])('%i %s', async (code, message, limit) => {
    node.behaviour.error = (call) => (blocksAsked(call) > limit ? { code, message } : undefined);
    expect(await readAll()).toEqual(amounts);
  });

  test('also when it says so by HTTP status alone', async () => {
    node.behaviour.reply = (calls) =>
      calls.some((call) => blocksAsked(call) > 33) ? { status: 413, body: 'too large' } : undefined;
    expect(await readAll()).toEqual(amounts);
  });

  test('the size that works is remembered, and a wider one is tried again after a while', async () => {
    node.behaviour.error = (call) =>
      blocksAsked(call) > 20 ? { code: -32602, message: 'exceed max block range: 20' } : undefined;
    await readAll();
    const refusedFirst = node.calls.filter((call) => blocksAsked(call) > 20).length;
    node.calls.length = 0;
    await readAll();
    const refusedThen = node.calls.filter((call) => blocksAsked(call) > 20).length;
    expect(refusedThen).toBeGreaterThan(0);
    expect(refusedThen).toBeLessThanOrEqual(refusedFirst + 2);
    expect(node.calls.filter((call) => blocksAsked(call) > 0).length).toBeLessThan(60);
  });

  test('a node that refuses a single block is a failure', async () => {
    node.behaviour.error = (call) =>
      call.method === 'eth_getLogs'
        ? { code: -32005, message: 'query returned more than 10000 results' }
        : undefined;
    await expect(readAll()).rejects.toThrow(/more than 10000 results/);
  });
});

test('a list that ends at a round thousand is not trusted to be whole', async () => {
  // Acts as if the blocks were full and the gateway truncated its list silently.
  node.behaviour.result = (call, result) => {
    const logs = result as unknown[];
    return blocksAsked(call) > 40 ? Array.from({ length: 1000 }, () => logs[0]) : result;
  };
  expect(await readAll()).toEqual(amounts);
});

test('a list that reaches outside what was asked for is not believed', async () => {
  node.behaviour.result = (call, result) =>
    blocksAsked(call) > 0
      ? (result as { blockNumber: string }[]).map((log) => ({ ...log, blockNumber: '0x1' }))
      : result;
  await expect(readAll()).rejects.toThrow(/which was not asked for/);
});

test('settled blocks are read in wide ranges, with one look at the last block of each', async () => {
  await readAll();
  expect(node.countOf('eth_getLogs')).toBe(5);
  // The ends of five ranges and the finalized block.
  expect(node.countOf('eth_getBlockByNumber')).toBe(6);
});

describe('what passes is waited out within the call', () => {
  test.each([
    [
      'a rate limit outside the envelope',
      { body: '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}' },
    ],
    ['a rate limit with a time', { status: 429, headers: { 'retry-after': '1' }, body: '' }],
    [
      'a suspension in words',
      { status: 403, body: '{"Error":"exceeds the frequency limit, suspended for 1 s"}' },
    ],
    ['an error page', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['an answer in the wrong language', { body: '<html>Welcome</html>' }],
    ['a cut answer', { body: '{"jsonrpc":"2.0","id":' }],
  ])('%s', async (_, reply) => {
    let left = 2;
    node.behaviour.reply = (calls) =>
      calls.some((call) => blocksAsked(call) > 0) && left-- > 0 ? reply : undefined;
    expect(await readAll()).toEqual(amounts);
  });

  test('a connection that breaks', async () => {
    let left = 2;
    node.behaviour.reply = (calls) =>
      calls.some((call) => blocksAsked(call) > 0) && left-- > 0 ? 'reset' : undefined;
    expect(await readAll()).toEqual(amounts);
  });
});

describe('what lasts is told as a failure that names the node', () => {
  test.each([
    ['a node that is gone', 'reset' as const, /no answer/],
    ['a node that says nothing in time', 'hang' as const, /no answer within 5000 ms/],
    [
      'a long rate limit',
      { status: 429, headers: { 'retry-after': '600' }, body: 'later' },
      /HTTP 429: later/,
    ],
  ])('%s', async (_, reply, told) => {
    node.behaviour.reply = () => reply;
    const failure = await readAll().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailable);
    expect(String(failure)).toMatch(told);
    expect(String(failure)).toContain(new URL(node.url).host);
    expect(reader.nodes()).toEqual([
      expect.objectContaining({ failures: expect.any(Number), lastFault: expect.stringMatching(told) }),
    ]);
  });

  test('and while the node rests it is left alone', async () => {
    node.behaviour.reply = () => ({ status: 429, headers: { 'retry-after': '600' }, body: 'later' });
    await expect(readAll()).rejects.toThrow(ChainUnavailable);
    node.calls.length = 0;
    await expect(readAll()).rejects.toThrow(/rests after: HTTP 429/);
    expect(node.calls).toEqual([]);
    expect(reader.nodes()[0]?.restsUntil).toBeInstanceOf(Date);
  });
});
