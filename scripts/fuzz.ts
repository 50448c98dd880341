import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * `npm run fuzz -- --seed 7 --cases 100000`: sends requests generated from the published description and from odd
 * values; none may end in 5xx.
 */

const { values } = parseArgs({ options: { seed: { type: 'string' }, cases: { type: 'string' } } });
const { seed = String(Math.floor(Math.random() * 2 ** 31)), cases = '10000' } = values;
if (!/^\d{1,10}$/.test(seed) || !/^[1-9]\d{0,7}$/.test(cases)) {
  console.error('Usage: npm run fuzz -- [--seed <whole number>] [--cases <whole number>]');
  process.exit(1);
}
console.log(`seed ${seed}, ${cases} cases`);
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'test/contract/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SEED: seed, FUZZ_CASES: cases },
});
process.exit(status ?? 1);
