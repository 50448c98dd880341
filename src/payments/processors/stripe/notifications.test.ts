import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asked, requested } from '../../../../test/kit/processors/stripe/asked.ts';
import { type StripeWorld, startStripeWorld } from '../../../../test/kit/processors/stripe/contract-world.ts';
import { newId } from '../../../base/db/ids.ts';
import type { InboundMessage } from '../../charges/payment-processor.ts';
import { readNotification } from './notifications.ts';

const secret = 'whsec_of_this_test_alone';
const now = new Date('2026-11-16T12:00:00Z');
const seconds = now.getTime() / 1000;
const attemptId = newId();

const event = (type: string, object: object, id = 'evt_1') =>
  Buffer.from(JSON.stringify({ id, object: 'event', type, data: { object } }));
const body: Buffer = event('payment_intent.succeeded', {
  id: 'pi_1',
  metadata: { pasarela_attempt: attemptId },
});

const hmac = (of: Buffer | string, by = secret, at: string | number = seconds) =>
  createHmac('sha256', by).update(`${at}.`).update(of).digest('hex');

function message(header: string | string[] | undefined, of: Buffer = body): InboundMessage {
  return { headers: { 'stripe-signature': header }, query: {}, body: of };
}

const read = (header: string | string[] | undefined, of: Buffer = body, secrets = [secret]) =>
  readNotification(message(header, of), secrets, now);

