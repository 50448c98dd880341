import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { claimDue, type Leased } from '../../src/base/db/leases.ts';
import { connect } from '../../src/base/db/pool.ts';
import { replayEvents } from '../../src/events/webhooks/replays/replay-events.ts';
import { findReplay } from '../../src/events/webhooks/replays/replay-store.ts';
import { replayJob, stepReplay } from '../../src/events/webhooks/replays/step-replays.ts';
import { type Answer, type Credentials, call, keyHeaders, until } from '../kit/client.ts';
import { lockWaits } from '../kit/lock-waits.ts';
import { addMerchant } from '../kit/merchants.ts';
import { passTriggers } from '../kit/pass-triggers.ts';
import { createTestDatabase } from '../kit/postgres.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { deliveryStatuses, recordEvents } from '../kit/webhooks/events.ts';
import { startReceiver } from '../kit/webhooks/receiver.ts';

/** A server without a worker: the tests run every step themselves. */
let server: TestServer;
let merchant: Credentials;

beforeAll(async () => {
  server = await startTestServer({ ROLES: 'api' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  merchant = await addMerchant(server);
});

const failed = { delivery_status: 'undeliverable' };

async function ask(body: object, by: Credentials = merchant): Promise<Answer> {
  return await call(server, 'POST', '/api/events/replays', keyHeaders(by), body);
}

async function start(body: object): Promise<string> {
  const answer = await ask(body);
  expect(answer.httpStatus).toBe(200);
  return answer.body.data.replay.id;
}

async function progress(replayId: string, by: Credentials = merchant): Promise<Answer> {
  return await call(server, 'GET', `/api/events/replays/${replayId}`, keyHeaders(by));
}

async function cancel(replayId: string, by: Credentials = merchant): Promise<Answer> {
  return await call(server, 'POST', `/api/events/replays/${replayId}/cancel`, keyHeaders(by));
}

/** Events whose deliveries were given up. */
async function failedEvents(count: number): Promise<string[]> {
  const ids = await recordEvents(server.sql, merchant.merchantId, 'http://127.0.0.1:9/hook', count);
  await server.sql`
    UPDATE deliveries
       SET status = 'undeliverable', failures = 4, due_at = now() - interval '1 day'
     WHERE event_id = ANY (${ids}::uuid[])`;
  return ids;
}

async function makeDue(): Promise<void> {
  await server.sql`UPDATE replays SET due_at = now(), lease_until = NULL WHERE status = 'running'`;
}

async function claimOne(): Promise<Leased> {
  await makeDue();
  const leased = await claimDue(server.sql, 'replays', 10, 30);
  const lease = leased.find((entry) => entry.merchantId === merchant.merchantId);
  if (!lease) throw new Error('the replay cannot be claimed');
  return lease;
}

async function step(): Promise<void> {
  await stepReplay(server.sql, await claimOne());
}

async function pendingOf(ids: string[]): Promise<string[]> {
  const rows = await server.sql<{ id: string }[]>`
    SELECT event_id AS id
      FROM deliveries
     WHERE event_id = ANY (${ids}::uuid[])
       AND status = 'pending'
       AND failures = 0
       AND due_at > now() - interval '1 minute'
     ORDER BY event_id`;
  return rows.map((row) => row.id);
}

describe('a preview', () => {
  test('counts what the filter finds and sends nothing', async () => {
    const ids = await failedEvents(3);
    await recordEvents(server.sql, merchant.merchantId, null, 2);
    const { httpStatus, body } = await ask({ ...failed, dry_run: true });
    expect(httpStatus).toBe(200);
    expect(body.data).toEqual({ count: 3, replay: null });
    expect((await ask({ status: 'approved', dry_run: true })).body.data.count).toBe(5);
    expect((await ask({ created_to: '2020-01-01', dry_run: true })).body.data.count).toBe(0);
    expect(await deliveryStatuses(server.sql, ids)).toEqual({ undeliverable: 3 });
    const [row] = await server.sql`SELECT FROM replays WHERE merchant_id = ${merchant.merchantId}`;
    expect(row).toBeUndefined();
  });

  test('that has become wrong stops the replay it was made for', async () => {
    await failedEvents(2);
    const refused = await ask({ ...failed, expected_count: 1 });
    expect(refused.httpStatus).toBe(409);
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('finds 2 events, not 1'),
      data: { error: 'replay_count_changed' },
    });
    expect((await ask({ ...failed, expected_count: 2 })).httpStatus).toBe(200);
  });
});

