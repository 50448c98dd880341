import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/db/pool.ts';
import { aheadOf, windowMs } from '../../src/http/limits.ts';
import { call, keyHeaders, pay, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { type Pooler, startPgBouncer } from '../kit/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, newCharge, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';
import { expectWhole, startTrading } from './trader.ts';

/** Three processes that answer and two that work, on one PostgreSQL behind a pooler in transaction mode. */

/** More than pay with one card at the same moment in what follows. */
const refusalsPerCard = 20;
const tries = 40;

let database: TestDatabase;
let pooler: Pooler;
let receiver: Receiver;
let sql: Sql;
let apis: RunningServer[];
let workers: RunningServer[];

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
  receiver = await startReceiver();
  sql = connect(database.url, { max: 2 });
  const env = {
    DATABASE_URL: pooler.url,
    DEMO_WEBHOOK_URL: receiver.url,
    RATE_LIMITS: 'on',
    LIMIT_PER_MERCHANT: '1000000',
    LIMIT_REFUSALS_PER_CARD: String(refusalsPerCard),
  };
  const start = (ROLES: string) => startServer({ ...env, ROLES });
  const all = await Promise.all(['api', 'api', 'api', 'worker,watcher', 'worker,watcher'].map(start));
  apis = all.slice(0, 3);
  workers = all.slice(3);
});
afterAll(async () => {
  await cleanUp();
  await receiver.close();
  await sql.end();
  await pooler.stop();
  await database.drop();
});

/** The processes in turn, as a balancer has it. */
const apiFor = (n: number): RunningServer => apis[n % apis.length] as RunningServer;

test.concurrent('a merchant gets no more from three processes than its limit and what each may be ahead', async () => {
  const limit = 200;
  const merchant = await addMerchant({ sql }, { requestsPerTenSeconds: limit });
  const windowOf = () => Math.floor(Date.now() / windowMs);
  const first = windowOf();
  const answers = await Promise.all(
    Array.from({ length: 3 * limit }, (_, n) =>
      call(apiFor(n), 'POST', '/api/auth/token', keyHeaders(merchant)),
    ),
  );
  const windows = windowOf() - first + 1;
  const statuses = answers.map(({ httpStatus }) => httpStatus);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
  const taken = statuses.filter((status) => status === 200).length;
  expect(taken).toBeGreaterThanOrEqual(limit);
  expect(taken).toBeLessThanOrEqual(windows * (limit + apis.length * aheadOf(limit)));
});

test.concurrent('of many tries with one card at three processes no more reach the acquirer than the limit says', async () => {
  const references = await Promise.all(Array.from({ length: tries }, (_, n) => newCharge(apiFor(n))));
  const answers = await Promise.all(
    references.map((reference, n) => pay(apiFor(n), reference, '4000000000000002')),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(tries - refusalsPerCard);
  expect(await sql`SELECT FROM attempts WHERE charge_id = ANY(${references})`).toHaveLength(refusalsPerCard);
});

test.concurrent('a merchant that is disabled is refused by every process, though no announcement passes the pooler', async () => {
  const merchant = await addMerchant({ sql });
  const ask = () =>
    Promise.all(apis.map((api) => call(api, 'POST', '/api/auth/token', keyHeaders(merchant))));
  const statuses = async () => (await ask()).map(({ httpStatus }) => httpStatus);
  expect(await statuses()).toEqual([200, 200, 200]);
  await sql`UPDATE merchants SET enabled = false WHERE id = ${merchant.merchantId}`;
  await until(statuses, (seen) => seen.every((status) => status === 403));
});

test('one of each is killed under load: nothing is lost, and every payment is told', async () => {
  const [killedApi, ...others] = apis as [RunningServer, ...RunningServer[]];
  const [killedWorker, worker] = workers as [RunningServer, RunningServer];
  let alive = apis;
  const trading = startTrading(() => alive, killedApi.merchant, 9);
  await trading.more(40);
  expect(await Promise.all([killedApi, killedWorker].map((each) => stop(each, 'SIGKILL')))).toEqual([
    'SIGKILL',
    'SIGKILL',
  ]);
  alive = others;
  await trading.more(40);
  await trading.stop();

  expect([...trading.trades.statuses.keys()]).toEqual([200]);
  await expectWhole(sql, trading.trades);
  const approved = await sql<{ id: string }[]>`SELECT id FROM charges WHERE status = 'approved'`;
  const told = () =>
    new Set(
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .filter(({ transactionStatus }) => transactionStatus === 'approved')
        .map(({ transactionId }) => transactionId),
    );
  await until(
    async () => approved.filter(({ id }) => !told().has(id)),
    (untold) => untold.length === 0,
  );
  expect(await Promise.all([...others, worker].map((each) => stop(each)))).toEqual([0, 0, 0]);
});
