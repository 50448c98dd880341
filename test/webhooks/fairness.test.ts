import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxInFlightPerEndpoint } from '../../src/webhooks/endpoint-queues.ts';
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
  // Everything below happens while the eight are held and 992 stand before them in time.
  const others = await recordEvents(server.sql, merchantId, `${quick.url}/ok`, 40);
  await until(
    () => deliveryStatuses(server.sql, others),
    (counts) => counts.delivered === 40,
  );
  expect(slow.received).toHaveLength(maxInFlightPerEndpoint);
  expect(await deliveryStatuses(server.sql, hanging)).toEqual({ pending: 1000 });
});