describe('a message is believed to come from Stripe', () => {
  const told = { id: 'evt_1', hint: { about: 'attempt', attemptId } };

  test.each([
    ['signed now', `t=${seconds},v1=${hmac(body)}`],
    ['signed five minutes ago', `t=${seconds - 300},v1=${hmac(body, secret, seconds - 300)}`],
    ['signed by a clock that is ahead', `t=${seconds + 300},v1=${hmac(body, secret, seconds + 300)}`],
    [
      'with a second signature, by a secret we do not know',
      `t=${seconds},v1=${'a'.repeat(64)},v1=${hmac(body)}`,
    ],
    ['with spaces and other schemes', `t=${seconds}, v0=${'b'.repeat(64)}, v1=${hmac(body)}`],
  ])('%s', (_name, header) => {
    expect(read(header)).toEqual(told);
  });

  test('and is needed by nobody where it is a thin event of the second version', () => {
    const thin = Buffer.from(
      JSON.stringify({ id: 'evt_test_65', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' }),
    );
    const header = `t=${seconds},v1=${hmac(thin)}`;
    expect(read(header, thin)).toEqual({ id: 'evt_test_65', hint: { about: 'nothing' } });
  });

  test('by the old and by the new secret while it is rolled', () => {
    const rolled = ['whsec_new', secret];
    expect(read(`t=${seconds},v1=${hmac(body)}`, body, rolled)).toEqual(told);
    expect(read(`t=${seconds},v1=${hmac(body, 'whsec_new')}`, body, rolled)).toEqual(told);
  });
});

describe('a message is not believed', () => {
  const good = `t=${seconds},v1=${hmac(body)}`;
  const changed = Buffer.from(body);
  changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1;

  test.each<[string, string | string[] | undefined, Buffer?]>([
    ['without a signature', undefined],
    ['with an empty one', ''],
    ['with two headers', [good, good]],
    ['with two headers joined into one', `${good}, ${good}`],
    ['with a forged one', `t=${seconds},v1=${'0'.repeat(64)}`],
    ['signed by another secret', `t=${seconds},v1=${hmac(body, 'whsec_other')}`],
    ['older than five minutes', `t=${seconds - 301},v1=${hmac(body, secret, seconds - 301)}`],
    ['from the future', `t=${seconds + 301},v1=${hmac(body, secret, seconds + 301)}`],
    ['with another time than was signed', `t=${seconds + 1},v1=${hmac(body)}`],
    ['without a time', `v1=${hmac(body)}`],
    ['with a time that is none', `t=1e9,v1=${hmac(body, secret, '1e9')}`],
    ['with a signature cut short', good.slice(0, -2)],
    ['with a signature that goes on', `${good}00`],
    ['signed in the scheme for tests only', `t=${seconds},v0=${hmac(body)}`],
    ['in capitals', `t=${seconds},v1=${hmac(body).toUpperCase()}`],
    ['with a huge header', `${good},${'v1=a,'.repeat(100_000)}`],
    ['with one bit of the body changed', good, changed],
    ['with its end cut off', good, body.subarray(0, -1)],
    ['in another charset', good, Buffer.from(body.toString(), 'utf16le')],
    ['with nothing in it', good, Buffer.alloc(0)],
  ])('%s', (_name, header, of = body) => {
    expect(read(header, of)).toBeNull();
  });

  test('nor is one that was signed and is no event', () => {
    const bodies = [
      Buffer.from('{"id":"evt_1"'),
      Buffer.from('[]'),
      Buffer.from('{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}'),
      // Latin-1, inside a string.
      Buffer.from(body.toString().replace('evt_1', 'evt_ñ'), 'latin1'),
      Buffer.alloc(1024 * 1024 + 1, 32),
    ];
    expect(bodies.map((of) => read(`t=${seconds},v1=${hmac(of)}`, of))).toEqual(bodies.map(() => null));
  });

  test('nor any without secrets', () => {
    expect(read(good, body, [])).toBeNull();
  });
});

describe('a message points at', () => {
  const refundId = newId();
  const metadata = { pasarela_attempt: attemptId, pasarela_refund: refundId };

  test.each([
    ['checkout.session.completed', { id: 'cs_1', metadata }, { about: 'attempt', attemptId }],
    ['checkout.session.expired', { id: 'cs_1', metadata }, { about: 'attempt', attemptId }],
    ['payment_intent.payment_failed', { id: 'pi_1', metadata }, { about: 'attempt', attemptId }],
    ['payment_intent.succeeded', { id: 'pi_1', metadata: {} }, { about: 'nothing' }],
    ['payment_intent.succeeded', { id: 'pi_1', metadata: null }, { about: 'nothing' }],
    [
      'payment_intent.succeeded',
      { id: 'pi_1', metadata: { pasarela_attempt: "1' OR" } },
      { about: 'nothing' },
    ],
    ['refund.failed', { id: 're_1', metadata }, { about: 'refund', refundId }],
    ['charge.refund.updated', { id: 're_1', metadata }, { about: 'refund', refundId }],
    ['refund.created', { id: 're_1', metadata: {} }, { about: 'handle', handle: 're_1' }],
    [
      'charge.dispute.created',
      { id: 'du_1', status: 'needs_response' },
      { about: 'dispute', disputeId: 'du_1' },
    ],
    ['charge.dispute.closed', { id: 'du_1', status: 'won' }, { about: 'dispute', disputeId: 'du_1' }],
    [
      'charge.dispute.created',
      { id: 'du_1', status: 'warning_needs_response' },
      { about: 'dispute', disputeId: 'du_1' },
    ],
    ['charge.dispute.created', { id: 'du_1', status: 'prevented' }, { about: 'nothing' }],
    ['charge.succeeded', { id: 'ch_1', metadata }, { about: 'nothing' }],
    ['customer.created', {}, { about: 'nothing' }],
  ])('%s: %o', (type, object, hint) => {
    const of = event(type, object, 'evt_2');
    expect(read(`t=${seconds},v1=${hmac(of)}`, of)).toEqual({ id: 'evt_2', hint });
  });
});

describe('from the simulated Stripe', () => {
  let world: StripeWorld;

  beforeAll(async () => {
    world = await startStripeWorld('hosted');
  });

  afterAll(() => world?.close());

  test('every message of a payment is believed, and points at it; sent again it has the same id', async () => {
    const attempt = asked();
    const page = await world.processor.authorize(requested(attempt));
    if (page.outcome !== 'challenge') throw new Error('expected a page');
    await world.simulator.pay(page.url, 'approved');
    const taken = world.simulator.notifications.map((notification) => {
      const { headers, body: text } = notification.signed();
      const inbound = { headers, query: {}, body: Buffer.from(text) };
      const first = world.processor.readNotification(inbound, new Date());
      expect(world.processor.readNotification(inbound, new Date())?.id).toBe(first?.id);
      return [notification.kind, first?.hint.about];
    });
    expect(taken).toEqual([
      ['payment_intent.created', 'nothing'],
      ['charge.succeeded', 'nothing'],
      ['payment_intent.succeeded', 'attempt'],
      ['checkout.session.completed', 'attempt'],
    ]);
  });
});

test('an early fraud warning points at what Stripe says of it, and that at our payment', async () => {
  const world = await startStripeWorld('hosted');
  try {
    const { processor, simulator } = world;
    const attempt = asked();
    const opened = await processor.authorize(requested(attempt));
    if (opened.outcome !== 'challenge') throw new Error(`expected a page, got ${opened.outcome}`);
    await simulator.pay(opened.url, 'approved');
    const warningId = simulator.warn(attempt.attemptId);
    const { headers, body: sent } = simulator.notifications.at(-1)?.signed() ?? { headers: {}, body: '' };
    const told = processor.readNotification({ headers, query: {}, body: Buffer.from(sent) }, new Date());
    expect(told?.hint).toEqual({ about: 'warning', warningId });
    const warning = { warningId, kind: 'fraud', reason: 'made_with_stolen_card' };
    expect(await processor.readWarning?.(warningId)).toEqual({ ...warning, attemptId: attempt.attemptId });
    simulator.disown(attempt.attemptId);
    expect(await processor.readWarning?.(warningId)).toEqual({ ...warning, attemptId: '' });
    expect(await world.unreachable.readWarning?.(warningId)).toBeNull();
  } finally {
    await world.close();
  }
});
