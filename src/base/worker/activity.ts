import type { Sql } from '../db/pool.ts';

/**
 * Whether the service is in use: by a request to any process on the database, or by a job that found work. While
 * it is, jobs look for work often; else seldom. See docs/develop/decisions/0016.
 */
export interface Activity {
  /** Something was done that may make work for a job, here or in another process. */
  note(): void;
  isRecent(): boolean;
  /** Resolves after so long, or when activity ends a quiet time, or when the signal aborts. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
}

/** Activity counts as recent for so long: the jobs it makes work for look in this time as often as they ever do. */
export const recentMs = 10_000;
/** Other processes are told again before it ends for them. */
const tellEveryMs = recentMs / 2;

const channel = 'activity';

/** Joins the processes on a database. Where notices do not arrive (a pooler may drop them), each knows of its own alone. */
export async function openActivity(sql: Sql): Promise<Activity & { close(): Promise<void> }> {
  const { activity, heard } = createActivity(
    () => performance.now(),
    () => void notifyActivity(sql).catch(() => {}),
  );
  // After a lost connection notices may have been missed.
  const subscription = await sql.listen(channel, heard, heard);
  return { ...activity, close: () => subscription.unlisten() };
}

/** For a process that ends before it could tell again. */
export async function notifyActivity(sql: Sql): Promise<void> {
  await sql`SELECT pg_notify(${channel}, '')`;
}

export function createActivity(
  nowMs: () => number,
  /** Tells other processes. */
  tell: () => void,
): {
  activity: Activity;
  /** To be called when another process tells. */
  heard(): void;
} {
  // A start counts: what went on before may have left work.
  let recentUntilMs = nowMs() + recentMs;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const resting = new Set<() => void>();

  function heardAt(atMs: number): void {
    const wasQuiet = atMs >= recentUntilMs;
    recentUntilMs = atMs + recentMs;
    if (wasQuiet) for (const wake of resting) wake();
  }

  const activity: Activity = {
    note() {
      const atMs = nowMs();
      heardAt(atMs);
      if (atMs - toldAtMs < tellEveryMs) return;
      toldAtMs = atMs;
      tell();
    },
    isRecent: () => nowMs() < recentUntilMs,
    rest(ms, signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        resting.add(done);
      });
    },
  };
  return { activity, heard: () => heardAt(nowMs()) };
}
