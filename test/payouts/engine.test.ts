import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';

describe.each(['ERC20', 'TRC20'] as const)('payouts on %s', (network) => {
  let world: EngineWorld;
  beforeAll(async () => {
    world = await startEngineWorld(network);
  });
  afterAll(() => world.close());

  test('are sent, pending at once, and a success when the block is final', async () => {
    const { id, address, amountUnits } = await world.payout();
    await world.sender.step();
    expect(await world.read(id)).toMatchObject({ status: 'pending', wallet: world.wallet, waitReason: null });
    expect(await world.told(id)).toEqual(['pending']);
    await world.drain();
    expect(await world.read(id)).toMatchObject({ status: 'success' });
    expect(await world.told(id)).toEqual(['pending', 'success']);
    expect(await world.received(address as string)).toEqual([amountUnits]);
    expect(await world.made(id)).toEqual(['1 final']);
    expect(await world.balance('merchant_reserved')).toBe(0n);
    expect(await world.balance(`custody_${network}_hot`)).toBe(amountUnits);
  });

  test('are sent many at a time, each once', async () => {
    const payouts = await Promise.all(Array.from({ length: 100 }, () => world.payout()));
    await world.drain();
    for (const { id, address, amountUnits } of payouts) {
      expect(await world.received(address as string)).toEqual([amountUnits]);
      expect(await world.told(id)).toEqual(['pending', 'success']);
    }
    expect(await world.check()).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
  });
});
