import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  aHeldOrder,
  amountUnits,
  arrive,
  cursorAt,
  outcomeDeps,
  recordOutcome,
  timeOf,
} from '../../../test/kit/crypto/held-orders.ts';
import { insertStore } from '../../../test/kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { checkLedger, faultsIn } from '../../accounts/ledger/check-ledger.ts';
import { balancesOf } from '../../accounts/ledger/ledger.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import type { Chain } from '../../chain/chains/port/chain.ts';
import { createAddressBook } from '../deposits/address-book.ts';
import { findTransaction } from '../deposits/find-transaction.ts';
import { bookedAddresses } from '../deposits/gaps/gap-store.ts';
import { candidatesOf } from '../sweeps/sweep-store.ts';
import { addressesOf } from './addresses/address-store.ts';
import { createAddressReserve } from './addresses/reserve-address.ts';
import { changeNetwork } from './choose-network.ts';
import type { OrderKey } from './order.ts';
import { resolveOrder } from './outcome/resolve-order.ts';
import { type CryptoOrder, ensureWallet, findOrderById } from './store.ts';
import { matchAddresses, ordersHeldUntil } from './transfers/transfer-store.ts';

/** A customer changes the network before paying. The order expires at block 1,000 of each network. */

let database: TestDatabase;
let sql: Sql;
let merchantId: string;
let order: OrderKey & { address: string };

