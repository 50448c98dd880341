import pg from 'pg';
import { driverError, spoilsConnection, wasNotDone } from './errors.ts';
import { createListener, type Subscription } from './listen.ts';
import { createTag, type Db, type Query } from './sql.ts';
import { parserOf } from './values.ts';

export type { Db } from './sql.ts';

/** A connection inside a transaction: what use-cases hand to stores. */
export interface Tx extends Db {
  readonly isTransaction: true;
  /** Done when it is committed, and never where it is not. */
  afterCommit(work: () => void): void;
}

export interface Sql extends Db {
  /** Runs `work` in a transaction of its own: all it did is committed when it is done, or nothing where it throws. */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  begin<T>(characteristics: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Told of what is announced on a channel, and each time when it begins to listen: what came before is not known. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onListening: () => void,
  ): Promise<Subscription>;
  /** Waits for what is under way, so many seconds, then closes every connection. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface ConnectOptions {
  max?: number;
  applicationName?: string;
  /** A pooler hands each transaction to any of its connections: nothing may rely on what was said before it. */
  isPooled?: boolean;
  /** Told of every statement just before it is sent, BEGIN and COMMIT too. */
  onStatement?: (text: string) => void;
}

/** Enough for two cores to stay busy through commits; PostgreSQL's own default limit is 100. */
const poolSize = 20;
/** For a connection, be it a new one or one that others use: past that the caller hears that we are busy. */
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 60_000;
/** A peer that is gone without a word is noticed after this and ten further seconds. */
const keepAliveMs = 10_000;
const limits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};
/** After a break every connection of the pool may be dead, and each is tried before it is known. */
const maxTries = poolSize;
const setLimits = Object.entries(limits)
  .map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
  .join('; ');

/**
 * The connections of this process. A connection that broke is never used again: its client fails whatever is asked
 * of it from then on, so a transaction that lost it cannot go on inside another's.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { isPooled = false, onStatement } = options;
  const settings = {
    connectionString: url,
    application_name: options.applicationName ?? 'pasarela',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig,
  };
  const pool = new pg.Pool({
    ...settings,
    // A pooler does not pass these on.
    ...(!isPooled && limits),
    max: options.max ?? poolSize,
    idleTimeoutMillis: idleTimeoutMs,
    pipeline: true,
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // It tells each query under way, and the pool drops the client: there is nobody else to tell.
    client.on('error', () => {});
  });
  pool.on('remove', (client) => clients.delete(client));
  pool.on('error', () => {});
  const listener = isPooled ? null : createListener(settings);

  /** One promise a statement: in the driver's own way there are three. */
  async function ask(client: pg.PoolClient, { text, name, values }: Query): Promise<pg.QueryResult> {
    onStatement?.(text);
    const sent = name === null || isPooled ? { text, values } : { text, values, name };
    try {
      return await new Promise((resolve, reject) => {
        client.query(sent, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      throw driverError(error);
    }
  }

  function command(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
    return ask(client, { text, name: null, values: [] });
  }

  async function take(): Promise<pg.PoolClient> {
    try {
      return await new Promise((resolve, reject) => {
        pool.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    } catch (error) {
      throw driverError(error);
    }
  }

  /** A statement that surely was not carried out is sent once more, on another connection. */
  async function sendAlone(query: Query): Promise<unknown[]> {
    for (let tries = 0; ; tries++) {
      const client = await take();
      try {
        const result = await ask(client, query);
        client.release();
        return rowsOf(result);
      } catch (error) {
        client.release(spoilsConnection(error));
        if (!wasNotDone(error) || tries === maxTries) throw error;
      }
    }
  }

  /** A connection with an open transaction. BEGIN changes nothing, so it may be lost as often as there are dead connections. */
  async function takeBegun(opening: string): Promise<pg.PoolClient> {
    for (let tries = 0; ; tries++) {
      const client = await take();
      try {
        await command(client, opening);
        return client;
      } catch (error) {
        client.release(true);
        if (!spoilsConnection(error) || tries === maxTries) throw error;
      }
    }
  }

  async function begin<T>(...given: [(tx: Tx) => Promise<T>] | [string, (tx: Tx) => Promise<T>]): Promise<T> {
    const [characteristics, work] = given.length === 1 ? ['', given[0]] : given;
    const opening = `BEGIN ${characteristics}`.trim();
    const client = await takeBegun(isPooled ? `${opening}; ${setLimits}` : opening);
    const afterwards: (() => void)[] = [];
    let isOver = false;
    let isSpoilt = false;
    const tag = createTag(async (query) => {
      // Whoever was not waited for comes too late: the connection may be somebody else's by now.
      if (isOver) throw new Error('This transaction is over.');
      try {
        return rowsOf(await ask(client, query));
      } catch (error) {
        isSpoilt ||= spoilsConnection(error);
        throw error;
      }
    });
    try {
      const afterCommit = (then: () => void): void => void afterwards.push(then);
      const result = await work(Object.assign(tag, { isTransaction: true as const, afterCommit }));
      isOver = true;
      const { command: done } = await command(client, 'COMMIT');
      // What PostgreSQL answers when a statement failed and the program went on regardless.
      if (done !== 'COMMIT')
        throw new Error('The transaction was not committed: a statement in it had failed.');
      for (const then of afterwards) then();
      return result;
    } catch (error) {
      isOver = true;
      isSpoilt ||= spoilsConnection(error);
      if (!isSpoilt) {
        await command(client, 'ROLLBACK').catch(() => {
          isSpoilt = true;
        });
      }
      throw error;
    } finally {
      client.release(isSpoilt);
    }
  }

  let ended: Promise<void> | null = null;
  async function end(timeout: number): Promise<void> {
    const force = setTimeout(() => {
      for (const client of clients) client.connection.stream.destroy();
    }, timeout * 1000);
    await Promise.all([pool.end(), listener?.end()]);
    clearTimeout(force);
  }

  return Object.assign(createTag(sendAlone), {
    begin,
    listen: async (channel: string, onPayload: (payload: string) => void, onListening: () => void) =>
      listener ? await listener.listen(channel, onPayload, onListening) : { unlisten: async () => {} },
    end: ({ timeout = 5 } = {}) => (ended ??= end(timeout)),
  }) as Sql;
}

/** The rows of the last statement, where one text had several. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
}
