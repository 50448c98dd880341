import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NodeProxy, startProxy } from '../../../../test/kit/chains/node-proxy.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';
import { RpcFault } from './rpc-fault.ts';

let node: NodeProxy;
let clients: RpcClient[] = [];

beforeEach(async () => {
  // No real node behind it: the tests make every answer.
  node = await startProxy('http://127.0.0.1:1');
});

afterEach(async () => {
  for (const client of clients) await client.close();
  clients = [];
  await node.close();
});

function client(url = node.url, timeoutMs?: number, family: 'evm' | 'tron' = 'evm'): RpcClient {
  const made = createRpcClient(url, { family, timeoutMs });
  clients.push(made);
  return made;
}

async function faultOf(work: Promise<unknown>): Promise<RpcFault> {
  const fault = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(fault instanceof RpcFault)) throw new Error(`expected a fault, got ${inspect(fault)}`);
  return fault;
}

const ask = { method: 'eth_chainId', params: [] };

describe('a call', () => {
  test('ends at its deadline when nothing comes', async () => {
    node.behaviour.reply = () => 'hang';
    expect((await faultOf(client(node.url, 50).call(ask))).kind).toBe('timed_out');
  });

  test('is unreachable when the connection breaks or nobody listens', async () => {
    node.behaviour.reply = () => 'reset';
    expect((await faultOf(client().call(ask))).kind).toBe('unreachable');
    expect((await faultOf(client('http://127.0.0.1:1').call(ask))).kind).toBe('unreachable');
  });

  test('does not read an answer without end', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"result":"${'0'.repeat(25 * 1024 * 1024)}"}`;
    node.behaviour.reply = () => ({ body });
    expect((await faultOf(client().call(ask))).kind).toBe('too_large');
  });

  test('follows no redirect', async () => {
    node.behaviour.reply = () => ({ status: 307, headers: { location: node.url }, body: '' });
    expect((await faultOf(client().call(ask))).kind).toBe('garbage');
    expect(node.calls).toHaveLength(1);
  });
});

describe('a batch', () => {
  const calls = [ask, { method: 'eth_blockNumber', params: [] }];

  test('goes as single calls to a node that takes none, and from then on at once', async () => {
    let batches = 0;
    node.behaviour.reply = ([call], isBatch) => {
      if (isBatch) batches += 1;
      const answer = isBatch
        ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
        : { jsonrpc: '2.0', id: call?.id, result: call?.method };
      return { body: JSON.stringify(answer) };
    };
    const rpc = client();
    expect(await rpc.batch(calls)).toEqual(['eth_chainId', 'eth_blockNumber']);
    expect(await rpc.batch(calls)).toEqual(['eth_chainId', 'eth_blockNumber']);
    expect(batches).toBe(1);
  });

  test.each([
    ['limited', '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'],
    ['garbage', '{"jsonrpc":"2.0","id":'],
    ['garbage', '<html>Maintenance</html>'],
  ])('stays a batch after an answer that is %s: %s', async (kind, body) => {
    let isFailing = true;
    node.behaviour.reply = (asked) =>
      isFailing
        ? { body }
        : { body: JSON.stringify(asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }))) };
    const rpc = client();
    expect((await faultOf(rpc.batch(calls))).kind).toBe(kind);
    isFailing = false;
    expect(await rpc.batch(calls)).toEqual(['eth_chainId', 'eth_blockNumber']);
  });

  test('fails as a whole when one of its calls does', async () => {
    node.behaviour.reply = (asked) => ({
      body: JSON.stringify([
        { jsonrpc: '2.0', id: asked[0]?.id, result: '0x1' },
        { jsonrpc: '2.0', id: asked[1]?.id, error: { code: -32000, message: 'header not found' } },
      ]),
    });
    expect((await faultOf(client().batch(calls))).kind).toBe('behind');
  });
});

describe('the secrets of an address', () => {
  const key = 'k3y9f8e7d6c5b4a39281706f5e4d3c2b';

  test.each([
    ['in the path', (url: string) => `${url}/v3/${key}`],
    ['in the query', (url: string) => `${url}/?apikey=${key}`],
    ['as the user', (url: string) => url.replace('//', `//${key}@`)],
    ['as the password', (url: string) => url.replace('//', `//operator:${key}@`)],
  ])('%s are told by no fault, even if the provider repeats them', async (_, addressOf) => {
    const replies: (() => ReturnType<NonNullable<NodeProxy['behaviour']['reply']>>)[] = [
      () => ({ status: 401, body: `{"error":"invalid key ${key}"}` }),
      () => ({
        body: `{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"project ${key} is unknown"}}`,
      }),
      () => 'reset',
      () => 'hang',
    ];
    for (const reply of replies) {
      node.behaviour.reply = reply;
      const rpc = client(addressOf(node.url), 50, 'tron');
      const told = inspect(await faultOf(rpc.call(ask)), { depth: 10 }) + rpc.host;
      expect(told).not.toContain(key);
    }
  });

  test('go to Tron gateways in the header that these ask for, and elsewhere as HTTP Basic', async () => {
    const seen: (string | undefined)[] = [];
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => {
      seen.push(request.headers['tron-pro-api-key'] as string | undefined, request.headers.authorization);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    await client(`http://${key}@127.0.0.1:${port}/jsonrpc`, 1000, 'tron').call(ask);
    await client(`http://operator:${key}@127.0.0.1:${port}/`, 1000, 'evm').call(ask);
    const basic = `Basic ${Buffer.from(`operator:${key}`).toString('base64')}`;
    expect(seen).toEqual([key, undefined, undefined, basic]);
    server.closeAllConnections();
    server.close();
  });
});
