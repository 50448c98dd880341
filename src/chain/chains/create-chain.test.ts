import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NodeProxy, startProxy } from '../../../test/kit/chains/node-proxy.ts';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../test/kit/chains/test-chain.ts';
import { deadlines } from '../../../test/kit/deadlines.ts';
import { type ChainOptions, type ChainReader, createChain, WrongChain } from './create-chain.ts';
import { ChainUnavailable, type TransferLog } from './port/chain.ts';

const customer = `0x${'c0'.repeat(20)}`;
const other = `0x${'d1'.repeat(20)}`;

let chain: TestChain;
let node: NodeProxy;
const open: ChainReader[] = [];

beforeAll(async () => {
  chain = await startTestChain();
});

afterAll(async () => {
  await chain?.close();
});

beforeEach(async () => {
  node = await startProxy(chain.url);
});

afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close();
  await node.close();
});

function reader(change: Partial<ChainOptions> = {}, network = ethereum): ChainReader {
  const made = createChain(network, {
    rpcUrls: [node.url],
    token: chain.token,
    chainId: testChainId,
    timeoutMs: deadlines.answer,
    ...change,
  });
  open.push(made);
  return made;
}

/** Makes payments of these amounts, one per block, and adds blocks until they are final. */
async function payInBlocks(amounts: bigint[]): Promise<{ from: bigint; to: bigint }> {
  const from = (await chain.height()) + 1n;
  for (const amount of amounts) await chain.pay(customer, amount);
  const to = await chain.height();
  await chain.mine(3);
  return { from, to };
}

const amountsOf = (transfers: TransferLog[]) => transfers.map((transfer) => transfer.amountUnits);

describe('blocks', () => {
  test('are told with number, hash, parent and time', async () => {
    const height = await chain.height();
    const block = await reader().block(height);
    const parent = await reader().block(height - 1n);
    expect(block).toEqual({
      number: height,
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      parentHash: parent?.hash,
      time: expect.any(Date),
    });
    expect(Math.abs(Date.now() - (block?.time.getTime() ?? 0))).toBeLessThan(3_600_000);
  });

  test('that the chain does not have are null', async () => {
    expect(await reader().block((await chain.height()) + 10n)).toBeNull();
  });

  test('are latest, and final when the node says so', async () => {
    await chain.mine(4);
    const height = await chain.height();
    expect((await reader().latestBlock()).number).toBe(height);
    expect((await reader().finalizedBlock()).number).toBe(height - 2n);
  });

  test('are final at a depth where the network has no word for it', async () => {
    await chain.mine(10);
    const deep = { ...ethereum, finality: { depthBlocks: 6 } };
    expect((await reader({}, deep).finalizedBlock()).number).toBe((await chain.height()) - 6n);
  });
});

describe('transfers', () => {
  test('are told with all that identifies and values them', async () => {
    const hash = await chain.pay(customer, 12_345_678n);
    const height = await chain.height();
    const block = await reader().block(height);
    expect(await reader().transfers(height, height)).toEqual([
      {
        blockNumber: height,
        blockHash: block?.hash,
        transactionHash: hash,
        logIndex: 0,
        from: chain.accounts[0],
        to: customer,
        amountUnits: 12_345_678n,
      },
    ]);
  });

  test('come in the order of the chain, settled blocks and fresh ones alike', async () => {
    const { from } = await payInBlocks([1n, 2n, 0n, 4n]);
    await chain.pay(customer, 5n);
    await chain.pay(customer, 6n);
    const to = await chain.height();
    expect(amountsOf(await reader().transfers(from, to))).toEqual([1n, 2n, 0n, 4n, 5n, 6n]);
  });

  test('are only those to wanted addresses if the caller says which, settled or fresh', async () => {
    const from = (await chain.height()) + 1n;
    for (const [to, amount] of [
      [customer, 7n],
      [other, 8n],
      [customer, 9n],
      [other, 10n],
      [customer, 11n],
    ] as const) {
      await chain.pay(to, amount);
    }
    const to = await chain.height();
    const found = await reader().transfers(from, to, {
      mayHave: (text, at) => text.startsWith(customer.slice(2), at),
    });
    expect(amountsOf(found)).toEqual([7n, 9n, 11n]);
  });

  test('of a contract wallet that pays several at once are all there, and of a foreign token none', async () => {
    const wallet = await chain.deploy('ContractWallet');
    const foreign = await chain.deploy('ForeignToken');
    const from = await chain.height();
    await chain.pay(wallet, 1_000n);
    await chain.send('ForeignToken', foreign, 'mint', [customer, 999n]);
    const hash = await chain.send('ContractWallet', wallet, 'pay', [
      chain.token,
      [
        { to: customer, value: 300n },
        { to: other, value: 200n },
        { to: customer, value: 300n },
      ],
    ]);
    const to = await chain.height();
    const found = await reader().transfers(from, to);
    expect(amountsOf(found)).toEqual([1_000n, 300n, 200n, 300n]);
    expect(found.slice(1).map((transfer) => [transfer.from, transfer.to, transfer.logIndex])).toEqual([
      [wallet, customer, 0],
      [wallet, other, 1],
      [wallet, customer, 2],
    ]);
    expect(await reader().transfersOf(hash)).toEqual(found.slice(1));
  });

  test('of a transaction are none if it is unknown, failed or about something else', async () => {
    const poor = chain.accounts[5] as string;
    const failed = await chain.send('EthereumUsdt', chain.token, 'transfer', [customer, 10n ** 30n], poor);
    expect(await chain.rpc('eth_getTransactionReceipt', failed)).toMatchObject({ status: '0x0' });
    expect(await reader().transfersOf(failed)).toEqual([]);
    expect(await reader().transfersOf(`0x${'ab'.repeat(32)}`)).toBeNull();
    await expect(reader().transfersOf('0x12')).rejects.toThrow(TypeError);
  });

  test('of a range that is none are a fault of the caller', async () => {
    await expect(reader().transfers(5n, 4n)).rejects.toThrow(RangeError);
  });

  test('the balance of an address is what it received', async () => {
    const fresh = `0x${'e2'.repeat(20)}`;
    expect(await reader().tokenBalance(fresh)).toBe(0n);
    await chain.pay(fresh, 77n);
    expect(await reader().tokenBalance(fresh)).toBe(77n);
  });
});

