import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateMerchant } from '../../src/accounts/merchants/store.ts';
import {
  type Answer,
  type Credentials,
  call,
  createCharge,
  getToken,
  keyHeaders,
  pay,
  until,
} from '../kit/client.ts';
import { readDescription } from '../kit/description.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { stopTime } from '../kit/stopped-time.ts';
import { recordEvents } from '../kit/webhooks/events.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_DELAYS: '0.02,0.02,0.02' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await updateMerchant(server.sql, server.merchant.merchantId, { webhookUrl: null });
  await receiver.close();
});

async function get(path: string, merchant: Credentials = server.merchant): Promise<Answer> {
  return await call(server, 'GET', path, keyHeaders(merchant));
}

async function post(path: string, body?: unknown, merchant: Credentials = server.merchant): Promise<Answer> {
  return await call(server, 'POST', path, keyHeaders(merchant), body);
}

async function redeliver(eventId: string, merchant?: Credentials): Promise<Answer> {
  return await post(`/api/events/${eventId}/redeliver`, undefined, merchant);
}

/** The event's data once its delivery has this status and this many attempts. */
async function eventWhen(eventId: string, status: string, attempts: number) {
  const { body } = await until(
    () => get(`/api/events/${eventId}`),
    ({ body: { data } }) => data.delivery.status === status && data.attempts.length === attempts,
  );
  return body.data;
}

async function oneEvent(url: string | null = `${receiver.url}/hook`): Promise<string> {
  const [id] = await recordEvents(server.sql, server.merchant.merchantId, url, 1);
  return id as string;
}

async function setDelivery(eventId: string, columns: object): Promise<void> {
  await server.sql`UPDATE deliveries SET ${server.sql.set(columns)} WHERE event_id = ${eventId}`;
}

test('a filter of events that there is not is refused, and those there are named', async () => {
  const { httpStatus, body } = await get('/api/events?delivery_state=pending&limit=1');
  expect(httpStatus).toBe(422);
  expect(body.data.fields).toEqual([
    {
      field: 'delivery_state',
      message:
        'is no filter; there are delivery_status, status, reference, endpoint, created_from, created_to, cursor, limit',
    },
  ]);
});

describe('an event', () => {
  test('shows the body that was sent, and every send with what came of it', async () => {
    receiver.answer((response) => response.setHeader('x-served-by', 'shop-7').end('thank you'));
    const reference = await createCharge(server, { notification_url: `${receiver.url}/hook` });
    await pay(server, reference, '4242424242424242');
    const { body } = await until(
      () => get(`/api/events?reference=${reference}`),
      (answer) => answer.body.data.events[0]?.delivery.status === 'delivered',
    );
    expect(body).toMatchObject({ status: 'Success', code: 200, data: { next_cursor: null } });
    const [event] = body.data.events;
    const [sent] = receiver.received;
    expect(event).toEqual({
      id: sent?.headers['webhook-id'],
      endpoint: null,
      status: 'approved',
      reference,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      payload: JSON.parse(sent?.body ?? ''),
      delivery: { status: 'delivered', failures: 0, next_attempt_at: null },
      attempts: [
        {
          sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
          url: `${receiver.url}/hook`,
          request: {
            headers: {
              'webhook-id': event.id,
              'webhook-timestamp': sent?.headers['webhook-timestamp'],
              'webhook-signature': sent?.headers['webhook-signature'],
            },
          },
          http_status: 200,
          response: {
            headers: expect.objectContaining({ 'x-served-by': 'shop-7' }),
            body_excerpt: 'thank you',
          },
          duration_ms: expect.any(Number),
          cause: 'ok',
          explanation: 'The receiver confirmed with HTTP 200.',
        },
      ],
    });
    const token = await getToken(server, server.merchant);
    const { body: single } = await call(server, 'GET', `/api/events/${event.id.toUpperCase()}`, token);
    expect(single.data).toEqual(event);
  });

  test('that nobody confirms shows four sends, each with its cause in words, oldest first', async () => {
    const answers = [500, 302, 204, 404];
    receiver.answer((response) => response.writeHead(answers[receiver.received.length - 1] ?? 0).end());
    const event = await eventWhen(await oneEvent(), 'undeliverable', 4);
    expect(event.delivery).toEqual({ status: 'undeliverable', failures: 4, next_attempt_at: null });
    expect(event.attempts.map((attempt: { http_status: number }) => attempt.http_status)).toEqual(answers);
    expect(event.attempts[0].explanation).toContain('HTTP 500');
    expect(event.attempts[1]).toMatchObject({
      cause: 'redirect',
      explanation: expect.stringContaining('not followed'),
    });
    expect(event.attempts[2].explanation).toContain('Only HTTP 200 confirms');
  });

  test('that waits for a re-send says when it comes', async () => {
    const id = await oneEvent();
    await eventWhen(id, 'delivered', 1);
    const dueAt = new Date(Date.now() + 3_600_000);
    await setDelivery(id, { status: 'pending', failures: 2, due_at: dueAt });
    const { body } = await get(`/api/events/${id}`);
    expect(body.data.delivery).toEqual({
      status: 'pending',
      failures: 2,
      next_attempt_at: dueAt.toISOString(),
    });
  });

  test('that was sent very often shows its latest sends only', async () => {
    const id = await oneEvent();
    await eventWhen(id, 'delivered', 1);
    await server.sql`
      INSERT INTO delivery_attempts (merchant_id, event_id, sent_at, url, signature, http_status,
                                     response_headers, body_excerpt, duration_ms, cause)
      SELECT merchant_id, event_id, sent_at + make_interval(secs => number), url, signature, http_status,
             response_headers, 'again ' || number, duration_ms, cause
        FROM delivery_attempts, generate_series(1, 30) AS number
       WHERE event_id = ${id}`;
    const { body } = await get(`/api/events/${id}`);
    const excerpts = body.data.attempts.map(
      (attempt: { response: { body_excerpt: string } }) => attempt.response.body_excerpt,
    );
    expect(excerpts).toEqual(Array.from({ length: 20 }, (_, index) => `again ${index + 11}`));
  });
});