describe('a replay', () => {
  test('puts back a second’s worth in each step, in the order of the events, until all are done', async () => {
    const ids = await failedEvents(5);
    const { body } = await ask({ ...failed, per_second: 2 });
    const { replay } = body.data;
    expect(replay).toEqual({
      id: expect.any(String),
      status: 'running',
      filter: failed,
      per_second: 2,
      total: 5,
      done: 0,
      created_at: expect.any(String),
    });
    const [began] = await server.sql<{ at: Date }[]>`SELECT now() AS at`;
    await step();
    expect(await pendingOf(ids)).toEqual(ids.slice(0, 2));
    expect((await progress(replay.id)).body.data).toEqual({ ...replay, done: 2 });
    // Not earlier: the pause between two steps keeps the rate.
    const [early] = await server.sql`
      SELECT FROM replays WHERE id = ${replay.id} AND due_at < ${began?.at as Date} + interval '1 second'`;
    expect(early).toBeUndefined();
    await step();
    await step();
    expect(await pendingOf(ids)).toEqual(ids);
    expect((await progress(replay.id)).body.data).toEqual({ ...replay, status: 'finished', done: 5 });
  });

  test('leaves alone what another filter would have found, and what came after it was made', async () => {
    const ids = await failedEvents(2);
    const delivered = await recordEvents(server.sql, merchant.merchantId, null, 2);
    await server.sql`UPDATE deliveries SET status = 'delivered' WHERE event_id = ANY (${delivered}::uuid[])`;
    const id = await start(failed);
    const later = await failedEvents(2);
    await step();
    expect(await pendingOf([...ids, ...delivered, ...later])).toEqual(ids);
    expect((await progress(id)).body.data).toMatchObject({ status: 'finished', total: 2, done: 2 });
  });

  test('does not come back to an event that fails again behind it', async () => {
    const ids = await failedEvents(3);
    const id = await start({ ...failed, per_second: 2 });
    await step();
    await server.sql`
      UPDATE deliveries SET status = 'undeliverable' WHERE event_id = ANY (${ids.slice(0, 2)}::uuid[])`;
    await step();
    expect(await deliveryStatuses(server.sql, ids)).toEqual({ undeliverable: 2, pending: 1 });
    expect((await progress(id)).body.data).toMatchObject({ status: 'finished', done: 3 });
  });

  test('leaves a delivery to the send that is due or under way', async () => {
    const [sending = '', waiting = ''] = await recordEvents(server.sql, merchant.merchantId, null, 2);
    await server.sql`UPDATE deliveries SET failures = 1 WHERE event_id = ${sending}`;
    await server.sql`
      UPDATE deliveries SET failures = 1, due_at = now() + interval '1 hour' WHERE event_id = ${waiting}`;
    const version = async () =>
      (await server.sql`SELECT xmin::text, failures FROM deliveries WHERE event_id = ${sending}`)[0];
    const before = await version();
    const id = await start({ delivery_status: 'pending' });
    await step();
    expect(await version()).toEqual(before);
    expect(before?.failures).toBe(1);
    const [row] = await server.sql`
      SELECT failures, due_at <= now() AS due FROM deliveries WHERE event_id = ${waiting}`;
    expect(row).toEqual({ failures: 0, due: true });
    expect((await progress(id)).body.data).toMatchObject({ status: 'finished', done: 1 });
  });

  test('is worked off once by several workers at the same time', async () => {
    const ids = await failedEvents(30);
    const id = await start({ ...failed, per_second: 4 });
    const workers = Array.from({ length: 3 }, () => replayJob(server.sql));
    const { body } = await until(
      async () => {
        await makeDue();
        await Promise.all(workers.map((worker) => worker.run()));
        return await progress(id);
      },
      (answer) => answer.body.data.status === 'finished',
    );
    expect(body.data.done).toBe(30);
    expect(await pendingOf(ids)).toEqual(ids);
  });

  test('stops where it is when it is canceled, and can be canceled again', async () => {
    const ids = await failedEvents(4);
    const id = await start({ ...failed, per_second: 1 });
    await step();
    const lease = await claimOne();
    expect((await cancel(id)).body.data).toMatchObject({ status: 'canceled', done: 1 });
    await stepReplay(server.sql, lease);
    expect(await pendingOf(ids)).toEqual(ids.slice(0, 1));
    expect((await cancel(id)).httpStatus).toBe(200);
  });

  test('that has finished cannot be canceled', async () => {
    const id = await start(failed);
    await step();
    const { httpStatus, body } = await cancel(id);
    expect(httpStatus).toBe(409);
    expect(body.data.error).toBe('replay_finished');
  });

  test('runs alone: a second one is refused until the first is over, also when both come at once', async () => {
    await failedEvents(2);
    const answers = await Promise.all([ask(failed), ask(failed), ask(failed)]);
    const started = answers.filter(({ httpStatus }) => httpStatus === 200);
    const refused = answers.filter(({ httpStatus }) => httpStatus !== 200);
    expect(started).toHaveLength(1);
    const id: string = started[0]?.body.data.replay.id;
    expect(refused.map(({ httpStatus, body }) => [httpStatus, body.data.error])).toEqual([
      [409, 'replay_running'],
      [409, 'replay_running'],
    ]);
    expect(refused[0]?.body.message).toContain(id);
    await cancel(id);
    expect((await ask(failed)).httpStatus).toBe(200);
  });

  test.each<[string, object, string]>([
    ['without any filter', {}, 'body'],
    ['with nothing but how', { per_second: 5 }, 'body'],
    ['by a misspelt filter', { ...failed, created_form: '2026-01-01' }, 'created_form'],
    ['by an unknown status', { delivery_status: 'lost' }, 'delivery_status'],
    ['faster than allowed', { ...failed, per_second: 501 }, 'per_second'],
    ['at no rate', { ...failed, per_second: 0 }, 'per_second'],
    ['with a text for a truth', { ...failed, dry_run: 'yes' }, 'dry_run'],
    ['with an unreadable date', { created_from: 'yesterday' }, 'created_from'],
  ])('%s is refused', async (_, body, field) => {
    const answer = await ask(body);
    expect(answer.httpStatus).toBe(422);
    expect(answer.body.data.fields).toEqual([{ field, message: expect.any(String) }]);
  });

  test('of more events than one may have is refused', async () => {
    await server.sql.begin(async (tx) => {
      // Much faster without checking each delivery's event.
      await passTriggers(tx);
      await tx`
      WITH event AS (
        INSERT INTO events (merchant_id, id, subject, subject_id, status, body, created_at)
        SELECT ${merchant.merchantId}, ('01890000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
               'charge', gen_random_uuid(), 'approved', '{}', now()
          FROM generate_series(1, 100001) AS number
        RETURNING id
      )
      INSERT INTO deliveries (merchant_id, event_id, status, endpoint, due_at)
      SELECT ${merchant.merchantId}, id, 'undeliverable', 1, now()
        FROM event`;
    });
    // PostgreSQL does this by itself within a minute: until then its plans are for a handful of rows.
    await server.sql`ANALYZE events, deliveries`;
    const { httpStatus, body } = await ask({ ...failed, dry_run: true });
    expect(httpStatus).toBe(422);
    expect(body.data.error).toBe('replay_too_large');
    expect(body.message).toContain('100000');
  });

  test('is nothing that another merchant can see, count, touch or be held up by', async () => {
    const ids = await failedEvents(3);
    const id = await start(failed);
    const other = await addMerchant(server);
    expect((await ask({ ...failed, dry_run: true }, other)).body.data.count).toBe(0);
    expect((await progress(id, other)).httpStatus).toBe(404);
    expect((await cancel(id, other)).httpStatus).toBe(404);
    const own = await ask(failed, other);
    expect(own.body.data.replay).toMatchObject({ total: 0 });
    await cancel(id);
    await makeDue();
    await replayJob(server.sql).run();
    expect((await progress(own.body.data.replay.id, other)).body.data).toMatchObject({
      status: 'finished',
      done: 0,
    });
    expect(await deliveryStatuses(server.sql, ids)).toEqual({ undeliverable: 3 });
  });
});

