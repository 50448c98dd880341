import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkCustody } from '../../src/crypto/custody/check-custody.ts';
import { isRight } from '../../src/crypto/custody/custody.ts';
import { deadlines } from '../kit/deadlines.ts';
import { writtenNetwork } from '../kit/processes/killable.ts';
import { buildKilled, type KilledProgram, runUntilKilled } from '../kit/processes/killed-program.ts';
import { type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';
import type { Journey, Start } from './sweep-process.ts';

/** `kill -9` at points spread over a sweep, each time with new deposits and a restart. */

vi.setConfig({ testTimeout: deadlines.longTest });

/** Processes prepared in advance: starting one takes longer than a sweep. */
const readyAhead = 2;
/** Kill points spread over all steps of a sweep; the two networks have different ones. */
const stops = 12;
const offset = { ERC20: 0.25, TRC20: 0.75 } as const;

let program: KilledProgram;
beforeAll(async () => {
  program = await buildKilled(new URL('./sweep-process.ts', import.meta.url));
});
afterAll(() => program.close());

describe.concurrent.each(['ERC20', 'TRC20'] as const)('a sweep on %s', (network) => {
  let world: SweepWorld;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    world = await startSweepWorld(network);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await world.close();
  });

  test('empties each address exactly once wherever the process is killed', async () => {
    const orders = await world.paidOrders(2 * (stops + 1));
    const rules = { minUnits: 1n, limit: 2, maxCost: null };
    const ahead = Array.from({ length: readyAhead }, () => prepareProcess(world, children));
    let acts = 0;
    for (let stop = 0; stop <= stops; stop++) {
      if (stop + readyAhead <= stops) ahead.push(prepareProcess(world, children));
      const sweepId = await world.planned({ rules });
      const child = await (ahead.shift() as Promise<ChildProcess>);
      // The first run is not killed, and shows how many steps there are.
      const stopAt = stop === 0 ? 1_000_000 : Math.ceil(((stop - offset[network]) / stops) * acts);
      const start: Start = { sweepId, stopAt };
      const done = await runUntilKilled(child, start);
      if (stop === 0) acts = done as number;
      await world.drain(sweepId);

      const items = await world.items(sweepId);
      expect(
        items.map(({ status }) => status),
        `killed at ${stopAt} of ${acts}`,
      ).toEqual(['swept', 'swept']);
      for (const { address } of items) expect(await world.chain.tokenBalance(address)).toBe(0n);
    }
    expect(acts).toBeGreaterThan(70);

    const arrived = await world.transfersTo(world.hotWallet);
    const unitsOf = new Map(orders.map(({ address, units }) => [address, units]));
    expect(arrived).toHaveLength(orders.length);
    expect(new Set(arrived.map(({ from }) => from)).size).toBe(arrived.length);
    for (const { from, units } of arrived) expect(units).toBe(unitsOf.get(from));
    const total = arrived.reduce((sum, { units }) => sum + units, 0n);
    expect(await world.balance(`custody_${network}_hot`)).toBe(-total);
    const { report, custody, held } = await world.audit();
    expect(report).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
    expect(custody).toBe(held);
    expect(await world.gaps()).toEqual([]);
    const { places } = await checkCustody({ sql: world.sql, chain: world.chain });
    expect(places.filter((place) => !isRight(place))).toEqual([]);
  });
});

async function prepareProcess(world: SweepWorld, children: Set<ChildProcess>): Promise<ChildProcess> {
  const { served, xprv, gasKey } = world;
  const journey: Journey = {
    databaseUrl: world.databaseUrl,
    served: writtenNetwork(served),
    xprv,
    gasKey,
    chainUrl: world.chainUrl,
  };
  return await program.prepare(journey, children);
}
