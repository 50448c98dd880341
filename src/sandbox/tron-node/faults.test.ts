import { utils } from 'tronweb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  draftTransfer,
  jsonRpc,
  sendTransfer,
  startTronWorld,
  type TronWorld,
} from '../../../test/kit/chains/tron-world.ts';

let world: TronWorld;

beforeAll(async () => {
  world = await startTronWorld();
});

afterEach(() => {
  const { faults } = world.node;
  faults.dropHeld();
  faults.forgotten.clear();
  Object.assign(faults, {
    lagBlocks: 0,
    headLieBlocks: 0,
    rateLimit: null,
    maxLogRangeBlocks: null,
    away: false,
    broadcasts: 'normal',
  });
});

afterAll(() => world.close());

const somebody = () => utils.accounts.generateAccount().address.base58;
const head = async () => Number(await jsonRpc<string>(world, 'eth_blockNumber'));
const allLogs = () => jsonRpc<unknown[]>(world, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]);
const lookUp = (txid: string) => world.tronWeb.trx.getUnconfirmedTransactionInfo(txid);

test('a node that lags has neither the blocks nor the transactions nor the balances of the newest', async () => {
  const to = somebody();
  const before = await head();
  const sent = await sendTransfer(world, { to, units: 3 });
  const seen = (await allLogs()).length;
  world.node.faults.lagBlocks = 1;
  expect(await head()).toBe(before);
  expect(await lookUp(sent.txid)).toEqual({});
  expect(await allLogs()).toHaveLength(seen - 1);
  const balance = `0x70a08231${utils.address.toHex(to).slice(2).padStart(64, '0')}`;
  expect(
    BigInt(await jsonRpc<string>(world, 'eth_call', [{ to: world.chain.token, data: balance }, 'latest'])),
  ).toBe(0n);
});

test('a node that lies about its head has no blocks up there, and says nothing of it for logs', async () => {
  const real = await head();
  world.node.faults.headLieBlocks = 50;
  expect(await head()).toBe(real + 50);
  expect((await world.tronWeb.trx.getCurrentBlock()).block_header.raw_data.number).toBe(real + 50);
  const claimed = `0x${(real + 40).toString(16)}`;
  expect(await jsonRpc(world, 'eth_getBlockByNumber', [claimed, false])).toBeNull();
  expect(await jsonRpc(world, 'eth_getLogs', [{ fromBlock: claimed, toBlock: claimed }])).toEqual([]);
});

test.each([
  ['body', 200],
  [403, 403],
  [429, 429],
] as const)(
  'a rate limit by %s comes with status %i and outside the JSON-RPC envelope',
  async (kind, status) => {
    world.node.faults.rateLimit = kind;
    const response = await fetch(world.node.rpcUrl, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
    });
    expect(response.status).toBe(status);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toHaveProperty('Error');
    expect(body).not.toHaveProperty('jsonrpc');
  },
);

test('a provider may cut ranges shorter than the node would', async () => {
  world.node.faults.maxLogRangeBlocks = 2;
  await expect(jsonRpc(world, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x2' }])).rejects.toThrow(
    'too wide',
  );
  expect(await jsonRpc(world, 'eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x2' }])).toHaveLength(1);
});

test('a node that is away cuts every connection', async () => {
  world.node.faults.away = true;
  await expect(head()).rejects.toThrow('other side closed');
});

test('a broadcast that is held lands when it is released', async () => {
  world.node.faults.broadcasts = 'held';
  const sent = await sendTransfer(world, { to: somebody(), units: 1 });
  expect(sent.result).toBe(true);
  expect(await lookUp(sent.txid)).toEqual({});
  expect((await world.tronWeb.trx.sendRawTransaction(sent.transaction)).code).toBe('DUP_TRANSACTION_ERROR');
  await world.node.faults.releaseHeld();
  expect(await lookUp(sent.txid)).toMatchObject({ receipt: { result: 'SUCCESS' } });
});

test('a broadcast that is held beyond its expiration never lands', async () => {
  world.node.faults.broadcasts = 'held';
  const sent = await sendTransfer(world, { to: somebody(), units: 1 });
  await world.passSeconds(61);
  await world.node.faults.releaseHeld();
  expect(await lookUp(sent.txid)).toEqual({});
});

test('a broadcast that is held and dropped can be sent again', async () => {
  world.node.faults.broadcasts = 'held';
  const sent = await sendTransfer(world, { to: somebody(), units: 1 });
  world.node.faults.dropHeld();
  world.node.faults.broadcasts = 'normal';
  expect(await world.tronWeb.trx.sendRawTransaction(sent.transaction)).toMatchObject({ result: true });
});

test('a broadcast may land without an answer', async () => {
  const signed = await world.tronWeb.trx.sign(await draftTransfer(world, { to: somebody(), units: 1 }));
  world.node.faults.broadcasts = 'unanswered';
  const answer = fetch(`${world.node.fullNodeUrl}/wallet/broadcasttransaction`, {
    method: 'POST',
    body: JSON.stringify(signed),
    signal: AbortSignal.timeout(1_000),
  });
  await expect(answer).rejects.toThrow('timeout');
  await expect.poll(() => lookUp(signed.txID)).toMatchObject({ receipt: { result: 'SUCCESS' } });
});

test('a node may forget a transaction that is in a block', async () => {
  const sent = await sendTransfer(world, { to: somebody(), units: 1 });
  const seen = (await allLogs()).length;
  world.node.faults.forgotten.add(sent.txid);
  expect(await lookUp(sent.txid)).toEqual({});
  expect(await allLogs()).toHaveLength(seen - 1);
});
