import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import type { Watcher } from '../../src/crypto/deposits/watch-network.ts';
import { type NodeProxy, startProxy } from '../kit/chains/node-proxy.ts';
import { until } from '../kit/client.ts';
import { startWatchWorld, type WatchWorld } from '../kit/crypto/watch-world.ts';

/**
 * RPC nodes that lag, lie, refuse, truncate and go down: a payment may come later, but is never lost or counted twice.
 */

/** An hour of Ethereum's blocks. */
const anHourOfBlocks = 300;

/** Takes one step. false: it failed, which is reported to the operator and retried. */
async function step(watcher: Watcher): Promise<boolean> {
  return await watcher.step().then(
    () => true,
    () => false,
  );
}

/** Reads to the end as a worker does, with retries after a failure: a node that failed rests for a while. */
async function persist(watcher: Watcher): Promise<void> {
  await until(
    () => watcher.step().catch(() => null),
    (done) => done === 0,
  );
}

async function payOne(world: WatchWorld) {
  const order = await world.order();
  await world.payer.pay(order.address, order.units);
  return order;
}

async function expectPaidOnce(world: WatchWorld, id: string): Promise<void> {
  await world.finalize();
  await persist(world.watcher);
  const order = await world.read(id);
  expect(order).toMatchObject({ status: 'success', anomalies: [] });
  expect(order.finalUnits).toBe(order.hold?.amountUnits);
}

async function expectBalanced(world: WatchWorld): Promise<void> {
  const { report, custody, held } = await world.audit();
  expect(faultsIn(report)).toEqual([]);
  expect(custody).toBe(held);
}

describe('a node of ERC20', () => {
  let world: WatchWorld;
  let proxy: NodeProxy;
  let watcher: Watcher;

  beforeAll(async () => {
    world = await startWatchWorld('ERC20');
    proxy = await startProxy(world.rpcUrl);
    watcher = world.watcherOver(world.readerOver(proxy.url));
    await world.watcher.release();
  });
  afterEach(async () => {
    proxy.behaviour = {};
    await watcher.release();
  });
  afterAll(async () => {
    await expectBalanced(world);
    await proxy.close();
    await world.close();
  });

  /** Confirms with the good node, once the other watcher has released the lead. */
  async function confirm(id: string): Promise<void> {
    await watcher.release();
    await expectPaidOnce(world, id);
    await world.watcher.release();
  }

  test('that lags shows a payment later', async () => {
    await world.payer.mine(5);
    proxy.behaviour = { lagBlocks: 4 };
    const { id } = await payOne(world);
    await world.payer.mine(2);
    await persist(watcher);
    expect((await world.read(id)).status).toBe('awaiting');
    await world.payer.mine(2);
    await persist(watcher);
    expect((await world.read(id)).status).toBe('pending');
    await confirm(id);
  });

  test('that is behind what was read already takes nothing back', async () => {
    const { id } = await payOne(world);
    await persist(watcher);
    await world.payer.mine(1);
    await persist(watcher);
    expect((await world.read(id)).status).toBe('pending');
    proxy.behaviour = { lagBlocks: 6 };
    await step(watcher);
    await step(watcher);
    expect((await world.read(id)).status).toBe('pending');
    proxy.behaviour = {};
    await confirm(id);
  });

  test('that claims blocks it does not have is not believed', async () => {
    proxy.behaviour = {
      result(call, result) {
        if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest') return result;
        const block = result as { number: string };
        return { ...block, number: `0x${(BigInt(block.number) + 50n).toString(16)}` };
      },
    };
    const { id } = await payOne(world);
    expect(await step(watcher)).toBe(false);
    expect(await step(watcher)).toBe(false);
    proxy.behaviour = {};
    await persist(watcher);
    expect((await world.read(id)).status).toBe('pending');
    await confirm(id);
  });

  test.each<[string, { status?: number; body: string }]>([
    ['refuses by 429', { status: 429, body: '{"error":"slow down"}' }],
    ['refuses in a body outside any envelope', { body: '{"Error":"lack of computing resources"}' }],
    ['answers with a page', { status: 502, body: '<html>Bad gateway</html>' }],
    ['answers with half a JSON', { body: '{"jsonrpc":"2.0","id":1,"resu' }],
    ['answers with an empty list', { body: '[]' }],
  ])('that %s now and then loses nothing', async (_what, reply) => {
    const { id } = await payOne(world);
    let asked = 0;
    proxy.behaviour = { reply: () => (asked++ % 3 === 0 ? reply : undefined) };
    for (let i = 0; i < 2; i++) await step(watcher);
    proxy.behaviour = {};
    await persist(watcher);
    expect((await world.read(id)).status).toBe('pending');
    await confirm(id);
  });

  test('that answers for few blocks at a time is asked for few', async () => {
    const { id } = await payOne(world);
    await world.payer.mine(400);
    proxy.behaviour = {
      error(call) {
        const [filter] = call.params as [{ fromBlock?: string; toBlock?: string }];
        if (call.method !== 'eth_getLogs' || !filter.fromBlock || !filter.toBlock) return undefined;
        const blocks = BigInt(filter.toBlock) - BigInt(filter.fromBlock) + 1n;
        return blocks > 20n ? { code: -32005, message: 'block range is too wide' } : undefined;
      },
    };
    await persist(watcher);
    expect((await world.read(id)).status).toBe('success');
    await confirm(id);
  });

  test('that is away for an hour of blocks catches up on every payment', async () => {
    proxy.behaviour = { reply: () => 'reset' };
    const orders = [];
    for (let i = 0; i < 5; i++) {
      orders.push(await payOne(world));
      await world.payer.mine(anHourOfBlocks / 5);
      expect(await step(watcher)).toBe(false);
    }
    proxy.behaviour = {};
    await persist(watcher);
    for (const { id } of orders) await confirm(id);
  });
});

