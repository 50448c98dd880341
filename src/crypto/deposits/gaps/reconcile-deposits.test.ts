import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../../test/kit/chains/test-chain.ts';
import {
  aHeldOrder,
  amountUnits,
  outcomeDeps,
  recordOutcome,
  unheard,
} from '../../../../test/kit/crypto/held-orders.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { createMemoryLogger } from '../../../base/ground/logger.ts';
import { type ChainReader, createChain } from '../../../chain/chains/create-chain.ts';
import { resolveOrder } from '../../orders/outcome/resolve-order.ts';
import { findOrderById } from '../../orders/store.ts';
import { reconcileJob } from '../operator-jobs.ts';
import { createWatcher, type Watcher } from '../watch-network.ts';
import { claimGaps, confirmedGaps, suspectedGaps } from './gap-store.ts';
import { rescanBlocks } from './rescan-blocks.ts';

let database: TestDatabase;
let sql: Sql;
let local: TestChain;
let chain: ChainReader;
let watcher: Watcher;
let lines: string[];
const now = () => new Date();
const merchantId = newId();
const network = 'ERC20';

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
beforeEach(async () => {
  lines = [];
  await sql`TRUNCATE deposit_addresses, crypto_orders, transfers, chain_gaps, chain_alarms, mails`;
});

async function watch(): Promise<void> {
  while ((await watcher.step()) > 0);
}

/** A chain that counts balance requests. */
function countingChain() {
  let count = 0;
  const tokenBalance: ChainReader['tokenBalance'] = (address) => {
    count += 1;
    return chain.tokenBalance(address);
  };
  return { counted: { ...blind(), tokenBalance }, asked: () => count };
}

/** A chain whose nodes all omit the payment from searches. */
function blind(): ChainReader {
  return { ...chain, searchTransfers: async () => [] };
}

/** Runs one due round over all addresses. */
async function reconcile(reader: ChainReader = chain): Promise<void> {
  await sql`UPDATE chain_audits SET due_at = now(), lease_until = NULL`;
  const job = reconcileJob({
    ...outcomeDeps,
    sql,
    chain: reader,
    now,
    logger: createMemoryLogger(lines),
    alertEmail: 'ops@pasarela.example',
  });
  while ((await job.run()) > 0);
}

/** An order whose payment the watcher misses. */
async function missedPayment(): Promise<{ orderId: string; address: string; block: bigint }> {
  const order = await aHeldOrder(sql, merchantId);
  await sql`UPDATE deposit_addresses SET network = 'elsewhere' WHERE order_id = ${order.orderId}`;
  await local.pay(order.address, amountUnits);
  const block = await local.height();
  await local.mine(3);
  await watch();
  await sql`UPDATE deposit_addresses SET network = ${network}`;
  return { orderId: order.orderId, address: order.address, block };
}

test('addresses that hold what was recorded are in order, paid or not', async () => {
  const paid = await aHeldOrder(sql, merchantId);
  await aHeldOrder(sql, merchantId);
  await watch();
  await local.pay(paid.address, amountUnits);
  await watch();
  await reconcile();
  expect(await suspectedGaps(sql, network)).toEqual([]);
  expect(await confirmedGaps(sql, network)).toEqual([]);
});

test('a payment that was missed is found, told, and recorded without a person', async () => {
  const { orderId } = await missedPayment();
  await reconcile();
  await reconcile();
  expect(await findOrderById(sql, orderId)).toMatchObject({ status: 'success' });
  expect(await confirmedGaps(sql, network)).toEqual([]);
  const [rung, mended, over] = lines.map((line) => JSON.parse(line));
  expect([rung.code, mended.payments, over.level]).toEqual(['chain_gap', 1, 30]);
  expect(await sql`SELECT FROM mails`).toHaveLength(2);
});

test('no order fails while its address holds more than is booked; without the gap it does', async () => {
  const { orderId } = await missedPayment();
  await reconcile(blind());
  await sql`UPDATE crypto_orders SET held_until = now() - interval '1 hour' WHERE id = ${orderId}`;
  await local.mine(3);
  await watch();
  expect(await suspectedGaps(sql, network)).toHaveLength(1);
  expect(await findOrderById(sql, orderId)).toMatchObject({ status: 'awaiting' });
  // The order also stays open when something else triggers a decision: dust, or a rescan.
  expect(await recordOutcome(sql, { merchantId, orderId })).toMatchObject({ status: 'awaiting' });
  await sql`TRUNCATE chain_gaps`;
  await watch();
  expect(await findOrderById(sql, orderId)).toMatchObject({ status: 'failed' });
});

test('a payment that was missed and that no node tells of is told once, and gone after a rescan', async () => {
  const { orderId, address, block } = await missedPayment();
  await reconcile(blind());
  await reconcile(blind());
  expect(await confirmedGaps(sql, network)).toMatchObject([
    { address, orderId, expectedUnits: 0n, heldUnits: amountUnits },
  ]);
  await reconcile(blind());
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(['chain_gap']);
  expect(await sql`SELECT FROM mails`).toHaveLength(1);

  await rescanBlocks({ ...outcomeDeps, sql, chain, now }, block, block, 'ana', () => {});
  await reconcile();
  expect(await confirmedGaps(sql, network)).toEqual([]);
  expect(lines).toHaveLength(2);
  expect(await sql`SELECT FROM mails`).toHaveLength(2);
});

