import type pg from 'pg';
import { driverError, spoilsConnection } from '../errors.ts';
import type { Query } from '../sql.ts';
import type { Dialler } from './dial.ts';
import { type Columns, columnsOf, KnownStatement } from './known-statement.ts';
import { setBeforeStatement } from './session.ts';
import { StatementWithSettings } from './statement-with-settings.ts';

/**
 * The connections of one pool. A single statement goes to an idle connection or a new one. If the pool is full, it is
 * pipelined on the connection with the fewest statements: the server then finds its next statement waiting, and neither
 * side wakes up for each (64 callers on 10 connections: 1.3 × the statements at 0.6 × the CPU of one statement at a
 * time on each). A transaction has a connection to itself.
 *
 * A broken connection is never used again: its client fails every later query.
 */
export interface Connections {
  send(query: Query): Promise<Answer>;
  /** Takes a connection for a transaction; the caller releases it. */
  reserve(): Promise<Reserved>;
  state(): PoolState;
  /** Waits up to this long for running statements, then closes. */
  end(timeoutMs: number): Promise<void>;
}

/** How busy a pool is, and how long callers have waited for a connection since it opened. */
export interface PoolState {
  max: number;
  open: number;
  /** Connections with a transaction or with running statements. */
  busy: number;
  /** Callers without a connection yet. */
  waiting: number;
  waits: number;
  waitedMs: number;
}

export interface Reserved {
  /** Gives up after the time limit; `isPatient`: waits without one. */
  send(query: Query, isPatient?: boolean): Promise<Answer>;
  /** A spoilt connection is closed, not reused. */
  release(isSpoilt: boolean): void;
}

interface Connection {
  client: pg.Client;
  /** Columns of the statements that it has prepared and answered, by statement name. */
  columns: Map<string, Columns>;
  isReserved: boolean;
  /** Statements sent and not yet answered. */
  inFlight: number;
  /** The last statement sent. */
  last: Query | null;
  lastUsedMs: number;
  /** Without an answer by then the connection is given up. */
  overdueAtMs: number;
  /** The wait for a commit was cut short: possibly no standby has it. */
  isInDoubt: boolean;
}

export interface Answer {
  rows: unknown[];
  /** The command tag of a statement that was not prepared. */
  command?: string;
}
type Done = (error: Error | null, answer: Answer) => void;

interface Waiter {
  forTransaction: boolean;
  give(connection: Connection): void;
  fail(error: Error): void;
  deadline: NodeJS.Timeout;
}

export interface ConnectionsOptions {
  max: number;
  dialler: Dialler;
  /** A pooler is in between: each transaction may use another session. */
  isPooled: boolean;
  /** Called with every statement just before it is sent. */
  onStatement: ((text: string) => void) | undefined;
}

/**
 * The wait for a free connection. Longer than a request waits for its answer, so that a burst is worked off and no
 * request in it is refused early.
 */
const freeTimeoutMs = 30_000;
/** More pipelined statements would only wait longer. */
const maxInFlight = 100;
/**
 * The wait for an answer. The server ends a statement earlier, unless the connection is cut. A commit has no limit on
 * the server: it may wait for ever for a standby that is gone or was promoted.
 */
const answerTimeoutMs = 20_000;
const never = Number.POSITIVE_INFINITY;
const idleTimeoutMs = 60_000;
const sweepMs = 5_000;
/**
 * The routine that PostgreSQL names when it warns that the wait for a synchronous standby was cancelled. It then
 * reports the commit as successful.
 */
const unreplicatedRoutine = 'SyncRepWaitForLSN';

