import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { aheadOf, windowMs } from '../../src/base/http/limits.ts';
import { call, getToken, keyHeaders, pay, sampleCharge, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { type Pooler, startPgBouncer } from '../kit/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, newCharge, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';
import { expectWhole, startTrading } from './trader.ts';

/** Three API processes and two workers, on one PostgreSQL behind a pooler in transaction mode. */

/** More than the concurrent payments with one card below. */
const refusalsPerCard = 20;
const tries = 40;

let database: TestDatabase;
let pooler: Pooler;
let receiver: Receiver;
/** Collects the traces of all processes. */
let collector: Receiver;
let sql: Sql;
let apis: RunningServer[];
let workers: RunningServer[];

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
  receiver = await startReceiver();
  collector = await startReceiver();
  sql = connect(database.url, { max: 2 });
  const env = {
    DATABASE_URL: pooler.url,
    DEMO_WEBHOOK_URL: receiver.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'info',
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
  await collector.close();
  await sql.end();
  await pooler.stop();
  await database.drop();
});

/** The processes in turn, like a load balancer. */
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

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** The process that made the span. */
  instance: string;
}

/** Parses OTLP as JSON. */
function spansOf(body: string): Span[] {
  return JSON.parse(body).resourceSpans.flatMap(
    ({
      resource,
      scopeSpans,
    }: {
      resource: { attributes: Attribute[] };
      scopeSpans: { spans: Span[] }[];
    }) => {
      const instance = resource.attributes.find(({ key }) => key === 'service.instance.id')?.value
        .stringValue;
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, instance })));
    },
  );
}
interface Attribute {
  key: string;
  value: { stringValue?: string };
}

test.concurrent('one payment is one trace over three processes, from the request to the webhook, with a line for each step', async () => {
  const traceId = randomBytes(16).toString('hex');
  const callerId = randomBytes(8).toString('hex');
  const [maker, payer] = apis as [RunningServer, RunningServer];
  const token = await getToken(maker, maker.merchant);
  const headers = {
    ...token,
    traceparent: `00-${traceId}-${callerId}-01`,
    'x-request-id': `made-${callerId}`,
  };
  const made = await call(maker, 'POST', '/api/transactions/charges', headers, sampleCharge);
  const { reference } = made.body.data;
  await pay(payer, reference, '4242424242424242');

  const names = ['POST /api/transactions/charges', 'authorize', 'charge approved', 'webhook'];
  const spans = await until(
    async () =>
      collector.received.flatMap(({ body }) => spansOf(body)).filter((span) => span.traceId === traceId),
    (found) => names.every((name) => found.some((span) => span.name === name)),
  );
  const byName = new Map(spans.map((span) => [span.name, span]));
  const [request, authorize, approved, webhook] = names.map((name) => byName.get(name) as Span);
  expect(request?.parentSpanId).toBe(callerId);
  expect([authorize, approved, webhook].map((span) => span?.parentSpanId)).toEqual(
    Array.from({ length: 3 }, () => request?.spanId),
  );
  expect(authorize?.instance).toBe(approved?.instance);
  expect(new Set([request, authorize, webhook].map((span) => span?.instance)).size).toBe(3);
  const hook = receiver.received.find(({ body }) => body.includes(reference));
  expect(hook?.headers.traceparent).toBe(`00-${traceId}-${webhook?.spanId}-01`);
  // Spans contain the destination and the outcome, and nothing about the customer.
  expect(JSON.stringify(spans)).not.toMatch(/customer|ana@|4242/i);

  const logged = (server: RunningServer) =>
    server
      .stdout()
      .split('\n')
      .filter((line) => line.includes(reference) && line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, string>);
  const lines = await until(
    async () => [maker, payer, ...workers].flatMap(logged),
    (found) => found.length >= 4,
  );
  expect(lines.map(({ msg }) => msg)).toEqual([
    'charge created',
    'attempt started',
    'charge approved',
    'webhook delivered',
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ level: 30, merchant: maker.merchant.merchantId, traceId });
  expect(lines[0]).toMatchObject({ charge: reference, reqId: `made-${callerId}` });
  expect(lines[1]?.reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines[2]?.reqId).toBe(lines[1]?.reqId);
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
