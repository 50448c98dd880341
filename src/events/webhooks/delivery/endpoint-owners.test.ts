import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { createOwnEndpoints } from './endpoint-owners.ts';
import { nameProcess } from './owner-process.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
});
beforeEach(() => sql`TRUNCATE endpoint_owners`);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
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

describe.runIf(process.platform === 'linux')('of an owner on the same machine', () => {
  test('that was killed the endpoints are free at once, all of them', async () => {
    const { child, name } = await startProcess();
    const dead = createOwnEndpoints(sql, name);
    await dead.keep([1n, 2n]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await createOwnEndpoints(sql).keep([1n])).toEqual(new Set([1n]));
    expect(await sql`SELECT endpoint FROM endpoint_owners`).toEqual([{ endpoint: 1n }]);
  });

  test('whose number another process has by now, too', async () => {
    const { name } = await startProcess();
    const earlier = name.replace(/\d+$/, (startedAt) => String(Number(startedAt) - 1));
    await createOwnEndpoints(sql, earlier).keep([1n]);
    expect(await createOwnEndpoints(sql).keep([1n])).toEqual(new Set([1n]));
  });

  test('that stands still they stay its own: it may go on', async () => {
    const { child, name } = await startProcess();
    await createOwnEndpoints(sql, name).keep([1n]);
    child.kill('SIGSTOP');
    expect(await createOwnEndpoints(sql).keep([1n])).toEqual(new Set());
  });
});

test.each([
  ['on another machine', (name: string) => name.replace(/^[^/]+/, 'another-start')],
  ['in another container', (name: string) => name.replace(/pid:\[\d+\]/, 'pid:[1]')],
  ['that cannot be told', () => null],
])('an owner %s keeps what it has, for nobody can see that it is dead', async (_, elsewhere) => {
  const { child, name } = await startProcess();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await createOwnEndpoints(sql, elsewhere(name)).keep([1n]);
  expect(await createOwnEndpoints(sql).keep([1n])).toEqual(new Set());
});

const children: ChildProcess[] = [];

/** A separate idle process, and its name. */
async function startProcess(): Promise<{ child: ChildProcess; name: string }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(child);
  await once(child, 'spawn');
  return { child, name: nameProcess(child.pid as number) ?? '' };
}
