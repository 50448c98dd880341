import { type ChildProcess, fork } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionTokens, type SessionTokens } from '../src/accounts/merchants/sessions/session-token.ts';
import { startEmbeddedPostgres } from '../src/base/db/embedded/embedded.ts';
import { connect, type Sql } from '../src/base/db/pool.ts';
import { migrate } from '../src/base/db/schema/migrate.ts';
import { openInstallation } from '../src/commerce/installation/installation.ts';
import { readConfig } from '../src/config/config.ts';
import { type Load, startLoad } from './load.ts';
import { type PasarelaProgram, type Program, startBaseline, startPasarela } from './programs.ts';

/** A running service on its own database. */
export interface Subject extends PasarelaProgram {
  databaseUrl: string;
  /** For reading and preparing its database. */
  sql: Sql;
  /** Makes tokens that this service accepts. */
  tokens: SessionTokens;
}

/** The environment of the figures: one PostgreSQL, one load generator, and the programs that they start. */
export interface World {
  load: Load;
  /**
   * The service on a database of this name, optionally from another checkout. Asking again returns the same service.
   */
  subject(name: string, env?: Record<string, string>, checkout?: string): Promise<Subject>;
  /** The service on an existing database of another server. */
  subjectOn(databaseUrl: string, env?: Record<string, string>): Promise<Subject>;
  /** One more process of the service on a subject's database. */
  another(subject: Subject, env: Record<string, string>): Promise<Program>;
  baseline(file: string, env: Record<string, string>): Promise<Program>;
  /** A migrated database without a service. */
  database(name: string): Promise<{ url: string; sql: Sql }>;
  /** Starts a file of this folder as a process that takes its tasks as messages. */
  child(file: string, env: Record<string, string>): ChildProcess;
  postgres: { version: string; fsync: string; synchronousCommit: string };
  /** The process id of the postmaster, the parent of all PostgreSQL processes. */
  postgresPid: number;
  close(): Promise<void>;
}

/**
 * BENCH_FOLDER names a folder whose databases outlive the run, so that data which took an hour to store can be measured
 * again.
 */
export async function openWorld(): Promise<World> {
  const closers: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | null = null;
  async function closeAll(): Promise<void> {
    for (let closeOne = closers.pop(); closeOne; closeOne = closers.pop()) {
      // One part that fails to stop must not keep the rest running. PostgreSQL stops last.
      await closeOne().catch((error: unknown) => console.error(error));
    }
  }
  /**
   * Repeated calls wait for the same shutdown: stopping a server makes its figure fail, and that must not end the
   * process early.
   */
  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }
  /** A part that is still starting is stopped as soon as it has started. */
  function started<T>(starting: Promise<T>, end: (it: T) => Promise<unknown>): Promise<T> {
    if (closing) throw new Error('The benchmark is being stopped.');
    closers.push(() => starting.then(end, () => {}));
    return starting;
  }
  // Installed from the beginning and never removed: npm forwards a signal that the whole group has received already.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => void close().finally(() => process.exit(1)));
  }
  try {
    const kept = process.env.BENCH_FOLDER;
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'pasarela-bench-')));
    if (kept) await mkdir(kept, { recursive: true });
    else closers.push(() => rm(folder, { recursive: true, force: true }));
    // If this runs as root, PostgreSQL runs under another account, which must be able to read the folder.
    await chmod(folder, 0o755);
    // The default settings are those the service ships with; durability is set explicitly so that nobody loses it.
    const server = await started(
      startEmbeddedPostgres({
        dataDir: folder,
        // Enough connections for everything that a long run starts.
        settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '500' },
      }),
      ({ stop }) => stop(),
    );
    const admin = connect(server.url, { max: 1 });
    closers.push(() => admin.end());
    const load = startLoad();
    closers.push(load.stop);

    async function createDatabase(name: string): Promise<string> {
      const [known] = await admin`SELECT 1 FROM pg_database WHERE datname = ${name}`;
      if (!known) await admin`CREATE DATABASE ${admin(name)}`;
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    }

    async function startSubject(
      databaseUrl: string,
      env: Record<string, string>,
      checkout?: string,
    ): Promise<Subject> {
      const dataDir = join(folder, new URL(databaseUrl).pathname);
      const program = await started(startPasarela(databaseUrl, dataDir, env, checkout), ({ stop }) => stop());
      const sql = connect(databaseUrl, { max: 2 });
      closers.push(() => sql.end());
      const secrets = await openInstallation(sql, readConfig({}));
      return { ...program, databaseUrl, sql, tokens: createSessionTokens(secrets.tokenKeys) };
    }

    const subjects = new Map<string, Promise<Subject>>();
    return {
      load,
      subject(name, env = {}, checkout) {
        const subject =
          subjects.get(name) ?? createDatabase(name).then((url) => startSubject(url, env, checkout));
        subjects.set(name, subject);
        return subject;
      },
      subjectOn: (databaseUrl, env = {}) => startSubject(databaseUrl, env),
      async another({ databaseUrl }, env) {
        const dataDir = await mkdtemp(join(folder, 'another-'));
        return await started(startPasarela(databaseUrl, dataDir, env), ({ stop }) => stop());
      },
      async baseline(file, env) {
        return await started(startBaseline(file, env), ({ stop }) => stop());
      },
      async database(name) {
        const url = await createDatabase(name);
        const sql = connect(url, { max: 2 });
        closers.push(() => sql.end());
        await migrate(sql);
        return { url, sql };
      },
      child(file, env) {
        const child = fork(new URL(file, import.meta.url), {
          env: {
            PATH: process.env.PATH,
            ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
            ...env,
          },
        });
        closers.push(async () => void child.kill());
        return child;
      },
      postgres: await readFacts(admin),
      postgresPid: await readPostmaster(folder),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readPostmaster(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

async function readFacts(sql: Sql): Promise<World['postgres']> {
  const [facts] = await sql<World['postgres'][]>`
    SELECT current_setting('server_version') AS version,
           current_setting('fsync') AS fsync,
           current_setting('synchronous_commit') AS "synchronousCommit"`;
  if (facts?.fsync !== 'on' || facts.synchronousCommit !== 'on') {
    throw new Error('The database under test is not durable: its figures would mean nothing.');
  }
  return facts;
}

/**
 * Does now the work that autovacuum would do soon, perhaps in the middle of a round. All statements use one connection.
 */
export async function vacuum(sql: Sql, tables: string): Promise<void> {
  await sql`SET statement_timeout = 0`;
  await sql`VACUUM (ANALYZE) ${sql.unsafe(tables)}`;
  await sql`CHECKPOINT`;
  await sql`RESET statement_timeout`;
}
