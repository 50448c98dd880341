import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../../test/kit/chains/test-chain.ts';
import { aHeldOrder, amountUnits, outcomeDeps, unheard } from '../../../../test/kit/crypto/held-orders.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { type ChainReader, createChain } from '../../../chain/chains/create-chain.ts';
import { findOrderById } from '../../orders/store.ts';
import { readCursor } from '../cursor-store.ts';
import { createWatcher, type Watcher } from '../watch-network.ts';
import { rescanBlocks } from './rescan-blocks.ts';

let database: TestDatabase;
let sql: Sql;
let local: TestChain;
let chain: ChainReader;
let watcher: Watcher;
const now = () => new Date();
const merchantId = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
  local = await startTestChain();
  chain = createChain(ethereum, { rpcUrls: [local.url], token: local.token, chainId: testChainId });
  watcher = createWatcher({ ...outcomeDeps, ...unheard, sql, chain, startBlock: null, now });
});
afterAll(async () => {
  await chain.close();
  await local.close();
  await sql.end();
  await database.drop();
});

/** Steps until the watcher has caught up. */
async function watch(): Promise<void> {
  while ((await watcher.step()) > 0);
}

const rescan = (from: bigint, to: bigint, onProgress = (_done: bigint) => {}) =>
  rescanBlocks({ ...outcomeDeps, sql, chain, now }, from, to, 'ana', onProgress);

test('payments that the watcher went past are recorded and settled, once, and the cursor stays', async () => {
  const order = await aHeldOrder(sql, merchantId);
  const other = await aHeldOrder(sql, merchantId);
  // Hides the address while the watcher passes.
  await sql`UPDATE deposit_addresses SET network = 'elsewhere'`;
  await watch();
  const first = (await local.height()) + 1n;
  await local.pay(order.address, amountUnits);
  await local.mine(3);
  await watch();
  await sql`UPDATE deposit_addresses SET network = 'ERC20'`;
  await local.pay(other.address, amountUnits);
  const last = await local.height();
  await local.mine(3);
  await watch();
  expect(await findOrderById(sql, order.orderId)).toMatchObject({ status: 'awaiting' });
  expect(await findOrderById(sql, other.orderId)).toMatchObject({ status: 'success' });

  const before = await readCursor(sql, 'ERC20');
  const steps: bigint[] = [];
  const report = await rescan(0n, last, (done) => steps.push(done));
  expect(report).toMatchObject({
    seen: 2,
    recovered: [{ log: { blockNumber: first, amountUnits }, order: { orderId: order.orderId } }],
  });
  expect(steps).toEqual([last]);
  expect(await findOrderById(sql, order.orderId)).toMatchObject({
    status: 'success',
    finalUnits: amountUnits,
  });
  expect(await readCursor(sql, 'ERC20')).toEqual(before);

  expect(await rescan(0n, last)).toMatchObject({ seen: 2, recovered: [] });
  const rows = await sql`SELECT FROM transfers`;
  expect(rows).toHaveLength(2);
});

test('what the watcher wrongly took for orphaned comes back', async () => {
  const order = await aHeldOrder(sql, merchantId);
  await local.pay(order.address, amountUnits);
  const paidIn = await local.height();
  await local.mine(3);
  await watch();
  await sql`UPDATE transfers SET orphaned = true WHERE order_id = ${order.orderId}`;
  expect(await rescan(paidIn, paidIn)).toMatchObject({ recovered: [{ order: { orderId: order.orderId } }] });
  expect(await findOrderById(sql, order.orderId)).toMatchObject({ status: 'success' });
});

test('a long range is read in batches, each of which stands when the next breaks off', async () => {
  await local.mine(600);
  const order = await aHeldOrder(sql, merchantId);
  await sql`UPDATE deposit_addresses SET network = 'elsewhere' WHERE order_id = ${order.orderId}`;
  const first = (await local.height()) + 1n;
  await local.pay(order.address, amountUnits);
  await local.mine(600);
  await watch();
  await sql`UPDATE deposit_addresses SET network = 'ERC20'`;
  const stop = new Error('the terminal was closed');
  const broken = rescan(first, first + 550n, () => {
    throw stop;
  });
  await expect(broken).rejects.toBe(stop);
  expect(await findOrderById(sql, order.orderId)).toMatchObject({ status: 'success' });
});

test('blocks that are not final are refused', async () => {
  const head = await local.height();
  await expect(rescan(0n, head)).rejects.toThrow(
    `ERC20 is final up to block ${head - 2n}; rescan no further.`,
  );
});
