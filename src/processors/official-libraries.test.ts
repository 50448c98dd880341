import { WebhookSignatureValidator } from 'mercadopago';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAuthorizeRequest, aRefundRequest } from '../../test/kit/processors/requests.ts';
import { asked, requested } from '../../test/kit/processors/stripe/asked.ts';
import definitions from '../../test/kit/processors/stripe/definitions.json' with { type: 'json' };
import { startMercadopagoWorld } from './mercadopago/contract-world.ts';
import { type StripeWorld, startStripeWorld } from './stripe/contract-world.ts';
import { readNotification } from './stripe/notifications.ts';

/** Our adapters and simulators, judged by what we did not write: the processors' own libraries and definitions. */

describe('Stripe', () => {
  let world: StripeWorld;

  beforeAll(async () => {
    world = await startStripeWorld('hosted');
  });

  afterAll(async () => {
    await world?.close();
  });

  const library = new Stripe('sk_test_nothing');

  test('a message signed by its library is taken, and one for another secret is not', () => {
    const secret = 'whsec_of_this_test_alone';
    const payload = JSON.stringify({
      ...{ id: 'evt_1', object: 'event', type: 'charge.dispute.created' },
      data: { object: { id: 'du_1', status: 'needs_response' } },
    });
    const header = library.webhooks.generateTestHeaderString({ payload, secret });
    const message = { headers: { 'stripe-signature': header }, query: {}, body: Buffer.from(payload) };
    expect(readNotification(message, [secret], new Date())?.hint).toEqual({
      about: 'dispute',
      disputeId: 'du_1',
    });
    expect(readNotification(message, ['whsec_another'], new Date())).toBeNull();
  });

  test('requests have only the parameters of its definitions, and messages of the simulator pass its library', async () => {
    const { processor, simulator } = world;
    const attempt = asked({ description: 'Zapatos', email: 'ana@customer.example', language: 'es' });
    const opened = await processor.authorize(requested(attempt));
    if (opened.outcome !== 'challenge') throw new Error(`expected a page, got ${opened.outcome}`);
    await simulator.pay(opened.url, 'approved');
    const paid = await processor.inquire({ ...attempt, handle: opened.handle });
    if (paid.outcome !== 'approved') throw new Error(`expected an approval, got ${paid.outcome}`);
    const payment = { attemptId: attempt.attemptId, processorReference: paid.processorReference };
    await processor.refund(aRefundRequest(payment, { amountMinor: 1_00n, currency: 'MXN' }));
    const left = asked();
    const other = await processor.authorize(requested(left));
    if (other.outcome !== 'challenge') throw new Error(`expected a page, got ${other.outcome}`);
    await processor.abandon({ ...left, handle: other.handle });

    const paths = new Set<string>();
    for (const { path, body } of simulator.requests) {
      const name = path.replace(/\/cs_\w+/, '/{session}').replace(/\/pi_\w+/, '/{intent}');
      const shape = (definitions as Record<string, Shape>)[name];
      paths.add(name);
      for (const [key, value] of new URLSearchParams(body)) {
        expect([name, key, faultOf(shape, partsOf(key), value)]).toEqual([name, key, null]);
      }
    }
    expect([...paths].sort()).toEqual([
      '/v1/checkout/sessions',
      '/v1/checkout/sessions/{session}/expire',
      '/v1/refunds',
    ]);
    expect(simulator.notifications.length).toBeGreaterThan(0);
    for (const notification of simulator.notifications) {
      const { headers, body } = notification.signed();
      const event = library.webhooks.constructEvent(
        body,
        headers['stripe-signature'] ?? '',
        simulator.webhookSecret,
      );
      expect(event.type).toBe(notification.kind);
    }
  });

  test('its library reads the balance, the payouts and what is in them of the simulator as the adapter does', async () => {
    const { processor, simulator } = world;
    const { hostname, port } = new URL(simulator.env.STRIPE_API_URL ?? '');
    const live = new Stripe(simulator.env.STRIPE_SECRET_KEY ?? '', {
      host: hostname,
      port,
      protocol: 'http',
    });
    simulator.moveOther(12_34n, 'topup', 'topup');
    const { available, pending } = await live.balance.retrieve();
    const held = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
    expect(held).toBeGreaterThanOrEqual(12_34);
    expect(await processor.balance?.()).toEqual([{ amountMinor: BigInt(held), currency: 'MXN' }]);
    const payout = simulator.payOutAll();
    const inside = await live.balanceTransactions.list({ payout, limit: 100, expand: ['data.source'] });
    const read = await processor.payoutLines?.(payout, '');
    expect(read?.lines.map(({ lineId }) => lineId)).toEqual(inside.data.map(({ id }) => id));
    expect(inside.data.map(({ net }) => net).reduce((sum, net) => sum + net, 0)).toBe(0);
    const [own] = inside.data.filter(({ type }) => type === 'payout');
    expect(own?.source).toMatchObject({ object: 'payout', id: payout, amount: held, automatic: true });
  });

  test('a parameter that it does not have is found', () => {
    const shape = definitions['/v1/checkout/sessions'] as Shape;
    expect(faultOf(shape, partsOf('line_items[0][price_data][unit_amout]'), '1')).toBe('unknown: unit_amout');
    expect(faultOf(shape, ['expires_at'], 'soon')).toBe('no integer: soon');
  });
});

test('messages of the simulated Mercado Pago pass its own library', async () => {
  const world = await startMercadopagoWorld();
  try {
    const { processor, simulator } = world;
    const { country, currency } = simulator;
    const request = anAuthorizeRequest({ amount: { amountMinor: 100_00n, currency }, country }, null, {});
    const opened = await processor.authorize(request);
    if (opened.outcome !== 'challenge') throw new Error(`expected a page, got ${opened.outcome}`);
    await simulator.pay(opened.url, 'approved');
    await simulator.openDispute(request.attemptId);
    expect(simulator.notifications.length).toBeGreaterThan(1);
    const secret = simulator.env.MERCADOPAGO_WEBHOOK_SECRET ?? '';
    for (const notification of simulator.notifications) {
      const { headers, query } = notification.signed();
      // The library signs the id as it is given, Mercado Pago's guide in lower case.
      const dataId = new URLSearchParams(query).get('data.id')?.toLowerCase();
      const given = { xSignature: headers['x-signature'], xRequestId: headers['x-request-id'], dataId };
      WebhookSignatureValidator.validate({ ...given, secret });
      expect(() => WebhookSignatureValidator.validate({ ...given, secret: 'x'.repeat(64) })).toThrow();
    }
  } finally {
    await world.close();
  }
});

type Shape = string | Shape[] | { [name: string]: Shape };

function partsOf(key: string): string[] {
  return key.replaceAll(']', '').split('[');
}

/** What is wrong with a parameter, by the definitions; null: nothing. */
function faultOf(shape: Shape | undefined, [part, ...rest]: string[], value: string): string | null {
  if (part === undefined) {
    return shape === 'integer' && !/^-?\d+$/.test(value) ? `no integer: ${value}` : null;
  }
  if (shape === undefined) return `unknown: ${part}`;
  if (shape === 'object' || shape === 'any') return null;
  if (Array.isArray(shape)) return faultOf(shape[0], rest, value);
  if (typeof shape === 'string') return `not in parts: ${part}`;
  return part in shape ? faultOf(shape[part], rest, value) : `unknown: ${part}`;
}
