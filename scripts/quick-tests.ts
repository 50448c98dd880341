import { globSync, readFileSync } from 'node:fs';

/** What takes seconds to start: a browser, a chain, a PostgreSQL of the test's own. */
const slow = /kit\/pages\/customer\.ts|kit\/chains\/|startLocalChain|startEmbeddedPostgres/;

/** The tests beside the source that start none of it. */
export function quickTests(): string[] {
  return globSync('src/**/*.test.ts').filter((file) => !slow.test(readFileSync(file, 'utf8')));
}
