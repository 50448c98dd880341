import { afterAll, beforeAll, expect, test } from 'vitest';
import { notation } from '../../src/chains/notation.ts';
import { findOrderById } from '../../src/crypto-orders/store.ts';
import { findPayments } from '../../src/lookup/find-payments.ts';
import { orderStory } from '../../src/lookup/order-story.ts';
import { aHeldOrder } from '../kit/crypto/held-orders.ts';
import { startWatchWorld, type WatchWorld } from '../kit/crypto/watch-world.ts';

/** Transfers to an order's address on a network where the order has none: its customer chose the wrong one. */

let world: WatchWorld;
beforeAll(async () => {
  world = await startWatchWorld('POLYGON');
});
afterAll(() => world.close());

async function mails(): Promise<{ subject: string; text: string }[]> {
  return await world.sql<{ subject: string; text: string }[]>`
    SELECT subject, body AS text FROM mails WHERE kind = 'operator_alarm' ORDER BY id`;
}

async function storyOf(orderId: string): Promise<string> {
  const order = await findOrderById(world.sql, orderId);
  if (!order) throw new Error('no such order');
  return (await orderStory(world.sql, order, notation)).lines.map(({ text }) => text).join('\n');
}

test('one is seen and told to the operator once, in the story of its order, and found by its hash; it pays for nothing', async () => {
  const order = await aHeldOrder(world.sql, world.merchantId, { network: 'USDC_ERC20' });
  const hash = await world.payer.pay(order.address, 7_500_000n);
  await world.catchUp();
  await world.finalize();
  await world.catchUp();

  expect(await world.read(order.orderId)).toMatchObject({ status: 'awaiting', seenUnits: 0n });
  const told = await mails();
  expect(told).toHaveLength(1);
  expect(told[0]?.subject).toContain(
    'POLYGON: 7.500000 USDT came to addresses of orders that are paid elsewhere',
  );
  expect(told[0]?.text).toContain(`of order ${order.orderId} in ${hash}`);
  expect(await storyOf(order.orderId)).toMatch(
    /7\.500000 USDT came astray on POLYGON to 0x.* counts for nothing/,
  );
  const { found } = await findPayments(world.sql, {
    text: hash,
    since: new Date(0),
    limit: 10,
    openHash: () => null,
  });
  expect(found).toEqual([{ kind: 'order', merchantId: world.merchantId, id: order.orderId }]);
  const { report, custody } = await world.audit();
  expect({ custody, wrong: report.unexplainedPostings }).toEqual({ custody: 0n, wrong: [] });
});

test('dust is in the story and rings nobody', async () => {
  const before = (await mails()).length;
  const order = await aHeldOrder(world.sql, world.merchantId, { network: 'ERC20' });
  await world.payer.pay(order.address, 9_999n);
  await world.catchUp();
  expect(await mails()).toHaveLength(before);
  expect(await storyOf(order.orderId)).toContain('0.009999 USDT came astray on POLYGON');
});

test('one that a reorganisation takes back is told as such', async () => {
  await world.finalize();
  await world.catchUp();
  const order = await aHeldOrder(world.sql, world.merchantId, { network: 'BEP20' });
  await world.payer.pay(order.address, 5_000_000n);
  await world.catchUp();
  expect(await storyOf(order.orderId)).toContain('it counts for nothing');
  await world.payer.rpc('anvil_reorg', 1, []);
  await world.payer.mine(1);
  await world.catchUp();
  expect(await storyOf(order.orderId)).toContain('taken back by a reorganisation');
});

test('what comes to an address of the network itself, or to one of another family, is not astray', async () => {
  const order = await world.order();
  const other = await aHeldOrder(world.sql, world.merchantId, { network: 'TRC20' });
  await world.payer.pay(order.address, order.units);
  await world.payer.pay(other.address, 5_000_000n);
  await world.finalize();
  await world.catchUp();
  expect((await world.read(order.id)).status).toBe('success');
  expect(await storyOf(order.id)).not.toContain('astray');
  expect(await storyOf(other.orderId)).not.toContain('astray');
});
