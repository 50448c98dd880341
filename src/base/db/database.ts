import type { Logger } from '../ground/logger.ts';
import { createWorkers, type Workers } from './citus/workers.ts';
import { askWhoAnswers } from './driver/pooler.ts';
import { describeServers, serversOf } from './driver/servers.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts';
import { isDatabaseUnavailable, reasonOf } from './errors.ts';
import { connect, type Sql } from './pool.ts';
import { createReads, type Reads } from './reads.ts';
import { migrate } from './schema/migrate.ts';

/** The database: an address, or a folder for the embedded one. */
export interface DatabaseConfig {
  databaseUrl: string | null;
  /** A read replica; null: none. */
  databaseReadUrl: string | null;
  dataDir: string;
  /** Maximum number of this process's connections to the database. */
  poolSize: number;
}

export interface Database {
  sql: Sql;
  reads: Reads;
  nodes: Workers;
  url: string;
  /**
   * Migrates the tables and returns the names of the applied migrations. `distributing` also moves the merchants' rows
   * to the Citus workers, and receives the progress.
   */
  migrate(distributing?: (line: string) => void): Promise<string[]>;
  close(): Promise<void>;
}

/** The oldest PostgreSQL whose dialect we use. */
const minVersion = 150_000;
/** How often the embedded PostgreSQL is checked. */
const watchIntervalMs = 2_000;
/** With the process id, it identifies each user of the embedded PostgreSQL. */
const applicationPrefix = 'pasarela-';

/**
 * Opens the database for a command, with its tables migrated. An embedded database that already ran keeps running
 * afterwards.
 */
export async function openDatabase(
  config: DatabaseConfig,
  distributing?: (line: string) => void,
): Promise<Database> {
  const database = await reachDatabase(config, {
    ownership: 'command',
    ...(distributing && { applicationName: `${applicationPrefix}distribute` }),
  });
  try {
    await database.migrate(distributing);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

interface ReachOptions {
  /** The server stops the embedded database when it stops. */
  ownership: 'server' | 'command';
  logger?: Logger;
  /** Called, perhaps more than once, while the database is busy and the caller has time for something else. */
  onWait?: () => void;
  applicationName?: string;
}

/** Connects to the configured PostgreSQL, or starts the embedded one. Does not migrate. */
export async function reachDatabase(config: DatabaseConfig, options: ReachOptions): Promise<Database> {
  return config.databaseUrl === null
    ? await reachEmbedded(config, options)
    : await reachExternal({ ...config, databaseUrl: config.databaseUrl }, options);
}

async function reachEmbedded(
  { dataDir, poolSize: max }: DatabaseConfig,
  { ownership, logger, onWait = () => {} }: ReachOptions,
): Promise<Database> {
  const embedded = await startEmbedded(dataDir, onWait);
  const sql = connect(embedded.url, { max, applicationName: `${applicationPrefix}${process.pid}` });
  const stopWatching =
    ownership === 'server' ? keepRunning(sql, dataDir, embedded, logger ?? null) : async () => embedded;
  return {
    sql,
    reads: createReads(sql, null),
    nodes: createWorkers(sql, null),
    url: embedded.url,
    async migrate() {
      return await prepare(sql).catch((error: Error) => {
        throw new Error(`DATA_DIR: given ${dataDir}: ${error.message}`, { cause: error });
      });
    },
    async close() {
      const running = await stopWatching();
      const shared = await isUsedByOthers(sql);
      await sql.end({ timeout: 5 });
      if (!shared && (ownership === 'server' || !embedded.adopted)) await running.stop();
    },
  };
}

async function reachExternal(
  { databaseUrl: url, databaseReadUrl: readUrl, poolSize: max }: DatabaseConfig & { databaseUrl: string },
  { onWait = () => {}, applicationName }: ReachOptions,
): Promise<Database> {
  try {
    const asking = askWhoAnswers(serversOf(url));
    onWait();
    const answering = await asking;
    const sql = connect(url, { ...answering, max, ...(applicationName && { applicationName }) });
    const reads = createReads(sql, readUrl);
    // A pooler limits the connections, so none may go past it to the workers.
    const nodes = createWorkers(sql, answering.isDistributed && !answering.isPooled ? url : null);
    return {
      sql,
      reads,
      nodes,
      url,
      async migrate(distributing) {
        return await prepare(sql, distributing).catch((error) => {
          throw explain(error, url);
        });
      },
      async close() {
        await Promise.all([reads.end(), nodes.end(), sql.end({ timeout: 5 })]);
      },
    };
  } catch (error) {
    throw explain(error, url);
  }
}

async function startEmbedded(dataDir: string, onWait: () => void): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, onWait });
  } catch (error) {
    // The file system's message names a path, not the variable that it came from.
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    throw new Error(
      `DATA_DIR: given ${dataDir}, expected a folder to write to (${(error as Error).message}).`,
      {
        cause: error,
      },
    );
  }
}

/** Another server or command may use the same data folder: the last one to leave stops the database. */
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
    return false; // The database is down or answers no one: nothing to stop.
  }
}

async function prepare(sql: Sql, distributing?: (line: string) => void): Promise<string[]> {
  const [row] = await sql<{ version: number; text: string }[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text`;
  if (!row || row.version < minVersion) {
    throw new Error(`PostgreSQL ${row?.text} is too old; version 15 or newer is needed.`);
  }
  return await migrate(sql, { distributing });
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
 * Restarts the embedded PostgreSQL on the same port when it disappears. The returned function ends this and returns the
 * instance that runs now.
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
