import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run simulate -- --seed 7 --seeds 20 --steps 500`: lets merchants, customers, banks, nodes and the program itself
 * act and fail, from each seed, and compares the books, the chains and what was told. See docs/develop/PROOF.md.
 */

/** Each seed loads the program anew, and a process keeps what it loaded: 80 MB a seed. */
const seedsOfProcess = 20;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '400' },
    processes: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,8}$/.test(value)) continue;
  console.error(`--${name}: given ${value}, expected a whole number from 1`);
  console.error(
    'Usage: npm run simulate -- [--seed <first>] [--seeds <how many>] [--steps <of each>] [--processes <at once>]',
  );
  process.exit(1);
}

interface Report {
  seed: number;
  steps: number;
  runs: number;
  counts: Record<string, number>;
  violations: string[];
}

const folder = await mkdtemp(join(tmpdir(), 'pasarela-simulate-'));
const reportFile = join(folder, 'report');
const began = performance.now();
let status = 0;
const [first, count] = [Number(values.seed), Number(values.seeds)];
const processes = Number(values.processes);
const batch = Math.min(seedsOfProcess, Math.ceil(count / processes));
let next = 0;
await Promise.all(Array.from({ length: processes }, runBatches));
const reports = (await readFile(reportFile, 'utf8').catch(() => ''))
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Report);
await rm(folder, { recursive: true });

const counts: Record<string, number> = {};
for (const each of reports) {
  for (const [name, times] of Object.entries(each.counts)) counts[name] = (counts[name] ?? 0) + times;
}
const sum = (of: (report: Report) => number) => reports.reduce((all, each) => all + of(each), 0);
const failed = reports.filter(({ violations }) => violations.length > 0).map(({ seed }) => seed);
console.log(
  [
    `${reports.length} seeds, ${sum(({ steps }) => steps)} steps and ${sum(({ runs }) => runs)} runs of jobs in ${Math.round((performance.now() - began) / 1000)} s`,
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, times]) => `${name} ${times}`)
      .join(', '),
    `violations: ${sum(({ violations }) => violations.length)}${failed.length > 0 ? `, of seeds ${failed.sort((a, b) => a - b).join(', ')}` : ''}`,
  ].join('\n'),
);
process.exit(status);

async function runBatches(): Promise<void> {
  while (next < count) {
    const at = next;
    next += batch;
    const ended = await runSeeds(first + at, Math.min(batch, count - at));
    if (ended !== 0) status = ended;
  }
}

async function runSeeds(seed: number, seeds: number): Promise<number> {
  const child = spawn('node_modules/.bin/vitest', ['run', 'test/simulation', '--reporter=dot'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SIMULATION_SEED: String(seed),
      SIMULATION_SEEDS: String(seeds),
      SIMULATION_STEPS: values.steps,
      SIMULATION_REPORT: reportFile,
    },
  });
  return await new Promise((ended) => child.once('exit', (code) => ended(code ?? 1)));
}
