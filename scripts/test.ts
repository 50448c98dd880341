// Runs `npm test` and, with `--quick`, `npm run test:quick`: the checks one after another, beside the tests, with the
// time of each. Failed tests are repeated once at the end, alone: those that pass only then are reported as FLAKY and do
// not fail the run.
import { exec } from 'node:child_process';
import { parseArgs } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };
import { type Attempt, filesToRepeat, judge, runAttempt } from './attempts.ts';
import { quickTests } from './quick-tests.ts';

/** More failures than this are not chance, and a second attempt would only take long. */
const mostFilesToRepeat = 25;
/** The most output of a check that is kept: enough for a fault in every file. */
const mostOutputBytes = 20_000_000;

/** The steps of `npm run check`, run one by one. */
const checks = packageFile.scripts.check.split(' && ');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, 'no-checks': { type: 'boolean' } },
});

const filters = values.quick ? quickTests() : positionals;
const times: [part: string, seconds: number][] = [];
const failedChecks: string[] = [];

async function timed<T>(part: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  times.push([part, (performance.now() - start) / 1000]);
  return result;
}

/** Prints the output of a check as one block when it has ended, because the tests print at the same time. */
async function runCheck(check: string): Promise<void> {
  const { isRed, output } = await timed(check, () => outcomeOf(check));
  console.log(`\n=== ${check}: ${isRed ? 'FAILED' : 'passed'}\n${output}`);
  if (isRed) failedChecks.push(check);
}

function outcomeOf(command: string): Promise<{ isRed: boolean; output: string }> {
  return new Promise((resolve) => {
    exec(command, { maxBuffer: mostOutputBytes }, (error, stdout, stderr) =>
      resolve({ isRed: error !== null, output: `${stdout}${stderr}`.trim() }),
    );
  });
}

async function runChecks(): Promise<void> {
  for (const check of checks) await runCheck(check);
}

const [firstTry] = await Promise.all([
  timed('tests', () => runAttempt(filters)),
  values['no-checks'] || runChecks(),
]);
const tries: Attempt[] = [firstTry];
const again = filesToRepeat(firstTry);
if (again.length > 0 && again.length <= mostFilesToRepeat) {
  console.log('\n=== second try');
  tries.push(
    await timed('second try', () =>
      runAttempt(again, { maxWorkers: 1, fileParallelism: false, isolate: true }),
    ),
  );
}

const { passed, skipped, failed, flaky } = judge(tries);
const slowest = [...firstTry.durations].sort((one, other) => other[1] - one[1]).slice(0, 10);

console.log('\n=== slowest files');
for (const [file, seconds] of slowest) console.log(line(seconds, file));
console.log('\n=== time');
for (const [part, seconds] of times) console.log(line(seconds, part));
console.log(line(performance.now() / 1000, 'all'));
console.log('\n=== result');
for (const name of flaky) console.log(`FLAKY ${name}`);
for (const name of [...failedChecks, ...failed]) console.log(`FAILED ${name}`);
const failures = failed.length + failedChecks.length;
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
// Exits explicitly: a handle that a test left open would keep the event loop alive. A run without tests is a failure.
process.exit(failures > 0 || passed === 0 ? 1 : 0);

function line(seconds: number, name: string): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`;
}
