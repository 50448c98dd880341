import {
  type Chargeback as ChargebackClient,
  type Order as OrderClient,
  WebhookSignatureValidator,
} from 'mercadopago';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { fieldsOfPublicClients } from '../../../test/kit/processors/dlocal/public-clients.ts';
import { startMercadopagoWorld } from '../../../test/kit/processors/mercadopago/contract-world.ts';
import { anAuthorizeRequest, aRefundRequest } from '../../../test/kit/processors/requests.ts';
import { asked, requested, someDetails } from '../../../test/kit/processors/stripe/asked.ts';
import { type StripeWorld, startStripeWorld } from '../../../test/kit/processors/stripe/contract-world.ts';
import definitions from '../../../test/kit/processors/stripe/definitions.json' with { type: 'json' };
import type {
  StripeCharge,
  StripeDisputeObject,
  StripeIntent,
  StripeRefund,
  StripeSession,
} from '../../../test/kit/processors/stripe/objects.ts';
import { cardWith } from '../../../test/kit/processors/stripe/test-cards.ts';
import { evidenceKinds } from '../charges/payment-processor.ts';
import { cardBody, paymentBody } from './dlocal/bodies.ts';
import type { Order } from './mercadopago/orders.ts';
import type { Chargeback } from './mercadopago/payments.ts';
import { type Intent, isDispute, type Session } from './stripe/answers.ts';
import { encodeForm, type FormFields } from './stripe/form.ts';
import { readNotification } from './stripe/notifications.ts';

