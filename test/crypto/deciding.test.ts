import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { dustUnits } from '../../src/crypto/orders/order.ts';
import { startWatchWorld, type WatchWorld } from '../kit/crypto/watch-world.ts';

/** Each way to pay, with real transfers on a real chain, down to the final state, notifications and ledger. */

describe.each(['ERC20', 'TRC20'] as const)('on %s an order', (network) => {
  let world: WatchWorld;

  beforeAll(async () => {
    world = await startWatchWorld(network, { cryptoFeeBasisPoints: 100 });
  });

  afterAll(async () => {
    try {
      const { report, custody, held } = await world.audit();
      expect(faultsIn(report)).toEqual([]);
      // Dust is part of no payment, but it is in custody too.
      expect(custody).toBe(held);
      expect(held).toBeGreaterThan(0n);
    } finally {
      await world.close();
    }
  });

  /** Makes everything final, reads it, and returns the state of the order. */
  async function settled(id: string) {
    await world.finalize();
    await world.catchUp();
    const { status, anomalies, seenUnits, finalUnits } = await world.read(id);
    return { status, anomalies, seenUnits, finalUnits, told: await world.told(id) };
  }

  /** The same after the order has expired. */
  async function over(id: string) {
    await world.catchUp();
    await world.endHold(id);
    return await settled(id);
  }

  test('paid exactly is pending in its block and success when that is final, less the fee', async () => {
    const before = await world.balance('merchant_available');
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units);
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({ status: 'pending', seenUnits: units, finalUnits: 0n });
    expect(await world.balance('merchant_available')).toBe(before);
    expect(await settled(id)).toEqual({
      status: 'success',
      anomalies: [],
      seenUnits: units,
      finalUnits: units,
      told: ['pending', 'success'],
    });
    expect((await world.balance('merchant_available')) - before).toBe((units * 99n) / 100n);
  });

  test('paid too little waits for the rest, and fails as underpaid when none comes', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units - units / 100n);
    expect(await settled(id)).toMatchObject({ status: 'pending', anomalies: [] });
    expect(await over(id)).toMatchObject({
      status: 'failed',
      anomalies: ['underpaid'],
      told: ['pending', 'failed'],
    });
  });

  test('paid within the tolerance is success', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units - units / 200n);
    expect(await settled(id)).toMatchObject({ status: 'success', anomalies: [] });
  });

  test('paid too much is success, and says so', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units + units / 100n);
    expect(await settled(id)).toMatchObject({ status: 'success', anomalies: ['overpaid'] });
  });

  test('paid in parts is success with the last one', async () => {
    const before = await world.balance('merchant_available');
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units / 2n);
    expect(await settled(id)).toMatchObject({ status: 'pending', told: ['pending'] });
    await world.payer.pay(address, units / 4n);
    await world.payer.pay(address, units / 4n);
    expect(await settled(id)).toMatchObject({
      status: 'success',
      anomalies: [],
      finalUnits: units,
      told: ['pending', 'success'],
    });
    expect((await world.balance('merchant_available')) - before).toBe((units * 99n) / 100n);
  });

  test('paid late fails, keeps the money in suspense and says so', async () => {
    const before = await world.balance('deposit_suspense');
    const { id, address, units } = await world.order();
    await world.endHold(id);
    await world.payer.pay(address, units);
    expect(await settled(id)).toMatchObject({
      status: 'failed',
      anomalies: ['late'],
      seenUnits: 0n,
      told: ['failed', 'pending'],
    });
    expect((await world.balance('deposit_suspense')) - before).toBe(units);
  });

  test('never paid fails as expired, and a payment after that is recorded as late', async () => {
    const { id, address, units } = await world.order();
    expect(await over(id)).toMatchObject({ status: 'failed', anomalies: ['expired'], told: ['failed'] });
    await world.payer.pay(address, units);
    expect(await settled(id)).toMatchObject({
      status: 'failed',
      anomalies: ['late'],
      told: ['failed', 'pending'],
    });
  });

  test('paid twice is success once, and overpaid', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units);
    await world.payer.pay(address, units);
    expect(await settled(id)).toMatchObject({
      status: 'success',
      anomalies: ['overpaid'],
      seenUnits: 2n * units,
      // It was final when it was first read, so there was no waiting and no notification of it.
      told: ['success'],
    });
  });

  test('paid again when it is over keeps its success, and says that more came', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units);
    await settled(id);
    await world.endHold(id);
    await world.payer.pay(address, units);
    expect(await settled(id)).toMatchObject({
      status: 'success',
      anomalies: ['late'],
      seenUnits: units,
      told: ['success', 'pending'],
    });
  });

  test('is not moved by a transfer of nothing', async () => {
    const { id, address } = await world.order();
    await world.payer.pay(address, 0n);
    expect(await settled(id)).toMatchObject({ status: 'awaiting', seenUnits: 0n, told: [] });
    expect(await world.sql`SELECT FROM transfers WHERE order_id = ${id}`).toHaveLength(0);
  });

  test('is not moved by dust, which is recorded', async () => {
    const { id, address } = await world.order();
    await world.payer.pay(address, dustUnits - 1n);
    expect(await settled(id)).toMatchObject({ status: 'awaiting', seenUnits: 0n, told: [] });
    expect(await world.sql`SELECT FROM transfers WHERE order_id = ${id}`).toHaveLength(1);
  });

  test('is not moved by another token, whatever it calls itself', async () => {
    const { id, address, units } = await world.order();
    const foreign = await world.payer.deploy('ForeignToken');
    await world.payer.send('ForeignToken', foreign, 'mint', [address, units]);
    expect(await settled(id)).toMatchObject({ status: 'awaiting', told: [] });
    expect(await world.sql`SELECT FROM transfers WHERE order_id = ${id}`).toHaveLength(0);
  });

  test('is paid by a contract wallet, several at once in one transaction', async () => {
    const [first, second] = [await world.order(), await world.order(5_000n)];
    await world.payer.payMany([
      { to: first.address, value: first.units },
      { to: second.address, value: second.units / 2n },
      { to: second.address, value: second.units / 2n },
    ]);
    expect(await settled(first.id)).toMatchObject({ status: 'success', anomalies: [] });
    expect(await settled(second.id)).toMatchObject({ status: 'success', anomalies: [] });
  });

  test('read again from the beginning changes nothing', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units);
    const before = await settled(id);
    const books = () => world.sql`SELECT account, balance FROM ledger_balances ORDER BY account`;
    const balances = await books();
    await world.sql`DELETE FROM chain_cursors`;
    await world.catchUp();
    expect(await settled(id)).toEqual(before);
    expect(await books()).toEqual(balances);
  });
});
