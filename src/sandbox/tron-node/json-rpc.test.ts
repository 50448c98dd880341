import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fundedAccount,
  jsonRpc,
  sendTransfer,
  startTronWorld,
  type TronWorld,
} from '../../../test/kit/chains/tron-world.ts';
import { rpc } from '../chains/rpc.ts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

type Log = {
  transactionHash: string;
  blockHash: string;
  blockNumber: string;
  topics: string[];
  address: string;
};
type Block = { number: string; hash: string; parentHash: string; timestamp: string; transactions: string[] };

let world: TronWorld;

beforeAll(async () => {
  world = await startTronWorld();
});

afterAll(() => world.close());

const somebody = () => utils.accounts.generateAccount().address.base58;
const logs = (filter: object) => jsonRpc<Log[]>(world, 'eth_getLogs', [filter]);
const block = (which: string) => jsonRpc<Block>(world, 'eth_getBlockByNumber', [which, false]);

describe('the JSON-RPC', () => {
  test('shows a token transfer as a log under its Tron id and its block under its Tron id', async () => {
    const to = somebody();
    const sent = await sendTransfer(world, { to, units: 42 });
    const head = await block('latest');
    const [log] = await logs({
      fromBlock: head.number,
      toBlock: head.number,
      address: world.chain.token,
      topics: [transferTopic],
    });
    expect(log).toMatchObject({
      transactionHash: `0x${sent.txid}`,
      blockHash: head.hash,
      address: world.chain.token,
      logIndex: '0x0',
      removed: false,
      blockTimestamp: head.timestamp,
    });
    expect(log?.topics[2]).toBe(`0x${utils.address.toHex(to).slice(2).padStart(64, '0').toLowerCase()}`);
    expect(head.transactions).toEqual([`0x${sent.txid}`]);
    expect(BigInt(head.hash.slice(0, 18))).toBe(BigInt(head.number));
    const current = await world.tronWeb.trx.getCurrentBlock();
    expect(head.hash).toBe(`0x${current.blockID}`);
  });

  test('tells a receipt by Tron id, with a zero status where the transaction failed', async () => {
    const poor = await fundedAccount(world, 50_000_000n);
    const good = await sendTransfer(world, { to: poor.address, units: 1 });
    const bad = await sendTransfer(world, { from: poor, to: somebody(), units: 2 });
    const receipt = (txid: string) => jsonRpc(world, 'eth_getTransactionReceipt', [`0x${txid}`]);
    expect(await receipt(good.txid)).toMatchObject({ status: '0x1', transactionHash: `0x${good.txid}` });
    expect(await receipt(bad.txid)).toMatchObject({ status: '0x0', logs: [] });
    expect(await receipt('00'.repeat(32))).toBeNull();
    expect(await jsonRpc(world, 'eth_getTransactionByHash', [`0x${good.txid}`])).toMatchObject({
      hash: `0x${good.txid}`,
      from: world.chain.funder.address,
      to: world.chain.token,
    });
  });

  test('has the solidified block as finalized, and no safe and no pending one', async () => {
    await world.mine(2);
    const [latest, finalized] = await Promise.all([block('latest'), block('finalized')]);
    expect(Number(latest.number) - Number(finalized.number)).toBe(2);
    await expect(block('safe')).rejects.toThrow('TAG safe not supported');
    await expect(block('pending')).rejects.toThrow('TAG pending not supported');
  });

  test('chains its blocks by their hashes, and finds them by these', async () => {
    await world.mine(1);
    const latest = await block('latest');
    const before = await jsonRpc<Block>(world, 'eth_getBlockByHash', [latest.parentHash, false]);
    expect(Number(before.number)).toBe(Number(latest.number) - 1);
    expect(await block('0xffffff')).toBeNull();
  });

  test('refuses more than 5,000 blocks in one query for logs, in the words of java-tron', async () => {
    await expect(logs({ fromBlock: '0x0', toBlock: '0x1389' })).rejects.toThrow(
      'exceed max block range: 5000',
    );
    expect(await logs({ fromBlock: '0x0', toBlock: '0x1388' })).not.toHaveLength(0);
    await expect(logs({ fromBlock: '0x2', toBlock: '0x1' })).rejects.toThrow(
      'please verify: fromBlock <= toBlock',
    );
  });

  test('answers nothing for blocks it does not have yet', async () => {
    expect(await logs({ fromBlock: '0xfffff0', toBlock: '0xfffff8' })).toEqual([]);
  });

  test('calls the token, and says why a call reverts', async () => {
    expect(
      BigInt(
        await jsonRpc<string>(world, 'eth_call', [{ to: world.chain.token, data: '0x313ce567' }, 'latest']),
      ),
    ).toBe(6n);
    const transfer = `0xa9059cbb${'11'.repeat(20).padStart(64, '0')}${'1'.padStart(64, '0')}`;
    await expect(
      jsonRpc(world, 'eth_call', [{ to: world.chain.token, data: transfer }, 'latest']),
    ).rejects.toThrow('REVERT opcode executed: balance too low');
    await expect(
      jsonRpc(world, 'eth_call', [{ to: world.chain.token, data: '0x313ce567' }, '0x1']),
    ).rejects.toThrow('QUANTITY not supported');
  });

  test('answers a batch in one go', async () => {
    const answers = await fetch(world.node.rpcUrl, {
      method: 'POST',
      body: JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'eth_chainId', params: [] },
        { jsonrpc: '2.0', id: 'b', method: 'eth_sendRawTransaction', params: ['0x'] },
      ]),
    }).then((response) => response.json());
    expect(answers).toMatchObject([
      { id: 'a', result: '0xcd8690dc' },
      {
        id: 'b',
        error: { code: -32601, message: 'the method eth_sendRawTransaction does not exist/is not available' },
      },
    ]);
  });

  test('follows a reorganisation: what was taken back is gone, on both faces', async () => {
    const sent = await sendTransfer(world, { to: somebody(), units: 5 });
    const orphan = await block('latest');
    await rpc(world.chain.rpcUrl, 'anvil_reorg', [1, []]);
    const now = await block(orphan.number);
    expect(now.hash).not.toBe(orphan.hash);
    expect(await jsonRpc(world, 'eth_getTransactionReceipt', [`0x${sent.txid}`])).toBeNull();
    expect(await world.tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid)).toEqual({});
    expect(await jsonRpc(world, 'eth_getBlockByHash', [orphan.hash, false])).toBeNull();
    // Its minute is not over: it may be broadcast again.
    expect(await world.tronWeb.trx.sendRawTransaction(sent.transaction)).toMatchObject({
      result: true,
    });
  });

  test('shows what happened beneath the facade under ids that are hashes of its bytes', async () => {
    const [mint] = await logs({ fromBlock: '0x0', toBlock: '0x2' });
    const found = await world.tronWeb.trx.getTransaction(mint?.transactionHash.slice(2) as string);
    expect(utils.transaction.txPbToTxID(utils.transaction.txJsonToPb(found))).toBe(mint?.transactionHash);
  });
});
