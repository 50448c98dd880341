import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/base/db/embedded/embedded.ts';
import { connect } from '../../src/base/db/pool.ts';
import { migrate } from '../../src/base/db/schema/migrate.ts';
import '../../scripts/build-browser.ts';
import { makeCitusTemplates } from './citus.ts';
import { databaseFolder } from './database-folder.ts';
import { templateDatabase, urlOfDatabase } from './postgres.ts';

/**
 * Defaults that some administrators set. The program must work with any session defaults, so every test runs with
 * these.
 */
const oddSessions = {
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'America/Lima',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  default_transaction_isolation: 'serializable',
};

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones. fsync is off only here: these
 * tests never cut the power, and cloning is ten times faster without it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { CITUS_URL } = process.env;
  if (CITUS_URL) {
    const [coordinator, ...workers] = await makeCitusTemplates(CITUS_URL);
    project.provide('postgresUrl', coordinator as string);
    project.provide('workerUrls', workers);
    return async () => {};
  }
  const dataDir = await mkdtemp(join(databaseFolder(), 'pasarela-test-'));
  // Readable by the account PostgreSQL runs under when the tests run as root.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: {
      ...oddSessions,
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      max_wal_size: '512MB',
    },
  });
  const admin = connect(server.url, { max: 1 });
  await admin`CREATE DATABASE ${admin(templateDatabase)}`;
  await admin.end();
  const template = connect(urlOfDatabase(server.url, templateDatabase), { max: 2 });
  await migrate(template);
  await template.end();
  project.provide('postgresUrl', server.url);
  project.provide('workerUrls', []);

  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Empty unless postgresUrl is the coordinator of Citus. */
    workerUrls: string[];
  }
}
