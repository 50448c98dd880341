import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { connect, isDatabaseUnavailable, type Sql } from './pool.ts';

export interface Database {
  sql: Sql;
  url: string;
  close(): Promise<void>;
}

/** The oldest PostgreSQL whose dialect we use. */
const minVersion = 150_000;
/** How often the embedded PostgreSQL is looked after. */
const watchIntervalMs = 2_000;

/** Opens the configured PostgreSQL, or starts the embedded one, and brings its tables up to date. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  logger: Logger | null,
  /** The server stops the embedded database with itself; a command leaves one it found running. */
  ownership: 'server' | 'command',
): Promise<Database> {
  if (config.databaseUrl !== null) {
    const sql = connect(config.databaseUrl);
    try {
      await prepare(sql);
    } catch (error) {
      await sql.end({ timeout: 1 });
      throw explain(error, config.databaseUrl);
    }
    return { sql, url: config.databaseUrl, close: () => sql.end({ timeout: 5 }) };
  }

  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const sql = connect(embedded.url);
  const stopWatching =
    ownership === 'server' ? keepRunning(sql, config.dataDir, embedded.url, logger) : async () => {};
  const close = async (): Promise<void> => {
    await stopWatching();
    await sql.end({ timeout: 5 });
    if (ownership === 'server' || !embedded.adopted) await embedded.stop();
  };
  try {
    await prepare(sql);
  } catch (error) {
    await close();
    throw error;
  }
  return { sql, url: embedded.url, close };
}

async function prepare(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number; text: string }[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text`;
  if (!row || row.version < minVersion) {
    throw new Error(`DATABASE_URL: PostgreSQL ${row?.text} is too old; version 15 or newer is needed.`);
  }
  await migrate(sql);
}

/** One line that names the variable and hides the password. */
function explain(error: unknown, databaseUrl: string): Error {
  const { host, pathname } = new URL(databaseUrl);
  const { code, message } = error as { code?: string; message: string };
  if (isDatabaseUnavailable(error)) {
    return new Error(`DATABASE_URL: no PostgreSQL answers at ${host} (${code ?? message}).`, {
      cause: error,
    });
  }
  if (code?.startsWith('28') || code === '3D000') {
    return new Error(`DATABASE_URL: PostgreSQL at ${host}${pathname} refuses us: ${message}.`, {
      cause: error,
    });
  }
  return error as Error;
}

/** Starts the embedded PostgreSQL again, at the same port, when it went away under us. */
function keepRunning(sql: Sql, dataDir: string, url: string, logger: Logger | null): () => Promise<void> {
  let stopped = false;
  let round: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      await sql`SELECT 1`;
    } catch (error) {
      if (stopped || !isDatabaseUnavailable(error)) return;
      logger?.warn('the embedded PostgreSQL went away; starting it again');
      await startEmbeddedPostgres({ dataDir, settings: { port: new URL(url).port } }).catch((failure) =>
        logger?.error({ err: failure }, 'the embedded PostgreSQL does not start'),
      );
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
  };
}
