import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/kit/postgres.ts';
import { connect, type Sql } from '../db/pool.ts';
import { createOwnEndpoints } from './endpoint-owners.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
});
beforeEach(() => sql`TRUNCATE endpoint_owners`);
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('an endpoint belongs to one worker at a time', async () => {
  const [one, other] = [createOwnEndpoints(sql), createOwnEndpoints(sql)];
  expect(await one.keep([1n, 2n])).toEqual(new Set([1n, 2n]));
  expect(await other.keep([1n, 2n, 3n])).toEqual(new Set([3n]));
  expect(await one.keep([1n, 2n, 3n])).toEqual(new Set([1n, 2n]));
});

test('of many workers that want it in the same moment one gets it', async () => {
  const workers = Array.from({ length: 8 }, () => createOwnEndpoints(sql));
  const endpoints = Array.from({ length: 20 }, (_, at) => BigInt(at));
  const got = await Promise.all(
    workers.map((worker, at) => worker.keep(at % 2 === 0 ? endpoints : endpoints.toReversed())),
  );
  const all = got.flatMap((owned) => [...owned]);
  expect(all.toSorted((a, b) => Number(a - b))).toEqual(endpoints);
});

test('one whose time has run out goes to whoever comes next, and is not its own any more', async () => {
  const [dead, next] = [createOwnEndpoints(sql), createOwnEndpoints(sql)];
  await dead.keep([1n]);
  await sql`UPDATE endpoint_owners SET owned_until = now() - interval '1 second'`;
  expect(await next.keep([1n])).toEqual(new Set([1n]));
  await expect.poll(() => dead.keep([1n])).toEqual(new Set());
});

test('what is released is free at once', async () => {
  const [one, other] = [createOwnEndpoints(sql), createOwnEndpoints(sql)];
  await one.keep([1n]);
  await other.keep([2n]);
  await one.release();
  expect(await other.keep([1n, 2n])).toEqual(new Set([1n, 2n]));
});
