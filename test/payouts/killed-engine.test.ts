import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { Errand, Start, Told } from './engine-process.ts';
import { bounds, type EngineWorld, startEngineWorld } from './engine-world.ts';

/** `kill -9` at every step of a payout, one after the other, each time with another payout and a restart. */

vi.setConfig({ testTimeout: 300_000 });
/** Prepared ahead: starting a process takes longer than sending a payout. */
const readyAhead = 2;

let folder: string;
/** As one file, a process is ready in a quarter of the time. */
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-killed-'));
  program = join(folder, 'engine-process.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./engine-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
      const isDone = await runUntilKilled(child, { payoutId: payout.id, stopAt });
      await world.drain(world.senderWith({}, leaseToken));

      const { id, address, amountUnits } = payout;
      const at = `killed at ${stopAt}`;
      expect(await world.received(address as string), at).toEqual([amountUnits]);
      expect((await world.read(id)).status, at).toBe('success');
      expect(await world.told(id), at).toEqual(['pending', 'success']);
      if (isDone) break;
    }
    expect(stopAt).toBeGreaterThan(30);
    expect(await world.balance('merchant_reserved')).toBe(0n);
    expect(await world.check()).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
    const [twice] = await world.sql`
      SELECT count(*)::int AS count FROM wallet_nonces GROUP BY payout_id HAVING count(*) > 1`;
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
    served: {
      ...world.served,
      network: { ...world.served.network, chainId: String(world.served.network.chainId) },
      startBlock: null,
    },
    bounds: {
      maxFeeWei: String(bounds.maxFeeWei),
      feeLimitSun: String(bounds.feeLimitSun),
      expirySeconds: String(bounds.expirySeconds),
    },
    key: world.key,
    chainUrl: world.chainUrl,
    leaseToken,
  };
  const child = fork(program, {
    env: { PATH: process.env.PATH, ERRAND: JSON.stringify(errand), NODE_COMPILE_CACHE: folder },
    execArgv: [],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
  return child;
}

/** Whether it came to the end before it was to be killed. */
async function runUntilKilled(child: ChildProcess, start: Start): Promise<boolean> {
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let isDone = false;
  child.on('message', (told: Told) => {
    if ('isDone' in told) isDone = true;
  });
  child.send(start);
  const [code, signal] = await ended;
  if (!isDone && signal !== 'SIGKILL') throw new Error(`the process ended by itself, with ${code ?? signal}`);
  return isDone;
}
