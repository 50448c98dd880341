import type pg from 'pg';
import { tablesApart, tablesByMerchant } from './citus/spread-tables.ts';
import { type Answer, createConnections, type PoolState, type Reserved } from './driver/connections.ts';
import { createDialler } from './driver/dial.ts';
import { serversOf } from './driver/servers.ts';
import { liftLimits, limitedSessionOptions, sessionOptions, setInTransaction } from './driver/session.ts';
import { parserOf } from './driver/values.ts';
import { isAfterFailure, spoilsConnection, wasNotDone, withTrace } from './errors.ts';
import { createListener, type Subscription } from './listen.ts';
import { createTag, type Db, type Query } from './sql.ts';

export type { Db } from './sql.ts';

/** A connection inside a transaction: what use-cases hand to stores. */
export interface Tx extends Db {
  readonly isTransaction: true;
  /** That of its pool. */
  readonly identity: object;
  /** Runs after the commit, and never without one. */
  afterCommit(work: () => void): void;
}

export interface Sql extends Db {
  /** Runs `work` in its own transaction: commits when it returns, rolls back when it throws. */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  begin<T>(characteristics: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` on a connection of its own, outside a transaction and without time limits. */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Subscribes to a channel. Also notifies each time it begins to listen: earlier notices are unknown. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onListening: () => void,
  ): Promise<Subscription>;
  pool(): PoolState;
  /** The same for the pool and all its transactions: a key for what is kept in memory about one database. */
  readonly identity: object;
  /** Waits up to this many seconds for running work, then closes every connection. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface ConnectOptions {
  max?: number;
  applicationName?: string;
  /** A pooler gives each transaction any of its connections: nothing may rely on the state of an earlier one. */
  isPooled?: boolean;
  /** The server is a Citus coordinator, and the merchants' rows are on its workers. */
  isDistributed?: boolean;
  /** Called with every statement just before it is sent, including BEGIN and COMMIT. */
  onStatement?: (text: string) => void;
}

/** Enough to keep two cores busy through commits; PostgreSQL's own default limit is 100. */
export const defaultPoolSize = 20;
/** A peer that disappeared silently is noticed after this and ten further seconds. */
const keepAliveMs = 10_000;
const liftedLimit = /^\s*SET LOCAL statement_timeout\b/;

export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { isPooled = false, isDistributed = false, max = defaultPoolSize } = options;
  // After a break every connection of the pool may be dead, and each is used once before this is known.
  const maxTries = Math.max(max, defaultPoolSize);
  const servers = serversOf(url);
  const settings = {
    application_name: options.applicationName ?? 'pasarela',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig,
  };
  const connections = createConnections({
    max,
    dialler: createDialler(servers, {
      ...settings,
      ...(!isPooled && { options: limitedSessionOptions }),
      pipeline: true,
    }),
    isPooled,
    onStatement: options.onStatement,
  });
  const listener = isPooled
    ? null
    : createListener(createDialler(servers, { ...settings, options: sessionOptions }));
  const suited = (query: Query): Query =>
    isPooled || (isDistributed && isKeptTooOften(query)) ? { ...query, name: null } : query;
  const command = (on: Reserved, text: string) => on.send({ text, name: null, values: [] });

  /** Resends a statement that certainly was not executed, on another connection. */
  function sendAlone(query: Query, tries = 0): Promise<unknown[]> {
    return connections.send(suited(query)).then(rowsOf, (error) => {
      if (wasNotDone(error) && tries < maxTries) return sendAlone(query, tries + 1);
      throw withTrace(error);
    });
  }

  /**
   * A connection on which a transaction is being opened. Reads travel with BEGIN. Statements that may change something
   * wait for its answer, and so do all behind them: they must never run outside the transaction. Until then nothing is
   * done, so while connections prove dead everything is sent again on another one.
   */
  async function openTransaction(opening: string): Promise<Reserved> {
    let reserved = await connections.reserve();
    let state: 'opening' | 'open' | 'failed' = 'opening';
    let mayGoAlong = true;
    /** Statements issued before the transaction was open and not yet sent. */
    let waiting = 0;
    async function open(): Promise<void> {
      for (let tries = 0; ; tries++) {
        try {
          await command(reserved, opening);
          state = 'open';
          return;
        } catch (error) {
          reserved.release(true);
          state = 'failed';
          if (!spoilsConnection(error) || tries === maxTries) throw error;
          reserved = await connections.reserve();
          state = 'opening';
        }
      }
    }
    const opened = open();
    opened.catch(() => {}); // Each sender gets the error.
    async function sendEarly(query: Query, isPatient?: boolean): Promise<Answer> {
      mayGoAlong &&= state === 'opening' && onlyReads(query);
      const on = reserved;
      const early = mayGoAlong ? on.send(query, isPatient) : null;
      early?.catch(() => {}); // Irrelevant if BEGIN failed.
      waiting += 1;
      await opened;
      waiting -= 1;
      return await (early && on === reserved ? early : reserved.send(query, isPatient));
    }
    return {
      send: (query, isPatient) =>
        state === 'open' && waiting === 0 ? reserved.send(query, isPatient) : sendEarly(query, isPatient),
      release(isSpoilt) {
        if (state === 'open') reserved.release(isSpoilt);
        // The caller did not wait for BEGIN: the connection is discarded.
        else void opened.then(() => reserved.release(true)).catch(() => {});
      },
    };
  }

  async function begin<T>(...given: [(tx: Tx) => Promise<T>] | [string, (tx: Tx) => Promise<T>]): Promise<T> {
    const [characteristics, work] = given.length === 1 ? ['', given[0]] : given;
    const reserved = await openTransaction(
      isPooled ? beginPooled(characteristics) : `BEGIN ${characteristics}`.trim(),
    );
    const afterwards: (() => void)[] = [];
    let isOver = false;
    let isSpoilt = false;
    let isPatient = false;
    let failure: Error | null = null;
    const tag = createTag(async (query) => {
      // A statement that was not awaited comes too late: the connection may serve another caller by now.
      if (isOver) throw new Error('This transaction is over.');
      // A caller that lifts the server's limit also lifts ours.
      isPatient ||= liftedLimit.test(query.text);
      try {
        return rowsOf(await reserved.send(suited(query), isPatient));
      } catch (error) {
        isSpoilt ||= spoilsConnection(error);
        // If several statements were sent at once, those after a failed one get its error.
        if (!isAfterFailure(error)) failure = error as Error;
        throw withTrace(failure ?? (error as Error));
      }
    }, isDistributed);
    try {
      const afterCommit = (then: () => void): void => void afterwards.push(then);
      const result = await work(Object.assign(tag, { isTransaction: true as const, identity, afterCommit }));
      isOver = true;
      const { command: done } = await command(reserved, 'COMMIT');
      // PostgreSQL answers ROLLBACK if a statement failed and the program committed anyway.
      if (done !== 'COMMIT')
        throw new Error('The transaction was not committed: a statement in it had failed.');
      for (const then of afterwards) then();
      return result;
    } catch (error) {
      isOver = true;
      isSpoilt ||= spoilsConnection(error);
      if (!isSpoilt) {
        await command(reserved, 'ROLLBACK').catch(() => {
          isSpoilt = true;
        });
      }
      throw error;
    } finally {
      reserved.release(isSpoilt);
    }
  }

  async function alone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const reserved = await connections.reserve();
    try {
      // A pooler might pass these settings on to another client.
      if (!isPooled) await command(reserved, liftLimits);
      return await work(
        createTag(
          async (query) => rowsOf(await reserved.send({ ...query, name: null }, true)),
          isDistributed,
        ),
      );
    } finally {
      // Its settings are not those of the pool.
      reserved.release(true);
    }
  }

  const identity = {};
  let ended: Promise<unknown> | null = null;
  const end = (timeoutMs: number) => Promise.all([connections.end(timeoutMs), listener?.end()]);

  return Object.assign(
    createTag((query) => sendAlone(query), isDistributed),
    {
      begin,
      alone,
      identity,
      pool: connections.state,
      listen: async (channel: string, onPayload: (payload: string) => void, onListening: () => void) =>
        listener ? await listener.listen(channel, onPayload, onListening) : { unlisten: async () => {} },
      async end({ timeout = 5 } = {}) {
        ended ??= end(timeout * 1000);
        await ended;
      },
    },
  ) as Sql;
}

/** Adds the session's settings, and the isolation that every other connection has by default. */
function beginPooled(characteristics: string): string {
  const isolation = characteristics.includes('ISOLATION') ? '' : 'ISOLATION LEVEL READ COMMITTED ';
  return `BEGIN ${isolation}${characteristics}; ${setInTransaction}`;
}

/**
 * Citus keeps one more plan each time a prepared INSERT is executed where the rows are (13.2: 26 KB for one of seven
 * columns), until the server runs out of memory. INSERTs into tables on the coordinator that Citus knows are therefore
 * not prepared.
 */
function isKeptTooOften({ name, text }: Query): boolean {
  const table = name === null ? undefined : /^\s*INSERT INTO "?(\w+)/.exec(text)?.[1];
  return table !== undefined && !tablesByMerchant.includes(table) && !tablesApart.includes(table);
}

/** One statement that reads rows: a bare SELECT without FROM may call a function that changes something. */
function onlyReads({ name, text }: Query): boolean {
  return name !== null && /^\s*SELECT\s/.test(text) && /\sFROM\s/.test(text);
}

/** The rows of the last statement, if one text had several. */
function rowsOf(answer: Answer | Answer[]): unknown[] {
  return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
}
