import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { blocksToFinality, startWatchWorld, type WatchWorld } from '../kit/crypto/watch-world.ts';

/** Blocks that were read and are no longer part of the chain: the orders that they paid are decided anew. */

describe.each(['ERC20', 'TRC20'] as const)('on %s', (network) => {
  let world: WatchWorld;
  // On the local Tron node transactions carry no Ethereum signature: their bytes cannot be sent again.
  const testReadding = test.runIf(network === 'ERC20');

  beforeAll(async () => {
    world = await startWatchWorld(network);
    // More blocks than any reorganisation here replaces: the token itself must stay.
    await world.payer.mine(30);
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

  /**
   * Replaces the newest blocks by empty ones, and puts their transactions where `pairs` says: [raw transaction, block].
   */
  async function reorganise(depth: number, pairs: [string, number][] = []): Promise<void> {
    await world.payer.rpc('anvil_reorg', depth, pairs);
  }

  /** The signed bytes of a mined transaction: they are all that a node needs to add it again. */
  async function rawOf(hash: string): Promise<string> {
    return await world.payer.rpc<string>('eth_getRawTransactionByHash', hash);
  }

  /** An order's recorded transfers, oldest first. */
  async function recorded(id: string) {
    return await world.sql<{ blockNumber: bigint; orphaned: boolean; posted: boolean; credited: boolean }[]>`
    SELECT block_number AS "blockNumber", orphaned, posted, credited
      FROM transfers
     WHERE order_id = ${id}
     ORDER BY block_number`;
  }

  async function bodies(id: string, status: string): Promise<object[]> {
    const rows = await world.sql<{ body: string }[]>`
      SELECT body FROM events WHERE subject_id = ${id} AND status = ${status} ORDER BY id`;
    return rows.map(({ body }) => JSON.parse(body));
  }

  async function alarms(): Promise<string[]> {
    const rows = await world.sql<{ subject: string }[]>`
      SELECT subject FROM mails WHERE kind = 'operator_alarm' ORDER BY id`;
    return rows.map(({ subject }) => subject);
  }

  async function seen(amountMinor?: bigint) {
    const order = await world.order(amountMinor);
    const hash = await world.payer.pay(order.address, order.units);
    await world.payer.mine(1);
    await world.catchUp();
    expect((await world.read(order.id)).status).toBe('pending');
    return { ...order, hash };
  }

  test('a payment that a reorganisation drops is waited for again, and the order fails without it', async () => {
    const { id } = await seen();
    await reorganise(3);
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({
      status: 'awaiting',
      seenUnits: 0n,
      anomalies: ['orphaned'],
    });
    expect(await recorded(id)).toMatchObject([{ orphaned: true, posted: false }]);
    await world.endHold(id);
    await world.finalize();
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({ status: 'failed', anomalies: ['expired', 'orphaned'] });
    expect(await world.told(id)).toEqual(['pending', 'failed']);
  });

  testReadding('a payment that a reorganisation moves to another block counts once', async () => {
    const before = await world.balance('merchant_available');
    const { id, units, hash } = await seen();
    const [old] = await recorded(id);
    // Moves the transaction from the second newest block to the newest.
    await reorganise(2, [[await rawOf(hash), 1]]);
    await world.catchUp();
    const [moved, ...more] = (await recorded(id)).filter(({ orphaned }) => !orphaned);
    expect(more).toEqual([]);
    expect(moved?.blockNumber).toBe((old?.blockNumber ?? 0n) + 1n);
    expect(await world.read(id)).toMatchObject({ status: 'pending', seenUnits: units, anomalies: [] });
    await world.finalize();
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({ status: 'success', finalUnits: units, anomalies: [] });
    expect((await world.balance('merchant_available')) - before).toBe(units);
  });

  testReadding('a payment that was dropped and comes back counts once', async () => {
    const before = await world.balance('merchant_available');
    const { id, units, hash } = await seen();
    const raw = await rawOf(hash);
    await reorganise(3);
    await world.catchUp();
    expect((await world.read(id)).status).toBe('awaiting');
    await world.payer.rpc('eth_sendRawTransaction', raw);
    await world.payer.mine(1);
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({ status: 'pending', seenUnits: units, anomalies: [] });
    await world.finalize();
    await world.catchUp();
    expect((await world.read(id)).status).toBe('success');
    expect((await world.balance('merchant_available')) - before).toBe(units);
  });

  test('of several payments only those in the lost blocks are lost', async () => {
    const { id, address, units } = await world.order();
    await world.payer.pay(address, units / 2n);
    await world.catchUp();
    await world.payer.pay(address, units / 2n);
    await world.catchUp();
    expect((await world.read(id)).seenUnits).toBe(units);
    await reorganise(1);
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({ status: 'pending', seenUnits: units / 2n });
    await world.payer.pay(address, units / 2n);
    await world.finalize();
    await world.catchUp();
    expect(await world.read(id)).toMatchObject({ status: 'success', finalUnits: units });
  });

  testReadding(
    'even what was final and credited is taken back, and credited again when it returns',
    async () => {
      const available = await world.balance('merchant_available');
      const { id, units, hash } = await seen();
      await world.finalize();
      await world.catchUp();
      expect((await world.read(id)).status).toBe('success');
      expect((await world.balance('merchant_available')) - available).toBe(units);

      const raw = await rawOf(hash);
      await reorganise(blocksToFinality + 4);
      await world.catchUp();
      // Immediately, not only when it is seen again.
      expect(await world.told(id)).toEqual(['pending', 'success', 'pending']);
      const [fell] = await bodies(id, 'pending').then((all) => all.slice(-1));
      expect(fell).toMatchObject({
        cryptoAmount: '0.000000',
        transactionHash: hash,
        anomalies: ['reversed'],
      });
      expect(await alarms()).toEqual([expect.stringContaining(`${network}: finality was broken`)]);
      expect(await world.read(id)).toMatchObject({ status: 'awaiting', anomalies: ['reversed'] });
      // The operator is notified, with the order and the merchant, and so is the merchant.
      const mails = await world.sql<{ kind: string; body: string }[]>`
        SELECT kind, body FROM mails 
         WHERE body LIKE ${`%${id}%`} AND kind IN ('operator_alarm', 'payment_reversed') ORDER BY kind`;
      expect(mails.map(({ kind }) => kind)).toEqual(['operator_alarm', 'payment_reversed']);
      expect(mails[0]?.body).toContain(world.merchantId);
      expect(await world.balance('merchant_available')).toBe(available);
      const { custody, held } = await world.audit();
      expect(custody).toBe(held);

      await world.payer.rpc('eth_sendRawTransaction', raw);
      await world.finalize();
      await world.catchUp();
      expect((await world.read(id)).status).toBe('success');
      expect((await world.balance('merchant_available')) - available).toBe(units);
      expect(await world.told(id)).toEqual(['pending', 'success', 'pending', 'success']);
    },
  );

  test('a success below the fork stands, though its block was read in the middle of many', async () => {
    const before = await alarms();
    const { id, address, units } = await world.order();
    // All in one step: only its last block is stored.
    await world.payer.pay(address, units);
    await world.finalize();
    await world.payer.mine(2);
    await world.catchUp();
    expect(await world.told(id)).toEqual(['success']);
    await reorganise(2);
    await world.catchUp();
    await world.finalize();
    await world.catchUp();
    expect(await world.told(id)).toEqual(['success']);
    expect(await recorded(id)).toMatchObject([{ orphaned: false, credited: true }]);
    expect(await alarms()).toEqual(before);
  });

  test('a chain that has nothing of what was read stops the watcher, and loses nothing', async () => {
    const { id } = await seen();
    await world.sql`UPDATE chain_blocks SET block_hash = decode(repeat('ab', 32), 'hex')`;
    await reorganise(3);
    await expect(world.catchUp()).rejects.toThrow('is it another chain?');
    expect((await world.read(id)).status).toBe('pending');
    // A person has the chain read again from the beginning.
    await world.sql`DELETE FROM chain_blocks`;
    await world.sql`DELETE FROM chain_cursors`;
    await world.catchUp();
  });
});
