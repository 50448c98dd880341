import { beforeEach, describe, expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import {
  aHeldOrder,
  arrive,
  cursorAt,
  recordOutcome,
  timeOf,
} from '../../../../test/kit/crypto/held-orders.ts';
import { actingUser, machineUser } from '../../../../test/kit/machine-user.ts';
import { haveHotWallet } from '../../../../test/kit/payouts/refunds.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import { newId } from '../../../base/db/ids.ts';

const { cli, json, newMerchant, sql } = useCli();

const by = ['--by', machineUser];
let merchant: string;
let underpaid: string;
let unpaid: string;
let waiting: string;

/** Blocks are a second apart; all orders but the last expire at 1,000. */
beforeEach(async () => {
  await sql()`TRUNCATE crypto_orders, transfers, deposit_addresses`;
  merchant = await newMerchant();
  await cursorAt(sql(), 2_000n);
  const orders = [];
  for (const heldUntil of [timeOf(1_000n), timeOf(1_000n), new Date()]) {
    orders.push(await aHeldOrder(sql(), merchant, { heldUntil }));
  }
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('three orders');
  await arrive(sql(), first, 25_000_000n, 900n);
  for (const order of [first, second]) await recordOutcome(sql(), order);
  [underpaid, unpaid, waiting] = [first.orderId, second.orderId, third.orderId];
});

const listed = async (...options: string[]): Promise<string[]> =>
  (await json('orders', 'list', ...options)).orders.map((order: { id: string }) => order.id);

describe('orders list', () => {
  test('shows all, newest first, of all merchants or one', async () => {
    expect(await listed()).toEqual([waiting, unpaid, underpaid]);
    expect(await listed('--merchant', merchant)).toHaveLength(3);
    expect(await listed('--merchant', await newMerchant())).toEqual([]);
    const { stdout } = await cli('orders', 'list');
    expect(stdout).toMatch(
      new RegExp(`${underpaid} .* failed +underpaid +100\\.00 USD +ERC20 +25\\.000000 USDT`),
    );
  });

  test('goes on behind a cursor', async () => {
    const first = await json('orders', 'list', '--limit', '2');
    expect(await listed('--cursor', first.nextCursor)).toEqual([underpaid]);
  });

  test('with --anomalies shows those that wait for a decision, until it is made', async () => {
    expect(await listed('--anomalies')).toEqual([underpaid]);
    await cli('orders', 'resolve', underpaid, 'ignore', ...by, '--note', 'the customer wants nothing');
    expect(await listed('--anomalies')).toEqual([]);
    // Money that arrives later is a separate case.
    const [order] = await sql()<{ address: string }[]>`
      SELECT '0x' || encode(address, 'hex') AS address FROM crypto_orders WHERE id = ${underpaid}`;
    const key = { merchantId: merchant, orderId: underpaid, address: order?.address ?? '' };
    await arrive(sql(), key, 25_000_000n, 1_900n);
    await recordOutcome(sql(), key);
    expect(await listed('--anomalies')).toEqual([underpaid]);
  });

  test('with --anomalies leaves out one that nobody can decide about yet', async () => {
    const soon = await aHeldOrder(sql(), merchant, { heldUntil: timeOf(5_000n) });
    await arrive(sql(), soon, 300_000_000n, 2_100n);
    expect(await recordOutcome(sql(), soon)).toMatchObject({ status: 'pending', anomalies: ['overpaid'] });
    expect(await listed('--anomalies')).toEqual([underpaid]);
  });

  test.each([
    [['--limit', '0'], '--limit: must be 1 to 200.'],
    [['--cursor', "x' OR true"], '--cursor: is not one that a list ended with.'],
    [['--merchant', 'x'], 'There is no merchant x.'],
  ])('%j is refused in one line', async (argv, line) => {
    expect(await cli('orders', 'list', ...argv)).toEqual({ exitCode: 1, stdout: '', stderr: `${line}\n` });
  });
});

describe('late transfers and dust', () => {
  /** 1 USDT late and 0.009 in time, in addition to the earlier 25. */
  beforeEach(async () => {
    const [order] = await sql()<{ address: string }[]>`
      SELECT '0x' || encode(address, 'hex') AS address FROM crypto_orders WHERE id = ${underpaid}`;
    const key = { merchantId: merchant, orderId: underpaid, address: order?.address ?? '' };
    await arrive(sql(), key, 1_000_000n, 1_900n);
    await arrive(sql(), key, 9_000n, 910n);
    await recordOutcome(sql(), key);
  });

  test('are counted and marked in the list', async () => {
    expect((await cli('orders', 'list')).stdout).toContain(
      '26.009000 USDT (1.000000 USDT late, 0.009000 USDT dust)',
    );
    const { orders } = await json('orders', 'list');
    expect(orders.find(({ id }: { id: string }) => id === underpaid)).toMatchObject({
      receivedUnits: '26009000',
    });
  });

  test('are counted and marked one by one', async () => {
    const { stdout } = await cli('orders', 'show', underpaid);
    expect(stdout).toMatch(
      /Received +26\.009000 USDT \(1\.000000 USDT late, 0\.009000 USDT dust\); 25\.000000/,
    );
    expect(stdout).toMatch(/ 1\.000000 USDT .* late; in suspense\n/);
    expect(stdout).toMatch(/ 0\.009000 USDT .* dust; in suspense\n/);
  });
});

describe('orders show', () => {
  test('tells what is to be paid, what came and what became of it', async () => {
    const { stdout } = await cli('orders', 'show', underpaid);
    expect(stdout).toMatch(/Anomalies +underpaid \(waits for your decision\)/);
    expect(stdout).toMatch(/To pay +100\.000000 USDT on ERC20 until 1970-01-01 00:16:40 UTC/);
    expect(stdout).toMatch(
      /0x[0-9a-f]{64} +ERC20 +25\.000000 USDT +900 +1970-01-01 00:15:00 UTC +in suspense\n/,
    );
    expect((await cli('orders', 'show', waiting)).stdout).toContain('No transfers.');
  });

  test('tells what came to its address on another network', async () => {
    await sql()`
      INSERT INTO stray_transfers (network, transaction_hash, log_index, merchant_id, order_id, address, block_number,
                                   block_time, from_address, amount_units, seen_at)
      SELECT 'USDC_ERC20', '\\xab', 0, merchant_id, id, address, 1, now(), address, 7500000, now()
        FROM crypto_orders
       WHERE id = ${waiting}`;
    expect((await cli('orders', 'show', waiting)).stdout).toMatch(
      /7\.500000 USDC came astray on USDC_ERC20 to 0x[0-9a-fA-F]{40}, which counts for nothing: 0xab/,
    );
  });

  test.each([['x'], [newId()]])('does not know %s', async (id) => {
    const { exitCode, stderr } = await cli('orders', 'show', id);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `There is no order ${id}.\n` });
  });
});

