import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { connect, type Sql } from '../db/pool.ts';
import { createMemoryLogger } from '../ground/logger.ts';
import { createActivity, notifyActivity, openActivity, recentMs } from './activity.ts';
import { type Job, startWorker } from './worker.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A worker with one job under a fake clock, and the number of times the job polled. */
function openWorker(job: Partial<Job>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let looks = 0;
  const told = vi.fn();
  const { activity, heard } = createActivity(() => performance.now(), told);
  const run = async () => {
    looks += 1;
    return 0;
  };
  const worker = startWorker(
    [{ name: 'job', idleMs: 200, run, ...job }],
    activity,
    createMemoryLogger([]),
    () => {},
  );
  return {
    activity,
    heard,
    told,
    stop: worker.stop,
    async looksWithin(ms: number): Promise<number> {
      const before = looks;
      await vi.advanceTimersByTimeAsync(ms);
      return looks - before;
    },
  };
}

test('a job looks often while the service is in use, and seldom when nobody uses it', async () => {
  const worker = openWorker({});
  expect(await worker.looksWithin(recentMs)).toBeGreaterThanOrEqual(recentMs / 200 - 1);
  expect(await worker.looksWithin(20_000)).toBeLessThanOrEqual(11);
  worker.activity.note();
  expect(await worker.looksWithin(2_000)).toBeGreaterThanOrEqual(10);
  await worker.stop();
});

test('a job that found work looks again soon, then later and later until it rests as ever', async () => {
  const looks: number[] = [];
  const run = async () => (looks.push(performance.now()) === 1 ? 1 : 0);
  const worker = openWorker({ run });
  await vi.advanceTimersByTimeAsync(1_000);
  await worker.stop();
  const rests = looks.slice(1).map((at, before) => at - (looks[before] as number));
  expect(rests.slice(0, 6)).toEqual([0, 25, 50, 100, 200, 200]);
});

test('a job may rest after work, too', async () => {
  const looks: number[] = [];
  const run = async () => looks.push(performance.now());
  const worker = openWorker({ run, againMs: 300 });
  await vi.advanceTimersByTimeAsync(1_000);
  await worker.stop();
  expect(looks.map((at) => at - (looks[0] as number))).toEqual([0, 300, 600, 900]);
});

test('activity after a quiet time wakes a job at once, from here as from another process', async () => {
  const worker = openWorker({ quietMs: 60_000 });
  for (const wake of [worker.activity.note, worker.heard]) {
    await vi.advanceTimersByTimeAsync(recentMs + 60_000);
    expect(worker.activity.isRecent()).toBe(false);
    wake();
    expect(await worker.looksWithin(1)).toBe(1);
  }
  await worker.stop();
});

test('a job that finds work keeps the others awake, unless it finds some all the time', async () => {
  for (const [isSteady, isRecent] of [
    [false, true],
    [true, false],
  ] as const) {
    const { promise, resolve: find } = Promise.withResolvers<number>();
    const answers = [Promise.resolve(0), promise];
    const worker = openWorker({ isSteady, run: () => answers.shift() ?? Promise.resolve(0) });
    await vi.advanceTimersByTimeAsync(recentMs + 5_000);
    expect(worker.activity.isRecent()).toBe(false);
    find(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(worker.activity.isRecent()).toBe(isRecent);
    await worker.stop();
    vi.useRealTimers();
  }
});

test('other processes are told at once, and then no more often than they need', async () => {
  const worker = openWorker({});
  worker.activity.note();
  expect(worker.told).toHaveBeenCalledTimes(1);
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    worker.activity.note();
  }
  expect(worker.told.mock.calls.length).toBeLessThanOrEqual(5);
  await worker.stop();
});

test('a process hears through the database of what another, or a command, does', async () => {
  const [here, there] = await Promise.all([openActivity(sql), openActivity(sql)]);
  const tellings = [async () => there.note(), () => notifyActivity(sql)];
  let later = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  for (const tell of tellings) {
    later += 2 * recentMs;
    expect(here.isRecent()).toBe(false);
    // Rests before the notice is sent: a notice wakes only those that rest.
    const resting = here.rest(20_000, new AbortController().signal);
    await tell();
    await resting;
    expect(here.isRecent()).toBe(true);
  }
  await Promise.all([here.close(), there.close()]);
});

test('jobs begin one after the other, and one that was stopped before its turn never does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { activity } = createActivity(
    () => performance.now(),
    () => {},
  );
  const begun: string[] = [];
  const jobs = ['first', 'second', 'third'].map((name) => ({
    name,
    idleMs: 60_000,
    run: async () => begun.push(name) * 0,
  }));
  const worker = startWorker(jobs, activity, createMemoryLogger([]), () => {});
  expect(begun).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(10);
  expect(begun).toEqual(['first', 'second']);
  await worker.stop();
  expect(begun).toEqual(['first', 'second']);
});

test('stopping waits for what is under way, but not for a job that may be cut off', async () => {
  const logs: string[] = [];
  const { activity } = createActivity(
    () => performance.now(),
    () => {},
  );
  let fail: (error: Error) => void = () => {};
  let end: (found: number) => void = () => {};
  const long = {
    name: 'long',
    idleMs: 200,
    mayBeCutOff: true,
    run: () => new Promise<number>((_, reject) => (fail = reject)),
  };
  const begun = Promise.withResolvers<void>();
  const run = () => {
    begun.resolve();
    return new Promise<number>((resolve) => (end = resolve));
  };
  const short = { name: 'short', idleMs: 200, run };
  const failed: string[] = [];
  const worker = startWorker([long, short], activity, createMemoryLogger(logs), (job) => failed.push(job));
  await begun.promise;
  let isStopped = false;
  const stopped = worker.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  end(0);
  await stopped;
  fail(new Error('the database is closed'));
  await new Promise((resolve) => setImmediate(resolve));
  expect({ failed, logs }).toEqual({ failed: [], logs: [] });
});
