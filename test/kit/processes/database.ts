import { readFile } from 'node:fs/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/base/db/embedded/embedded.ts';
import { connect, type Sql } from '../../../src/base/db/pool.ts';
import { unusedPort } from '../ports.ts';
import { createEmptyDatabase } from '../postgres.ts';
import { newDataDir } from './child.ts';

export interface EmptyDatabase {
  url: string;
  sql: Sql;
  drop(): Promise<void>;
}

/** A database without any table, on the PostgreSQL of the run. */
export async function openEmptyDatabase(): Promise<EmptyDatabase> {
  const { url, drop } = await createEmptyDatabase();
  const sql = connect(url, { max: 2 });
  return {
    url,
    sql,
    async drop() {
      await sql.end();
      await drop();
    },
  };
}

export interface OtherPostgres {
  url: string;
  stop(): Promise<void>;
  /** Restarts on the same data and the same port. */
  start(): Promise<void>;
  /** Stops answering without closing connections, like a machine that is cut off; the returned function resumes it. */
  freeze(): Promise<() => Promise<void>>;
}

/** A second PostgreSQL that a test may stop and start, like an operator's. */
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
    async freeze() {
      const postmaster = await postmasterOf(running.url);
      const pids = [postmaster, ...(await childrenOf(postmaster))];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return async () => {
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
  };
}

async function postmasterOf(url: string): Promise<number> {
  const sql = connect(url, { max: 1 });
  try {
    const [row] = await sql<{ pid: number }[]>`
      SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`;
    return row?.pid as number;
  } finally {
    await sql.end();
  }
}

/** A connection's process may have ended meanwhile. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}