test('payments that no node tells of keep nobody from looking for others', async () => {
  for (let made = 0; made < 3; made++) {
    const { address } = await aHeldOrder(sql, merchantId);
    await sql`
      INSERT INTO chain_gaps (network, address, expected_units, held_units, head_number, found_at, confirmed_at)
      VALUES (${network}, ${Buffer.from(address.slice(2), 'hex')}, 0, 1, 1, now(), now())`;
  }
  const claimed = new Set<string>();
  for (let time = 0; time < 3; time++) {
    for (const { address } of await claimGaps(sql, network, 60, 1)) claimed.add(address);
    // Simulates a minute passing.
    await sql`UPDATE chain_gaps SET rescanned_at = ${new Date(Date.now() - 61_000)} WHERE rescanned_at IS NOT NULL`;
  }
  expect(claimed.size).toBe(3);
});

test('a payment that the watcher is about to read is no gap', async () => {
  const order = await aHeldOrder(sql, merchantId);
  await watch();
  await local.pay(order.address, amountUnits);
  await reconcile();
  await reconcile();
  expect(await confirmedGaps(sql, network)).toEqual([]);
  expect(await suspectedGaps(sql, network)).toHaveLength(1);
  await watch();
  await reconcile();
  expect(await suspectedGaps(sql, network)).toEqual([]);
});

test('money that left an address by no word of ours is a gap the other way', async () => {
  const order = await aHeldOrder(sql, merchantId);
  await watch();
  await local.pay(order.address, amountUnits);
  await watch();
  await local.rpc('anvil_impersonateAccount', order.address);
  await local.rpc('anvil_setBalance', order.address, '0xde0b6b3a7640000');
  await local.send('EthereumUsdt', local.token, 'transfer', [local.accounts[1], amountUnits], order.address);
  await watch();
  await reconcile();
  await reconcile();
  expect(await confirmedGaps(sql, network)).toMatchObject([{ expectedUnits: amountUnits, heldUnits: 0n }]);
});

test.each([
  [false, 0n],
  [true, 30_000_000n],
])('a refund is in the books: from other funds %s leaves %s at the address', async (fromOtherFunds, left) => {
  const order = await aHeldOrder(sql, merchantId);
  await watch();
  await local.pay(order.address, 30_000_000n);
  await local.mine(3);
  await watch();
  await sql`UPDATE crypto_orders SET held_until = now() - interval '1 hour' WHERE id = ${order.orderId}`;
  await sql`UPDATE transfers SET block_time = now() - interval '2 hours'`;
  await local.mine(3);
  await watch();
  await resolveOrder({ ...outcomeDeps, sql, now }, order.orderId, {
    resolution: 'refunded',
    note: 'sent back',
    fromOtherFunds,
    actor: 'ana',
    isMerchant: false,
  });
  if (left === 0n) {
    await local.rpc('anvil_impersonateAccount', order.address);
    await local.rpc('anvil_setBalance', order.address, '0xde0b6b3a7640000');
    await local.send(
      'EthereumUsdt',
      local.token,
      'transfer',
      [local.accounts[1], 30_000_000n],
      order.address,
    );
  }
  await reconcile();
  expect(await suspectedGaps(sql, network)).toEqual([]);
  expect(await chain.tokenBalance(order.address)).toBe(left);
});

test('a round over more addresses than a page finds the gap behind unpaid and forgotten ones', async () => {
  const { address } = await missedPayment();
  // Adds a thousand old unpaid orders around it.
  await sql`
    WITH made AS (
      INSERT INTO crypto_orders (
        merchant_id, id, status, country, origin, amount_minor, email, request_hash, opens_until, network, address,
        address_index, amount_units, held_until, created_at)
      SELECT ${merchantId}, gen_random_uuid(), 'failed', 'COL', 'api', 100, '', '', now(), ${network},
             substring(sha256(n::text::bytea) FOR 20), n, 1000000, now() - interval '30 days', now()
        FROM generate_series(1, 1000) AS n
      RETURNING merchant_id, id, address, address_index
    )
    INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
    SELECT ${network}, address, merchant_id, id, 1000 + address_index FROM made`;
  const { counted, asked } = countingChain();
  const job = reconcileJob({ ...outcomeDeps, ...unheard, sql, chain: counted, now });
  await sql`UPDATE chain_audits SET due_at = now(), lease_until = NULL, after = ''`;
  for (let runs = 0; runs < 4; runs++) while ((await job.run()) > 0);
  expect((await confirmedGaps(sql, network)).map((gap) => gap.address)).toEqual([address]);
  // Active addresses are read once or twice a round, abandoned ones never.
  expect(asked()).toBeLessThan(20);
});

test('two processes do not go round at the same time', async () => {
  await missedPayment();
  await sql`UPDATE chain_audits SET due_at = now(), lease_until = NULL`;
  const { counted, asked } = countingChain();
  const jobs = [1, 2].map(() => reconcileJob({ ...outcomeDeps, ...unheard, sql, chain: counted, now }));
  await Promise.all(jobs.map((job) => job.run()));
  expect(asked()).toBe(1);
});
