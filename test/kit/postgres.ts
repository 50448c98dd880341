import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Db } from '../../src/base/db/pool.ts';

export const templateDatabase = 'pasarela_template';
/** On Citus only: a database whose workers are joined, without a table. */
export const joinedDatabase = 'pasarela_joined';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a migrated database for a test file. */
export async function createTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // On Citus, a copy on each worker under one name is a cluster of its own.
  const nodes = [serverUrl, ...inject('workerUrls')];
  // In memory a copy of the files takes half as long as one through the log; on a disk, such as that of Citus, it waits
  // for a checkpoint.
  const strategy = nodes.length > 1 ? 'WAL_LOG' : 'FILE_COPY';
  for (const url of nodes) {
    await asAdmin(
      url,
      (admin) =>
        admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)} STRATEGY ${admin.unsafe(strategy)}`,
    );
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

/** Copies the database under another name, like a restore from a dump. Disconnects all its sessions. */
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

/** A database without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  createTestDatabase(inject('workerUrls').length > 0 ? joinedDatabase : 'template0');

/** Without the program's time limits: copying or dropping a database takes as long as a busy machine needs. */
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
