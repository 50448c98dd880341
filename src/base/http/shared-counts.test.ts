import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { connect, type Sql } from '../db/pool.ts';
import { createSharedCounts } from './shared-counts.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 8 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const windowStart = new Date('2026-03-01T10:00:00Z');

test('what processes add at the same moment is summed, name by name, and none waits in a circle', async () => {
  const processes = Array.from({ length: 8 }, () => createSharedCounts(sql));
  const names = Array.from({ length: 50 }, (_, n) => `name ${n}`);
  await Promise.all(
    processes.map(async (add, n) => {
      const mine = n % 2 ? names : names.toReversed();
      for (let round = 0; round < 5; round++)
        await add(
          windowStart,
          mine.map((name) => ({ name, count: 1 })),
        );
    }),
  );
  const [add] = processes;
  const added = [
    { name: 'name 7', count: 2 },
    { name: 'another', count: 3 },
    { name: 'name 0', count: 0 },
  ];
  expect(await add?.(windowStart, added)).toEqual([42, 3, 40]);
});

test('a window begins with nothing, and those long over are forgotten', async () => {
  const add = createSharedCounts(sql);
  await add(windowStart, [{ name: 'kept', count: 5 }]);
  const later = new Date(windowStart.getTime() + 120_000);
  expect(await add(later, [{ name: 'kept', count: 1 }])).toEqual([1]);
  await expect
    .poll(() => sql`SELECT DISTINCT window_start AS at FROM request_counts`)
    .toEqual([{ at: later }]);
});

test('nothing that was counted can be read', async () => {
  await createSharedCounts(sql)(windowStart, [{ name: 'refused:203.0.113.7', count: 1 }]);
  const rows = await sql`SELECT name_digest::text AS digest FROM request_counts`;
  expect(JSON.stringify(rows)).not.toContain('203.0.113.7');
});
