import { once } from 'node:events';
import { type Comparison, comparePairs, median } from './compare.ts';
import type { Paying, PayingResult } from './merchant-process.ts';
import { cpuSeconds } from './process-tree.ts';
import type { World } from './world.ts';

/** A merchant's requests, one after the other for each of its buyers, to the program and to a bare server in turn. */

export type Payer = (task: Paying) => Promise<number>;

/** One of the two servers that are compared. */
export interface Seller {
  pid: number;
  /** Makes this many sales; returns the sales per second. */
  sell(count: number): Promise<number>;
}

export interface ComparedSales {
  comparison: Comparison;
  /** CPU time per sale, the median of the rounds: of the program with its children, and of PostgreSQL. */
  costs: {
    cpuMicroseconds: number;
    baselineCpuMicroseconds: number;
    databaseMicroseconds: number;
    baselineDatabaseMicroseconds: number;
  };
}

/** After this time the JIT compiler has optimised the busiest code. */
const warmUpSeconds = 24;
const roundSeconds = 2;
const rounds = 15;

export function openMerchantSite(world: World): Payer {
  const child = world.child('merchant-process.ts', {});
  const ended = once(child, 'exit').then((): [PayingResult] => [{ failure: 'the shop ended' }]);
  return async (task) => {
    child.send(task);
    const [result] = (await Promise.race([once(child, 'message'), ended])) as [PayingResult];
    if ('failure' in result) throw new Error(`Shopping at ${task.url}: ${result.failure}`);
    return result.perSecond;
  };
}

export async function compareSales(
  world: World,
  ours: Seller,
  baseline: Seller,
  firstCount: number,
): Promise<ComparedSales> {
  const here = await prepare(world, ours, firstCount);
  const there = await prepare(world, baseline, firstCount);
  const comparison = await comparePairs(here.round, there.round, rounds);
  const [own, other] = [here.costs(), there.costs()];
  return {
    comparison,
    costs: {
      cpuMicroseconds: own.cpu,
      baselineCpuMicroseconds: other.cpu,
      databaseMicroseconds: own.database,
      baselineDatabaseMicroseconds: other.database,
    },
  };
}

/** Warms a seller up; its rounds measure the CPU time they take. */
async function prepare(world: World, { pid, sell }: Seller, firstCount: number) {
  const cold = await sell(firstCount);
  const warm = await sell(Math.ceil(cold * warmUpSeconds));
  const count = Math.ceil(warm * roundSeconds);
  const ownSeconds: number[] = [];
  const databaseSeconds: number[] = [];
  const microseconds = (seconds: number[]): number => Math.round((median(seconds) / count) * 1e6);
  return {
    async round(): Promise<number> {
      const own = await cpuSeconds(pid);
      const database = await cpuSeconds(world.postgresPid);
      const perSecond = await sell(count);
      ownSeconds.push((await cpuSeconds(pid)) - own);
      databaseSeconds.push((await cpuSeconds(world.postgresPid)) - database);
      return perSecond;
    },
    costs: () => ({ cpu: microseconds(ownSeconds), database: microseconds(databaseSeconds) }),
  };
}
