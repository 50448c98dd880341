import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/db/pool.ts';
import { until } from '../kit/client.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, startServer } from '../kit/processes/child.ts';
import { deliveryStatuses, recordEvents } from '../kit/webhooks/events.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

let database: TestDatabase;
let sql: Sql;
let receiver: Receiver;
let survivor: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await cleanUp();
  await receiver.close();
  await sql.end();
  await database.drop();
});

test('a worker killed in mid-delivery loses nothing and spends no retry; its time runs out and another sends', async () => {
  const env = { DATABASE_URL: database.url, ROLES: 'worker' };
  const first = await startServer(env);
  const held: ServerResponse[] = [];
  receiver.answer((response) => held.push(response));
  const [eventId] = (await recordEvents(sql, first.merchant.merchantId, `${receiver.url}/hook`, 1)) as [
    string,
  ];
  await until(
    async () => held.length,
    (count) => count === 1,
  );
  first.kill('SIGKILL');
  await first.ended;
  const [owned] = await sql<{ until: Date }[]>`SELECT owned_until AS until FROM endpoint_owners`;

  receiver.answer((response) => response.end());
  survivor = await startServer(env);
  const readyAt = new Date();
  await until(
    () => deliveryStatuses(sql, [eventId]),
    (counts) => counts.delivered === 1,
  );
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
  const [delivery] = await sql`
    SELECT failures
      FROM deliveries
     WHERE event_id = ${eventId}`;
  expect(delivery).toEqual({ failures: 0 });
  const [send] = await sql<{ late: number; waited: number }[]>`
    SELECT extract(epoch FROM sent_at - ${owned?.until as Date})::float AS late,
           extract(epoch FROM sent_at - greatest(${owned?.until as Date}::timestamptz, ${readyAt}::timestamptz))::float AS waited
      FROM delivery_attempts
     WHERE event_id = ${eventId}`;
  expect(send?.late).toBeGreaterThan(0);
  // It looks every 0.2 s; the rest is for a machine that is busy.
  expect(send?.waited).toBeLessThan(5);
});

test('three workers send each of 600 deliveries exactly once, and leave nothing behind when they stop', async () => {
  const before = receiver.received.length;
  const env = { DATABASE_URL: database.url, ROLES: 'worker' };
  const [one, two] = await Promise.all([startServer(env), startServer(env)]);
  const urls = Array.from({ length: 6 }, (_, index) =>
    receiver.url.replace('127.0.0.1', `127.0.0.${index + 1}`),
  );
  const ids = await Promise.all(
    urls.map((url) => recordEvents(sql, one.merchant.merchantId, `${url}/hook`, 100)),
  );
  await until(
    () => deliveryStatuses(sql, ids.flat()),
    (counts) => counts.delivered === 600,
  );
  const sent = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
  expect(sent.toSorted()).toEqual(ids.flat().toSorted());
  const workers = [survivor, one, two];
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.ended));
  expect(await sql`SELECT FROM endpoint_owners`).toHaveLength(0);
});