test('a replay that dies in the middle of a step has not taken the step, and goes on where it was', async () => {
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 2 });
  const doomed = connect(database.url, { max: 1, applicationName: 'doomed' });
  const merchantId = newId();
  const claim = async () => {
    await sql`UPDATE replays SET due_at = now(), lease_until = NULL`;
    const [lease] = await claimDue(sql, 'replays', 1, 30);
    return lease as Leased;
  };
  const pending = async () => (await deliveryStatuses(sql, ids)).pending;
  const ids = await recordEvents(sql, merchantId, null, 4);
  try {
    await sql`UPDATE deliveries SET status = 'undeliverable'`;
    const { id } = await replayEvents(sql, merchantId, {
      fields: { delivery_status: 'undeliverable' },
      filter: { deliveryStatus: 'undeliverable' },
      perSecond: 2,
      expectedCount: null,
    });
    await stepReplay(sql, await claim());
    const lease = await claim();
    await sql.begin(async (tx) => {
      // The step gets as far as this row, and no further.
      await tx`
        SELECT 1 FROM deliveries WHERE merchant_id = ${merchantId} AND event_id = ${ids[3] ?? ''} FOR UPDATE`;
      const cutOff = expect(stepReplay(doomed, lease)).rejects.toThrow();
      await until(
        () => lockWaits(sql),
        (waiting) => waiting === 1,
      );
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doomed'`;
      await cutOff;
    });
    expect(await pending()).toBe(2);
    expect(await findReplay(sql, merchantId, id)).toMatchObject({ status: 'running', done: 2 });
    await stepReplay(sql, await claim());
    expect(await pending()).toBe(4);
    // A worker that only seemed dead comes back: another one holds its lease by now.
    await sql`UPDATE deliveries SET status = 'undeliverable'`;
    await stepReplay(sql, lease);
    expect(await pending()).toBeUndefined();
    await stepReplay(sql, await claim());
    expect(await findReplay(sql, merchantId, id)).toMatchObject({ status: 'finished', done: 4 });
    expect(await pending()).toBeUndefined();
  } finally {
    // No goodbye message is sent on a closed connection.
    await Promise.all([doomed.end({ timeout: 0 }), sql.end()]);
    await database.drop();
  }
});

test('with a worker every event of a replay arrives exactly once more', async () => {
  const working = await startTestServer({ WEBHOOK_RETRY_DELAYS: '0.01,0.01,0.01' });
  const receiver = await startReceiver();
  try {
    receiver.answer((response) => response.writeHead(500).end());
    const ids = await recordEvents(working.sql, working.merchant.merchantId, receiver.url, 10);
    await until(
      () => deliveryStatuses(working.sql, ids),
      (counts) => counts.undeliverable === 10,
    );
    receiver.answer((response) => response.end());
    const before = receiver.received.length;
    const { body } = await call(working, 'POST', '/api/events/replays', keyHeaders(working.merchant), {
      ...failed,
      expected_count: 10,
      per_second: 6,
    });
    await until(
      () => call(working, 'GET', `/api/events/replays/${body.data.replay.id}`, keyHeaders(working.merchant)),
      (answer) => answer.body.data.status === 'finished' && answer.body.data.done === 10,
    );
    await until(
      () => deliveryStatuses(working.sql, ids),
      (counts) => counts.delivered === 10,
    );
    const again = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(again.toSorted()).toEqual(ids);
  } finally {
    await receiver.close();
    await working.stop();
  }
});
