import { defineConfig } from 'vitest/config';

/** A separate project, which the test of the runner runs: every way in which a file can fail. */
export default defineConfig({ test: { include: ['*.case.ts'], pool: 'forks', maxWorkers: 1 } });