beforeEach(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
  await ensureWallet(sql, 'TRC20', 'another xpub');
  merchantId = await insertStore(sql);
  order = await aHeldOrder(sql, merchantId, { heldUntil: timeOf(1_000n) });
  await cursorAt(sql, 100n);
  await cursorAt(sql, 100n, 100n, 'TRC20');
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

function change(from: string, to: string, { at = timeOf(100n), orderId = order.orderId } = {}) {
  return changeNetwork(
    {
      sql,
      networks: new Map([
        ['ERC20', 'USDT'],
        ['TRC20', 'USDT'],
      ]),
      reserveAddress: createAddressReserve(
        sql,
        (_xpub, index) => `0x${index.toString(16).padStart(40, '7')}`,
      ),
      now: () => at,
    },
    orderId,
    from,
    to,
  );
}

const read = async () => (await findOrderById(sql, order.orderId)) as CryptoOrder;

/** Changes to TRC20 and returns the address there. */
async function turned(): Promise<OrderKey & { address: string }> {
  expect(await change('ERC20', 'TRC20')).toBe('chosen');
  return { ...order, address: (await read()).hold?.address as string };
}

/** Makes every network final up to a block. */
async function finalAt(block: bigint): Promise<void> {
  await cursorAt(sql, block);
  await cursorAt(sql, block, block, 'TRC20');
}

test('amount, rate and time stay, and the former address stays the order’s', async () => {
  const before = await read();
  await turned();
  const after = await read();
  expect(after).toEqual({
    ...before,
    hold: { ...before.hold, network: 'TRC20', address: expect.any(String), addressIndex: expect.any(BigInt) },
  });
  expect(after.hold?.address).not.toBe(before.hold?.address);
  expect((await addressesOf(sql, after)).map(({ network }) => network)).toEqual(['TRC20', 'ERC20']);
});

test('who turns back and forth gets the address they had: an order has one on each network', async () => {
  const there = await turned();
  expect(await change('TRC20', 'ERC20')).toBe('chosen');
  expect((await read()).hold).toMatchObject({ network: 'ERC20', address: order.address });
  expect(await change('ERC20', 'TRC20')).toBe('chosen');
  expect((await read()).hold?.address).toBe(there.address);
  const [count] = await sql`SELECT count(*)::int AS n FROM deposit_addresses`;
  expect(count?.n).toBe(2);
});

test('what is sent to the former address pays the order, which is shown there again', async () => {
  await turned();
  const hash = await arrive(sql, order, amountUnits, 200n);
  const seen = await recordOutcome(sql, order);
  expect(seen).toMatchObject({ status: 'pending', hold: { network: 'ERC20', address: order.address } });
  await finalAt(300n);
  expect((await recordOutcome(sql, order)).status).toBe('success');
  const events = await sql<{ body: string }[]>`SELECT body FROM events ORDER BY id`;
  expect(events.map(({ body }) => JSON.parse(body))).toMatchObject(
    ['pending', 'success'].map((status) => ({
      status,
      network: 'ERC20',
      walletAddress: order.address,
      transactionHash: hash,
    })),
  );
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
});

test('parts on both networks add up, each final by its own chain and in custody there', async () => {
  const there = await turned();
  await arrive(sql, there, 60_000_000n, 200n, 'TRC20');
  await arrive(sql, order, 40_000_000n, 900n);
  await cursorAt(sql, 950n, 500n);
  await cursorAt(sql, 300n, 250n, 'TRC20');
  // The part on ERC20 is not final there yet, although its block number is far below the final block of TRC20.
  expect(await recordOutcome(sql, order)).toMatchObject({ status: 'pending', finalUnits: 60_000_000n });
  await cursorAt(sql, 950n, 900n);
  expect(await recordOutcome(sql, order)).toMatchObject({ status: 'success', hold: { network: 'TRC20' } });
  expect(await custody()).toEqual({ custody_ERC20: -40_000_000n, custody_TRC20: -60_000_000n });
  expect(faultsIn(await checkLedger(sql))).toEqual([]);

  const booked = async (network: string) =>
    (await bookedAddresses(sql, network, { after: '0x', limit: 10 }, new Date(0))).map(
      ({ address, expectedUnits }) => ({ address, units: expectedUnits }),
    );
  expect(await booked('ERC20')).toEqual([{ address: order.address, units: 40_000_000n }]);
  expect(await booked('TRC20')).toEqual([{ address: there.address, units: 60_000_000n }]);
  expect(await candidatesOf(sql, 'ERC20')).toMatchObject([
    { address: order.address, bookedUnits: 40_000_000n },
  ]);
  expect(await candidatesOf(sql, 'TRC20')).toMatchObject([
    { address: there.address, bookedUnits: 60_000_000n },
  ]);
});

async function custody(): Promise<Record<string, bigint>> {
  const rows = await balancesOf(sql, merchantId);
  return Object.fromEntries(
    rows
      .filter(({ account }) => account.startsWith('custody_'))
      .map(({ account, balance }) => [account, balance]),
  );
}

test('it does not fail before both networks are final past its time, and then it does', async () => {
  await turned();
  const due = () => ordersHeldUntil(sql, 'TRC20', timeOf(5_000n), 10);
  await cursorAt(sql, 5_000n, 5_000n, 'TRC20');
  expect(await due()).toEqual([]);
  expect((await recordOutcome(sql, order)).status).toBe('awaiting');
  await cursorAt(sql, 1_001n);
  expect(await due()).toEqual([{ merchantId, orderId: order.orderId }]);
  expect(await recordOutcome(sql, order)).toMatchObject({ status: 'failed', anomalies: ['expired'] });
});

test('money that comes to the former address after the order was paid is told as what it is', async () => {
  const there = await turned();
  await arrive(sql, there, amountUnits, 200n, 'TRC20');
  await finalAt(2_000n);
  expect((await recordOutcome(sql, order)).status).toBe('success');
  const hash = await arrive(sql, order, amountUnits, 1_500n);
  expect(await recordOutcome(sql, order)).toMatchObject({ anomalies: ['late'], hold: { network: 'TRC20' } });
  const [last] = await sql<{ body: string }[]>`SELECT body FROM events ORDER BY id DESC LIMIT 1`;
  expect(JSON.parse(last?.body ?? '{}')).toMatchObject({
    status: 'pending',
    network: 'ERC20',
    walletAddress: order.address,
    transactionHash: hash,
  });
  const request = { note: 'Sent back by hand.', fromOtherFunds: false, actor: 'ana', isMerchant: false };
  await resolveOrder({ ...outcomeDeps, sql, now: () => timeOf(2_000n) }, order.orderId, {
    ...request,
    resolution: 'refunded',
  });
  expect(await custody()).toEqual({ custody_ERC20: 0n, custody_TRC20: -amountUnits });
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
});

test('once a payment was seen the network stays; dust is none, and one that was taken back is none', async () => {
  await arrive(sql, order, 9_999n, 150n);
  const there = await turned();
  await arrive(sql, there, 1_000_000n, 200n, 'TRC20');
  await recordOutcome(sql, order);
  expect(await change('TRC20', 'ERC20')).toBe('not_open');
  await sql`UPDATE transfers SET orphaned = true WHERE network = 'TRC20'`;
  expect((await recordOutcome(sql, order)).status).toBe('awaiting');
  expect(await change('TRC20', 'ERC20')).toBe('chosen');
});

test('a payment that is recorded and not yet counted holds the network, too', async () => {
  await arrive(sql, order, amountUnits, 200n);
  expect(await change('ERC20', 'TRC20')).toBe('already_chosen');
  expect((await read()).hold?.network).toBe('ERC20');
});

test.each<[string, () => Promise<string>, string]>([
  ['from a network that it is no longer on', () => change('TRC20', 'ERC20'), 'already_chosen'],
  ['to the one it is on', () => change('ERC20', 'ERC20'), 'already_chosen'],
  ['to one that is not served', () => change('ERC20', 'BEP20'), 'unknown_network'],
  ['after its time', () => change('ERC20', 'TRC20', { at: timeOf(1_000n) }), 'not_open'],
  ['of no order', () => change('ERC20', 'TRC20', { orderId: merchantId }), 'not_open'],
])('a change %s changes nothing', async (_name, ask, result) => {
  const before = await read();
  expect(await ask()).toBe(result);
  expect(await read()).toEqual(before);
});

test('of many changes at the same instant one is made, and one address taken', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => change('ERC20', 'TRC20')));
  expect(results.sort()).toEqual([...Array(4).fill('already_chosen'), 'chosen']);
  expect(await addressesOf(sql, await read())).toHaveLength(2);
});

