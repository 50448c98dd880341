import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { recordEvents } from '../../../test/kit/webhooks/events.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { watchQueues } from './queue-gauges.ts';

let database: TestDatabase;
let sql: Sql;
const registry = new Registry();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
  watchQueues(registry, sql);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function readings(): Promise<number[]> {
  const text = await registry.metrics();
  return [
    'pasarela_webhook_deliveries_due',
    'pasarela_webhook_oldest_due_seconds',
    'pasarela_mails_waiting',
  ].map((name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]));
}

test('nothing waits in an empty database', async () => {
  expect(await readings()).toEqual([0, 0, 0]);
});

test('deliveries count once they are due, and the oldest of them tells how late they are', async () => {
  const [late = '', later = '', done = ''] = await recordEvents(sql, newId(), null, 4);
  await sql`UPDATE deliveries SET due_at = now() - interval '1 hour' WHERE event_id = ${late}`;
  await sql`UPDATE deliveries SET due_at = now() + interval '1 hour' WHERE event_id = ${later}`;
  await sql`
    UPDATE deliveries
       SET status = 'delivered', due_at = now() - interval '2 hours'
     WHERE event_id = ${done}`;
  const [due, oldestSeconds] = await readings();
  expect(due).toBe(2);
  expect(oldestSeconds).toBeGreaterThanOrEqual(3600);
  expect(oldestSeconds).toBeLessThan(3700);
});

test('mails count until they are sent or refused', async () => {
  for (const status of ['collecting', 'queued', 'queued', 'sent', 'rejected']) {
    await sql`
      INSERT INTO mails (merchant_id, id, kind, status, due_at)
      VALUES (${newId()}, ${newId()}, 'test', ${status}, now())`;
  }
  expect((await readings())[2]).toBe(3);
});

test('while the database is away the metrics are served without them', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', { max: 1 });
  const own = new Registry();
  watchQueues(own, away);
  expect(await own.metrics()).toMatch(/^pasarela_mails_waiting nan$/im);
  await away.end();
});