describe('the list of events', () => {
  let merchant: Credentials;
  /** Oldest first. */
  let ids: string[];

  const statuses = ['approved', 'refunded', 'approved', 'expired', 'approved', 'refunded', 'declined'];
  const deliveries = [
    'undeliverable',
    'delivered',
    'no_endpoint',
    'undeliverable',
    'delivered',
    'undeliverable',
    'delivered',
  ];
  const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;

  beforeAll(async () => {
    merchant = await addMerchant(server);
    // A day apart, as their ids show too; the worker must not claim them.
    const subjects: { id: string; at: string }[] = statuses.map((_, index) => {
      const hex = Date.parse(day(index + 1))
        .toString(16)
        .padStart(12, '0');
      return { id: `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000000${index}`, at: day(index + 1) };
    });
    ids = subjects.map(({ id }) => id);
    await server.sql.begin(async (tx) => {
      for (const [index, { id, at }] of subjects.entries()) {
        await tx`
          INSERT INTO events (merchant_id, id, subject, subject_id, status, body, created_at)
          VALUES (${merchant.merchantId}, ${id}, 'charge', ${id}, ${statuses[index] ?? ''}, '{}', ${at})`;
        await tx`
          INSERT INTO deliveries (merchant_id, event_id, status, endpoint, due_at)
          VALUES (${merchant.merchantId}, ${id}, ${deliveries[index] ?? ''}, 1, ${at})`;
      }
    });
  });

  async function found(query: string): Promise<number[]> {
    const { body } = await get(`/api/events?${query}`, merchant);
    return body.data.events.map((event: { id: string }) => ids.indexOf(event.id));
  }

  test('comes newest first, page by page, each event once', async () => {
    const pages: number[][] = [];
    let cursor = '';
    do {
      const { body } = await get(`/api/events?limit=3${cursor && `&cursor=${cursor}`}`, merchant);
      pages.push(body.data.events.map((event: { id: string }) => ids.indexOf(event.id)));
      cursor = body.data.next_cursor ?? '';
    } while (cursor !== '');
    expect(pages).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
  });

  test.each<[string, number[]]>([
    ['delivery_status=undeliverable', [5, 3, 0]],
    ['delivery_status=no_endpoint', [2]],
    ['delivery_status=pending', []],
    ['delivery_status=delivered', [6, 4, 1]],
    ['status=refunded', [5, 1]],
    ['status=approved', [4, 2, 0]],
    ['status=test', []],
    ['status=refunded&delivery_status=undeliverable', [5]],
    [`created_from=${day(5)}`, [6, 5, 4]],
    [`created_to=${day(3)}`, [1, 0]],
    [`created_from=2026-01-02&created_to=2026-01-04&delivery_status=delivered`, [1]],
    ['delivery_status=undeliverable&limit=1', [5]],
  ])('is narrowed by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('goes on behind a cursor under a filter, and finds one transaction by its reference', async () => {
    expect(await found(`delivery_status=undeliverable&cursor=${ids[5]}`)).toEqual([3, 0]);
    expect(await found(`status=refunded&cursor=${ids[5]}`)).toEqual([1]);
    expect(await found(`reference=${ids[4]?.toUpperCase()}`)).toEqual([4]);
  });

  test('names every fault of a query at once', async () => {
    const { httpStatus, body } = await get(
      '/api/events?delivery_status=lost&status=open&reference=7&created_from=yesterday&created_to=2026-02-31&cursor=x&limit=201',
      merchant,
    );
    expect(httpStatus).toBe(422);
    expect(body.data.fields.map((fault: { field: string }) => fault.field).sort()).toEqual([
      'created_from',
      'created_to',
      'cursor',
      'delivery_status',
      'limit',
      'reference',
      'status',
    ]);
    const twice = await get('/api/events?reference=a&reference=b', merchant);
    expect(twice.body.data.fields).toEqual([{ field: 'reference', message: 'must be text, given once' }]);
  });
});

