import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { deadlines } from './test/kit/deadlines.ts';
import { LongestFirst, sharing } from './test/kit/longest-first.ts';

const { CITUS_URL } = process.env;

/** They run one after another in the same few processes: most of what such a file costs is loading the program. */
const shared = ['src/**/*.test.ts', 'test/contract/**/*.test.ts'];
/**
 * Not these: they measure their process, send it so much at once that it must have nothing else to do, or leave the ids that
 * it makes a minute ahead of the clock.
 */
const unshared = ['test/contract/stall.test.ts', 'test/contract/card-testing.test.ts', 'src/db/ids.test.ts'];

const common = {
  setupFiles: CITUS_URL ? ['test/kit/on-citus.ts'] : [],
  pool: 'forks',
  // One more than the cores there are at least: much of a test is waiting, for a block or a page.
  maxWorkers: 3,
  testTimeout: deadlines.test,
  hookTimeout: deadlines.test,
  expect: { poll: { timeout: deadlines.state, interval: 25 } },
} satisfies TestProjectInlineConfiguration['test'];

export default defineConfig({
  test: {
    globalSetup: ['test/kit/global-setup.ts'],
    maxWorkers: common.maxWorkers,
    teardownTimeout: deadlines.state,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'alone',
          include: ['test/*.test.ts', 'test/!(contract)/**/*.test.ts', ...unshared],
        },
      },
      {
        test: {
          ...common,
          name: sharing,
          include: shared,
          exclude: [...configDefaults.exclude, ...unshared],
          // What stands in for a module on Citus does so for one file.
          isolate: Boolean(CITUS_URL),
        },
      },
    ],
  },
});