export function createConnections({ max, dialler, isPooled, onStatement }: ConnectionsOptions): Connections {
  // Older PgBouncers mix up answers when a client pipelines statements.
  const isShared = !isPooled;
  const connections = new Set<Connection>();
  const waiting: Waiter[] = [];
  let opening = 0;
  let waits = 0;
  let waitedMs = 0;
  let isEnding = false;
  let onAllIdle: () => void = () => {};

  const sweep = setInterval(() => {
    const nowMs = Date.now();
    for (const connection of connections) {
      if (isIdle(connection) && connection.lastUsedMs < nowMs - idleTimeoutMs) drop(connection);
      if (connection.overdueAtMs < nowMs) giveUp(connection);
    }
  }, sweepMs).unref();

  /** The connection with the fewest statements, if it is idle or the pool is full. */
  function choose(isFull: boolean): Connection | null {
    let best: Connection | null = null;
    for (const connection of connections) {
      if (connection.isReserved) continue;
      if (best === null || connection.inFlight < best.inFlight) best = connection;
    }
    if (best === null || best.inFlight === 0) return best;
    return isFull && isShared && best.inFlight < maxInFlight ? best : null;
  }

  const isFull = () => connections.size + opening >= max;

  /** Marks the connection as used at once, so that the next caller does not take it for idle. */
  function use(connection: Connection, forTransaction: boolean): Connection {
    if (forTransaction) connection.isReserved = true;
    else connection.inFlight += 1;
    return connection;
  }

  function take(forTransaction: boolean): Connection | Promise<Connection> {
    if (isEnding) throw driverError(new Error('the pool was closed'));
    const chosen = waiting.length === 0 ? choose(isFull()) : null;
    if (chosen) return use(chosen, forTransaction);
    waits += 1;
    const sinceMs = performance.now();
    const countWait = (): void => {
      waitedMs += performance.now() - sinceMs;
    };
    return new Promise((resolve, reject) => {
      const give: Waiter['give'] = (connection) => {
        countWait();
        resolve(connection);
      };
      const fail: Waiter['fail'] = (error) => {
        countWait();
        reject(error);
      };
      const deadline = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        fail(driverError(new Error(`no connection was free within ${freeTimeoutMs / 1000} s`)));
      }, freeTimeoutMs);
      const waiter: Waiter = { forTransaction, give, fail, deadline };
      waiting.push(waiter);
      openForWaiting();
    });
  }

  function openForWaiting(): void {
    while (opening < waiting.length && !isFull() && !isEnding) void open();
  }

  async function open(): Promise<void> {
    opening += 1;
    try {
      const connection = adopt(await dialler.dial());
      opening -= 1;
      serveWaiting(isFull());
      if (isEnding) drop(connection);
    } catch (error) {
      opening -= 1;
      // The server may refuse further connections: then the open ones must serve all callers.
      serveWaiting(true);
      nextWaiter()?.fail(error as Error);
      openForWaiting();
    }
  }

  function adopt(client: pg.Client): Connection {
    const connection: Connection = {
      client,
      columns: new Map(),
      isReserved: false,
      inFlight: 0,
      last: null,
      lastUsedMs: Date.now(),
      overdueAtMs: never,
      isInDoubt: false,
    };
    // The driver fails each running statement itself; no one else waits on this connection.
    client.on('error', () => connections.delete(connection));
    client.on('end', () => {
      connections.delete(connection);
      openForWaiting();
    });
    client.on('notice', ({ routine }) => {
      connection.isInDoubt ||= routine === unreplicatedRoutine;
    });
    connections.add(connection);
    return connection;
  }

  function nextWaiter(): Waiter | undefined {
    const waiter = waiting.shift();
    clearTimeout(waiter?.deadline);
    return waiter;
  }

  function serveWaiting(mayShare: boolean): void {
    while (waiting.length > 0) {
      const connection = choose(mayShare);
      if (!connection) return;
      const { forTransaction, give } = nextWaiter() as Waiter;
      give(use(connection, forTransaction));
    }
  }

  /** Takes a callback: one more promise per statement would cost a tenth of the statement's total cost. */
  function ask(connection: Connection, query: Query, done: Done, isAlone = false): void {
    const { text, name, values } = query;
    const { client, columns } = connection;
    onStatement?.(text);
    connection.last = query;
    connection.lastUsedMs = Date.now();
    holdTogether(client);
    const onAnswer: Done = (error, answer) => {
      if (error) done(driverError(error, connection.last === query), answer);
      else if (connection.isInDoubt) done(driverError(new Error('no standby confirmed the commit')), answer);
      else done(null, answer);
    };
    const known = name === null ? undefined : columns.get(name);
    if (isPooled && isAlone) sendSettled(client, query, onAnswer);
    else if (name === null) client.query({ text, values }, onAnswer);
    else if (known) client.query(new KnownStatement(name, values, known, onAnswer));
    else
      client.query({ text, values, name }, (error: Error | null, answer) => {
        if (!error) columns.set(name, columnsOf(answer.fields));
        onAnswer(error, answer);
      });
  }

  /** Called after each use: serves the waiting callers. */
  function settle(connection: Connection, isSpoilt: boolean): void {
    if (isSpoilt) drop(connection);
    serveWaiting(isFull());
    if (isEnding && [...connections].every(isIdle)) onAllIdle();
  }

  function drop(connection: Connection): void {
    if (connections.delete(connection)) void connection.client.end();
  }

  /** Fails all waiting callers with a lost connection, and makes the next dial start at another server. */
  function giveUp(connection: Connection): void {
    connections.delete(connection);
    dialler.lookElsewhere();
    connection.client.connection.stream.destroy(new Error(`no answer within ${answerTimeoutMs / 1000} s`));
  }

  return {
    send(query) {
      return new Promise((resolve, reject) => {
        const run = (connection: Connection): void => {
          connection.overdueAtMs = Math.min(connection.overdueAtMs, Date.now() + answerTimeoutMs);
          const onAnswer: Done = (error, answer) => {
            connection.inFlight -= 1;
            connection.overdueAtMs = connection.inFlight === 0 ? never : Date.now() + answerTimeoutMs;
            settle(connection, error !== null && spoilsConnection(error));
            if (error) reject(error);
            else resolve(answer);
          };
          ask(connection, query, onAnswer, true);
        };
        const taken = take(false);
        if (taken instanceof Promise) taken.then(run).catch(reject);
        else run(taken);
      });
    },
    async reserve() {
      const connection = await take(true);
      let before: Promise<unknown> = Promise.resolve();
      const sendNow: Reserved['send'] = (query, isPatient = false) =>
        new Promise((resolve, reject) => {
          const overdueAt = () => (isPatient ? never : Date.now() + answerTimeoutMs);
          connection.inFlight += 1;
          connection.overdueAtMs = overdueAt();
          ask(connection, query, (error, answer) => {
            connection.inFlight -= 1;
            connection.overdueAtMs = connection.inFlight === 0 ? never : overdueAt();
            if (error) reject(error);
            else resolve(answer);
          });
        });
      return {
        send(query, isPatient) {
          if (isShared) return sendNow(query, isPatient);
          const sent = before.then(() => sendNow(query, isPatient));
          before = sent.catch(() => {});
          return sent;
        },
        release(isSpoilt) {
          connection.isReserved = false;
          settle(connection, isSpoilt);
        },
      };
    },
    state() {
      const open = [...connections];
      const busy = open.filter((connection) => !isIdle(connection)).length;
      return { max, open: open.length, busy, waiting: waiting.length, waits, waitedMs };
    },
    async end(timeoutMs) {
      isEnding = true;
      clearInterval(sweep);
      for (;;) {
        const waiter = nextWaiter();
        if (!waiter) break;
        waiter.fail(driverError(new Error('the pool was closed')));
      }
      const open = [...connections];
      if (!open.every(isIdle)) {
        await new Promise<void>((resolve) => {
          const force = setTimeout(resolve, timeoutMs);
          onAllIdle = () => {
            clearTimeout(force);
            resolve();
          };
        });
      }
      await Promise.all(open.map(close));
    },
  };
}

/**
 * A text without values may hold several statements, which only the simple protocol accepts; it also runs them as one
 * transaction.
 */
function sendSettled(client: pg.Client, { text, values }: Query, done: Done): void {
  if (values.length > 0) client.query(new StatementWithSettings(text, values, done) as never);
  else client.query({ text: `${setBeforeStatement}; ${text}` }, done as never);
}

/**
 * Statements sent on a connection within one turn of the event loop share one write: a write costs more than a
 * statement does here.
 */
function holdTogether({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function isIdle({ inFlight, isReserved }: Connection): boolean {
  return inFlight === 0 && !isReserved;
}

/** Closes gracefully if nothing is under way, otherwise by force. */
async function close(connection: Connection): Promise<void> {
  const { client } = connection;
  const ended = client.end();
  if (!isIdle(connection)) client.connection.stream.destroy();
  await ended;
}
