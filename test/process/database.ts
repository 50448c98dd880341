import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { connect, type Sql } from '../../src/db/pool.ts';
import { urlOfDatabase } from '../postgres.ts';
import { newDataDir, unusedPort } from './child.ts';

export interface EmptyDatabase {
  url: string;
  sql: Sql;
  drop(): Promise<void>;
}

/** A database without a single table, on the PostgreSQL of the run. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const admin = connect(inject('postgresUrl'), { max: 1 });
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await admin`CREATE DATABASE ${admin(name)}`;
  const url = urlOfDatabase(inject('postgresUrl'), name);
  const sql = connect(url, { max: 2 });
  return {
    url,
    sql,
    async drop() {
      await sql.end();
      await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`;
      await admin.end();
    },
  };
}

export interface OtherPostgres {
  url: string;
  stop(): Promise<void>;
  /** Again on the same data and the same port. */
  start(): Promise<void>;
}

/** A second PostgreSQL that a test may stop and start, as an operator's would. */
export async function startOtherPostgres(): Promise<OtherPostgres> {
  const dataDir = await newDataDir();
  const port = String(await unusedPort());
  const settings = { fsync: 'off', shared_buffers: '16MB', port };
  let running: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, settings });
  return {
    url: running.url,
    stop: () => running.stop(),
    async start() {
      running = await startEmbeddedPostgres({ dataDir, settings });
    },
  };
}
