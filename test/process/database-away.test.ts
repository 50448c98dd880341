import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/base/db/pool.ts';
import { type Answer, call, getToken, keyHeaders, pay, sampleCharge, until } from '../kit/client.ts';
import {
  cleanUp,
  newCharge,
  type RunningServer,
  readCharge,
  startServer,
  stop,
  untilReady,
} from '../kit/processes/child.ts';
import { type OtherPostgres, startOtherPostgres } from '../kit/processes/database.ts';

/** A caller gets an error within this time; it does not wait for the time limit of a statement or a request. */
const answerWithinMs = 9_000;

let postgres: OtherPostgres;
let server: RunningServer;

beforeAll(async () => {
  postgres = await startOtherPostgres();
  server = await startServer({ DATABASE_URL: postgres.url });
});
afterAll(cleanUp);

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const startedMs = Date.now();
  return { answer: await work, ms: Date.now() - startedMs };
}

test('while PostgreSQL is away every face says 503 soon, and all works once it is back', async () => {
  const reference = await newCharge(server);
  const doomed = await newCharge(server);
  const token = await getToken(server, server.merchant);
  await postgres.stop();

  const unavailable = (answer: Answer): void => {
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer).toMatchObject({
      httpStatus: 503,
      body: {
        status: 'Error',
        code: 503,
        message: expect.any(String),
        data: { error: 'service_unavailable', request_id: expect.any(String) },
      },
    });
  };
  const headers = keyHeaders(server.merchant);
  // More concurrent calls than the pool has connections.
  const calls = Array.from({ length: 60 }, () => [
    call(server, 'GET', `/api/transactions/${reference}`, headers),
    call(server, 'GET', '/api/transactions', headers),
    call(server, 'POST', '/api/transactions/charges', token, sampleCharge),
  ]).flat();
  const { answer: answers, ms } = await timed(Promise.all(calls));
  for (const answer of answers) unavailable(answer);
  expect(ms).toBeLessThan(answerWithinMs);

  const page = await timed(call(server, 'GET', `/pay/${reference}`));
  expect(page.answer.httpStatus).toBe(503);
  expect(page.answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(page.ms).toBeLessThan(answerWithinMs);
  unavailable(await call(server, 'GET', `/pay/${reference}/state`));

  const home = await timed(call(server, 'GET', '/'));
  expect(home.answer.httpStatus).toBe(503);
  expect(home.answer.body).toContain('La base de datos no responde');
  expect(home.ms).toBeLessThan(answerWithinMs);

  expect((await call(server, 'GET', '/health/live')).httpStatus).toBe(200);
  const ready = await timed(call(server, 'GET', '/health/ready'));
  unavailable(ready.answer);
  expect(ready.ms).toBeLessThan(answerWithinMs);

  await postgres.start();
  await untilReady(server);
  expect((await readCharge(server, reference)).body.data.status).toBe('open');
  expect((await pay(server, reference, '4242424242424242')).body.status).toBe('approved');
  expect(await newCharge(server)).toMatch(/^[0-9a-f-]{36}$/);
  const sql = connect(postgres.url, { max: 1 });
  await sql`UPDATE charges SET expires_at = now() WHERE id = ${doomed}`;
  await sql.end();
  await until(
    () => readCharge(server, doomed),
    ({ body }) => body.data.status === 'expired',
  );
});

test.runIf(process.platform === 'linux')(
  'while PostgreSQL hangs on and says nothing, callers are told so, and all works once it goes on',
  async () => {
    const headers = keyHeaders(server.merchant);
    const token = await getToken(server, server.merchant);
    const goOn = await postgres.freeze();
    try {
      // Keys are cached for some seconds; after that even they cannot be looked up.
      const answers = await Promise.all([
        call(server, 'GET', '/api/transactions', headers),
        call(server, 'POST', '/api/transactions/charges', token, sampleCharge),
        call(server, 'GET', '/health/ready'),
      ]);
      for (const answer of answers) {
        expect(answer.httpStatus).toBe(503);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      expect((await call(server, 'GET', '/health/live')).httpStatus).toBe(200);
    } finally {
      await goOn();
    }
    await untilReady(server);
    const charges = await Promise.all(
      [1, 2].map(() => call(server, 'POST', '/api/transactions/charges', token, sampleCharge)),
    );
    // The same session: whether or not the abandoned charge was stored, there is one.
    expect(new Set(charges.map(({ body }) => body.data.reference)).size).toBe(1);
  },
);

test('SIGTERM is obeyed while PostgreSQL is away', async () => {
  await postgres.stop();
  expect(await stop(server)).toBe(0);
});