test('a transaction that the customer names is looked for on the former network as well', async () => {
  await turned();
  await finalAt(300n);
  const transactionHash = `0x${'5d'.repeat(32)}`;
  const log = {
    blockNumber: 200n,
    blockHash: `0x${'cc'.repeat(32)}`,
    transactionHash,
    logIndex: 0,
    from: `0x${'1f'.repeat(20)}`,
    to: order.address,
    amountUnits,
  };
  const block = { number: 200n, hash: log.blockHash, parentHash: '0x', time: timeOf(200n) };
  const chainOf = (network: string, transfers: (typeof log)[] | null): [string, Chain] => [
    network,
    { network, transfersOf: async () => transfers, block: async () => block } as unknown as Chain,
  ];
  const chains = new Map([chainOf('ERC20', [log]), chainOf('TRC20', null)]);
  const deps = { ...outcomeDeps, sql, chains, now: () => timeOf(300n) };
  expect(await findTransaction(deps, order.orderId, transactionHash)).toBe('found');
  expect(await read()).toMatchObject({ status: 'success', hold: { network: 'ERC20' } });
});

const hashed = (text: string) => `0x${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

test('orders that choose at once share blocks of indexes, and no two get the same one, whichever process they ask', async () => {
  const each = 40;
  const blocks: string[] = [];
  const onStatement = (text: string) => text.includes('UPDATE deposit_wallets') && blocks.push(text);
  const processes = Array.from({ length: 2 }, () => connect(database.url, { max: 2, onStatement }));
  const seen = createAddressBook();
  try {
    const reserved = await Promise.all(
      processes.flatMap((process) => {
        const reserve = createAddressReserve(process, (xpub, index) => hashed(`${xpub} ${index}`));
        return Array.from({ length: each }, () => reserve('TRC20', { merchantId, orderId: newId() }));
      }),
    );
    const indexes = reserved.map((place) => Number(place?.addressIndex));
    expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2 * each }, (_, at) => at));
    expect(blocks.length).toBeLessThanOrEqual(2 * 4);
    // A watcher learns of all of them.
    await seen.update(sql, 'TRC20');
    expect(reserved.filter((place) => !seen.mayHave(place?.address ?? '', 2))).toEqual([]);
    const [wallet] = await sql`
      SELECT next_index, handed_out FROM deposit_wallets WHERE network = 'TRC20'`;
    expect(wallet).toEqual({ next_index: BigInt(2 * each), handed_out: BigInt(2 * each) });
  } finally {
    await Promise.all(processes.map((process) => process.end()));
  }
});

test('an address that its order did not come to show is nobody else’s, and the order gets another', async () => {
  const reserve = createAddressReserve(sql, (xpub, index) => hashed(`${xpub} ${index}`));
  const lost = await reserve('TRC20', order);
  expect(await change('ERC20', 'TRC20')).toBe('chosen');
  expect((await read()).hold?.addressIndex).toBe((lost?.addressIndex ?? 0n) + 1n);
  // A transfer to that address would still belong to the order.
  const matched = await matchAddresses(sql, 'TRC20', [lost?.address ?? '']);
  expect(matched.get(lost?.address ?? '')).toMatchObject({ orderId: order.orderId });
});
