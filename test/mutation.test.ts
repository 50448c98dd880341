import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Of `npm run mutate`, the files of which every mutant is killed, and money depends on them at once. */
const files = [
  'rates/convert',
  'token-amount',
  'decide-case',
  'decide-authorization',
  'decide-imports',
  'decide-delivery',
];

test('no change of how prices are converted, cards captured and refunds taken in goes unnoticed by its tests', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/mutate.ts', ...files], {
    encoding: 'utf8',
  });
  expect(
    { status, survived: stdout.split('\n').filter((line) => line.includes('survived')) },
    stderr,
  ).toEqual({
    status: 0,
    survived: [],
  });
  expect(Number(/of (\d+) mutants killed/.exec(stdout)?.[1])).toBeGreaterThan(250);
});
