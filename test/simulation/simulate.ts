import { isRestored } from '../../src/crypto/payouts/pauses/pauses.ts';
import { chanceOf } from './chance.ts';
import {
  checkAcquirer,
  checkAlways,
  checkApprovals,
  checkCalm,
  checkEvents,
  checkLogs,
  checkPayouts,
  checkRefunds,
  outcomeOf,
} from './checks.ts';
import { checkStatements, checkStatuses } from './checks-of-people.ts';
import { movesOf } from './moves/all.ts';
import { explainForeign } from './moves/chains.ts';
import { decideAtBanks } from './moves/charges.ts';
import type { Known } from './moves/move.ts';
import { approveAll, requireApprovals } from './moves/people.ts';
import { runAll } from './moves/program.ts';
import { sweepAll } from './moves/sweeps.ts';
import { endTroubles } from './moves/trouble.ts';
import { fairWeather, setWeather } from './moves/weather.ts';
import { bookSweeps, confirmRestore } from './operator.ts';
import { type Chains, networks, openWorld, type World } from './world.ts';

export interface Run {
  seed: number;
  steps: number;
  /** Steps that are left out, to find the shortest history with the same fault. */
  without?: ReadonlySet<number>;
}

export interface Report {
  seed: number;
  /** How many steps were made. */
  steps: number;
  /** How often a job of the program was run, in these steps and at the end. */
  runs: number;
  /** What happened at each step. */
  history: string[];
  /** What was violated; empty: nothing. */
  violations: string[];
  /** The step after which it was seen; null: at the end, or never. */
  atStep: number | null;
  /** How often each kind of step was made, and how many requests went astray. */
  counts: Record<string, number>;
  /** What became of everything. */
  outcome: string[];
}

/** The books are compared as a whole after this many steps, and after each break. */
const compareEvery = 20;
const breaks: ReadonlySet<string> = new Set(['break', 'kill', 'restore', 'promote', 'operator']);
const minutes = 60_000;
const hours = 60 * minutes;
/** Enough for the longest that something takes by itself: the end of an order, the last try of a webhook. */
const calmPauses = [
  ...Array<number>(8).fill(15_000),
  ...Array<number>(5).fill(25 * minutes),
  ...Array<number>(8).fill(12 * hours),
  ...Array<number>(3).fill(30_000),
];
/** By then whoever disputes a payment has done so. */
const roundOfBanks = 3;
/** By then orders have ended, and what was paid to them can be moved. */
const roundOfSweeps = 14;
/** Enough batches of a job for all that may wait for it by then; mails need the most. */
const mostBatches = 200;
/** In these last rounds nothing may fail. */
const calmRounds = 3;

/** Lets a world happen, step by step, from a seed. */
export async function simulate({ seed, steps, without }: Run, chains: Chains): Promise<Report> {
  const world = await openWorld(seed, chains);
  const known: Known = {
    charges: [],
    disputed: [],
    paid: [],
    refundKeys: [],
    links: [],
    orders: [],
    payouts: [],
    files: [],
    backup: null,
    forgotten: new Set(),
    troubles: new Map(),
    violations: [],
  };
  const report: Report = {
    seed,
    steps: 0,
    runs: 0,
    history: [],
    violations: [],
    atStep: null,
    counts: {},
    outcome: [],
  };
  const moves = movesOf(seed);
  try {
    setWeather(world, fairWeather);
    await world.fund();
    await requireApprovals(world);
    for (let step = 0; step < steps; step++) {
      if (without?.has(step)) continue;
      // Each step has chances of its own: leaving one out changes no other.
      const chance = chanceOf(seed, step);
      world.useChance(chance);
      const move = chance.weighted(moves);
      const did = await move.run(world, known, chance).catch(failed);
      if (did === undefined) continue;
      report.steps += 1;
      report.history.push(`${step} ${move.name}: ${did}`);
      report.counts[move.name] = (report.counts[move.name] ?? 0) + 1;
      report.violations.push(...known.violations.splice(0));
      if (step % compareEvery === 0 || breaks.has(move.name))
        report.violations.push(...(await checkAlways(world)));
      if (report.violations.length > 0) {
        report.atStep = step;
        return report;
      }
    }
    report.violations.push(...(await calmDown(world, known)));
    report.violations.push(...(await checkAlways(world)));
    report.violations.push(...(await checkPayouts(world, known)), ...(await checkCalm(world, known)));
    report.violations.push(
      ...(await checkAcquirer(world, known)),
      ...(await checkRefunds(world, known)),
      ...(await checkApprovals(world)),
      ...(await checkEvents(world)),
      ...(await checkStatuses(world)),
      ...(await checkStatements(world)),
      ...checkLogs(world),
    );
    report.outcome = await outcomeOf(world);
    return report;
  } catch (error) {
    // With its history, and shrunk like any other.
    report.violations.push(`it did not come to an end: ${(error as Error).stack}`);
    return report;
  } finally {
    const outside = [world.acquirer, ...Object.values(world.nodes)];
    report.runs = world.runs();
    report.counts['requests astray'] = outside.reduce((all, { faults }) => all + faults, 0);
    await world.close();
  }
}

/** A customer's or merchant's request may fail in bad weather; what counts is what it leaves behind. */
const failed = (error: Error): string => `failed: ${error.message.split('\n')[0]}`;

/** Everybody outside is honest again, and time passes. Returns the work that still fails at the end. */
async function calmDown(world: World, known: Known): Promise<string[]> {
  setWeather(world, fairWeather);
  await endTroubles(known);
  await explainForeign(world);
  if (await isRestored(world.sql)) await confirmRestore(world, known);
  const failing: string[] = known.violations;
  for (const [round, ms] of calmPauses.entries()) {
    await world.clock.pass(ms);
    for (const network of networks) await world.mine(network, 3);
    // A transaction of another program may still have waited for its block.
    if (round === 0) await explainForeign(world);
    const done = await runAll(world, mostBatches);
    await approveAll(world);
    if (round === roundOfSweeps) {
      failing.push(...(await sweepAll(world)));
      await bookSweeps(world);
    }
    if (round === roundOfBanks) await decideAtBanks(world);
    if (round < calmPauses.length - calmRounds) continue;
    failing.push(...done.filter((line) => line.includes('failed')));
  }
  return failing;
}

/**
 * Leaves steps out of a failing run, in ever smaller pieces, as long as it still fails. Each try is a run of its own, so
 * their number is bounded.
 */
export async function shrink(report: Report, steps: number, chains: Chains, tries: number): Promise<Report> {
  let best = report;
  let without = new Set<number>();
  for (let piece = Math.ceil(steps / 2); piece >= 1 && tries > 0; piece = Math.floor(piece / 2)) {
    for (let from = 0; from < steps && tries > 0; from += piece) {
      const more = new Set([...without, ...Array.from({ length: piece }, (_, at) => from + at)]);
      if (more.size === without.size) continue;
      tries -= 1;
      const next = await simulate({ seed: report.seed, steps, without: more }, chains);
      if (next.violations.length === 0) continue;
      [best, without] = [next, more];
    }
  }
  return best;
}
