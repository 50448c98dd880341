import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { deadlines } from '../kit/deadlines.ts';
import { bounds, type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { writtenNetwork } from '../kit/processes/killable.ts';
import { buildKilled, type KilledProgram, runUntilKilled } from '../kit/processes/killed-program.ts';
import type { Errand, Start } from './engine-process.ts';

/** `kill -9` at every step of a payout, one after the other, each time with another payout and a restart. */

vi.setConfig({ testTimeout: deadlines.longTest });

/** Prepared ahead: starting a process takes longer than sending a payout. */
const readyAhead = 2;

let program: KilledProgram;
beforeAll(async () => {
  program = await buildKilled(new URL('./engine-process.ts', import.meta.url));
});
afterAll(() => program.close());

describe.concurrent.each(['ERC20', 'TRC20'] as const)('a payout on %s', (network) => {
  let world: EngineWorld;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    world = await startEngineWorld(network);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await world.close();
  });

  test('reaches its recipient exactly once wherever the process is killed', async () => {
    // The lead of who was killed would pass on by itself after some seconds; waiting for it proves nothing.
    const leaseToken = newId();
    const prepare = (): Promise<ChildProcess> => prepareProcess(world, leaseToken, children);
    const ahead = Array.from({ length: readyAhead }, prepare);
    let stopAt = 1;
    for (; ; stopAt++) {
      ahead.push(prepare());
      const payout = await world.payout({ amountUnits: BigInt(1_000_000 + stopAt) });
      const child = await (ahead.shift() as Promise<ChildProcess>);
      const start: Start = { payoutId: payout.id, stopAt };
      const acts = await runUntilKilled(child, start);
      await world.drain(world.senderWith({}, leaseToken));

      const { id, address, amountUnits } = payout;
      const at = `killed at ${stopAt}`;
      expect(await world.received(address as string), at).toEqual([amountUnits]);
      expect((await world.read(id)).status, at).toBe('success');
      expect(await world.told(id), at).toEqual(['pending', 'success']);
      if (acts !== null) break;
    }
    expect(stopAt).toBeGreaterThan(30);
    expect(await world.balance('merchant_reserved')).toBe(0n);
    expect(await world.check()).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
    const [twice] = await world.sql`
      SELECT count(*)::int AS count FROM nonces GROUP BY sending_id HAVING count(*) > 1`;
    expect(twice).toBeUndefined();
  });
});

async function prepareProcess(
  world: EngineWorld,
  leaseToken: string,
  children: Set<ChildProcess>,
): Promise<ChildProcess> {
  const errand: Errand = {
    databaseUrl: world.databaseUrl,
    served: writtenNetwork(world.served),
    bounds: {
      maxFeeWei: String(bounds.maxFeeWei),
      feeLimitSun: String(bounds.feeLimitSun),
      expirySeconds: String(bounds.expirySeconds),
    },
    key: world.key,
    chainUrl: world.chainUrl,
    leaseToken,
  };
  return await program.prepare(errand, children);
}
