import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { newId } from '../src/base/db/ids.ts';
import { type Comparison, compare, comparePairs } from './compare.ts';
import type { Figure, Measured } from './figures.ts';
import type { Opening, OpeningResult } from './hosted-process.ts';
import { chargeBody, chargeHeaders, request } from './requests.ts';
import type { Pace, StripeProcess } from './stripe-process.ts';
import type { World } from './world.ts';

/** Concurrent buyers: many when each waits for the processor. */
const atOnce = { waiting: 128, instant: 32 };
/** The usual pool size for PostgreSQL. */
const poolSize = 10;
const firstCount = 300;
const warmUpSeconds = 6;
const roundSeconds = 3;
const rounds = 9;

interface Stripe extends StripeProcess {
  keep(pace: Pace): Promise<void>;
}

/** Both figures share one processor. */
const processes = new WeakMap<World, Promise<Stripe>>();
function stripeIn(world: World): Promise<Stripe> {
  const known = processes.get(world);
  if (known) return known;
  const child = world.child('stripe-process.ts', {});
  const started = once(child, 'message').then(([told]) => ({
    ...(told as StripeProcess),
    async keep(pace: Pace): Promise<void> {
      child.send(pace);
      await once(child, 'message');
    },
  }));
  processes.set(world, started);
  return started;
}

/**
 * The processor answers after its usual delay, so a ratio near one means that the program adds little while many
 * customers wait. The notes give the rates against a processor that answers at once: there the ratio shows the cost of
 * a bare call relative to two requests, three commits and a call.
 */
async function hostedOpenVsRaw(world: World): Promise<Measured> {
  const { url, env, currency, country, keep } = await stripeIn(world);
  const subject = await world.subject('hosted', { CARD_PROCESSORS: 'stripe', ...env });
  const child = world.child('hosted-process.ts', {});
  const ended = once(child, 'exit').then((): [OpeningResult] => [{ failure: 'it ended' }]);

  async function run(steps: Opening['steps'], buyers: number): Promise<number> {
    child.send({ count: steps.length, atOnce: buyers, steps } satisfies Opening);
    const [result] = (await Promise.race([once(child, 'message'), ended])) as [OpeningResult];
    if ('failure' in result) throw new Error(`Opening pages: ${result.failure}`);
    return result.perSecond;
  }

  const json = { 'content-type': 'application/json' };
  const navigates = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const ours = (count: number) =>
    Array.from({ length: count }, (_, customer): Opening['steps'][number] => [
      {
        url: `${subject.url}/api/transactions/charges`,
        method: 'POST',
        headers: { ...chargeHeaders(subject.tokens, subject.merchant, new Date()), ...json },
        body: JSON.stringify({ ...chargeBody(customer), currency, country }),
        expected: 200,
      },
      { url: `${subject.url}/pay/{reference}`, method: 'GET', headers: navigates, body: null, expected: 303 },
    ]);
  const raw = (count: number) =>
    Array.from({ length: count }, (): Opening['steps'][number] => [
      {
        url: `${url}/v1/checkout/sessions`,
        method: 'POST',
        headers: {
          authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': randomUUID(),
        },
        body: new URLSearchParams({
          mode: 'payment',
          'payment_method_types[0]': 'card',
          'line_items[0][price_data][currency]': currency.toLowerCase(),
          'line_items[0][price_data][unit_amount]': '14990',
          'line_items[0][price_data][product_data][name]': 'Order of three items',
          'line_items[0][quantity]': '1',
          success_url: 'https://shop.example/thanks',
          cancel_url: 'https://shop.example/left',
          client_reference_id: newId(),
        }).toString(),
        expected: 200,
      },
    ]);
  async function compared(buyers: number): Promise<Comparison> {
    return await comparePairs(
      await prepared((count) => run(ours(count), buyers)),
      await prepared((count) => run(raw(count), buyers)),
      rounds,
    );
  }
  const comparison = await compared(atOnce.waiting);
  await keep({ isInstant: true });
  const instant = await compared(atOnce.instant);
  const notes = {
    instantPerSecond: Math.round(instant.perSecond),
    instantBaselinePerSecond: Math.round(instant.baselinePerSecond),
  };
  return { result: comparison.ratio, comparison, notes };
}

async function prepared(run: (count: number) => Promise<number>): Promise<() => Promise<number>> {
  const cold = await run(firstCount);
  const warm = await run(Math.ceil(cold * warmUpSeconds));
  const count = Math.ceil(warm * roundSeconds);
  return () => run(count);
}

async function notificationsVsBare(world: World): Promise<Measured> {
  const { env } = await stripeIn(world);
  // No worker runs: the figure measures storing a notification, not processing it.
  const subject = await world.subject('notifications', { CARD_PROCESSORS: 'stripe', ROLES: 'api', ...env });
  const secret = env.STRIPE_WEBHOOK_SECRET as string;
  await subject.sql`CREATE TABLE bare_notifications (LIKE processor_notifications INCLUDING ALL)`;
  const bare = await world.baseline('bare-notifications-server.ts', {
    DATABASE_URL: subject.databaseUrl,
    SECRET: secret,
    POOL_SIZE: String(poolSize),
  });
  const requests = (count: number): string[] => Array.from({ length: count }, () => notification(secret));
  const comparison = await compare(world.load, { url: subject.url, requests }, { url: bare.url, requests });
  return { result: comparison.ratio, comparison };
}

function notification(secret: string): string {
  const at = Math.floor(Date.now() / 1000);
  const object = {
    id: `cs_test_${randomUUID()}`,
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    metadata: { pasarela_attempt: newId() },
  };
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: at,
    livemode: false,
    data: { object },
  });
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
  return request('POST', '/processors/stripe/notifications', headers, body);
}

export const cardFigures: Figure[] = [
  {
    name: 'hosted_open_vs_raw',
    title:
      "a processor's pages opened/s by E2 and the link, against bare calls to the processor, which takes 0.3 s",
    needed: { atLeast: 0.7 },
    measure: hostedOpenVsRaw,
  },
  {
    name: 'notifications_vs_bare',
    title: "processors' notifications kept/s, against a server that checks them and writes a row",
    needed: { atLeast: 0.8 },
    measure: notificationsVsBare,
  },
];
