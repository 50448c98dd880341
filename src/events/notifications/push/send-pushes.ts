import webPush from 'web-push';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Logger } from '../../../base/ground/logger.ts';
import { notificationTexts } from '../../../base/texts/notifications.ts';
import type { Job } from '../../../base/worker/worker.ts';
import type { SendResult } from '../../outbox/send-result.ts';
import { pathOf } from '../notification.ts';
import { notificationText } from '../notification-text.ts';
import { findNotification, listenersAt } from '../store.ts';
import type { PushKeys } from './push-keys.ts';
import { type DuePush, dropDevice, endPush, postponePush, takePushes } from './push-store.ts';

export interface PushDeps {
  sql: Sql;
  keys: PushKeys;
  /** Sends to addresses that are allowed for webhooks only: a browser's push service is an address from outside. */
  sender: {
    send(input: { url: string; headers: Record<string, string>; body: Buffer }): Promise<SendResult>;
  };
  baseUrl(): string;
  logger: Pick<Logger, 'warn'>;
  now(): Date;
}

const batchSize = 16;
/** Longer than a send may take. */
const leaseMs = 60_000;
const retryMs = [30_000, 120_000, 600_000];
/** A device that was off so long is told nothing old; the push service drops it after this, too. */
const lifetimeSeconds = 4 * 60 * 60;

export function sendPushesJob(deps: PushDeps): Job {
  return {
    name: 'send-pushes',
    idleMs: 1_000,
    async run() {
      const due = await takePushes(deps.sql, deps.now(), batchSize, leaseMs);
      await Promise.all(due.map((push) => sendPush(deps, push)));
      return due.length;
    },
  };
}

async function sendPush(deps: PushDeps, push: DuePush): Promise<void> {
  const { sql, now } = deps;
  const message = await writePush(deps, push);
  if (!message) return await endPush(sql, push, null);
  const details = requestOf(deps, push, message);
  if (!details) return await dropDevice(sql, push.deviceId);
  const { httpStatus, cause } = await deps.sender.send(details);
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return await endPush(sql, push, now());
  // The person removed the permission, or the browser: its pushes go with the device.
  if (httpStatus === 404 || httpStatus === 410) return await dropDevice(sql, push.deviceId);
  const isPassing = httpStatus === null || httpStatus === 429 || httpStatus >= 500;
  const retryInMs = retryMs[push.tries - 1];
  if (isPassing && retryInMs !== undefined && cause !== 'refused_address' && cause !== 'bad_url') {
    return await postponePush(sql, push, new Date(now().getTime() + retryInMs));
  }
  deps.logger.warn({ deviceId: push.deviceId, httpStatus, cause }, 'a push was not taken');
  await endPush(sql, push, null);
}

export interface PushMessage {
  title: string;
  body: string;
  /** The page about it, on our own host. */
  path: string;
  /** A repeated push replaces the first one. */
  tag: string;
}

/** null: the person hears of it no more, or it is too old. */
async function writePush({ sql, now }: PushDeps, push: DuePush): Promise<PushMessage | null> {
  if (now().getTime() - push.createdAt.getTime() > lifetimeSeconds * 1_000) return null;
  const [merchant, notification, people] = await Promise.all([
    findMerchant(sql, push.merchantId),
    findNotification(sql, push.merchantId, push.notificationId),
    listenersAt(sql, push.merchantId),
  ]);
  const person = people.find(({ id }) => id === push.personId);
  if (!merchant || !notification || !person) return null;
  const reader = { language: person.language, timeZone: merchant.settings.timeZone };
  const words = notificationTexts[person.language];
  const isOne = push.count === 1;
  return {
    title: isOne ? notificationText(notification, reader) : words.several(push.count),
    body: merchant.name,
    path: isOne ? pathOf(notification) : `/dashboard?merchant=${merchant.id}`,
    tag: notification.id,
  };
}

/** Encrypted for the device (RFC 8291) and signed with our key (RFC 8292); null: its keys are none. */
function requestOf({ keys, baseUrl }: PushDeps, { endpoint, p256dh, auth }: DuePush, message: PushMessage) {
  const base = baseUrl();
  try {
    const { body, headers } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        // Push services write there if something is wrong with what we send.
        vapidDetails: {
          subject: base.startsWith('https:') ? base : 'mailto:pasarela@localhost.invalid',
          ...keys,
        },
        TTL: lifetimeSeconds,
        contentEncoding: 'aes128gcm',
        urgency: 'normal',
      },
    );
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return {
      url: endpoint,
      headers: Object.fromEntries(texts) as Record<string, string>,
      body: body as Buffer,
    };
  } catch {
    return null;
  }
}
