import type { Logger } from '../ground/logger.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isDatabaseUnavailable, reasonOf } from './errors.ts';
import { migrate } from './migrate.ts';
import { connect, type Sql } from './pool.ts';
import { askWhoAnswers } from './pooler.ts';
import { createReads, type Reads } from './reads.ts';
import { describeServers, serversOf } from './servers.ts';

/** Where the database is: an address, or a folder for the embedded one. */
export interface DatabaseConfig {
  databaseUrl: string | null;
  /** A replica of it; null: there is none. */
  databaseReadUrl: string | null;
  dataDir: string;
}

export interface Database {
  sql: Sql;
  reads: Reads;
  url: string;
  close(): Promise<void>;
}

/** The oldest PostgreSQL whose dialect we use. */
const minVersion = 150_000;
/** How often the embedded PostgreSQL is looked after. */
const watchIntervalMs = 2_000;
/** With the process id, it tells users of the embedded PostgreSQL apart. */
const applicationPrefix = 'pasarela-';

/** Opens the configured PostgreSQL, or starts the embedded one, and brings its tables up to date. */
export async function openDatabase(
  config: DatabaseConfig,
  logger: Logger | null,
  /** The server stops the embedded database with itself; a command leaves one it found running. */
  ownership: 'server' | 'command',
  /** Called, perhaps more than once, when the database is at work and the caller has time for something else. */
  onWait: () => void = () => {},
  /** Moves the rows of merchants to the nodes of Citus, and tells how far it is. */
  distributing?: (line: string) => void,
): Promise<Database> {
  if (config.databaseUrl !== null) {
    return await openExternal(config.databaseUrl, config.databaseReadUrl, onWait, distributing);
  }

  const embedded = await startEmbedded(config.dataDir, onWait);
  const sql = connect(embedded.url, { applicationName: `${applicationPrefix}${process.pid}` });
  const stopWatching =
    ownership === 'server' ? keepRunning(sql, config.dataDir, embedded, logger) : async () => embedded;
  const close = async (): Promise<void> => {
    const running = await stopWatching();
    const shared = await isUsedByOthers(sql);
    await sql.end({ timeout: 5 });
    if (!shared && (ownership === 'server' || !embedded.adopted)) await running.stop();
  };
  try {
    await prepare(sql);
  } catch (error) {
    await close();
    throw new Error(`DATA_DIR: given ${config.dataDir}: ${(error as Error).message}`, { cause: error });
  }
  return { sql, reads: createReads(sql, null), url: embedded.url, close };
}

async function openExternal(
  url: string,
  readUrl: string | null,
  onWait: () => void,
  distributing?: (line: string) => void,
): Promise<Database> {
  let sql: Sql | null = null;
  try {
    const asking = askWhoAnswers(serversOf(url));
    onWait();
    sql = connect(url, {
      ...(await asking),
      ...(distributing && { applicationName: `${applicationPrefix}distribute` }),
    });
    await prepare(sql, distributing);
    const reads = createReads(sql, readUrl);
    const close = async (): Promise<void> => {
      await Promise.all([reads.end(), (sql as Sql).end({ timeout: 5 })]);
    };
    return { sql, reads, url, close };
  } catch (error) {
    await sql?.end({ timeout: 1 });
    throw explain(error, url);
  }
}

async function startEmbedded(dataDir: string, onWait: () => void): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, onWait });
  } catch (error) {
    // What the file system says names a path, and not the variable it came from.
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    throw new Error(
      `DATA_DIR: given ${dataDir}, expected a folder to write to (${(error as Error).message}).`,
      {
        cause: error,
      },
    );
  }
}

/** Another server, or a command, on the same data folder: whoever leaves last stops the database. */
async function isUsedByOthers(sql: Sql): Promise<boolean> {
  try {
    const [row] = await sql<{ used: boolean }[]>`
      SELECT EXISTS (
        SELECT
          FROM pg_stat_activity
         WHERE application_name LIKE ${`${applicationPrefix}%`}
           AND application_name <> current_setting('application_name')
      ) AS used`;
    return row?.used ?? false;
  } catch {
    return false; // It is away: there is nothing to stop, or it does not answer anybody.
  }
}

async function prepare(sql: Sql, distributing?: (line: string) => void): Promise<void> {
  const [row] = await sql<{ version: number; text: string }[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text`;
  if (!row || row.version < minVersion) {
    throw new Error(`PostgreSQL ${row?.text} is too old; version 15 or newer is needed.`);
  }
  await migrate(sql, { distributing });
}

/** One line that names the variable and hides the password. */
function explain(error: unknown, databaseUrl: string): Error {
  const servers = serversOf(databaseUrl);
  const hosts = describeServers(servers);
  const { message } = error as Error;
  const text = isDatabaseUnavailable(error)
    ? `no PostgreSQL answers at ${hosts} (${reasonOf(error)}).`
    : `PostgreSQL at ${hosts}${new URL(servers.urls[0] as string).pathname}: ${message}`;
  return new Error(`DATABASE_URL: ${text}`, { cause: error });
}

/**
 * Starts the embedded PostgreSQL again, at the same port, when it went away under us. The answer
 * ends that, and tells which one runs now.
 */
function keepRunning(
  sql: Sql,
  dataDir: string,
  first: EmbeddedPostgres,
  logger: Logger | null,
): () => Promise<EmbeddedPostgres> {
  const { port } = new URL(first.url);
  let running = first;
  let stopped = false;
  let round: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      await sql`SELECT 1`;
    } catch (error) {
      if (stopped || !isDatabaseUnavailable(error)) return;
      logger?.warn('the embedded PostgreSQL went away; starting it again');
      try {
        running = await startEmbeddedPostgres({ dataDir, settings: { port } });
      } catch (failure) {
        logger?.error({ err: failure }, 'the embedded PostgreSQL does not start');
      }
    }
  };
  const timer = setInterval(() => {
    round = round.then(() => (stopped ? undefined : look()));
  }, watchIntervalMs);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await round;
    return running;
  };
}
