import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { clockFaults, createDatabaseClock } from './database-clock.ts';
import { connect, type Sql } from './pool.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('a clock that is a little off is used as it is, and one further off is not', async () => {
  let wrongMs = 0;
  const clocks = { wallMs: () => Date.now() + wrongMs, steadyMs: () => performance.now() };
  const clock = createDatabaseClock(sql, { warnMs: 30_000 }, clocks);
  wrongMs = 3_600_000;
  expect(clock.offMs()).toBe(0);
  await clock.measure();
  const trueMs = Date.now();
  expect(Math.abs(clock.offMs() - 3_600_000)).toBeLessThan(5_000);
  expect(Math.abs(clock.now().getTime() - trueMs)).toBeLessThan(5_000);
  // A clock that is set while the process runs, in either direction, is noticed at once.
  for (const [ms, isHeld] of [
    [-86_400_000, true],
    [40_000, true],
    [20_000, false],
  ] as const) {
    wrongMs = ms;
    expect(Math.abs(clock.now().getTime() - Date.now()) < 5_000).toBe(isHeld);
  }
});

test('blocks ahead of our time show that it is behind; blocks that are old show nothing', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const bounds = { warnMs: 30_000, stopMs: 300_000 };
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const faults = (offMs: number, ...seconds: number[]) =>
    clockFaults(
      { offMs, now, blocks: seconds.map((ahead, n) => ({ network: `n${n}`, time: at(ahead) })) },
      bounds,
    );
  expect(faults(30_000, 30, -86_400)).toEqual([]);
  expect(faults(-30_001, 31)).toEqual([
    { about: 'clock', offSeconds: -30, isStopping: false },
    { about: 'n0', offSeconds: -31, isStopping: false },
  ]);
  expect(faults(300_001, 301).map(({ isStopping }) => isStopping)).toEqual([true, true]);
});