describe('a reorganisation', () => {
  test('is seen in the blocks, and its transfers are those of the new chain only', async () => {
    await chain.pay(customer, 41n);
    await chain.pay(customer, 42n);
    const to = await chain.height();
    const watching = reader();
    expect(amountsOf(await watching.transfers(to - 1n, to))).toEqual([41n, 42n]);
    const before = await watching.block(to);

    await chain.rpc('anvil_reorg', 1, []);
    const after = await watching.block(to);
    expect(after?.hash).not.toBe(before?.hash);
    expect(after?.parentHash).toBe(before?.parentHash);
    expect(amountsOf(await watching.transfers(to - 1n, to))).toEqual([41n]);
  });

  test('in the middle of reading is a failure and no mixture', async () => {
    await chain.pay(customer, 43n);
    await chain.pay(customer, 44n);
    const to = await chain.height();
    const watching = reader();
    await watching.checkChain();
    let isDone = false;
    node.behaviour.result = (call, result) => {
      if (call.method !== 'eth_getLogs' || isDone) return result;
      isDone = true;
      return (result as { blockHash: string }[]).map((log) => ({
        ...log,
        blockHash: `0x${'99'.repeat(32)}`,
      }));
    };
    await expect(watching.transfers(to - 1n, to)).rejects.toThrow(ChainUnavailable);
    expect(amountsOf(await watching.transfers(to - 1n, to))).toEqual([43n, 44n]);
  });
});

describe('a node that does not have what it is asked for', () => {
  test('is a failure and not an empty list, for fresh blocks and for settled ones', async () => {
    const { from, to } = await payInBlocks([51n, 52n, 53n]);
    const height = await chain.height();
    const watching = reader();
    await watching.finalizedBlock();
    node.behaviour.lagBlocks = 5;
    await expect(watching.transfers(from, to)).rejects.toThrow(ChainUnavailable);
    await expect(watching.transfers(height, height)).rejects.toThrow(/does not have block/);
    node.behaviour = {};
    expect(amountsOf(await watching.transfers(from, to))).toEqual([51n, 52n, 53n]);
  });

  test('is found out when it catches up between two answers', async () => {
    await chain.pay(customer, 54n);
    const height = await chain.height();
    const watching = reader();
    await watching.finalizedBlock();
    // The node shows the block, then serves its logs from a machine that lacks it.
    node.behaviour.result = (call, result) => {
      if (call.method === 'eth_getLogs') node.behaviour.lagBlocks = 1;
      return call.method === 'eth_getLogs' ? [] : result;
    };
    await expect(watching.transfers(height, height)).rejects.toThrow(ChainUnavailable);
  });

  test('and that tells of a head it does not have is a failure too', async () => {
    const far = (await chain.height()) + 1000n;
    node.behaviour.result = (call, result) =>
      call.params[0] === 'latest' && call.method === 'eth_getBlockByNumber'
        ? { ...(result as object), number: `0x${far.toString(16)}` }
        : result;
    const watching = reader();
    expect((await watching.latestBlock()).number).toBe(far);
    await expect(watching.transfers(far - 5n, far)).rejects.toThrow(ChainUnavailable);
  });

  test('but answers for another block is not believed', async () => {
    const height = await chain.height();
    node.behaviour.result = (call, result) =>
      call.method === 'eth_getBlockByNumber' ? { ...(result as object), number: '0x1' } : result;
    await expect(reader().block(height)).rejects.toThrow(ChainUnavailable);
  });
});

describe('the wrong node is refused at the start and never used', () => {
  test('when it is on another chain', async () => {
    const wrong = reader({ chainId: 1n });
    await expect(wrong.checkChain()).rejects.toThrow(WrongChain);
    await expect(wrong.checkChain()).rejects.toThrow(/is on chain 31337, expected 1/);
    await expect(wrong.latestBlock()).rejects.toThrow(ChainUnavailable);
  });

  test('when nothing is at the token’s address', async () => {
    await expect(reader({ token: customer }).checkChain()).rejects.toThrow(/has no contract/);
  });

  test('when the token has other decimals, or is no token', async () => {
    node.behaviour.result = (call, result) =>
      call.method === 'eth_call' ? `0x${(18).toString(16).padStart(64, '0')}` : result;
    await expect(reader().checkChain()).rejects.toThrow(/of 18 decimals .* expected 6/);
    node.behaviour = {};
    const wallet = await chain.deploy('ContractWallet');
    await expect(reader({ token: wallet }).checkChain()).rejects.toThrow(/of no decimals/);
  });

  test('when the token has not the freeze function that the row says, which is never taken for nobody frozen', async () => {
    const row = { ...ethereum, freeze: 'isBlocked' } as const;
    await expect(reader({}, row).checkChain()).rejects.toThrow(/a token without isBlocked/);
    await expect(reader({}, { ...ethereum, freeze: 'none' }).checkChain()).resolves.toBeUndefined();
  });

  test('and the right one passes', async () => {
    await expect(reader().checkChain()).resolves.toBeUndefined();
  });

  test('while one that is away is another matter', async () => {
    node.behaviour.reply = () => 'reset';
    await expect(reader().checkChain()).rejects.toThrow(ChainUnavailable);
  });
});
