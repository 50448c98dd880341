import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Db } from '../../src/base/db/pool.ts';

export const templateDatabase = 'pasarela_template';
/** Where the run is on Citus: one whose nodes are joined, without a table. */
export const joinedDatabase = 'pasarela_joined';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for a test file. */
export async function createTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Where it is on Citus, a copy on each node under one name is a cluster of its own.
  const nodes = [serverUrl, ...inject('workerUrls')];
  for (const url of nodes) {
    await asAdmin(url, (admin) => admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)}`);
  }
  return {
    url: urlOfDatabase(serverUrl, name),
    async drop() {
      for (const url of nodes) {
        await asAdmin(url, async (admin) => {
          if (nodes.length > 1) await close(admin, name);
          await admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`;
        });
      }
    },
  };
}

/** The database as it is now, under another name: what a restore from a dump is. Whoever is connected to it is cut off. */
export async function copyDatabase({ url }: { url: string }): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1);
  const nodes = [inject('postgresUrl'), ...inject('workerUrls')];
  for (const node of nodes) await asAdmin(node, (admin) => close(admin, name));
  const copy = await createTestDatabase(name);
  for (const node of nodes) {
    await asAdmin(node, (admin) => admin`ALTER DATABASE ${admin(name)} ALLOW_CONNECTIONS true`);
  }
  return copy;
}

/** A database that is in use cannot be copied, and Citus keeps a process of its own in each. */
export async function close(admin: Db, name: string): Promise<void> {
  await admin`ALTER DATABASE ${admin(name)} ALLOW_CONNECTIONS false`;
  await admin`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ${name}`;
}

/** One without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  createTestDatabase(inject('workerUrls').length > 0 ? joinedDatabase : 'template0');

/** Without the program's limits on time: to copy or drop a database takes as long as a busy machine needs. */
export async function asAdmin(url: string, run: (admin: Db) => PromiseLike<unknown>): Promise<void> {
  const admin = connect(url, { max: 1 });
  try {
    await admin.alone(async (db) => void (await run(db)));
  } finally {
    await admin.end();
  }
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
