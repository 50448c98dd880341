import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { allAlarms } from '../../accounts/alarms/alarms.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import type { Rate, RateFault } from '../../chain/rates/combine.ts';
import { createRateAlarm } from './rate-alarm.ts';

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

test('sources that are down or apart ring once, with why each does not count, until there is a rate again', async () => {
  const good: Rate = { priceScaled: 100_000_000n, at: new Date(), sources: ['a'], without: [] };
  const bad: RateFault = { fault: 'rate_disputed', message: '', causes: ['a: 1.02 is too far'] };
  const deps = { sql, logger: { error: () => {}, info: () => {} }, alertEmail: 'ops@company.example' };
  const ringing = async () => (await allAlarms(sql)).map(({ network, code }) => `${code} ${network}`);
  const alarm = createRateAlarm(deps as never);
  await alarm.tell('USDT', good);
  expect(await ringing()).toEqual([]);
  await alarm.tell('USDT', bad);
  await alarm.tell('USDT', bad);
  expect(await ringing()).toEqual(['rates_failing USDT']);
  const mails = await sql<{ body: string }[]>`SELECT body FROM mails`;
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain('a: 1.02 is too far');
  // Another process finds that it is over.
  await createRateAlarm(deps as never)
    .job(new Map([['USDT', { whole: async () => good }]]))
    .run();
  expect(await ringing()).toEqual([]);
});

test('a source that misses two looks in a row rings, though the others agree, until it counts again', async () => {
  const good: Rate = {
    priceScaled: 100_000_000n,
    at: new Date(),
    sources: ['a', 'b', 'c'],
    without: [],
  };
  const less: Rate = { ...good, sources: ['a', 'b'], without: ['c: answered HTTP 503'] };
  const deps = { sql, logger: { error: () => {}, info: () => {} }, alertEmail: 'ops@company.example' };
  const ringing = async () => (await allAlarms(sql)).map(({ network, code }) => `${code} ${network}`);
  let rate = less;
  const job = createRateAlarm(deps as never).job(new Map([['USDT', { whole: async () => rate }]]));
  await job.run();
  expect(await ringing()).toEqual([]);
  await job.run();
  await job.run();
  expect(await ringing()).toEqual(['rate_source_away USDT']);
  const mails = await sql<
    { body: string }[]
  >`SELECT body FROM mails WHERE body LIKE '%c: answered HTTP 503%'`;
  expect(mails).toHaveLength(1);
  rate = good;
  await job.run();
  expect(await ringing()).toEqual([]);
});
