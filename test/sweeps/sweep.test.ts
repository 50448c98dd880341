import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Told } from '../../src/sweeps/run-deps.ts';
import { type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

describe.each(['ERC20', 'TRC20'] as const)('a sweep on %s', (network) => {
  let world: SweepWorld;
  beforeAll(async () => {
    world = await startSweepWorld(network);
  });
  afterAll(() => world.close());

  test('moves what was deposited to the hot wallet, once, and the books say where it is', async () => {
    const orders = await world.paidOrders(3);
    const total = orders.reduce((sum, { units }) => sum + units, 0n);
    const { sweep, plan } = await world.plan();
    expect(plan.items).toHaveLength(3);
    const told: Told[] = [];
    await world.drain(sweep?.id as string, told);

    expect((await world.items(sweep?.id as string)).map(({ status }) => status)).toEqual([
      'swept',
      'swept',
      'swept',
    ]);
    expect(await world.chain.tokenBalance(world.hotWallet)).toBe(total);
    expect(await world.transfersTo(world.hotWallet)).toHaveLength(3);
    expect(await world.balance(`custody_${network}`)).toBe(0n);
    expect(await world.balance(`custody_${network}_hot`)).toBe(-total);
    expect(await world.audit()).toMatchObject({
      held: 0n,
      report: { wrongBalances: [], lopsidedEntries: [] },
    });
  });
});