describe('a node of TRC20', () => {
  let world: WatchWorld;

  beforeAll(async () => {
    world = await startWatchWorld('TRC20');
  });
  afterAll(async () => {
    await expectBalanced(world);
    await world.close();
  });

  const faultsOf = () => world.faults as NonNullable<WatchWorld['faults']>;

  test('that lags shows a payment later', async () => {
    faultsOf().lagBlocks = 3;
    const { id } = await payOne(world);
    await persist(world.watcher);
    expect((await world.read(id)).status).toBe('awaiting');
    faultsOf().lagBlocks = 0;
    await expectPaidOnce(world, id);
  });

  test('that claims blocks it does not have is not believed', async () => {
    faultsOf().headLieBlocks = 50;
    const { id } = await payOne(world);
    await step(world.watcher);
    faultsOf().headLieBlocks = 0;
    await expectPaidOnce(world, id);
  });

  test.each(['body', 403, 429] as const)('that refuses by %s loses nothing', async (how) => {
    faultsOf().rateLimit = how;
    const { id } = await payOne(world);
    expect(await step(world.watcher)).toBe(false);
    faultsOf().rateLimit = null;
    await expectPaidOnce(world, id);
  });

  test('that answers for few blocks at a time is asked for few', async () => {
    const { id } = await payOne(world);
    await world.payer.mine(120);
    faultsOf().maxLogRangeBlocks = 10;
    await persist(world.watcher);
    faultsOf().maxLogRangeBlocks = null;
    await expectPaidOnce(world, id);
  });

  test('that is away for an hour of blocks catches up on every payment', async () => {
    faultsOf().away = true;
    const orders = [];
    for (let i = 0; i < 4; i++) {
      orders.push(await payOne(world));
      // Tron makes 1,200 blocks in an hour.
      await world.payer.mine(300);
      expect(await step(world.watcher)).toBe(false);
    }
    faultsOf().away = false;
    await persist(world.watcher);
    for (const { id } of orders) await expectPaidOnce(world, id);
  });
});
