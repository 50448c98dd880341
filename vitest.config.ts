import { join } from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { deadlines } from './test/kit/deadlines.ts';
import { LongestFirst, sharing } from './test/kit/longest-first.ts';

const { CITUS_URL } = process.env;
// Node keeps compiled code here, as `npm start` does. The processes of the tests inherit it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** Whose files run one after another in the same few processes: most of what such a file costs is loading the program. */
const sharingFolders =
  '@(cards|contract|crypto|dashboard|lookup|methods|networks|payouts|refunds|secrets|sending|webhooks)';
/** Each also saves the start of a server in a cold process: 11 s of processor time. */
const sharingPages = 'test/browser/dashboard*.test.ts';
const shared = ['src/**/*.test.ts', `test/${sharingFolders}/**/*.test.ts`, sharingPages];
/**
 * Not these: they measure their process, send it so much at once that it must have nothing else to do, leave the ids that
 * it makes a minute ahead of the clock, or take so long that they are begun first.
 */
const unshared = [
  'src/base/db/ids.test.ts',
  'test/cards/{hosted,killed,outage,several}.test.ts',
  'test/contract/{card-testing,listing,logs-and-metrics,stall}.test.ts',
  'test/crypto/{faulty-nodes,killed-watcher,local-chains}.test.ts',
  'test/dashboard/csv.test.ts',
  'test/payouts/killed-engine.test.ts',
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
          include: ['test/*.test.ts', `test/!${sharingFolders.slice(1)}/**/*.test.ts`, ...unshared],
          exclude: [...configDefaults.exclude, sharingPages],
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