describe('orders resolve', () => {
  test('accept makes it a success and keeps the reason', async () => {
    const { exitCode, stdout } = await cli(
      'orders',
      'resolve',
      underpaid,
      'accept',
      ...by,
      '--note',
      'agreed by phone',
    );
    const [word] = await json('audit', 'list', '--subject', `order ${underpaid}`);
    expect(word).toMatchObject({ actor: actingUser, act: 'order_resolved' });
    expect(word.details).toContain('agreed by phone');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Status +success/);
    const shown = (await cli('orders', 'show', underpaid)).stdout;
    expect(shown).toMatch(/the merchant's, less a fee of 0\.000000 USDT/);
    expect(shown).toMatch(/UTC {2}accepted: agreed by phone\n$/);
    expect((await cli('ledger', 'balances', merchant)).stdout).toMatch(/merchant_available +25\.000000 USDT/);
  });

  test.each([
    [[], 'sent back from its address'],
    [['--from-other-funds'], "sent back from other funds; the deposit is the operator's"],
  ])('refund %j is noted', async (options, fate) => {
    expect(
      (await cli('orders', 'resolve', underpaid, 'refund', ...by, '--note', 'tx 0x12', ...options)).exitCode,
    ).toBe(0);
    expect((await cli('orders', 'show', underpaid)).stdout).toContain(fate);
    // Only this merchant's: the orders of earlier tests are gone, but their postings stay.
    const faults = faultsIn(await checkLedger(sql())) as { merchantId: string }[];
    expect(faults.filter(({ merchantId }) => merchantId === merchant)).toEqual([]);
  });

  test.each([
    [['accept', ...by], /^--note <text> is missing/],
    [['accept', '--note', 'x'], /^--by <account> is missing/],
    [['accept', ...by, '--note', ' '], /^--note: must say why\.\n$/],
    [['keep', ...by, '--note', 'x'], /^"keep" is not one of accept, refund, ignore\.\n$/],
    [['constructor', ...by, '--note', 'x'], /^"constructor" is not one of/],
    [
      ['ignore', ...by, '--note', 'x', '--from-other-funds'],
      /^--from-other-funds goes with refund only\.\n$/,
    ],
  ])('%j is refused and changes nothing', async (argv, message) => {
    const { exitCode, stderr } = await cli('orders', 'resolve', underpaid, ...argv);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(await listed('--anomalies')).toEqual([underpaid]);
  });

  test('an order without an anomaly has nothing to resolve', async () => {
    for (const id of [unpaid, waiting]) {
      expect((await cli('orders', 'resolve', id, 'accept', ...by, '--note', 'x')).stderr).toBe(
        'This order has no anomaly that waits for a decision.\n',
      );
    }
  });
});

describe('orders refund', () => {
  test('opens a refund that the audit log knows of, and shows it with the order', async () => {
    const nothing = await cli('orders', 'refund', underpaid, ...by, '--note', 'sold out');
    expect([nothing.exitCode, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('Nothing is sent from here'),
    ]);
    await haveHotWallet(sql());
    const { stdout } = await cli('orders', 'refund', underpaid, ...by, '--note', 'sold out');
    expect(stdout).toMatch(/^Refund [-0-9a-f]{36}: 25\.000000 USDT out of what came late or short\./);
    const id = stdout.slice('Refund '.length, 'Refund '.length + 36);
    const [row] = await sql()`SELECT actor, act FROM audit_log WHERE subject = ${`order ${underpaid}`}`;
    expect(row).toEqual({ actor: actingUser, act: 'order_refunded' });
    expect((await cli('orders', 'show', underpaid)).stdout).toContain(`given back by refund ${id}`);
    const faults = faultsIn(await checkLedger(sql())) as { merchantId: string }[];
    expect(faults.filter(({ merchantId }) => merchantId === merchant)).toEqual([]);
  });

  test('says what is wrong with an amount, an order, and an order without money', async () => {
    await haveHotWallet(sql());
    const refund = (...words: string[]) => cli('orders', 'refund', ...words, ...by, '--note', 'sold out');
    expect((await refund(underpaid, '--amount', 'all')).stderr).toContain(
      '--amount: must be an amount as text',
    );
    expect((await refund(underpaid, '--amount', '1')).stderr).toContain('accept them first');
    expect((await refund(newId())).stderr).toContain('There is no order');
    expect((await refund(unpaid)).stderr).toContain('nothing left to refund');
    expect((await refund(waiting)).stderr).toContain('still under way');
  });
});
