import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SignerUnavailable } from '../../src/chain/signers/signer.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import type { Faults } from '../../src/sandbox/tron-node/faults.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { fundWallet } from '../kit/payouts/queued-payouts.ts';

/** Faults with expiry and energy, through a node with java-tron's interfaces. */

describe('a payout on Tron', () => {
  let world: EngineWorld;
  let faults: Faults;
  beforeAll(async () => {
    world = await startEngineWorld('TRC20');
    faults = world.faults as Faults;
  });
  afterEach(() => {
    faults.broadcasts = 'normal';
  });
  afterAll(() => world.close());

  async function expectPaidOnce({ id, address, amountUnits }: Payout): Promise<void> {
    expect(await world.received(address as string)).toEqual([amountUnits]);
    expect((await world.read(id)).status).toBe('success');
    expect(await world.told(id)).toEqual(['pending', 'success']);
    expect(await world.balance('merchant_reserved')).toBe(0n);
  }

  async function passSeconds(seconds: number): Promise<void> {
    await world.payer.rpc('evm_increaseTime', seconds);
    await world.payer.mine(1);
  }

  test('that a node takes and never answers for is sent once', async () => {
    faults.broadcasts = 'unanswered';
    const payout = await world.payout();
    await world.sender.step();
    expect(await world.made(payout.id)).toEqual(['1 signed']);
    faults.broadcasts = 'normal';
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final']);
  });

  test('that expires in no block is made anew, but not before it can never be in one', async () => {
    faults.broadcasts = 'held';
    const payout = await world.payout();
    await world.sender.step();
    expect(await world.told(payout.id)).toEqual(['pending']);
    faults.dropHeld();
    await passSeconds(61);
    await world.sender.step();
    // It has expired, but no solidified block proves that yet.
    expect(await world.made(payout.id)).toEqual(['1 sent']);
    faults.broadcasts = 'normal';
    await world.payer.mine(3);
    await world.sender.step();
    expect(await world.made(payout.id)).toEqual(['1 dead', '2 sent']);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 dead', '2 final']);
  });

  test('that comes into a block just before it expires is not made anew', async () => {
    faults.broadcasts = 'held';
    const payout = await world.payout();
    await world.sender.step();
    await passSeconds(55);
    await world.sender.step();
    await faults.releaseHeld();
    faults.broadcasts = 'normal';
    // The next blocks are after its expiry: only the receipt shows that it is not lost.
    await passSeconds(60);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final']);
  });

  test('that a node forgets is handed over again, as the same bytes', async () => {
    faults.broadcasts = 'held';
    const payout = await world.payout();
    await world.sender.step();
    faults.dropHeld();
    faults.broadcasts = 'normal';
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final']);
  });

  test('that was not signed before it expired is made anew', async () => {
    const start = Date.now();
    let now = start;
    let isAway = true;
    await world.sender.release();
    const sender = world.senderWith({
      now: () => new Date(now),
      signer: {
        ...world.signer,
        async sign(request) {
          if (isAway) throw new SignerUnavailable('it is away');
          return await world.signer.sign(request);
        },
      },
    });
    const payout = await world.payout();
    await sender.step();
    isAway = false;
    now = start + 300_000;
    await passSeconds(300);
    await world.drain(sender);
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 dead', '2 final']);
    await sender.release();
  });

  test('that runs out of energy fails, says why, and gives the money back', async () => {
    const availableBefore = await world.balance('merchant_available');
    faults.broadcasts = 'held';
    const payout = await world.payout();
    await world.sender.step();
    await world.payer.rpc('anvil_setBalance', world.wallet, '0xf4240');
    await faults.releaseHeld();
    faults.broadcasts = 'normal';
    await world.drain();
    await fundWallet(world.payer, world.wallet, 0n);
    expect(await world.read(payout.id)).toMatchObject({
      status: 'failed',
      failure: 'out_of_energy',
      failureNote: 'The transaction ran out of energy on the network.',
    });
    expect(await world.told(payout.id)).toEqual(['pending', 'failed']);
    expect(await world.received(payout.address as string)).toEqual([]);
    expect(await world.balance('merchant_available')).toBe(availableBefore);
    expect(await world.check()).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
  });

  test.each([
    ['is away', { away: true }],
    ['limits calls', { rateLimit: 'body' }],
  ] as const)('waits while its node %s', async (_what, fault) => {
    const payout = await world.payout();
    await world.sender.release();
    // Uses a new chain client: the shared one would avoid a node that has failed.
    const failing = world.senderWith({ chain: world.chainWith({}) });
    Object.assign(faults, fault);
    await failing.step();
    expect(await world.read(payout.id)).toMatchObject({ status: 'queued', waitReason: 'node_unavailable' });
    await failing.release();
    Object.assign(faults, { away: false, rateLimit: null });
    await world.drain();
    await expectPaidOnce(payout);
  });
});
