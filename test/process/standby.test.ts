import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../../src/db/errors.ts';
import { connect } from '../../src/db/pool.ts';
import { call, until } from '../kit/client.ts';
import {
  cleanUp,
  newCharge,
  type RunningServer,
  startServer,
  stop,
  untilReady,
} from '../kit/processes/child.ts';
import { type Pair, promote, startPair, urlOfPair } from '../kit/processes/standby.ts';
import { expectWhole, newTrades, trade } from './trader.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
});
afterAll(async () => {
  await cleanUp();
  await pair.close();
});

test('of two servers the one that takes writes is found, in whatever order they stand', async () => {
  const { primary, standby } = pair;
  const sql = connect(`postgres://pasarela@${standby.host},${primary.host}/postgres`, { max: 2 });
  expect(await sql`SELECT pg_is_in_recovery() AS "isStandby"`).toEqual([{ isStandby: false }]);
  const heard: string[] = [];
  await sql.listen(
    'told',
    (payload) => heard.push(payload),
    () => {},
  );
  await sql`SELECT pg_notify('told', 'here')`;
  await expect.poll(() => heard).toEqual(['here']);
  await sql.end();
});

test('a commit that nobody waited out is not taken for done, though PostgreSQL says so', async () => {
  const goOn = await pair.standby.freeze();
  const sql = connect(pair.primary.url, { max: 1, applicationName: 'in doubt' });
  try {
    const making = sql`CREATE TABLE in_doubt (n int)`.catch((error) => error);
    await until(
      () => pair.primary.sql`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'in doubt' AND wait_event = 'SyncRep'`,
      (canceled) => canceled.length === 1,
    );
    expect(isDatabaseUnavailable(await making)).toBe(true);
  } finally {
    goOn();
    await sql.end();
  }
});

test('a server that refuses to be changed counts as away, and its connection is not used again', async () => {
  const sql = connect(pair.standby.url, { max: 1 });
  const pid = async () => (await sql`SELECT pg_backend_pid() AS pid`)[0].pid;
  const before = await pid();
  expect(await pid()).toBe(before);
  const failure = await sql`CREATE TABLE never (n int)`.catch((error) => error);
  expect(failure).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(await pid()).not.toBe(before);
  await sql.end();
});

test('the primary is killed under load and the standby promoted: nothing acknowledged is lost, and all go on by themselves', async () => {
  const env = { DATABASE_URL: urlOfPair(pair) };
  const servers: RunningServer[] = await Promise.all([startServer(env), startServer(env)]);
  const [one] = servers as [RunningServer];
  const trades = newTrades();
  let isOver = false;
  const urls = servers.map(({ url }) => url);
  const trading = Array.from({ length: 8 }, () =>
    trade(
      () => urls,
      one.merchant,
      trades,
      () => isOver,
    ),
  );
  await until(
    async () => trades.approved.size,
    (approved) => approved >= 40,
  );

  await pair.primary.kill();
  await until(
    () => call(one, 'GET', '/health/ready').then(({ httpStatus }) => httpStatus),
    (status) => status === 503,
  );
  await promote(pair.standby);
  const before = trades.approved.size;
  await until(
    async () => trades.approved.size - before,
    (approved) => approved >= 40,
  );
  isOver = true;
  await Promise.all(trading);
  await Promise.all(servers.map(untilReady));

  expect([...trades.statuses.keys()].sort()).toEqual([200, 503]);
  await expectWhole(pair.standby.sql, trades);
  expect(await newCharge(one)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await Promise.all(servers.map((server) => stop(server)))).toEqual([0, 0]);
});