describe('an event sent again', () => {
  test('arrives once more under the same id after it was delivered', async () => {
    const id = await oneEvent();
    await eventWhen(id, 'delivered', 1);
    const { httpStatus, body } = await redeliver(id);
    expect(httpStatus).toBe(200);
    expect(body.data).toMatchObject({ id, delivery: { failures: 0 } });
    await eventWhen(id, 'delivered', 2);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  });

  test('begins a whole new series when it was undeliverable', async () => {
    receiver.answer((response) => response.writeHead(503).end());
    const id = await oneEvent();
    await eventWhen(id, 'undeliverable', 4);
    await redeliver(id);
    const event = await eventWhen(id, 'undeliverable', 8);
    expect(event.delivery.failures).toBe(4);
  });

  test('does not wait for its next time when it was pending', async () => {
    const id = await oneEvent();
    await eventWhen(id, 'delivered', 1);
    await setDelivery(id, { status: 'pending', failures: 3, due_at: new Date(Date.now() + 3_600_000) });
    await redeliver(id);
    const event = await eventWhen(id, 'delivered', 2);
    expect(event.delivery.failures).toBe(0);
  });

  test('goes to the webhook URL that the account got meanwhile', async () => {
    const id = await oneEvent(null);
    await eventWhen(id, 'no_endpoint', 0);
    await updateMerchant(server.sql, server.merchant.merchantId, { webhookUrl: `${receiver.url}/account` });
    // The processes learn of the new address a moment later.
    await until(
      async () => {
        await redeliver(id);
        return (await get(`/api/events/${id}`)).body.data.delivery.status as string;
      },
      (status) => status === 'delivered',
    );
    expect(receiver.received[0]?.path).toBe('/account');
  });

  test('is left to the send that is under way', async () => {
    const held: ServerResponse[] = [];
    receiver.answer((response) => held.push(response));
    const id = await oneEvent();
    await until(
      async () => held.length,
      (count) => count === 1,
    );
    const answers = await Promise.all([redeliver(id), redeliver(id)]);
    expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200]);
    held[0]?.end();
    await eventWhen(id, 'delivered', 1);
    expect(receiver.received).toHaveLength(1);
  });

  test('is sent once when it is asked for by many at the same time', async () => {
    const id = await oneEvent();
    await eventWhen(id, 'delivered', 1);
    const held: ServerResponse[] = [];
    receiver.answer((response) => held.push(response));
    await Promise.all(Array.from({ length: 10 }, () => redeliver(id)));
    await until(
      async () => held.length,
      (count) => count === 1,
    );
    await Promise.all(Array.from({ length: 10 }, () => redeliver(id)));
    held[0]?.end();
    await eventWhen(id, 'delivered', 2);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a sample', () => {
  test('goes to the given address, signed, in the shape of Payload B, and can be looked at', async () => {
    const { httpStatus, body } = await post('/api/webhooks/test', { url: `${receiver.url}/try` });
    expect(httpStatus).toBe(200);
    const event = await eventWhen(body.data.event_id, 'delivered', 1);
    expect(event.status).toBe('test');
    const [sent] = receiver.received;
    expect(sent?.path).toBe('/try');
    const payload = new Webhook(server.merchant.webhookSecret).verify(
      sent?.body ?? '',
      sent?.headers as Record<string, string>,
    );
    expect(payload).toEqual({
      transactionDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      transactionStatus: 'approved',
      transactionId: event.reference,
      totalAmount: 1,
      paymentMethod: 'CARDS',
      email: 'sample@example.com',
      numeroOrden: 'SAMPLE',
      merchantId: server.merchant.merchantId,
      currency: 'USD',
      refundedAmount: 0,
      transactionDateUtc: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      eventType: 'charge.approved',
      eventId: body.data.event_id,
      sample: true,
    });
  });

  test("without an address goes to the account's webhook URL; without that one either it is refused", async () => {
    const refused = await post('/api/webhooks/test');
    expect(refused.httpStatus).toBe(409);
    expect(refused.body.data.error).toBe('webhook_url_missing');
    await updateMerchant(server.sql, server.merchant.merchantId, { webhookUrl: `${receiver.url}/account` });
    const taken = await until(
      () => post('/api/webhooks/test', {}),
      ({ httpStatus }) => httpStatus === 200,
    );
    await eventWhen(taken.body.data.event_id, 'delivered', 1);
    expect(receiver.received[0]?.path).toBe('/account');
  });

  test.each(['http://10.0.0.1/hook', 'http://169.254.169.254/latest', 'ftp://example.com', 'not an address'])(
    'is not sent to %s',
    async (url) => {
      const { httpStatus, body } = await post('/api/webhooks/test', { url });
      expect(httpStatus).toBe(422);
      expect(body.data.fields).toEqual([{ field: 'url', message: expect.stringMatching(/\w{4}.*\.$/) }]);
    },
  );

  test('is refused in words when the body is not what it should be', async () => {
    expect((await post('/api/webhooks/test', { url: 7 })).body.data.fields[0].field).toBe('url');
    expect((await post('/api/webhooks/test', ['x'])).httpStatus).toBe(400);
  });

  test('can be asked for ten times in ten seconds, each merchant by itself', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' });
    stopTime();
    try {
      const ask = (merchant: Credentials) =>
        call(limited, 'POST', '/api/webhooks/test', keyHeaders(merchant), { url: `${receiver.url}/try` });
      const last = await until(
        () => ask(limited.merchant),
        ({ httpStatus }) => httpStatus === 429,
      );
      expect(last.body.message).toContain('the limit is 10 in 10 seconds');
      expect((await ask(await addMerchant(limited))).httpStatus).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

test('another merchant sees nothing of it and can do nothing to it', async () => {
  const id = await oneEvent();
  await eventWhen(id, 'delivered', 1);
  const other = await addMerchant(server);
  const { body } = await get('/api/events', other);
  expect(body.data).toEqual({ events: [], next_cursor: null });
  const mine = await get(`/api/events/${id}`);
  expect((await get(`/api/events?reference=${mine.body.data.reference}`, other)).body.data.events).toEqual(
    [],
  );
  const absent = await get('/api/events/01890000-0000-7000-8000-000000000000', other);
  for (const answer of [await get(`/api/events/${id}`, other), await redeliver(id, other)]) {
    expect(answer.httpStatus).toBe(404);
    expect(answer.body.message).toBe(absent.body.message);
  }
  expect((await get(`/api/events/${id}`)).body.data).toEqual(mine.body.data);
  expect(receiver.received).toHaveLength(1);
});

test('every route of events and webhooks is documented with what it answers', async () => {
  const body = await readDescription(server);
  const documented = Object.entries(body.paths as Record<string, Record<string, { tags: string[] }>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => tags.some((tag) => tag === 'Events' || tag === 'Webhooks'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual([
    'DELETE /api/webhooks/endpoints/{id}',
    'GET /api/events',
    'GET /api/events/replays/{id}',
    'GET /api/events/{id}',
    'GET /api/webhooks/endpoints',
    'PATCH /api/webhooks/endpoints/{id}',
    'POST /api/events/replays',
    'POST /api/events/replays/{id}/cancel',
    'POST /api/events/{id}/redeliver',
    'POST /api/webhooks/endpoints',
    'POST /api/webhooks/endpoints/{id}/secret',
    'POST /api/webhooks/test',
  ]);
});
