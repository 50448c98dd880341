import { join } from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { deadlines } from './test/kit/deadlines.ts';
import { LongestFirst, sharing } from './test/kit/longest-first.ts';

const { CITUS_URL } = process.env;
// Node keeps compiled code here, as `npm start` does. The processes of the tests inherit it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');

/**
 * A process of their own have files that measure their process, send it so much at once that it must have nothing else
 * to do, leave the ids that it makes a minute ahead of the clock, or take so long that they are begun first. All others
 * run one after another in the same few processes: most of what such a file costs is loading the program.
 */
const alone = [
  'src/base/db/ids.test.ts',
  'test/cards/killed.test.ts',
  'test/clients/python.test.ts',
  'test/contract/{card-testing,listing,logs-and-metrics,stall}.test.ts',
  'test/dashboard/csv.test.ts',
  'test/payouts/killed-engine.test.ts',
  'test/simulation/*.test.ts',
];

const common = {
  setupFiles: ['test/kit/compile-cache.ts', ...(CITUS_URL ? ['test/kit/on-citus.ts'] : [])],
  experimental: {
    // Node itself loads the modules, as in production: Vitest's own loader took 11 s of processor time for a server. On
    // Citus a module is replaced by another, which only Vitest's can do.
    viteModuleRunner: Boolean(CITUS_URL),
    nodeLoader: false,
  },
  pool: 'forks',
  // Twice the cores there are at least: much of a test is waiting, for a block or a page.
  maxWorkers: 4,
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
          include: alone,
        },
      },
      {
        test: {
          ...common,
          name: sharing,
          include: ['{src,test}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          // What stands in for a module on Citus does so for one file.
          isolate: Boolean(CITUS_URL),
        },
      },
    ],
  },
});
