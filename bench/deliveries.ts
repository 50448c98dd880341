import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { newWebhookSecret } from '../src/accounts/merchants/webhook-secret.ts';
import { newId } from '../src/base/db/ids.ts';
import type { Sql } from '../src/base/db/pool.ts';
import { notifyActivity } from '../src/base/worker/activity.ts';
import { maxInFlightPerEndpoint } from '../src/events/webhooks/delivery/endpoint-queues.ts';
import { recordEvents } from '../test/kit/webhooks/events.ts';
import { type Comparison, comparePairs } from './compare.ts';
import type { Subject, World } from './world.ts';

/** Endpoints of the receiver: 64 sends in flight in all, the same as the connections of the other figures. */
const endpoints = 8;
/** Large enough that starting and finishing weigh little. */
const perRound = 60_000;
const rounds = 5;
const backlogRows = 1_000_000;
/** From the first recorded delivery until all are due. */
const leadMs = 12_000;
const chunkRows = 1_000;
/** The interval between checks for the end of a round: long enough to cost the database little. */
const pollMs = 50;

/**
 * Deliveries per second, from their due time to the last recorded 200. Addresses are assigned to the merchants in turn.
 */
export async function deliverRound(
  { sql, merchant }: Subject,
  urls: string[],
  count = perRound,
  merchants: { merchantId: string }[] = [merchant],
): Promise<number> {
  // All fall due at one moment, by which all are recorded.
  const dueAt = new Date(Date.now() + leadMs);
  for (const [at, url] of urls.entries()) {
    const { merchantId } = merchants[at % merchants.length] as { merchantId: string };
    for (let left = count / urls.length; left > 0; left -= chunkRows)
      await recordEvents(sql, merchantId, `${url}/hook`, Math.min(left, chunkRows), dueAt);
  }
  const lead = dueAt.getTime() - Date.now();
  if (lead <= 0) throw new Error('the deliveries were due before all were recorded');
  await delay(lead);
  // Recording an event sends this notification too: it wakes an idle worker at once.
  await notifyActivity(sql);
  const startedAt = performance.now();
  while (await anyDue(sql)) await delay(pollMs);
  return count / ((performance.now() - startedAt) / 1000);
}

async function anyDue(sql: Sql): Promise<boolean> {
  const due = await sql`SELECT 1 FROM deliveries WHERE status = 'pending' AND due_at <= now() LIMIT 1`;
  return due.length > 0;
}

export async function receiverUrls(world: World): Promise<string[]> {
  const { url } = await world.baseline('receiver.ts', {});
  return Array.from({ length: endpoints }, (_, index) => url.replace('127.0.0.1', `127.0.0.${index + 1}`));
}

export async function deliveriesVsRaw(world: World): Promise<Comparison> {
  const subject = await world.subject('deliveries', { ROLES: 'worker' });
  const urls = await receiverUrls(world);
  const sender = await startRawSender();
  try {
    const task = {
      urls,
      bodies: Array.from({ length: perRound }, (_, number) => JSON.stringify({ number })),
      ids: Array.from({ length: perRound }, () => newId()),
      secret: newWebhookSecret(),
      inFlightPerUrl: maxInFlightPerEndpoint,
    };
    const raw = async (): Promise<number> => {
      sender.send(task);
      const [perSecond] = await once(sender, 'message');
      return perSecond;
    };
    return await comparePairs(() => deliverRound(subject, urls), raw, rounds);
  } finally {
    sender.kill();
  }
}

async function startRawSender(): Promise<ChildProcess> {
  const child = fork(new URL('raw-sender.ts', import.meta.url), { env: { PATH: process.env.PATH } });
  await once(child, 'message');
  return child;
}

/** Two workers on one database against one worker on another. */
export async function deliveriesTwoWorkers(world: World): Promise<Comparison> {
  const urls = await receiverUrls(world);
  const one = await world.subject('one_worker', { ROLES: 'worker' });
  const two = await world.subject('two_workers', { ROLES: 'worker' });
  await world.another(two, { ROLES: 'worker' });
  return await comparePairs(
    () => deliverRound(two, urls),
    () => deliverRound(one, urls),
    rounds,
  );
}

export async function deliveriesBacklog(world: World): Promise<Comparison> {
  const urls = await receiverUrls(world);
  const none = await world.subject('no_backlog', { ROLES: 'worker' });
  const many = await world.subject('backlog', { ROLES: 'worker' });
  await fillBacklog(many);
  return await comparePairs(
    () => deliverRound(many, urls),
    () => deliverRound(none, urls),
    rounds,
  );
}

/** Deliveries that wait for a retry in the next hours, over a thousand endpoints. */
async function fillBacklog({ sql, merchant }: Subject): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`
      WITH recorded AS (
        INSERT INTO events (merchant_id, id, subject, subject_id, status, url, body, created_at)
        SELECT ${merchant.merchantId}, uuidv7(), 'charge', gen_random_uuid(), 'approved',
               'https://shop.example/hook', '{}', now()
          FROM generate_series(1, ${backlogRows})
        RETURNING merchant_id, id
      )
      INSERT INTO deliveries (merchant_id, event_id, endpoint, due_at, failures)
      SELECT merchant_id, id, hashtextextended((random() * 1000)::int::text, 0),
             now() + interval '1 hour' + random() * interval '2 hours', 2
        FROM recorded`;
  });
  await sql`VACUUM ANALYZE deliveries`;
}
