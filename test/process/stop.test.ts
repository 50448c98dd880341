import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { finishMs } from '../../src/base/http/drain.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { lockWaits } from '../kit/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import {
  cleanUp,
  newCharge,
  type RunningServer,
  readCharge,
  startServer,
  stop,
} from '../kit/processes/child.ts';
import { createChargesUntilCut, newNotes } from '../kit/processes/load.ts';

let database: TestDatabase;
let sql: Sql;
let server: RunningServer;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
  server = await startServer({ DATABASE_URL: database.url });
});
afterEach(async () => {
  await sql.end();
  await cleanUp();
  await database.drop();
});

test('SIGTERM under load answers every request that was sent, and loses no charge', async () => {
  const notes = newNotes();
  const clients = Array.from({ length: 32 }, () => createChargesUntilCut(server.url, server.merchant, notes));
  await until(
    async () => notes.charges.size,
    (created) => created >= 500,
  );
  expect(await stop(server)).toBe(0);
  await Promise.all(clients);

  // A new connection is refused once nobody listens; clients see no other failure.
  expect(new Set(notes.failures)).toEqual(new Set(['ECONNREFUSED']));
  expect([...notes.statuses.keys()]).toEqual([200]);
  const rows = await sql<{ id: string; amountMinor: bigint }[]>`
    SELECT id, amount_minor AS "amountMinor"
      FROM charges`;
  const stored = new Map(rows.map((row) => [row.id, Number(row.amountMinor) / 100]));
  for (const [reference, amount] of notes.charges) expect(stored.get(reference)).toBe(amount);
  expect(server.stderr()).toBe('');
});

test('a request under way when SIGTERM comes gets its answer first', async () => {
  const reference = await newCharge(server);
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = sql.begin(async (tx) => {
    await tx`
      SELECT 1 FROM charges WHERE merchant_id = ${server.merchant.merchantId} AND id = ${reference} FOR UPDATE`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const canceling = call(
    server,
    'POST',
    `/api/transactions/${reference}/cancel`,
    keyHeaders(server.merchant),
  );
  await until(
    () => lockWaits(sql),
    (waiting) => waiting === 1,
  );
  const ended = stop(server);
  await until(
    () => fetch(`${server.url}/health/live`).then(String, () => 'refused'),
    (seen) => seen === 'refused',
  );
  release.resolve();
  await holder;
  const answer = await canceling;
  expect(answer).toMatchObject({ httpStatus: 200, body: { data: { status: 'canceled' } } });
  expect(answer.headers.get('connection')).toBe('close');
  expect(await ended).toBe(0);
});

test('connections that send nothing, or half a request, do not hold up the stop', async () => {
  const { port } = new URL(server.url);
  const open = async (text: string): Promise<Socket> => {
    const socket = connectTcp(Number(port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const sockets = [
    await open(''),
    await open('GET /health/live HTTP/1.1\r\nHost: x\r\n'),
    await open('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
  ];
  await once(sockets[2] as Socket, 'data');
  const startedMs = Date.now();
  expect(await stop(server)).toBe(0);
  // Less than the time that a request in progress is given to finish.
  expect(Date.now() - startedMs).toBeLessThan(finishMs);
  for (const socket of sockets) socket.destroy();
});

test('an idle connection gets one more answer after SIGTERM', async () => {
  const { port } = new URL(server.url);
  const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  const socket = connectTcp(Number(port), '127.0.0.1').setEncoding('utf8');
  socket.write(request);
  expect((await once(socket, 'data'))[0]).toMatch(/^HTTP\/1.1 200/);
  const ended = stop(server);
  await until(
    () => fetch(`${server.url}/health/live`).then(String, () => 'refused'),
    (seen) => seen === 'refused',
  );
  socket.write(request);
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1.1 200/);
  expect(answer).toMatch(/^connection: close\r$/im);
  await once(socket, 'close');
  expect(await ended).toBe(0);
});

test('an error that nothing caught is logged, and the program stops in order', async () => {
  const fault = 'process.on("SIGUSR2", () => void Promise.reject(new Error("nobody caught this")))';
  const faulty = await startServer({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
  });
  const reference = await newCharge(faulty);
  expect(await stop(faulty, 'SIGUSR2')).toBe(1);
  expect(faulty.stdout()).toMatch(/"level":60.*nobody caught this.*an error that nothing caught; stopping/);
  expect((await readCharge(server, reference)).httpStatus).toBe(200);
});
