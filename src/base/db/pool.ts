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
  /** Done when it is committed, and never where it is not. */
  afterCommit(work: () => void): void;
}

export interface Sql extends Db {
  /** Runs `work` in a transaction of its own: all it did is committed when it is done, or nothing where it throws. */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  begin<T>(characteristics: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` on a connection that it has to itself, outside a transaction and without the limits on time. */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Told of what is announced on a channel, and each time when it begins to listen: what came before is not known. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onListening: () => void,
  ): Promise<Subscription>;
  pool(): PoolState;
  /** Waits for what is under way, so many seconds, then closes every connection. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface ConnectOptions {
  max?: number;
  applicationName?: string;
  /** A pooler hands each transaction to any of its connections: nothing may rely on what was said before it. */
  isPooled?: boolean;
  /** It is the coordinator of Citus, and the rows of merchants are on its nodes. */
  isDistributed?: boolean;
  /** Told of every statement just before it is sent, BEGIN and COMMIT too. */
  onStatement?: (text: string) => void;
}

/** Enough for two cores to stay busy through commits; PostgreSQL's own default limit is 100. */
export const defaultPoolSize = 20;
/** A peer that is gone without a word is noticed after this and ten further seconds. */
const keepAliveMs = 10_000;
const liftedLimit = /^\s*SET LOCAL statement_timeout\b/;

export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { isPooled = false, isDistributed = false, max = defaultPoolSize } = options;
  // After a break every connection of the pool may be dead, and each is tried before it is known.
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

  /** A statement that surely was not carried out is sent again, on another connection. */
  function sendAlone(query: Query, tries = 0): Promise<unknown[]> {
    return connections.send(suited(query)).then(rowsOf, (error) => {
      if (wasNotDone(error) && tries < maxTries) return sendAlone(query, tries + 1);
      throw withTrace(error);
    });
  }

  /**
   * A connection on which a transaction is being opened. What only reads travels with BEGIN; what may change something waits until
   * that is answered, and so does all behind it: it must never be carried out by itself. So nothing is done until then, and
   * for as long as there are dead connections all is sent again on another.
   */
  async function openTransaction(opening: string): Promise<Reserved> {
    let reserved = await connections.reserve();
    let state: 'opening' | 'open' | 'failed' = 'opening';
    let mayGoAlong = true;
    /** Sent before it was open, and not yet on their way. */
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
    opened.catch(() => {}); // Whoever sends something is told of it.
    async function sendEarly(query: Query, isPatient?: boolean): Promise<Answer> {
      mayGoAlong &&= state === 'opening' && onlyReads(query);
      const on = reserved;
      const early = mayGoAlong ? on.send(query, isPatient) : null;
      early?.catch(() => {}); // Of no account where BEGIN failed.
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
        // Nobody waited for BEGIN: what comes of it is thrown away.
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
      // Whoever was not waited for comes too late: the connection may be somebody else's by now.
      if (isOver) throw new Error('This transaction is over.');
      // Whoever lifts the server's limit means ours too.
      isPatient ||= liftedLimit.test(query.text);
      try {
        return rowsOf(await reserved.send(suited(query), isPatient));
      } catch (error) {
        isSpoilt ||= spoilsConnection(error);
        // Of several that were sent at once those behind one that failed are told why that one did.
        if (!isAfterFailure(error)) failure = error as Error;
        throw withTrace(failure ?? (error as Error));
      }
    }, isDistributed);
    try {
      const afterCommit = (then: () => void): void => void afterwards.push(then);
      const result = await work(Object.assign(tag, { isTransaction: true as const, afterCommit }));
      isOver = true;
      const { command: done } = await command(reserved, 'COMMIT');
      // What PostgreSQL answers when a statement failed and the program went on regardless.
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
      // A pooler might give what is set here to somebody else.
      if (!isPooled) await command(reserved, liftLimits);
      return await work(
        createTag(
          async (query) => rowsOf(await reserved.send({ ...query, name: null }, true)),
          isDistributed,
        ),
      );
    } finally {
      // It is not as the others expect it.
      reserved.release(true);
    }
  }

  let ended: Promise<unknown> | null = null;
  const end = (timeoutMs: number) => Promise.all([connections.end(timeoutMs), listener?.end()]);

  return Object.assign(
    createTag((query) => sendAlone(query), isDistributed),
    {
      begin,
      alone,
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

/** With the session's settings, and the isolation that every other connection has by default. */
function beginPooled(characteristics: string): string {
  const isolation = characteristics.includes('ISOLATION') ? '' : 'ISOLATION LEVEL READ COMMITTED ';
  return `BEGIN ${isolation}${characteristics}; ${setInTransaction}`;
}

/**
 * Citus keeps one plan more each time that a kept INSERT is carried out where the rows are (13.2: 26 KB for one of seven columns), until
 * the server has no memory left. So those into tables on the coordinator that it knows of are not kept.
 */
function isKeptTooOften({ name, text }: Query): boolean {
  const table = name === null ? undefined : /^\s*INSERT INTO "?(\w+)/.exec(text)?.[1];
  return table !== undefined && !tablesByMerchant.includes(table) && !tablesApart.includes(table);
}

/** One statement, and of rows: what stands alone after SELECT may do something. */
function onlyReads({ name, text }: Query): boolean {
  return name !== null && /^\s*SELECT\s/.test(text) && /\sFROM\s/.test(text);
}

/** The rows of the last statement, where one text had several. */
function rowsOf(answer: Answer | Answer[]): unknown[] {
  return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
}