/** Checks our adapters and simulators against the processors' own libraries and definitions. */

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

  test('evidence is what its library would send, and the simulator takes it from the library, too', async () => {
    const { processor, simulator } = world;
    const disputes: string[] = [];
    for (const _ of [1, 2]) {
      const attempt = asked();
      const opened = await processor.authorize(requested(attempt));
      if (opened.outcome !== 'challenge') throw new Error(`expected a page, got ${opened.outcome}`);
      await simulator.pay(opened.url, 'approved');
      disputes.push(await simulator.openDispute(attempt.attemptId));
    }
    const [ours = '', theirs = ''] = disputes;
    const content = Buffer.concat([Buffer.from('%PDF-1.7\r\n--\xff\x00', 'latin1'), Buffer.from('%%EOF')]);
    const kept: string[] = [];
    const sent = await processor.sendEvidence?.({
      sendingId: '0190a1b2-0000-7000-8000-000000000009',
      disputeId: ours,
      text: 'Entregado & firmado',
      isRepeat: false,
      files: evidenceKinds.map((kind) => ({
        ...{ id: `f-${kind}`, kind, name: `${kind}.pdf`, mediaType: 'application/pdf', reference: null },
        content: async () => content,
        keepReference: async (reference: string) => void kept.push(reference),
      })),
    });
    expect(sent).toEqual({ outcome: 'sent' });
    const { hostname, port } = new URL(simulator.env.STRIPE_API_URL ?? '');
    const live = new Stripe(simulator.env.STRIPE_SECRET_KEY ?? '', {
      host: hostname,
      port,
      protocol: 'http',
    });
    const file = { data: content, name: 'receipt.pdf', type: 'application/pdf' };
    const made = await live.files.create({ purpose: 'dispute_evidence', file });
    expect(made).toMatchObject({ size: content.length, type: 'pdf', purpose: 'dispute_evidence' });
    const names = [
      ...(['receipt', 'customer_communication', 'shipping_documentation', 'service_documentation'] as const),
      ...(['refund_policy', 'cancellation_policy', 'customer_signature'] as const),
      ...(['duplicate_charge_documentation', 'uncategorized_file'] as const),
    ] satisfies (keyof Stripe.DisputeUpdateParams.Evidence)[];
    const parameters: Stripe.DisputeUpdateParams = {
      evidence: {
        ...Object.fromEntries(names.map((name, at) => [name, kept[at] ?? ''])),
        uncategorized_text: 'Entregado & firmado',
      },
      metadata: { pasarela_evidence: '0190a1b2-0000-7000-8000-000000000009' },
      submit: true,
    };
    const form = (text: string | undefined) => Object.fromEntries(new URLSearchParams(text));
    const ownRequest = simulator.requests.findLast(({ path }) => path === `/v1/disputes/${ours}`);
    expect(form(ownRequest?.body)).toEqual(form(encodeForm(parameters as FormFields)));
    const answered = await live.disputes.update(theirs, parameters);
    expect(answered.status).toBe('under_review');
    expect(form(simulator.requests.at(-1)?.body)).toEqual(form(ownRequest?.body));
  });

  /** Compares each request that the simulator received with one that the library's types accept. */
  test('requests with a card that our page took are what its library would send', async () => {
    const direct = await startStripeWorld('direct');
    try {
      const { processor, simulator } = direct;
      const attempt = asked({
        description: 'Zapatos',
        email: 'ana@customer.example',
        amount: { amountMinor: 90_000n, currency: 'MXN' },
        instalments: 3,
        details: { ...someDetails, demandsThreeDSecure: true },
      });
      let handle: string | null = null;
      const keepHandle = async (kept: string) => {
        handle = kept;
      };
      const card = cardWith('4242424242424242');
      const begun = await processor.authorize(requested(attempt, { card, keepHandle }));
      expect(begun.outcome).toBe('challenge');
      await processor.abandon({ ...attempt, handle });

      const sentTo = (path: RegExp) =>
        Object.fromEntries(
          new URLSearchParams(simulator.requests.findLast((each) => path.test(each.path))?.body),
        );
      const formOf = (parameters: object) =>
        Object.fromEntries(new URLSearchParams(encodeForm(parameters as FormFields)));
      expect(sentTo(/\/payment_intents$/)).toEqual(
        formOf({
          amount: 90_000,
          currency: 'mxn',
          payment_method_types: ['card'],
          description: `Zapatos - Mercado Luz - order A-1001 - ${someDetails.reference}`,
          metadata: {
            pasarela_attempt: attempt.attemptId,
            pasarela_reference: someDetails.reference,
            pasarela_order: 'A-1001',
            pasarela_merchant: someDetails.merchantId,
            pasarela_merchant_name: 'Mercado Luz',
          },
          statement_descriptor_suffix: 'MERCADO LU',
        } satisfies Stripe.PaymentIntentCreateParams & OfPinnedVersion),
      );
      expect(sentTo(/\/payment_methods$/)).toEqual(
        formOf({
          type: 'card',
          card: { number: card.number, exp_month: 12, exp_year: 2099, cvc: '123' },
          billing_details: { name: 'Ana Prueba', email: 'ana@customer.example' },
        } satisfies Stripe.PaymentMethodCreateParams),
      );
      const method = sentTo(/\/confirm$/).payment_method ?? '';
      expect(sentTo(/\/payment_intents\/pi_\w+$/)).toEqual(
        formOf({
          payment_method: method,
          payment_method_options: { card: { installments: { enabled: true } } },
        } satisfies Stripe.PaymentIntentUpdateParams),
      );
      expect(sentTo(/\/confirm$/)).toEqual(
        formOf({
          payment_method: method,
          payment_method_options: {
            card: {
              installments: { plan: { type: 'fixed_count', interval: 'month', count: 3 } },
              request_three_d_secure: 'challenge',
            },
          },
          return_url: attempt.returnUrl,
        } satisfies Stripe.PaymentIntentConfirmParams),
      );
      expect(sentTo(/\/cancel$/)).toEqual(formOf({} satisfies Stripe.PaymentIntentCancelParams));

      // Also checked against its published definitions, as far as they go.
      const known = /^\/v1\/payment_intents(?:\/pi_\w+\/cancel)?$/;
      const held = simulator.requests.filter(({ path }) => known.test(path));
      expect(held).toHaveLength(2);
      for (const { path, body } of held) {
        const name = path.replace(/\/pi_\w+/, '/{intent}');
        for (const [key, value] of new URLSearchParams(body)) {
          const shape = (definitions as Record<string, Shape>)[name];
          expect([name, key, faultOf(shape, partsOf(key), value)]).toEqual([name, key, null]);
        }
      }
    } finally {
      await direct.close();
    }
  });

  test('its words are those of its library: none is missing in what is read, none is made up in the simulator', () => {
    expectTypeOf<Intent['status']>().toEqualTypeOf<Words<Stripe.PaymentIntent['status']>>();
    expectTypeOf<Session['status']>().toEqualTypeOf<Words<NonNullable<Stripe.Checkout.Session['status']>>>();
    expectTypeOf<Session['payment_status']>().toEqualTypeOf<
      Words<Stripe.Checkout.Session['payment_status']>
    >();
    expectTypeOf<StripeIntent['status']>().toExtend<Words<Stripe.PaymentIntent['status']>>();
    expectTypeOf<keyof StripeIntent>().toExtend<keyof Stripe.PaymentIntent>();
    expectTypeOf<keyof StripeSession>().toExtend<keyof Stripe.Checkout.Session>();
    expectTypeOf<keyof StripeRefund>().toExtend<keyof Stripe.Refund>();
    expectTypeOf<keyof StripeDisputeObject>().toExtend<keyof Stripe.Dispute>();
    expectTypeOf<keyof StripeCharge>().toExtend<keyof Stripe.Charge>();
    // Every dispute status of the library has a meaning of its own.
    const statuses = [
      ...(['lost', 'needs_response', 'under_review', 'won'] as const),
      ...(['appeal_needs_response', 'appeal_under_review'] as const),
      ...(['warning_closed', 'warning_needs_response', 'warning_under_review', 'prevented'] as const),
    ];
    expectTypeOf<(typeof statuses)[number]>().toEqualTypeOf<Words<Stripe.Dispute['status']>>();
    expect(statuses.filter((status) => !isDispute(status))).toEqual(['prevented']);
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
      // The library signs the id as given, Mercado Pago's guide in lower case.
      const dataId = new URLSearchParams(query).get('data.id')?.toLowerCase();
      const given = { xSignature: headers['x-signature'], xRequestId: headers['x-request-id'], dataId };
      WebhookSignatureValidator.validate({ ...given, secret });
      expect(() => WebhookSignatureValidator.validate({ ...given, secret: 'x'.repeat(64) })).toThrow();
    }
  } finally {
    await world.close();
  }
});

