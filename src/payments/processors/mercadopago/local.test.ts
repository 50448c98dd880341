import type { Order as OrderClient } from 'mercadopago';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import {
  type MercadopagoWorld,
  startMercadopagoWorld,
} from '../../../../test/kit/processors/mercadopago/contract-world.ts';
import { anAuthorizeRequest } from '../../../../test/kit/processors/requests.ts';
import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import type { AuthorizeRequest, PaymentInstructions } from '../../charges/payment-processor.ts';
import { localAt, localBody, payerFieldsOf, toLocalOutcome } from './local.ts';
import { orderBody } from './order-calls.ts';
import type { Order } from './orders.ts';
import { siteIds } from './sites.ts';

/** Local methods at Mercado Pago: requests, odd answers, and a simulator that misbehaves. */

const origin = 'https://api.example';
const page = 'https://www.mercadopago.example/ticket/1';
const known: PaymentInstructions = {
  expiresAt: '2026-12-01T00:00:00.000Z',
  details: [],
  qr: null,
  barcode: null,
  documentUrl: page,
};

function request(method: MethodCode, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  const { countries, currencies } = methods[method];
  const amount = { amountMinor: 150_000n, currency: currencies[0] ?? '' };
  return anAuthorizeRequest({ amount, country: countries[0] ?? '', method }, null, change);
}

function order(asked: AuthorizeRequest, given: unknown, change: Partial<Order> = {}): Order {
  return {
    id: 'ORD1',
    status: 'action_required',
    status_detail: 'waiting_payment',
    external_reference: asked.attemptId,
    total_amount: '1500.00',
    transactions: { payments: [{ id: 'PAY1', status: 'action_required', payment_method: given }] },
    ...change,
  };
}

describe('the request', () => {
  test('has the fields of its own library', () => {
    type Body = NonNullable<Parameters<OrderClient['create']>[0]>['body'];
    expectTypeOf<ReturnType<typeof localBody>>().toExtend<
      Omit<Body, 'payer'> & { payer: Omit<ReturnType<typeof localBody>['payer'], never> }
    >();
    expectTypeOf<keyof ReturnType<typeof localBody>['payer']>().toExtend<keyof NonNullable<Body['payer']>>();
  });

  test('for PSE names the bank, where the payer returns to, and the payer', () => {
    expect(localBody(request('PSE', { bank: '1007', document: '1.020.304-050' }))).toMatchObject({
      processing_mode: 'automatic',
      total_amount: '1500.00',
      payer: {
        entity_type: 'individual',
        first_name: 'Ana',
        last_name: 'Prueba',
        identification: { type: 'CC', number: '1020304050' },
      },
      transactions: { payments: [{ payment_method: { id: 'pse', financial_institution: '1007' } }] },
      config: { online: { callback_url: 'https://shop.example/return?order=7' } },
      additional_info: { payer: { ip_address: '192.0.2.7' } },
    });
  });

  test.each([
    ['Rua Um 2, Centro', { street_name: 'Rua Um', street_number: '2', neighborhood: 'Centro' }],
    ['Rua Um, 2, Centro', { street_name: 'Rua Um', street_number: '2', neighborhood: 'Centro' }],
    ['Rua Um', { street_name: 'Rua Um', street_number: 'S/N', neighborhood: 'Não informado' }],
  ])('for a boleto writes the address %s in its parts', (street, parts) => {
    const address = { street, city: 'São Paulo', state: 'SP', postalCode: '01310-100' };
    expect(localBody(request('BOLETO', { address, document: '529.982.247-25' })).payer).toMatchObject({
      identification: { type: 'CPF', number: '52998224725' },
      address: { ...parts, city: 'São Paulo', state: 'SP', zip_code: '01310100' },
    });
  });

  test.each([
    ['PIX', 'P1D'],
    ['OXXO', 'P3D'],
    ['SPEI', 'P3D'],
  ] as const)('for %s asks for %s to pay', (method, time) => {
    expect(localBody(request(method)).transactions.payments[0]).toMatchObject({ expiration_time: time });
  });

  test('for the wallet opens a page for its owners alone', () => {
    const wallet = request('MERCADOPAGO', { amount: { amountMinor: 100n, currency: 'ARS' }, country: 'ARG' });
    expect(orderBody(wallet).config.online).toMatchObject({ allowed_user_type: 'account_only' });
    expect(orderBody({ ...wallet, method: 'CARDS' }).config.online).not.toHaveProperty('allowed_user_type');
  });

  test.each([
    ['ARS', ['ticket']],
    ['MXN', ['ticket', 'atm']],
    ['PEN', ['ticket', 'atm']],
  ])('for a page in %s lets nobody pay in cash', (currency, types) => {
    const asked = request('CARDS', { amount: { amountMinor: 100n, currency } });
    expect(orderBody(asked).config.payment_method.not_allowed_types).toEqual(types);
  });
});

test('an account takes the methods of its own country alone', () => {
  for (const site of siteIds)
    for (const code of localAt(site)) expect(methods[code].countries).toHaveLength(1);
  expect(localAt('MLB')).toEqual(['PIX', 'BOLETO']);
  expect([localAt('MLC'), localAt('MPE'), localAt('MLU')]).toEqual([[], [], []]);
  expect(payerFieldsOf('CARDS')).toEqual(['email']);
});

