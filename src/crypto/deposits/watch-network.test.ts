import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../test/kit/chains/test-chain.ts';
import { aHeldOrder, amountUnits, outcomeDeps, unheard } from '../../../test/kit/crypto/held-orders.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { type ChainReader, createChain } from '../../chain/chains/create-chain.ts';
import { createWatcher } from './watch-network.ts';

let database: TestDatabase;
let sql: Sql;
let local: TestChain;
let chain: ChainReader;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
  local = await startTestChain();
  chain = createChain(ethereum, { rpcUrls: [local.url], token: local.token, chainId: testChainId });
});
afterAll(async () => {
  await chain.close();
  await local.close();
  await sql.end();
  await database.drop();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function openWatcher() {
  const onSettled = vi.fn();
  const deps = {
    ...outcomeDeps,
    ...unheard,
    sql,
    chain,
    startBlock: null,
    onSettled,
    now: () => new Date(),
  };
  return { ...createWatcher(deps), onSettled };
}

test('a watcher that leads and has read all has no news until a block comes, or a while has passed', async () => {
  const watcher = openWatcher();
  expect(await watcher.hasNews()).toBe(true);
  while ((await watcher.step()) > 0);
  expect(await watcher.hasNews()).toBe(false);
  await local.mine(1);
  expect(await watcher.hasNews()).toBe(true);

  while ((await watcher.step()) > 0);
  expect(await watcher.hasNews()).toBe(false);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 4_000);
  expect(await watcher.hasNews()).toBe(true);
  await watcher.release();
});

test('a watcher that does not lead goes on trying to', async () => {
  const [leader, other] = [openWatcher(), openWatcher()];
  while ((await leader.step()) > 0);
  expect(await other.step()).toBe(0);
  expect(await other.hasNews()).toBe(true);
  await leader.release();
});

test('only blocks that change orders are told of', async () => {
  const watcher = openWatcher();
  const order = await aHeldOrder(sql, newId());
  await local.mine(1);
  while ((await watcher.step()) > 0);
  expect(watcher.onSettled).not.toHaveBeenCalled();
  await local.pay(order.address, amountUnits);
  while ((await watcher.step()) > 0);
  expect(watcher.onSettled).toHaveBeenCalled();
  await watcher.release();
});
