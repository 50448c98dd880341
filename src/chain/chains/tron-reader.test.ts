import { TronWeb } from 'tronweb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendTransfer, startTronWorld, type TronWorld } from '../../../test/kit/chains/tron-world.ts';
import { deadlines } from '../../../test/kit/deadlines.ts';
import { parseAddress } from './address/codec.ts';
import { type ChainReader, createChain } from './create-chain.ts';
import { type Network, networks } from './networks.ts';
import { ChainUnavailable } from './port/chain.ts';

/** Unmodified tronweb pays; the reader must find the payment through the node's Ethereum JSON-RPC. */

const tron = networks[1] as Network;
const customer = TronWeb.address.fromHex(`41${'c0'.repeat(20)}`);

let world: TronWorld;
let reader: ChainReader;

beforeAll(async () => {
  world = await startTronWorld();
  reader = createChain(tron, {
    rpcUrls: [world.node.rpcUrl],
    token: world.chain.token,
    chainId: 3_448_148_188n,
    timeoutMs: deadlines.answer,
  });
});

afterAll(async () => {
  await reader?.close();
  await world?.close();
});

afterEach(() => {
  Object.assign(world.node.faults, {
    lagBlocks: 0,
    headLieBlocks: 0,
    rateLimit: null,
    maxLogRangeBlocks: null,
    away: false,
  });
});

async function pay(units: number): Promise<string> {
  const sent = await sendTransfer(world, { to: customer, units });
  expect(sent.result).toBe(true);
  return `0x${sent.transaction.txID}`;
}

test('the node is recognised as the right one', async () => {
  await expect(reader.checkChain()).resolves.toBeUndefined();
});

test('a payment made by tronweb is found, by blocks and by its hash', async () => {
  const hash = await pay(12_345_678);
  const latest = await reader.latestBlock();
  const found = await reader.transfers(0n, latest.number);
  expect(found.at(-1)).toEqual({
    blockNumber: latest.number,
    blockHash: latest.hash,
    transactionHash: hash,
    logIndex: expect.any(Number),
    from: parseAddress('tron', world.tronWeb.defaultAddress.base58 as string),
    to: parseAddress('tron', customer),
    amountUnits: 12_345_678n,
  });
  expect(await reader.transfersOf(hash)).toEqual(found.slice(-1));
  expect(await reader.tokenBalance(`0x${'c0'.repeat(20)}`)).toBe(12_345_678n);
});

test('it is final with the solidified block, and reads the same then', async () => {
  const hash = await pay(5);
  const { number } = await reader.latestBlock();
  const fresh = await reader.transfers(number, number);
  await world.mine(2);
  expect((await reader.finalizedBlock()).number).toBe(number);
  expect(await reader.transfers(number, number)).toEqual(fresh);
  expect(fresh.map((transfer) => transfer.transactionHash)).toEqual([hash]);
});

describe('a node of java-tron’s kind', () => {
  test('that lags, or tells of a head it does not have, is a failure and no empty list', async () => {
    await pay(6);
    const { number } = await reader.latestBlock();
    world.node.faults.lagBlocks = 3;
    await expect(reader.transfers(number, number)).rejects.toThrow(ChainUnavailable);
    Object.assign(world.node.faults, { lagBlocks: 0, headLieBlocks: 50 });
    await expect(reader.transfers(number, number + 50n)).rejects.toThrow(ChainUnavailable);
  });

  test('that allows short ranges only is asked for short ranges', async () => {
    const { number } = await reader.latestBlock();
    const whole = await reader.transfers(0n, number);
    world.node.faults.maxLogRangeBlocks = 2;
    expect(await reader.transfers(0n, number)).toEqual(whole);
  });

  test.each(['body', 403, 429] as const)(
    'that limits the rate by %s is left alone until it no longer does',
    async (way) => {
      world.node.faults.rateLimit = way;
      await expect(reader.latestBlock()).rejects.toThrow(ChainUnavailable);
      expect(reader.nodes()[0]?.restsUntil).not.toBeNull();
      world.node.faults.rateLimit = null;
      await expect.poll(() => reader.latestBlock().catch(() => null)).not.toBeNull();
    },
  );
});
