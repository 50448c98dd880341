import { connect, type Sql } from '../../../src/base/db/pool.ts';
import { networkById } from '../../../src/chain/chains/networks.ts';
import type { ServedNetwork } from '../../../src/chain/chains/served-network.ts';

/**
 * For a process that kills itself with SIGKILL: just before its n-th write to the database that lasts, just after it,
 * before the n-th call to the outside, or just after the outside answered and before the program sees the answer.
 * COMMIT lasts, and so does a write outside a transaction. A kill at any other statement leaves the same database as
 * the kill before it: a read changes nothing, and an open transaction is rolled back. Prepared while the previous one
 * runs, it starts when it gets its stopping point.
 */

/** Sent when it is ready, and at the end. */
export type ChildReport = { ready: true } | { isDone: true; acts: number };

/** A serialisable network: its row is identified by its id. */
export type SentNetwork = Omit<ServedNetwork, 'network'> & {
  network: { id: string; token: string; chainId: string };
};

/**
 * The stopping point; `calls`: statements do not count, for programs whose writes are the same as those of another that
 * was stopped at each.
 */
export interface StopAt {
  stopAt: number;
  counts?: 'calls';
}

let stopAt = Number.POSITIVE_INFINITY;
let areStatementsCounted = true;
let acts = 0;
let isCounting = false;
let isInTransaction = false;
/** Whether something lasting was written since the last action that counted. */
let isWritten = false;

function act(): void {
  if (!isCounting) return;
  acts += 1;
  isWritten = false;
  if (acts === stopAt) process.kill(process.pid, 'SIGKILL');
}

/** Only actions inside `work` count. */
export async function counting<T>(work: () => Promise<T>): Promise<T> {
  isCounting = true;
  const result = await work();
  isCounting = false;
  return result;
}

/** Every call to the outside counts twice, before and after. */
export function counted<T extends object>(port: T, methods: (keyof T)[]): T {
  const wrapped = { ...port };
  for (const method of methods) {
    const call = port[method] as (...args: unknown[]) => Promise<unknown>;
    wrapped[method] = (async (...args: unknown[]) => {
      act();
      try {
        return await call(...args);
      } finally {
        act();
      }
    }) as T[keyof T];
  }
  return wrapped;
}

export function countedSql(databaseUrl: string): Sql {
  // One connection, so that the order of actions is always the same.
  return connect(databaseUrl, { max: 1, onStatement: statement });
}

function statement(text: string): void {
  if (/^BEGIN\b/.test(text)) isInTransaction = true;
  if (/^(COMMIT|ROLLBACK)$/.test(text)) isInTransaction = false;
  const lasts = text === 'COMMIT' || (!isInTransaction && !/^\s*(SELECT|ROLLBACK)\b/.test(text));
  if (!isCounting || !areStatementsCounted) return;
  if (lasts || isWritten) act();
  isWritten = lasts;
}

/** The task of this process. */
export function readTask<Task>(): Task {
  return JSON.parse(process.env.TASK ?? '');
}

export function writtenNetwork({ network, ...served }: ServedNetwork): SentNetwork {
  const { id, token, chainId } = network;
  return { ...served, network: { id, token, chainId: String(chainId) }, startBlock: null };
}

export function readNetwork({ network, ...served }: SentNetwork): ServedNetwork {
  const row = networkById(network.id);
  if (!row) throw new Error(`there is no network ${network.id}`);
  return { ...served, network: { ...row, token: network.token, chainId: BigInt(network.chainId) } };
}

/** One-time initialisation must be over by now. */
export function awaitStart<Start extends StopAt>(
  run: (start: Start) => Promise<void>,
  close: () => Promise<unknown>,
): void {
  const tell = (told: ChildReport): void => void process.send?.(told);
  process.once('message', async (start: Start) => {
    stopAt = start.stopAt;
    areStatementsCounted = start.counts !== 'calls';
    await run(start);
    tell({ isDone: true, acts });
    process.disconnect();
    await close();
  });
  tell({ ready: true });
}
