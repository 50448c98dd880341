import { appendFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadlines } from '../kit/deadlines.ts';
import { importFresh } from '../kit/fresh-modules.ts';
import type { Report } from './simulate.ts';
import { type Chains, startChains } from './world.ts';

/** A world that goes wrong on purpose, from one seed. `npm run simulate` makes the long run; this is a short one. */

let chains: Chains;
beforeAll(async () => {
  chains = await startChains();
});
afterAll(() => chains.close());

const { SIMULATION_SEED, SIMULATION_SEEDS, SIMULATION_STEPS, SIMULATION_REPORT } = process.env;
const first = Number(SIMULATION_SEED ?? 1);
const count = Number(SIMULATION_SEEDS ?? 1);
const steps = Number(SIMULATION_STEPS ?? 120);
/** Runs that shorten the history of a fault; none in the short run, whose seed can be run again. */
const shrinkingRuns = Number(process.env.SIMULATION_SHRINK ?? (SIMULATION_REPORT === undefined ? 0 : 25));

test.each(Array.from({ length: count }, (_, at) => first + at))(
  'seed %i breaks no rule',
  async (seed) => {
    const { simulate, shrink } = await newProgram();
    let report = await simulate({ seed, steps }, chains);
    if (report.violations.length > 0) report = await shrink(report, steps, chains, shrinkingRuns);
    if (SIMULATION_REPORT) await appendFile(SIMULATION_REPORT, `${JSON.stringify(report)}\n`);
    expect(report.violations, told(report)).toEqual([]);
  },
  deadlines.longTest,
);

test.skipIf(SIMULATION_REPORT !== undefined)('one seed is one history', async () => {
  const run = async () => {
    const { simulate } = await newProgram();
    const { history, outcome } = await simulate({ seed: 77, steps: 50 }, chains);
    return [...history, ...outcome];
  };
  expect(await run()).toEqual(await run());
});

/** With nothing in its memory, as after a start: its ids never go back. */
async function newProgram(): Promise<typeof import('./simulate.ts')> {
  return await importFresh(new URL('simulate.ts', import.meta.url));
}

function told({ seed, atStep, history }: Report): string {
  return [
    `seed ${seed}, step ${atStep ?? 'at the end'}; npm run simulate -- --seed ${seed} --steps ${steps}`,
    ...history.slice(-150),
  ].join('\n');
}
