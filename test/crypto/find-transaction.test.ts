import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { notation } from '../../src/chain/chains/notation.ts';
import type { Chain } from '../../src/chain/chains/port/chain.ts';
import { findTransaction } from '../../src/crypto/deposits/find-transaction.ts';
import { createPendingPayments } from '../../src/crypto/deposits/pending-payments.ts';
import { type NodeProxy, startProxy } from '../kit/chains/node-proxy.ts';
import { until } from '../kit/client.ts';
import { startWatchWorld, type WatchWorld } from '../kit/crypto/watch-world.ts';

/** A customer's own search by transaction hash. */

let world: WatchWorld;
let tron: WatchWorld;
let proxy: NodeProxy;
let chains: Map<string, Chain>;

beforeAll(async () => {
  [world, tron] = await Promise.all([startWatchWorld('ERC20'), startWatchWorld('TRC20')]);
  proxy = await startProxy(world.rpcUrl);
  chains = new Map([
    ['ERC20', world.readerOver(proxy.url)],
    ['TRC20', tron.chain],
  ]);
});
afterEach(() => {
  proxy.behaviour = {};
});
afterAll(async () => {
  await proxy.close();
  await Promise.all([world.close(), tron.close()]);
});

function search(orderId: string, hash: string) {
  return findTransaction({ sql: world.sql, ...notation, chains, now: () => new Date() }, orderId, hash);
}

test('finds what the watcher went past without recording, and counts it', async () => {
  const { id, address, units } = await world.order();
  const hash = await world.payer.pay(address, units);
  await world.finalize();
  await world.catchUp();
  const missed = await world.order();
  const late = await world.payer.pay(missed.address, missed.units);
  const height = await world.chain.latestBlock();
  await world.finalize();
  // Simulates a transfer that the watcher missed.
  await world.sql`
    UPDATE chain_cursors
       SET block_number = ${height.number},
           block_hash = decode(${height.hash.slice(2)}, 'hex'),
           block_time = ${height.time},
           finalized_number = ${height.number},
           finalized_time = ${height.time}`;
  await world.catchUp();
  expect((await world.read(missed.id)).status).toBe('awaiting');

  expect(await search(missed.id, late)).toBe('found');
  expect(await world.read(missed.id)).toMatchObject({ status: 'success', finalUnits: missed.units });
  // A repeated search, and one for a known transaction, change nothing.
  const available = await world.balance('merchant_available');
  expect(await search(missed.id, late)).toBe('found');
  expect(await search(id, hash)).toBe('found');
  expect(await world.balance('merchant_available')).toBe(available);
});

test('leaves to the watcher what is not final yet', async () => {
  const { id, address, units } = await world.order();
  const hash = await world.payer.pay(address, units);
  expect(await search(id, hash)).toBe('found');
  expect((await world.read(id)).status).toBe('awaiting');
  await world.catchUp();
  expect((await world.read(id)).status).toBe('pending');
});

test('tells a payment to somebody else from one in another token', async () => {
  const { id, address, units } = await world.order();
  const other = await world.order();
  const elsewhere = await world.payer.pay(other.address, units);
  expect(await search(id, elsewhere)).toBe('wrong_recipient');
  const nothing = await world.payer.pay(address, 0n);
  expect(await search(id, nothing)).toBe('wrong_recipient');
  const foreign = await world.payer.deploy('ForeignToken');
  const minted = await world.payer.send('ForeignToken', foreign, 'mint', [address, units]);
  expect(await search(id, minted)).toBe('unknown_token');
});

test('tells a payment on another network from one that is in no block', async () => {
  const { id } = await world.order();
  const onTron = await tron.order();
  await tron.payer.pay(onTron.address, onTron.units);
  const { number } = await tron.chain.latestBlock();
  const [paid] = await tron.chain.transfers(number, number);
  expect(await search(id, paid?.transactionHash ?? '')).toBe('wrong_token_or_network');
  expect(await search(id, `0x${'ab'.repeat(32)}`)).toBe('not_in_a_block');
});

test('says that it cannot look while no node answers', async () => {
  const { id, address, units } = await world.order();
  const hash = await world.payer.pay(address, units);
  proxy.behaviour = { reply: () => 'reset' };
  expect(await search(id, hash)).toBe('unavailable');
});

test('what no block has yet is seen by who waits for it, and decides nothing', async () => {
  const { id, address, units } = await world.order();
  const reader = world.readerOver(proxy.url);
  const pendingUnits = createPendingPayments(new Map([['ERC20', reader]]));
  expect(pendingUnits('ERC20', address)).toBe(0n);
  const submitted = await world.payer.submit(address, units);
  try {
    expect(await reader.pendingTransfers()).toEqual([{ to: address, amountUnits: units }]);
    await until(
      async () => pendingUnits('ERC20', address),
      (seen) => seen === units,
    );
    await world.catchUp();
    expect((await world.read(id)).status).toBe('awaiting');
    // A node that does not say so is no worse for it.
    proxy.behaviour = {
      error: ({ params }) =>
        params[0] === 'pending' ? { code: -32_602, message: 'unknown block' } : undefined,
    };
    expect(await reader.pendingTransfers()).toBe(null);
  } finally {
    await submitted.include();
  }
  await world.catchUp();
  expect((await world.read(id)).status).toBe('pending');
  // On a fast network nobody is asked.
  expect(createPendingPayments(new Map([['TRC20', tron.chain]]))('TRC20', address)).toBe(0n);
});
