import { toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SweepReport } from '../../src/crypto/sweeps/run-deps.ts';
import { stepSweep } from '../../src/crypto/sweeps/run-sweep.ts';
import type { Faults } from '../../src/sandbox/tron-node/faults.ts';
import { type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

const made = (world: SweepWorld, sweepId: string) =>
  world.sql<{ text: string }[]>`
    SELECT sendings.purpose || ' ' || made.nonce || ' ' || made.status AS text
      FROM outgoing_transactions AS made
      JOIN sendings ON sendings.id = made.sending_id
     WHERE sendings.lane = ${sweepId}
     ORDER BY made.created_at, made.number`.then((rows) => rows.map(({ text }) => text));

describe('on Ethereum a sweep', () => {
  let world: SweepWorld;
  beforeAll(async () => {
    world = await startSweepWorld('ERC20');
  });
  afterAll(() => world.close());

  test('pays more when the price rises while it waits, with gas for that, and moves all once', async () => {
    const [order] = await world.paidOrders(1);
    const sweepId = await world.planned();
    const deps = { ...(await world.depsOf(sweepId)), patienceMs: -1 };
    await world.payer.rpc('evm_setAutomine', false);
    await stepSweep(deps);
    // The gas was sent at a price that is too low from the next block on; later the same happens to the transfer, and
    // its address has only enough gas for the old price.
    let gwei = 40n;
    for (let round = 0; ; round++) {
      expect(round).toBeLessThan(60);
      await mineAt(gwei);
      if ((await stepSweep(deps)) === null) break;
      if ((await made(world, sweepId)).includes('sweep 0 sent')) gwei = 90n;
    }
    await mineAt(1n);
    await world.payer.rpc('evm_setAutomine', true);
    const all = await made(world, sweepId);
    expect(all.filter((text) => text.startsWith('top_up 0')).length).toBeGreaterThan(1);
    expect(all.some((text) => text.startsWith('top_up 1'))).toBe(true);
    expect(all.filter((text) => text.startsWith('sweep 0')).length).toBeGreaterThan(1);
    expect(all.filter((text) => text === 'sweep 0 final')).toHaveLength(1);
    expect(await world.items(sweepId)).toMatchObject([{ status: 'swept', amountUnits: order?.units }]);
    expect(await world.transfersTo(world.hotWallet)).toEqual([{ from: order?.address, units: order?.units }]);
    expect(await world.balance('custody_ERC20_hot')).toBe(-(order?.units as bigint));
  });

  async function mineAt(gwei: bigint): Promise<void> {
    await world.payer.rpc('anvil_setNextBlockBaseFeePerGas', toHex(gwei * 1_000_000_000n));
    await world.payer.mine(1);
  }

  test('goes on when somebody uses the gas payer at the same time', async () => {
    const orders = await world.paidOrders(2);
    const before = await world.transfersTo(world.hotWallet);
    const sweepId = await world.planned();
    await world.payer.rpc('evm_setAutomine', false);
    await stepSweep(await world.depsOf(sweepId));
    // The same nonces for something else, at a higher price.
    await world.payer.rpc('anvil_impersonateAccount', world.gasPayer);
    await world.payer.rpc('anvil_dropAllTransactions');
    for (const nonce of await nextNonces(2)) {
      await world.payer.rpc('eth_sendTransaction', {
        from: world.gasPayer,
        to: world.gasPayer,
        value: '0x1',
        nonce,
      });
    }
    await world.payer.mine(1);
    await world.payer.rpc('evm_setAutomine', true);
    await world.finalize();
    await world.drain(sweepId);
    expect((await world.items(sweepId)).map(({ status }) => status)).toEqual(['swept', 'swept']);
    const after = await world.transfersTo(world.hotWallet);
    expect(after.length - before.length).toBe(orders.length);
  });
  async function nextNonces(count: number): Promise<string[]> {
    const next = BigInt(await world.payer.rpc<string>('eth_getTransactionCount', world.gasPayer, 'latest'));
    return Array.from({ length: count }, (_, at) => toHex(next + BigInt(at)));
  }

  test('leaves an address alone that is emptied or paid again meanwhile, and says why', async () => {
    const [emptied, again] = await world.paidOrders(2);
    const sweepId = await world.planned();
    await world.payer.rpc('anvil_impersonateAccount', emptied?.address);
    await world.giveGas(emptied?.address as string, 10n ** 18n);
    const data = transferData(world.gasPayer, 1n);
    await world.payer.rpc('eth_sendTransactionSync', { from: emptied?.address, to: world.token, data });
    await world.payer.pay(again?.address as string, 5_000_000n);
    await world.catchUp();
    const told: SweepReport[] = [];
    await world.drain(sweepId, told);
    const items = await world.items(sweepId);
    const noteOf = (address: string | undefined) => items.find((item) => item.address === address)?.note;
    expect(items.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    expect(noteOf(emptied?.address)).toContain('holds less than is booked');
    expect(noteOf(again?.address)).toContain('not final yet');
    expect(told.filter(({ kind }) => kind === 'ended')).toHaveLength(2);

    // Paid again and final, it is swept completely by the next sweep; the other is left to a person.
    await world.finalize();
    await world.catchUp();
    const { plan } = await world.plan();
    expect(plan.items.map(({ bookedUnits }) => bookedUnits)).toEqual([(again?.units as bigint) + 5_000_000n]);
    expect(plan.short.count).toBe(1);
  });
});

function transferData(to: string, units: bigint): string {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}

describe('on Tron a sweep', () => {
  let world: SweepWorld;
  let faults: Faults;
  beforeAll(async () => {
    world = await startSweepWorld('TRC20');
    faults = world.faults as Faults;
  });
  afterAll(() => world.close());

  test('sends anew what expired in no block', async () => {
    const [order] = await world.paidOrders(1);
    const sweepId = await world.planned();
    faults.broadcasts = 'held';
    const deps = await world.depsOf(sweepId);
    for (let round = 0; round < 3; round++) {
      await stepSweep(deps);
      await world.payer.mine(1);
    }
    const states = async () =>
      await world.sql`
        SELECT sendings.purpose, made.status
          FROM outgoing_transactions AS made
          JOIN sendings ON sendings.id = made.sending_id
         ORDER BY made.created_at, made.number`;
    // Nothing replaces it until it can never be mined.
    expect(await states()).toEqual([{ purpose: 'top_up', status: 'sent' }]);
    faults.dropHeld();
    faults.broadcasts = 'normal';
    await world.payer.rpc('evm_increaseTime', 120);
    await world.finalize();
    await world.drain(sweepId);
    expect(await states()).toEqual([
      { purpose: 'top_up', status: 'dead' },
      { purpose: 'top_up', status: 'final' },
      { purpose: 'sweep', status: 'final' },
    ]);
    expect(await world.transfersTo(world.hotWallet)).toEqual([{ from: order?.address, units: order?.units }]);
  });

  test('that the token refuses fails, says so, and its deposit can be swept later', async () => {
    const [order] = await world.paidOrders(1);
    const address = order?.address as string;
    const sweepId = await world.planned();
    const deps = await world.depsOf(sweepId);
    await stepSweep(deps);
    // Signed before the address was frozen, and mined after.
    faults.broadcasts = 'held';
    await stepSweep(deps);
    await world.payer.send('TronUsdt', world.token, 'addBlackList', [address]);
    faults.broadcasts = 'normal';
    await faults.releaseHeld();
    await world.drain(sweepId);
    const [item] = await world.items(sweepId);
    expect(item).toMatchObject({ status: 'failed', note: 'the token contract refused the transfer' });
    expect(item?.networkFee).toBeGreaterThan(0n);
    expect(await world.balance('custody_TRC20')).toBe(-(order?.units as bigint));
    expect(await world.gaps()).toEqual([]);

    await world.payer.send('TronUsdt', world.token, 'removeBlackList', [address]);
    await world.drain(await world.planned());
    expect(await world.balance('custody_TRC20')).toBe(0n);
    expect((await world.transfersTo(world.hotWallet)).at(-1)).toEqual({
      from: address,
      units: order?.units,
    });
  });

  test('leaves an address to another sweep that is emptying it, and moves its others', async () => {
    const [first] = await world.paidOrders(1, 90_000n);
    const begun = await world.planned();
    await world.paidOrders(1, 80_000n);
    const twice = await world.planned();
    await stepSweep(await world.depsOf(begun));
    expect(await world.items(begun)).toMatchObject([{ status: 'topping_up' }]);

    await world.drain(twice);
    expect(await world.items(twice)).toMatchObject([
      { address: first?.address, status: 'skipped', note: 'another sweep moves it' },
      { status: 'swept' },
    ]);
    await world.drain(begun);
    expect(await world.items(begun)).toMatchObject([{ status: 'swept' }]);
  });
});