test('what is read of orders and chargebacks of Mercado Pago has the names of its own library', () => {
  type TheirOrder = Awaited<ReturnType<OrderClient['get']>>;
  type TheirChargeback = Awaited<ReturnType<ChargebackClient['get']>>;
  expectTypeOf<keyof Order>().toExtend<keyof TheirOrder>();
  expectTypeOf<keyof NonNullable<Order['transactions']>>().toExtend<
    keyof NonNullable<TheirOrder['transactions']> | 'chargebacks'
  >();
  // Fields of its guide that its library lacks.
  type OfGuide = 'payments' | 'currency' | 'date_documentation_deadline';
  expectTypeOf<Exclude<keyof Chargeback, OfGuide>>().toExtend<keyof TheirChargeback>();
});

test('what dLocal is sent is sent by others too', () => {
  const card = cardWith('4111111111111111');
  const place = { amount: { amountMinor: 100_00n, currency: 'BRL' }, country: 'BRA' };
  const request = anAuthorizeRequest(place, card, { document: '85351346893', details: someDetails });
  const body = { ...paymentBody(request, 'DIRECT'), card: cardBody(request) };
  const names = Object.entries(body).flatMap(([name, value]) =>
    name === 'payer' || name === 'card' ? Object.keys(value ?? {}).map((part) => `${name}.${part}`) : name,
  );
  expect(names).toContain('card.descriptor');
  // Documented only in dLocal's guide: no other known client sends it.
  expect(names.filter((name) => !fieldsOfPublicClients.has(name))).toEqual(['payer.ip']);
});

/** The string literals that its library knows: it also allows future ones. */
type Words<Text extends string> = Text extends unknown ? (string extends Text ? never : Text) : never;

/** The library already uses the version after ours, which calls it `allowed_payment_method_types`. */
interface OfPinnedVersion {
  payment_method_types: string[];
}

type Shape = string | Shape[] | { [name: string]: Shape };

function partsOf(key: string): string[] {
  return key.replaceAll(']', '').split('[');
}

/** The fault of a parameter by the definitions; null: none. */
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
