import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Of `npm run mutate`, the files that convert prices and amounts of tokens. */
test('no change of the conversion of prices goes unnoticed by its tests', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/mutate.ts', 'rates/convert', 'token-amount'],
    { encoding: 'utf8' },
  );
  expect(
    { status, survived: stdout.split('\n').filter((line) => line.includes('survived')) },
    stderr,
  ).toEqual({
    status: 0,
    survived: [],
  });
  expect(Number(/of (\d+) mutants killed/.exec(stdout)?.[1])).toBeGreaterThan(70);
});
