import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { personAsks } from '../../src/accounts/merchants/keys/asker.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import type { Chain } from '../../src/chain/chains/port/chain.ts';
import { findTransaction } from '../../src/crypto/deposits/find-transaction.ts';
import { adoptStrays } from '../../src/crypto/deposits/strays/adopt-strays.ts';
import { straysOfOrder } from '../../src/crypto/deposits/strays/stray-store.ts';
import { findOrderById } from '../../src/crypto/orders/store.ts';
import { approvePayout, rejectPayout } from '../../src/crypto/payouts/approval/approve-payout.ts';
import { refundOrder } from '../../src/crypto/payouts/refund/refund-order.ts';
import { returnStrays } from '../../src/crypto/payouts/refund/return-strays.ts';
import { createSender } from '../../src/crypto/payouts/sending/send-payouts.ts';
import { findPayoutById } from '../../src/crypto/payouts/store.ts';
import { findPayments } from '../../src/surfaces/lookup/find-payments.ts';
import { orderHistory } from '../../src/surfaces/lookup/order-history.ts';
import { until } from '../kit/client.ts';
import { aHeldOrder } from '../kit/crypto/held-orders.ts';
import { anOrderOn } from '../kit/crypto/strays.ts';
import { approver } from '../kit/payouts/approver.ts';
import { sendDeps } from '../kit/payouts/engine-world.ts';
import { secrets } from '../kit/payouts/payout-world.ts';
import { signerOf } from '../kit/payouts/signer.ts';
import { plenty, type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

/**
 * Transfers to an order's address on a network for which the order has no address: the customer chose the wrong one.
 */

let world: SweepWorld;
beforeAll(async () => {
  world = await startSweepWorld('POLYGON');
});
afterAll(() => world.close());

async function mails(): Promise<{ subject: string; text: string }[]> {
  return await world.sql<{ subject: string; text: string }[]>`
    SELECT subject, body AS text FROM mails WHERE kind = 'operator_alarm' ORDER BY id`;
}

async function storyOf(orderId: string): Promise<string> {
  const order = await findOrderById(world.sql, orderId);
  if (!order) throw new Error('no such order');
  return (await orderHistory(world.sql, order, notation)).lines.map(({ text }) => text).join('\n');
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
    /7\.500000 USDT came astray on POLYGON to 0x.* waits for the operator/,
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

test('its merchant is told once by event and mail, when it is final', async () => {
  const order = await aHeldOrder(world.sql, world.merchantId, { network: 'ERC20' });
  const hash = await world.payer.pay(order.address, 40_000_000n);
  await world.catchUp();
  expect(await world.told(order.orderId)).toEqual([]);
  await world.finalize();
  await world.catchUp();
  await world.catchUp();
  const events = await world.sql<{ body: string }[]>`
    SELECT body FROM events WHERE subject_id = ${order.orderId}`;
  expect(events.map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({
      status: 'pending',
      orderStatus: 'awaiting',
      cryptoAmount: '0.000000',
      transactionHash: '',
      network: 'ERC20',
      anomalies: ['astray'],
      strays: [
        {
          network: 'POLYGON',
          currency: 'USDT',
          amount: '40.000000',
          transactionHash: hash,
          at: expect.any(String),
          state: 'waiting',
        },
      ],
    }),
  ]);
  const written = await world.sql<{ body: string }[]>`
    SELECT body FROM mails WHERE kind = 'payment_astray' AND body LIKE ${`%${order.orderId}%`}`;
  expect(written).toHaveLength(1);
  expect(written[0]?.body).toContain(
    `Order ${order.orderId}: 40.00 USDT came on Polygon PoS; the order is paid in USDT, Ethereum (ERC-20)`,
  );
});

test('a customer who names its transaction has it recorded, and told', async () => {
  const order = await aHeldOrder(world.sql, world.merchantId, { network: 'ERC20' });
  const hash = await world.payer.pay(order.address, 3_000_000n);
  await world.finalize();
  await world.catchUp();
  // Simulates a transfer that the watcher missed.
  await world.sql`DELETE FROM stray_transfers WHERE order_id = ${order.orderId}`;
  const silent = { network: 'ERC20', transfersOf: async () => null } as unknown as Chain;
  const chains = new Map([
    ['ERC20', silent],
    ['POLYGON', world.chain],
  ]);
  const deps = { sql: world.sql, ...notation, chains, now: () => new Date() };
  expect(await findTransaction(deps, order.orderId, hash)).toBe('found');
  await world.catchUp();
  const strays = await straysOfOrder(world.sql, world.merchantId, order.orderId);
  expect(strays).toMatchObject([
    { network: 'POLYGON', amountUnits: 3_000_000n, toldAt: expect.any(Date), blockHash: expect.any(String) },
  ]);
  const foreign = await world.payer.deploy('ForeignToken');
  const minted = await world.payer.send('ForeignToken', foreign, 'mint', [order.address, 5_000_000n]);
  expect(await findTransaction(deps, order.orderId, minted)).toBe('unknown_token');
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
  expect(await storyOf(order.orderId)).toContain('waits for the operator');
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

const ana = { note: 'agreed with the customer', actor: approver('Ana').email };
const deps = () => ({ sql: world.sql, secrets, ...notation, now: () => new Date() });

const orderOn = (network: string) => anOrderOn(world.sql, world.merchantId, network);

async function astray(network: string, units: bigint) {
  const order = await orderOn(network);
  const hash = await world.payer.pay(order.address, units);
  await world.catchUp();
  return { ...order, hash };
}

const final = async (): Promise<void> => {
  await world.finalize();
  await world.catchUp();
};

describe('the operator', () => {
  const adopt = (orderId: string) => adoptStrays(deps(), { orderId, network: 'POLYGON', ...ana });
  const customer = `0x${'c5'.repeat(20)}`;
  const giveBack = (orderId: string, address = customer) =>
    returnStrays(deps(), { orderId, network: 'POLYGON', address, ...ana });

  test('counts it for its order one to one: the order is paid, and what comes there later counts, too', async () => {
    const before = await world.balance('merchant_available');
    const order = await astray('ARBITRUM', 60_000_000n);
    await world.payer.pay(order.address, 40_000_000n);
    await world.catchUp();
    await expect(adopt(order.orderId)).rejects.toThrow('not final yet');
    await final();
    expect(await adopt(order.orderId)).toMatchObject({ status: 'success', hold: { network: 'POLYGON' } });
    expect((await world.balance('merchant_available')) - before).toBe(100_000_000n);
    expect(await world.told(order.orderId)).toEqual(['pending', 'success']);
    const audited = await world.sql<{ actor: string; act: string }[]>`
      SELECT actor, act FROM audit_log WHERE subject = ${`order ${order.orderId}`}`;
    expect(audited).toEqual([{ actor: ana.actor, act: 'stray_adopted' }]);
    await expect(adopt(order.orderId)).rejects.toThrow('decided about');
    await expect(giveBack(order.orderId)).rejects.toThrow('decided about');
    await world.payer.pay(order.address, 5_000_000n);
    await final();
    expect(await world.read(order.orderId)).toMatchObject({ status: 'success', anomalies: ['overpaid'] });
    expect(faultsIn(await checkLedger(world.sql))).toEqual([]);
  });

  test('counts one that came after the time as a late payment, about which its merchant decides', async () => {
    const order = await orderOn('ARBITRUM');
    await world.endHold(order.orderId);
    await world.payer.pay(order.address, 100_000_000n);
    await final();
    await adopt(order.orderId);
    expect(await world.read(order.orderId)).toMatchObject({ finalUnits: 0n, anomalies: ['late'] });
  });

  test('counts what was read as astray while they decided, too', async () => {
    const order = await astray('ARBITRUM', 60_000_000n);
    await final();
    await world.payer.pay(order.address, 40_000_000n);
    let isDecided = false;
    const chain: Chain = {
      ...world.chain,
      network: world.chain.network,
      // Called after the transfers were read and before they are saved.
      async blocks(numbers) {
        const read = await world.chain.blocks(numbers);
        if (!isDecided && numbers.length === 2) {
          isDecided = true;
          await adopt(order.orderId);
        }
        return read;
      },
    };
    // Another watcher holds the lead until it is released.
    await world.watcher.release();
    const watcher = world.watcherOver(chain);
    await world.catchUp(watcher);
    await watcher.release();
    await final();
    expect(isDecided).toBe(true);
    expect(await world.read(order.orderId)).toMatchObject({ status: 'success', finalUnits: 100_000_000n });
    const strays = await straysOfOrder(world.sql, world.merchantId, order.orderId);
    expect(strays.map(({ decision }) => decision)).toEqual(['adopted']);
  });

  test('cannot count another asset, nor give back to an address of our own or without a wallet that sends', async () => {
    const order = await astray('USDC_ARBITRUM', 30_000_000n);
    await final();
    await expect(adopt(order.orderId)).rejects.toThrow('USDT came, and the order is paid in USDC');
    await expect(giveBack(order.orderId, order.address)).rejects.toThrow('one of our own');
    await world.sql`UPDATE hot_wallets SET active = false`;
    await expect(giveBack(order.orderId)).rejects.toThrow('No hot wallet sends on POLYGON');
    await world.sql`UPDATE hot_wallets SET active = true`;
    expect(await world.read(order.orderId)).toMatchObject({ status: 'awaiting', seenUnits: 0n });
  });

  test('decides once, whatever is tried at the same time', async () => {
    const order = await astray('ARBITRUM', 20_000_000n);
    await final();
    const tries = [giveBack(order.orderId), adopt(order.orderId), giveBack(order.orderId)];
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(faultsIn(await checkLedger(world.sql))).toEqual([]);
  });

  test('leaves it due to be given back when the second person says no', async () => {
    const order = await astray('USDC_ARBITRUM', 15_000_000n);
    await final();
    const refund = await giveBack(order.orderId);
    const review = { sql: world.sql, notation, now: () => new Date() };
    await rejectPayout(review, refund.id, { person: 'Bob', note: 'another address' });
    const again = await refundOrder(
      deps(),
      { merchantId: world.merchantId, id: refund.refundOf as string },
      { ask: { kind: 'all' }, idempotencyKey: null, reason: null, note: ana.note, by: personAsks(ana.actor) },
    );
    expect(again.refund).toMatchObject({ status: 'open', asset: 'USDT', amountUnits: 15_000_000n });
    expect(faultsIn(await checkLedger(world.sql))).toEqual([]);
  });

  test('gives it back to an address they type, with a second person, by a sweep and the refund engine, once', async () => {
    const order = await astray('USDC_AVALANCHE', 70_000_000n);
    await final();
    const refund = await giveBack(order.orderId);
    expect(refund).toMatchObject({
      status: 'review',
      kind: 'refund',
      asset: 'USDT',
      amountUnits: 70_000_000n,
    });
    const review = { sql: world.sql, notation, now: () => new Date() };
    await expect(approvePayout(review, refund.id, approver('Ana'))).rejects.toThrow('somebody else');
    await approvePayout(review, refund.id, approver('Bob'));

    const sweepId = await world.planned();
    await world.drain(sweepId);
    await world.giveGas(world.hotWallet, plenty.evm);
    const sender = createSender(
      sendDeps({ sql: world.sql, logs: [] }, world.usdt, signerOf(world.hotKey), world.chain),
    );
    await until(
      async () => {
        await sender.step();
        await world.payer.mine(4);
        return await findPayoutById(world.sql, refund.id);
      },
      (payout) => payout?.status === 'success',
    );
    const paid = (await world.transfersTo(customer)).map(({ units }) => units);
    expect(paid).toEqual([70_000_000n]);
    expect(await world.read(order.orderId)).toMatchObject({ status: 'awaiting', seenUnits: 0n });
    expect(await storyOf(order.orderId)).toContain(`returned by ${ana.actor}`);
    expect(faultsIn(await checkLedger(world.sql))).toEqual([]);
  });
});
