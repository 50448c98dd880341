import { defineConfig } from 'vitest/config';
import { deadlines } from './test/kit/deadlines.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: process.env.CITUS_URL ? ['test/kit/on-citus.ts'] : [],
    pool: 'forks',
    // One more than the cores there are at least: much of a test is waiting, for a block or a page.
    maxWorkers: 3,
    testTimeout: deadlines.test,
    hookTimeout: deadlines.test,
    teardownTimeout: deadlines.state,
    expect: { poll: { timeout: deadlines.state, interval: 25 } },
  },
});