describe('an answer', () => {
  const outcome = (method: MethodCode, given: unknown, change: Partial<Order> = {}) => {
    const asked = request(method);
    return toLocalOutcome(order(asked, given, change), asked, origin);
  };

  test.each([
    ['PIX', { qr_code: 'QRS2', ticket_url: page }],
    ['BOLETO', { digitable_line: 7, ticket_url: page }],
    ['SPEI', { reference: '646180205700001447', ticket_url: page }],
    ['OXXO', { reference: null, ticket_url: page }],
  ] as const)('to %s of %j shows its own page, where nothing else is certain', (method, given) => {
    expect(outcome(method, given)).toMatchObject({
      outcome: 'instructions',
      instructions: { details: [], qr: null, barcode: null, documentUrl: page },
    });
  });

  test.each([undefined, null, 'text', {}, { ticket_url: 'http://elsewhere.example' }, { redirect_url: 7 }])(
    'of %j says nothing yet: no empty page is shown',
    (given) => {
      for (const site of siteIds) {
        for (const method of localAt(site))
          expect(outcome(method, given)).toMatchObject({ outcome: 'unknown' });
      }
    },
  );

  test.each(['waiting_payment', 'waiting_transfer', 'later'])(
    'that waits (%s) shows what to pay by',
    (detail) => {
      const given = { reference: '646180205700001446' };
      expect(outcome('SPEI', given, { status_detail: detail })).toMatchObject({ outcome: 'instructions' });
    },
  );

  test('without its data keeps what the customer was told before', () => {
    const asked = request('OXXO', { instructions: known });
    expect(toLocalOutcome(order(asked, {}, { status: 'processing' }), asked, origin)).toMatchObject({
      instructions: known,
    });
  });

  test.each([
    ['expired', 'expired', 'not_paid_in_time'],
    ['canceled', 'expired', 'not_paid_in_time'],
    ['canceled', 'canceled', 'left_page'],
    ['cancelled', 'canceled', 'left_page'],
    ['failed', 'failed', 'payment_refused'],
  ])('of the status %s, %s, is %s', (status, status_detail, reason) => {
    expect(outcome('PIX', {}, { status, status_detail })).toMatchObject({ outcome: 'refused', reason });
  });

  test.each([
    { total_paid_amount: 'all' },
    { total_amount: '1.00' },
    { external_reference: 'other' },
    { status: 'in_mediation' },
    { status: 'in_review' },
  ])('that is paid, but %j, is never an approval', (change) => {
    expect(outcome('SPEI', {}, { status: 'processed', ...change })).toMatchObject({ outcome: 'unknown' });
    expect(outcome('SPEI', {}, { status: 'processed', total_paid_amount: '1500.00' })).toMatchObject({
      outcome: 'approved',
    });
    expect(outcome('SPEI', {}, { status: 'processed', total_paid_amount: '1499.99' })).toMatchObject({
      outcome: 'other_amount',
      paid: { amountMinor: 149_999n, currency: 'MXN' },
    });
  });
});

describe('at the simulator', () => {
  let world: MercadopagoWorld;

  beforeAll(async () => {
    world = await startMercadopagoWorld({ site: 'MLM' });
  });

  afterAll(async () => world?.close());

  test('what is made later than its answer is read until it says what to pay by', async () => {
    world.simulator.ways.isAsynchronous = true;
    expect(await world.processor.authorize(request('OXXO'))).toMatchObject({ outcome: 'instructions' });
    world.simulator.ways.isAsynchronous = false;
  });

  test('an order whose answer was lost is found by our id', async () => {
    const asked = request('SPEI');
    world.simulator.misbehave('cut_after', 9);
    expect(await world.processor.authorize(asked)).toMatchObject({ outcome: 'instructions' });
    world.simulator.misbehave('cut_after', 0);
    expect(await world.payers.begunOf(asked.attemptId)).toBe(1);
  });

  test('a voucher whose time is over is left to Mercado Pago, which may still book the cash', async () => {
    const asked = request('OXXO');
    const begun = await world.processor.authorize(asked);
    if (begun.outcome !== 'instructions') throw new Error(begun.outcome);
    const expiresAt = new Date(Date.now() - 1).toISOString();
    const over = { ...asked, instructions: { ...begun.instructions, expiresAt } };
    expect(await world.processor.abandon(over)).toMatchObject({ outcome: 'instructions' });
    await world.payers.pay(asked.attemptId);
    expect(await world.processor.inquire(over)).toMatchObject({ outcome: 'approved' });
  });

  test('the banks are read once an hour, in the order of their names', async () => {
    const colombia = await startMercadopagoWorld({ site: 'MCO' });
    try {
      const banks = await colombia.processor.banks?.('PSE');
      expect(banks).toEqual([
        { id: '1007', name: 'Bancolombia' },
        { id: '1051', name: 'Davivienda' },
      ]);
      expect(await colombia.processor.banks?.('PSE')).toBe(banks);
      await expect(colombia.unreachable.banks?.('PSE')).rejects.toThrow();
    } finally {
      await colombia.close();
    }
  });
});
