import { type Credentials, call, createCharge, keyHeaders, pay, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import type { TestServer } from '../kit/server.ts';
import { startReceiver } from '../kit/webhooks/receiver.ts';
import {
  disabledMerchant,
  type Exercise,
  get,
  oversized,
  post,
  text,
  unknownId,
  wrongKey,
} from './exercise.ts';

/** The event of a paid charge that has been sent once, so that it has an attempt to show. */
async function sentEvent(server: TestServer, merchant: Credentials): Promise<string> {
  const receiver = await startReceiver();
  try {
    const reference = await createCharge(server, { notification_url: receiver.url }, merchant);
    await pay(server, reference, '4242424242424242');
    const { body } = await until(
      () => get(server, `/api/events?reference=${reference}`, keyHeaders(merchant)),
      (answer) => answer.body.data.events[0]?.attempts.length === 1,
    );
    return body.data.events[0].id;
  } finally {
    await receiver.close();
  }
}

/** Bodies that an operation without a body still refuses. */
async function unreadableBodies(server: TestServer, path: string, keys: Record<string, string>) {
  return [
    await post(server, path, keys, '{'),
    await post(server, path, keys, oversized),
    await post(server, path, { ...keys, ...text }, 'hi'),
    await post(server, path, keys, { unknown: 1 }),
  ];
}

const replays = '/api/events/replays';
const endpoints = '/api/webhooks/endpoints';

async function newEndpoint(server: TestServer): Promise<string> {
  const body = { url: 'http://127.0.0.1:1/hook' };
  const made = await post(server, endpoints, keyHeaders(server.merchant), body);
  return `${endpoints}/${made.body.data.id}`;
}

async function startReplay(server: TestServer, merchant: Credentials, filter: object): Promise<string> {
  const { body } = await post(server, replays, keyHeaders(merchant), { ...filter, per_second: 1 });
  return body.data.replay.id;
}

/** Each operation on events and webhooks, with every answer that a healthy server can give. */
export const eventExercises: Record<string, Exercise> = {
  async listEvents(server) {
    await sentEvent(server, server.merchant);
    const path = '/api/events';
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, `${path}?limit=1`, keyHeaders(server.merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
      await get(server, `${path}?limit=0`, keyHeaders(server.merchant)),
    ];
  },
  async readEvent(server) {
    const path = `/api/events/${await sentEvent(server, server.merchant)}`;
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
      await get(server, `/api/events/${unknownId}`, keyHeaders(server.merchant)),
    ];
  },
  async redeliverEvent(server) {
    const path = `/api/events/${await sentEvent(server, server.merchant)}/redeliver`;
    return [
      await post(server, path, keyHeaders(server.merchant)),
      await post(server, path, wrongKey(server)),
      await post(server, path, await disabledMerchant(server)),
      await post(server, `/api/events/${unknownId}/redeliver`, keyHeaders(server.merchant)),
      ...(await unreadableBodies(server, path, keyHeaders(server.merchant))),
    ];
  },
  async sendTestEvent(server) {
    const path = '/api/webhooks/test';
    const keys = keyHeaders(server.merchant);
    return [
      await post(server, path, keys, { url: 'http://127.0.0.1:1/hook' }),
      await post(server, path, keys, '{'),
      await post(server, path, wrongKey(server)),
      await post(server, path, await disabledMerchant(server)),
      await post(server, path, keys),
      await post(server, path, keys, oversized),
      await post(server, path, { ...keys, ...text }, 'hi'),
      await post(server, path, keys, { url: 'http://10.0.0.1/' }),
    ];
  },
  async listWebhookEndpoints(server) {
    return [
      await get(server, endpoints, keyHeaders(server.merchant)),
      await get(server, endpoints, wrongKey(server)),
      await get(server, endpoints, await disabledMerchant(server)),
    ];
  },
  async createWebhookEndpoint(server) {
    const keys = keyHeaders(server.merchant);
    return [
      await post(server, endpoints, keys, { url: 'http://127.0.0.1:1/hook' }),
      await post(server, endpoints, wrongKey(server), {}),
      await post(server, endpoints, await disabledMerchant(server), {}),
      ...(await unreadableBodies(server, endpoints, keys)),
    ];
  },
  async changeWebhookEndpoint(server) {
    const keys = keyHeaders(server.merchant);
    const path = await newEndpoint(server);
    const change = (to: string, headers: Record<string, string>, body: unknown = { paused: true }) =>
      call(server, 'PATCH', to, headers, body);
    return [
      await change(path, keys),
      await change(path, wrongKey(server)),
      await change(path, await disabledMerchant(server)),
      await change(`${endpoints}/${unknownId}`, keys),
      await change(path, keys, '{'),
      await change(path, keys, oversized),
      await change(path, { ...keys, ...text }, 'hi'),
      await change(path, keys, { unknown: 1 }),
    ];
  },
  async removeWebhookEndpoint(server) {
    const path = await newEndpoint(server);
    const remove = (headers: Record<string, string>) => call(server, 'DELETE', path, headers);
    return [
      await remove(wrongKey(server)),
      await remove(await disabledMerchant(server)),
      await remove(keyHeaders(server.merchant)),
      await remove(keyHeaders(server.merchant)),
    ];
  },
  async rotateEndpointSecret(server) {
    const keys = keyHeaders(server.merchant);
    const path = `${await newEndpoint(server)}/secret`;
    const body = { overlap_hours: 0 };
    return [
      await post(server, path, keys, body),
      await post(server, path, wrongKey(server), body),
      await post(server, path, await disabledMerchant(server), body),
      await post(server, `${endpoints}/${unknownId}/secret`, keys, body),
      ...(await unreadableBodies(server, path, keys)),
    ];
  },
  async replayEvents(server) {
    const keys = keyHeaders(server.merchant);
    const filter = { delivery_status: 'delivered' };
    await sentEvent(server, server.merchant);
    return [
      await post(server, replays, keys, { ...filter, dry_run: true }),
      await post(server, replays, keys, filter),
      await post(server, replays, keys, []),
      await post(server, replays, wrongKey(server), filter),
      await post(server, replays, await disabledMerchant(server), filter),
      await post(server, replays, keys, { ...filter, expected_count: 1_000_000 }),
      await post(server, replays, keys, oversized),
      await post(server, replays, { ...keys, ...text }, 'hi'),
      await post(server, replays, keys, {}),
    ];
  },
  async readReplay(server) {
    const merchant = await addMerchant(server);
    const path = `${replays}/${await startReplay(server, merchant, { reference: unknownId })}`;
    return [
      await get(server, path, keyHeaders(merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
      await get(server, path, keyHeaders(server.merchant)),
    ];
  },
  async cancelReplay(server) {
    const merchant = await addMerchant(server);
    const keys = keyHeaders(merchant);
    const done = `${replays}/${await startReplay(server, merchant, { reference: unknownId })}`;
    await until(
      () => get(server, done, keys),
      ({ body }) => body.data.status === 'finished',
    );
    // Two events at one per second: the replay is still running when it is stopped.
    await sentEvent(server, merchant);
    await sentEvent(server, merchant);
    const running = `${replays}/${await startReplay(server, merchant, { delivery_status: 'delivered' })}`;
    return [
      await post(server, `${running}/cancel`, keys),
      await post(server, `${running}/cancel`, wrongKey(server)),
      await post(server, `${running}/cancel`, await disabledMerchant(server)),
      await post(server, `${running}/cancel`, keyHeaders(server.merchant)),
      await post(server, `${done}/cancel`, keys),
      ...(await unreadableBodies(server, `${done}/cancel`, keys)),
    ];
  },
};
