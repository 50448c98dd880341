import type { Sql } from '../db/pool.ts';

/**
 * Whether the service is in use: by a request to any process on the database, or by a job that found work. While it is,
 * jobs poll often; otherwise seldom. See docs/develop/decisions/0016.
 */
export interface Activity {
  /** Notes an action that may create work for a job, in this process or another. */
  note(): void;
  isRecent(): boolean;
  /** Resolves after this time, when activity ends a quiet time, or when the signal aborts. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * How long activity counts as recent: the jobs that it creates work for poll at their highest rate during this time.
 */
export const recentMs = 10_000;
/** Other processes are notified again before it ends for them. */
const tellEveryMs = recentMs / 2;

const channel = 'activity';

/**
 * Connects the processes on a database. If notices do not arrive (a pooler may drop them), each knows only its own
 * activity.
 */
export async function openActivity(sql: Sql): Promise<Activity & { close(): Promise<void> }> {
  const { activity, heard } = createActivity(
    () => performance.now(),
    () => void notifyActivity(sql).catch(() => {}),
  );
  // After a lost connection notices may have been missed.
  const subscription = await sql.listen(channel, heard, heard);
  return { ...activity, close: () => subscription.unlisten() };
}

/** For a process that ends before it could notify again. */
export async function notifyActivity(sql: Sql): Promise<void> {
  await sql`SELECT pg_notify(${channel}, '')`;
}

export function createActivity(
  nowMs: () => number,
  /** Notifies other processes. */
  tell: () => void,
): {
  activity: Activity;
  /** Call it when another process notifies. */
  heard(): void;
} {
  // A start counts as activity: earlier activity may have left work.
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
