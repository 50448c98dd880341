import { globSync, readFileSync } from 'node:fs';

/** Matches tests that take seconds to start: a browser, a chain or their own PostgreSQL. */
const slow = /kit\/pages\/customer\.ts|kit\/chains\/|startLocalChain|startEmbeddedPostgres/;

/** The tests beside the source that start none of these. */
export function quickTests(): string[] {
  return globSync('src/**/*.test.ts').filter((file) => !slow.test(readFileSync(file, 'utf8')));
}
