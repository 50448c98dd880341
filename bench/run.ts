import { type Figure, figures } from './figures.ts';
import { isMet, type Outcome, renderTable, writeResults } from './report.ts';
import { openWorld } from './world.ts';

/**
 * `npm run bench` measures every figure, `npm run bench -- name …` the named ones. BENCH_ROWS lowers the number of
 * charges that the growth figures store first, for a quick run; BENCH_CHARGES raises that of the figures growth_…,
 * which are meant for 10000000. BENCH_AGAINST names the folder of another checkout, installed, whose program is then
 * compared with this one: `BENCH_AGAINST=../before npm run bench -- against_charges …`. CITUS_URL is the coordinator of
 * a Citus cluster (docs/operate/scale.md), for the figures citus_….
 */

const defaultRows = 5_000_000;
const defaultCharges = 200_000;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0) {
  console.error(
    `No figure is called ${unknown.join(', ')}. There are: ${figures.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
const chosen = figures.filter(({ name }) => names.length === 0 || names.includes(name));
const isPossible = ({ needs }: Figure): boolean => needs === undefined || process.env[needs] !== undefined;
const rows = readCount('BENCH_ROWS', defaultRows);
const charges = readCount('BENCH_CHARGES', defaultCharges);

const world = await openWorld();
try {
  const outcomes: Outcome[] = [];
  for (const figure of chosen.filter(isPossible)) {
    console.error(`measuring ${figure.name}: ${figure.title}`);
    outcomes.push({ figure, measured: await figure.measure(world, { rows, charges }) });
    // Written after each figure: a run takes half an hour and may be interrupted.
    await writeResults(outcomes, world);
  }
  console.log(`\n${renderTable(outcomes)}\n`);
  for (const { name, needs } of chosen.filter((figure) => !isPossible(figure))) {
    console.log(`${name} was not run: ${needs} is not set.`);
  }
  if (!outcomes.every(isMet)) process.exitCode = 1;
} finally {
  await world.close();
}

function readCount(name: string, fallback: number): number {
  const count = Number(process.env[name] ?? fallback);
  if (Number.isInteger(count) && count > 0) return count;
  console.error(`${name}: given ${process.env[name]}, expected a number of charges.`);
  process.exit(1);
}
