import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxInFlightPerEndpoint, maxUnrecorded } from '../../src/events/webhooks/delivery/endpoint-queues.ts';
import { until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { deliveryStatuses, recordEvents } from '../kit/webhooks/events.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

let server: TestServer;
let slow: Receiver;
let quick: Receiver;
const held: ServerResponse[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [slow, quick] = await Promise.all([startReceiver(), startReceiver()]);
  slow.answer((response) => held.push(response));
});
afterAll(async () => {
  for (const response of held) response.end();
  slow.answer((response) => response.end());
  await Promise.all([slow.close(), quick.close()]);
  await server.stop();
});

test('a thousand deliveries to a receiver that hangs take its eight places and hold up nobody else', async () => {
  const { merchantId } = server.merchant;
  const hanging = await recordEvents(server.sql, merchantId, `${slow.url}/hang`, 1000);
  await until(
    async () => slow.received.length,
    (count) => count === maxInFlightPerEndpoint,
  );
  // Everything below happens while eight are in flight and 992 are due before these.
  const others = await recordEvents(server.sql, merchantId, `${quick.url}/ok`, 40);
  await until(
    () => deliveryStatuses(server.sql, others),
    (counts) => counts.delivered === 40,
  );
  expect(slow.received).toHaveLength(maxInFlightPerEndpoint);
  expect(await deliveryStatuses(server.sql, hanging)).toEqual({ pending: 1000 });
});

test('while sends cannot be recorded few are made: only those few are made again when recording works', async () => {
  const { merchantId } = server.merchant;
  const count = 600;
  await server.sql.unsafe(
    `ALTER TABLE delivery_attempts ADD CONSTRAINT fails CHECK (url NOT LIKE '%/unrecorded') NOT VALID`,
  );
  // Another host name for the same receiver: a separate endpoint.
  const url = `${quick.url.replace('127.0.0.1', '127.0.0.2')}/unrecorded`;
  const events = await recordEvents(server.sql, merchantId, url, count);
  const sent = () => quick.received.filter(({ path }) => path === '/unrecorded').length;
  await until(
    async () => sent(),
    (made) => made > 1,
  );
  // These deliveries are recorded throughout.
  for (let round = 0; round < 5; round++) {
    const others = await recordEvents(server.sql, merchantId, `${quick.url}/ok`, 40);
    await until(
      () => deliveryStatuses(server.sql, others),
      (counts) => counts.delivered === 40,
    );
  }
  const unrecorded = sent();
  expect(unrecorded).toBeLessThanOrEqual(2 * maxUnrecorded);
  expect(await deliveryStatuses(server.sql, events)).toEqual({ pending: count });

  await server.sql.unsafe('ALTER TABLE delivery_attempts DROP CONSTRAINT fails');
  await until(
    () => deliveryStatuses(server.sql, events),
    (counts) => (counts.delivered ?? 0) >= count - 2 * maxUnrecorded,
  );
});
