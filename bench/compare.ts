import type { Load } from './load.ts';

/** One of the two programs that are compared. */
export interface Side {
  url: string;
  /** Further processes of the same program; connections are spread over all of them. */
  moreUrls?: string[];
  /** Requests for the next round, made just before it and outside the measured time. */
  requests(count: number): string[];
}

export interface Comparison {
  /** Requests per second: the median of the rounds. */
  perSecond: number;
  baselinePerSecond: number;
  /** The median of the ratios of neighbouring rounds, and their spread. */
  ratio: number;
  lowestRatio: number;
  highestRatio: number;
  rounds: number;
}

export const connections = 64;
/** Per process: the JIT compiler keeps improving the code for the first hundred thousand requests. */
const warmUpSeconds = 8;
const roundSeconds = 3;
const rounds = 9;
/** The number of requests to start with, before the rate is known. */
const firstCount = 2_000;

/**
 * Loads both sides in turn, in short rounds, and compares each round with its neighbour: a disturbance longer than a
 * round affects both alike. The side that goes first changes with every pair.
 */
export async function compare(
  load: Load,
  ours: Side,
  baseline: Side,
  /** Lets the load generator sleep: a generator that stays awake takes a core that one of the sides needs. */
  maySleep = false,
): Promise<Comparison> {
  const runOurs = await warmUp(load, ours, maySleep);
  return await comparePairs(runOurs, await warmUp(load, baseline, maySleep), rounds);
}

/** Runs both in turn and compares each round's rate with its neighbour's. */
export async function comparePairs(
  runOurs: () => Promise<number>,
  runBaseline: () => Promise<number>,
  rounds: number,
): Promise<Comparison> {
  const pairs: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await runOurs();
      pairs.push({ ours: first, baseline: await runBaseline() });
    } else {
      const first = await runBaseline();
      pairs.push({ ours: await runOurs(), baseline: first });
    }
  }
  const ratios = pairs.map((pair) => pair.ours / pair.baseline);
  return {
    perSecond: median(pairs.map((pair) => pair.ours)),
    baselinePerSecond: median(pairs.map((pair) => pair.baseline)),
    ratio: median(ratios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
    rounds,
  };
}

/** Warms a side up; the returned function runs a round of about `roundSeconds` on it. */
export async function warmUp(load: Load, side: Side, maySleep = false): Promise<() => Promise<number>> {
  const urls = [side.url, ...(side.moreUrls ?? [])];
  const run = (count: number): Promise<number> =>
    load.run({ urls, connections, count, requests: side.requests(count), maySleep });
  const cold = await run(firstCount);
  const warm = await run(Math.ceil(cold * warmUpSeconds * urls.length));
  return () => run(Math.ceil(warm * roundSeconds));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
