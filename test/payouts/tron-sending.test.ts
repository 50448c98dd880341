import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ChainUnavailable } from '../../src/chain/chains/port/chain.ts';
import type { Faults } from '../../src/sandbox/tron-node/faults.ts';
import { startTronNode } from '../../src/sandbox/tron-node/start.ts';
import { type ChainWorld, startChainWorld } from '../kit/payouts/chain-world.ts';

let world: ChainWorld;
let faults: Faults;

beforeAll(async () => {
  world = await startChainWorld('TRC20');
  faults = world.faults as Faults;
});

afterEach(() => {
  faults.dropHeld();
  faults.forgotten.clear();
  Object.assign(faults, { lagBlocks: 0, away: false, broadcasts: 'normal', rateLimit: null });
});

afterAll(() => world.close());

/** Passes the one-minute expiry and makes it final. */
async function passExpiry(): Promise<void> {
  await world.passSeconds(61);
  await world.finalize();
}

describe('a transaction that expires', () => {
  test('unmined is impossible, but not before a block after it is solid', async () => {
    faults.broadcasts = 'held';
    const paid = await world.prepare({});
    expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
    await world.passSeconds(61);
    expect(await world.fateOf(paid)).toEqual({ kind: 'waiting', known: true });
    await world.finalize();
    expect(await world.fateOf(paid)).toEqual({ kind: 'impossible' });
    await faults.releaseHeld();
    expect(await world.balanceOf(paid.payment.to)).toBe(0n);
    expect(await world.chain.broadcast(paid.signed)).toMatchObject({ taken: false, wait: null });
  });

  test('is not impossible when it landed just before', async () => {
    faults.broadcasts = 'held';
    const paid = await world.prepare({});
    await world.chain.broadcast(paid.signed);
    await world.passSeconds(50);
    await faults.releaseHeld();
    await passExpiry();
    expect(await world.fateOf(paid)).toMatchObject({ kind: 'mined', isFinal: true, outcome: 'transferred' });
  });

  test('is impossible only if every one of its payout is', async () => {
    const dead = await world.prepare({});
    await passExpiry();
    expect(await world.fateOf(dead)).toEqual({ kind: 'impossible' });
    const alive = await world.prepare({ ...dead.payment });
    expect(await world.fateOf([dead, alive])).toEqual({ kind: 'waiting', known: false });
    await world.chain.broadcast(alive.signed);
    expect(await world.fateOf([dead, alive])).toMatchObject({ kind: 'mined', hash: alive.hash });
  });

  test('at the configured time', async () => {
    const long = world.chainOver({ bounds: { expirySeconds: 300 } });
    const drafting = await long.drafting(world.wallet);
    const { expiresAt } = drafting.draft({ wallet: world.wallet, to: world.wallet, amountUnits: 1n }, null);
    const head = await world.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
    expect(expiresAt).toEqual(new Date((Number(head.timestamp) + 300) * 1000));
  });
});

describe('what is mined and failed', () => {
  test('for want of energy is told apart', async () => {
    const wallet = await world.newWallet(1_000n, 1_000_000n);
    const paid = await world.prepare({ wallet, amountUnits: 1n });
    expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
    await world.finalize();
    expect(await world.fateOf(paid)).toMatchObject({
      kind: 'mined',
      isFinal: true,
      outcome: 'out_of_energy',
    });
    expect(await world.balanceOf(paid.payment.to)).toBe(0n);
  });
});

describe('a node', () => {
  test('that takes bytes without an answer leaves us unsure, and the same bytes are good again', async () => {
    const paid = await world.prepare({});
    faults.broadcasts = 'unanswered';
    await expect(world.chain.broadcast(paid.signed)).rejects.toThrow(ChainUnavailable);
    faults.broadcasts = 'normal';
    expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
    expect(await world.balanceOf(paid.payment.to)).toBe(paid.payment.amountUnits);
  });

  test('that lags does not make impossible what it has not seen', async () => {
    const paid = await world.prepare({});
    await world.chain.broadcast(paid.signed);
    await world.finalize();
    await passExpiry();
    const blocks = Number(await world.rpc<string>('eth_blockNumber'));
    for (const lagBlocks of [1, 3, 6, 8, 12]) {
      faults.lagBlocks = Math.min(lagBlocks, blocks);
      expect((await world.fateOf(paid)).kind).not.toBe('impossible');
    }
  });

  test('that forgot the receipt is outvoted where two must agree', async () => {
    const paid = await world.prepare({});
    await world.chain.broadcast(paid.signed);
    await passExpiry();
    const other = await startTronNode({ rpcUrl: world.rpcUrl });
    try {
      faults.forgotten.add(paid.hash.slice(2));
      const two = world.chainOver({ nodeUrls: [world.nodeUrl, other.fullNodeUrl], quorum: 2 });
      expect(await world.fateOf(paid, two)).toEqual({ kind: 'waiting', known: false });
      faults.forgotten.clear();
      expect(await world.fateOf(paid, two)).toMatchObject({ kind: 'mined', isFinal: true });
    } finally {
      await other.close();
    }
  });

  test('that is away leaves the work to another', async () => {
    const other = await startTronNode({ rpcUrl: world.rpcUrl });
    try {
      const paid = await world.prepare({});
      faults.away = true;
      const two = world.chainOver({ nodeUrls: [world.nodeUrl, other.fullNodeUrl] });
      expect(await two.broadcast(paid.signed)).toEqual({ taken: true });
      expect(await world.fateOf(paid, two)).toMatchObject({ kind: 'mined' });
    } finally {
      await other.close();
    }
  });

  test.each(['body', 403, 429] as const)('that limits the rate by %s leaves us unsure', async (how) => {
    const paid = await world.prepare({});
    faults.rateLimit = how;
    const fresh = world.chainOver({});
    await expect(world.fateOf(paid, fresh)).rejects.toThrow(ChainUnavailable);
  });

  test.each([
    ['SERVER_BUSY', null],
    ['NO_CONNECTION', null],
    ['NOT_ENOUGH_EFFECTIVE_CONNECTION', null],
    ['BLOCK_UNSOLIDIFIED', null],
    ['BANDWITH_ERROR', { taken: false, wait: 'low_gas' }],
    ['SIGERROR', { taken: false, wait: null }],
    ['TAPOS_ERROR', { taken: false, wait: null }],
    ['OTHER_ERROR', { taken: false, wait: null }],
    ['DUP_TRANSACTION_ERROR', { taken: true }],
  ])('that answers a broadcast with %s', async (code, expected) => {
    const paid = await world.prepare({});
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      response.setHeader('content-type', 'application/json');
      if (request.url?.endsWith('/broadcasthex')) {
        // Like the real node: the message is in hex.
        const message = Buffer.from('Some words.').toString('hex');
        response.end(JSON.stringify({ result: false, code, message, txid: paid.hash.slice(2) }));
        return;
      }
      const answer = await fetch(world.nodeUrl + request.url, { method: 'POST', body });
      response.end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = world.chainOver({ nodeUrls: [nodeUrl] }).broadcast(paid.signed);
      if (expected === null) await expect(answer).rejects.toThrow(ChainUnavailable);
      else expect(await answer).toMatchObject(expected);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
