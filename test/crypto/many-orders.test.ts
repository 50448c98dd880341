import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { until } from '../kit/client.ts';
import { startWatchWorld, type WaitingOrder, type WatchWorld } from '../kit/crypto/watch-world.ts';

/** Many orders at once, and several watchers. */

/** Payments in one transaction: each takes some 30,000 of a block's 30,000,000 gas. */
const paymentsPerTransaction = 250;

let world: WatchWorld;

beforeAll(async () => {
  world = await startWatchWorld('ERC20');
});

afterAll(async () => {
  try {
    const { report, custody, held } = await world.audit();
    expect(faultsIn(report)).toEqual([]);
    expect(custody).toBe(held);
  } finally {
    await world.close();
  }
});

/** Few enough that no order times out waiting for a connection, however slow the machine. */
const openedAtOnce = 100;

async function openMany(count: number): Promise<WaitingOrder[]> {
  const orders: WaitingOrder[] = [];
  while (orders.length < count) {
    const some = Math.min(openedAtOnce, count - orders.length);
    orders.push(...(await Promise.all(Array.from({ length: some }, () => world.order(1_000n)))));
  }
  return orders;
}

async function payAll(orders: WaitingOrder[]): Promise<void> {
  for (let from = 0; from < orders.length; from += paymentsPerTransaction) {
    const part = orders.slice(from, from + paymentsPerTransaction);
    await world.payer.payMany(part.map(({ address, units }) => ({ to: address, value: units })));
  }
}

async function countByStatus(): Promise<Record<string, number>> {
  const rows = await world.sql<{ status: string; count: number }[]>`
    SELECT status, count(*)::int
      FROM crypto_orders
     GROUP BY status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test('1,000 orders at once, each with an address of its own, are each paid once', async () => {
  const orders = await openMany(1_000);
  expect(new Set(orders.map(({ address }) => address)).size).toBe(1_000);
  await payAll(orders);
  await world.catchUp();
  expect(await countByStatus()).toEqual({ pending: 1_000 });
  await world.finalize();
  await world.catchUp();
  expect(await countByStatus()).toEqual({ success: 1_000 });
  expect(await world.balance('merchant_available')).toBe(1_000n * 10_000_000n);
  const [told] = await world.sql`
    SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
           count(*) FILTER (WHERE status = 'success')::int AS success
      FROM events`;
  expect(told).toEqual({ pending: 1_000, success: 1_000 });
});

test('two who watch at once miss nothing and count nothing twice, and one follows when the other goes', async () => {
  const before = await world.balance('merchant_available');
  const watchers = [world.watcher, world.watcherOver(world.readerOver(world.rpcUrl))] as const;
  const orders = await openMany(60);
  let paying = true;
  const running = watchers.map(async (watcher, at) => {
    while (paying) {
      await watcher.step();
      // The first one stops without releasing its lead, like a killed process; the other must wait until the lead
      // expires.
      if (at === 0 && (await countByStatus()).pending) return;
    }
  });
  for (const part of [orders.slice(0, 20), orders.slice(20, 40), orders.slice(40)]) {
    await payAll(part);
    await world.payer.mine(1);
  }
  await world.finalize();
  await until(countByStatus, (counts) => counts.success === 1_060);
  paying = false;
  await Promise.all(running);
  await watchers[1].release();
  expect((await world.balance('merchant_available')) - before).toBe(60n * 10_000_000n);
});

test('a lead that is let go is taken at once', async () => {
  const other = world.watcherOver(world.readerOver(world.rpcUrl));
  await until(
    () => world.watcher.step(),
    (done) => done === 0,
  );
  const leader = async () =>
    (await world.sql`SELECT lease_token FROM chain_cursors WHERE lease_until > now()`)[0]?.lease_token;
  const first = await leader();
  await world.payer.mine(1);
  expect(await other.step()).toBe(0);
  expect(await leader()).toBe(first);
  await world.watcher.release();
  expect(await other.step()).toBeGreaterThan(0);
  expect(await leader()).not.toBe(first);
});
