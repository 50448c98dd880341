import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect } from '../../src/db/pool.ts';

export const templateDatabase = 'pasarela_template';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for a test file. */
export async function createTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(serverUrl, (admin) => admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)}`);
  return {
    url: urlOfDatabase(serverUrl, name),
    drop: () => asAdmin(serverUrl, (admin) => admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`),
  };
}

/** One without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createTestDatabase('template0');

async function asAdmin(
  url: string,
  run: (admin: ReturnType<typeof connect>) => PromiseLike<unknown>,
): Promise<void> {
  const admin = connect(url, { max: 1 });
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
