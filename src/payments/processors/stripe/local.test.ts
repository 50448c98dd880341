import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAuthorizeRequest, aRefundRequest } from '../../../../test/kit/processors/requests.ts';
import { someDetails } from '../../../../test/kit/processors/stripe/asked.ts';
import { type StripeWorld, startStripeWorld } from '../../../../test/kit/processors/stripe/contract-world.ts';
import definitions from '../../../../test/kit/processors/stripe/definitions.json' with { type: 'json' };
import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import type { AuthorizeRequest, PaymentInstructions } from '../../charges/payment-processor.ts';
import { encodeForm, type FormFields } from './form.ts';
import { type LocalIntent, localAtStripe, localFinding } from './local.ts';

/** Local methods at Stripe: requests, odd answers, and a simulator that misbehaves. */

const known: PaymentInstructions = {
  expiresAt: '2026-12-01T00:00:00.000Z',
  details: [],
  qr: null,
  barcode: null,
  documentUrl: 'https://payments.stripe.example/1',
};

function request(method: MethodCode, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  const { countries, currencies } = methods[method];
  const amount = { amountMinor: 150_000n, currency: currencies[0] ?? '' };
  return anAuthorizeRequest({ amount, country: countries[0] ?? '', method }, null, {
    document: '529.982.247-25',
    address: { street: 'Rua Um 2', city: 'São Paulo', state: 'SP', postalCode: '01310-100' },
    details: someDetails,
    ...change,
  });
}

const intent = (change: Partial<LocalIntent>): LocalIntent => ({
  id: 'pi_1',
  status: 'requires_action',
  currency: 'mxn',
  ...change,
});

let world: StripeWorld;

beforeAll(async () => {
  world = await startStripeWorld('hosted');
});

afterAll(async () => world?.close());

async function begun(method: MethodCode): Promise<AuthorizeRequest> {
  const asked = request(method);
  const outcome = await world.processor.authorize(asked);
  if (outcome.outcome !== 'instructions') throw new Error(JSON.stringify(outcome));
  return { ...asked, instructions: outcome.instructions };
}

const formOf = (parameters: object) =>
  Object.fromEntries(new URLSearchParams(encodeForm(parameters as FormFields)));
const sentTo = (path: RegExp) =>
  Object.fromEntries(
    new URLSearchParams(world.simulator.requests.findLast((each) => path.test(each.path))?.body),
  );

describe('the requests', () => {
  const confirmations = {
    PIX: {
      payment_method_data: {
        type: 'pix',
        billing_details: { name: 'Ana Prueba', email: 'ana@mail.example', tax_id: '52998224725' },
      },
      payment_method_options: { pix: { expires_after_seconds: 86_400 } },
      return_url: 'https://shop.example/return?order=7',
    },
    BOLETO: {
      payment_method_data: {
        type: 'boleto',
        boleto: { tax_id: '52998224725' },
        billing_details: {
          name: 'Ana Prueba',
          email: 'ana@mail.example',
          address: {
            line1: 'Rua Um 2',
            city: 'São Paulo',
            state: 'SP',
            postal_code: '01310-100',
            country: 'BR',
          },
        },
      },
      payment_method_options: { boleto: { expires_after_days: 3 } },
    },
    OXXO: {
      payment_method_data: {
        type: 'oxxo',
        billing_details: { name: 'Ana Prueba', email: 'ana@mail.example' },
      },
      payment_method_options: { oxxo: { expires_after_days: 3 } },
    },
    SPEI: {
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: {
        customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'mx_bank_transfer' } },
      },
    },
  } as const satisfies Partial<Record<MethodCode, Stripe.PaymentIntentConfirmParams>>;

  test.each(localAtStripe)('for %s are what its library would send', async (method) => {
    const asked = await begun(method);
    const created = sentTo(/\/payment_intents$/);
    const type = confirmations[method].payment_method_data.type;
    expect(created).toMatchObject({
      'payment_method_types[0]': type,
      amount: '150000',
      'metadata[pasarela_attempt]': asked.attemptId,
      'metadata[pasarela_reference]': someDetails.reference,
    });
    const keys = Object.keys(definitions['/v1/payment_intents']);
    for (const name of Object.keys(created)) expect(keys).toContain(name.replace(/\[.*/, ''));
    expect(Object.keys(created).filter((name) => name.startsWith('statement'))).toEqual([]);
    expect(sentTo(/\/confirm$/)).toEqual(formOf(confirmations[method]));
    expect('customer' in created).toBe(method === 'SPEI');
    // Another attempt has another customer: no money is left over for it.
    if (method !== 'SPEI') return;
    expect(sentTo(/\/customers$/)).toMatchObject({ email: 'ana@mail.example' });
    await begun(method);
    expect(sentTo(/\/payment_intents$/).customer).not.toBe(created.customer);
  });
});

test.each([
  ['PIX', 49n, 50n],
  ['BOLETO', 499n, 500n],
  ['BOLETO', 5_000_000n, 4_999_999n],
] as const)('%s of %s minor units is not sent, and of %s it is', (method, outside, inside) => {
  const of = (amountMinor: bigint) => request(method, { amount: { amountMinor, currency: 'BRL' } });
  expect(world.processor.refuses(of(outside))).toMatch(/does not take this amount/);
  expect(world.processor.refuses(of(inside))).toBeNull();
});

test('cash stays payable after the customer left it', () => {
  expect(localAtStripe.filter((method) => world.processor.keepsOpen?.(method))).toEqual(['BOLETO', 'OXXO']);
});

test('cash is given back by the merchant, Pix by Stripe, and the payer of a transfer is asked', () => {
  expect(localAtStripe.map((method) => world.processor.givesBack?.(method))).toEqual([
    'processor',
    'bank_details',
    'bank_details',
    'payer',
  ]);
});

describe('an answer', () => {
  test.each([
    [null],
    ['text'],
    [{ pix_display_qr_code: null }],
    [{ boleto_display_details: { number: 7 } }],
    [{ display_bank_transfer_instructions: { financial_addresses: 'none' } }],
    [{ oxxo_display_details: { hosted_voucher_url: 'javascript:alert(1)' } }],
  ])('that waits, with %j, says nothing: no empty page is shown', (next_action) => {
    for (const method of localAtStripe) {
      expect(localFinding(intent({ next_action }), request(method))).toMatchObject({ outcome: 'unknown' });
      // What the customer was told before stays good.
      const told = request(method, { instructions: known });
      expect(localFinding(intent({ next_action }), told)).toMatchObject({ instructions: known });
    }
  });

  test('whose code is none shows Stripe’s own page', () => {
    const next_action = { pix_display_qr_code: { data: 'x', hosted_instructions_url: known.documentUrl } };
    expect(localFinding(intent({ next_action }), request('PIX'))).toMatchObject({
      instructions: { details: [], qr: null, documentUrl: known.documentUrl },
    });
  });

  test.each([
    ['requires_payment_method', known, { code: 'any' }, { reason: 'not_paid_in_time' }],
    ['requires_payment_method', null, { code: 'any' }, { reason: 'payment_refused' }],
    ['requires_payment_method', null, null, { outcome: 'not_found' }],
    ['canceled', known, null, { reason: 'left_page' }],
    ['canceled', null, null, { reason: 'not_processed' }],
    ['processing', known, null, { outcome: 'pending' }],
    ['requires_capture', known, null, { outcome: 'unknown' }],
    ['a_new_word', known, null, { outcome: 'unknown' }],
  ])('of the status %s, with instructions %j and error %j, is %j', (status, instructions, error, finding) => {
    const asked = request('OXXO', { instructions });
    expect(localFinding(intent({ status, last_payment_error: error }), asked)).toMatchObject(finding);
  });

  test.each([{ amount: 1 }, { currency: 'brl' }, { amount_received: null }, { amount_received: 0 }])(
    'that is paid, but %j, is never an approval',
    (change) => {
      const paid = intent({ status: 'succeeded', amount_received: 150_000, ...change });
      expect(localFinding(paid, request('SPEI'))).toMatchObject({ outcome: 'unknown' });
    },
  );

  test('that is paid over another amount says which', () => {
    const paid = intent({ status: 'succeeded', amount: 150_000, amount_received: 149_999 });
    expect(localFinding(paid, request('SPEI'))).toEqual({
      outcome: 'other_amount',
      processorReference: paid.id,
      paid: { amountMinor: 149_999n, currency: 'MXN' },
    });
  });
});

describe('at the simulator', () => {
  test('a transfer that came in part says what is left, stays when it is abandoned, and is approved with the rest', async () => {
    const asked = await begun('SPEI');
    world.simulator.fundPartly(asked.attemptId, 100_000);
    const told = world.simulator.notifications.at(-1)?.signed();
    if (!told) throw new Error('nothing was told');
    const message = { headers: told.headers, query: {}, body: Buffer.from(told.body) };
    expect(world.processor.readNotification(message, new Date())?.hint).toEqual({
      about: 'attempt',
      attemptId: asked.attemptId,
    });
    const part = {
      outcome: 'instructions',
      instructions: { details: expect.arrayContaining([{ label: 'amount_left', value: '500.00 MXN' }]) },
    };
    expect(await world.processor.inquire(asked)).toMatchObject(part);
    expect(await world.processor.abandon(asked)).toMatchObject(part);
    await world.payers.pay(asked.attemptId);
    expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'approved' });
  });

  test.each(['BOLETO', 'OXXO'] as const)(
    'a voucher by %s is not called back, whatever its time',
    async (method) => {
      const asked = await begun(method);
      expect(await world.processor.abandon(asked)).toMatchObject({ outcome: 'instructions' });
      world.simulator.closeVoucher(asked.attemptId);
      expect(await world.processor.abandon(asked)).toMatchObject({ outcome: 'pending' });
    },
  );

  test('a confirmation whose answer is lost is found by its payment', async () => {
    const asked = request('PIX');
    world.simulator.misbehave('cut_after', 6, '/confirm');
    expect(await world.processor.authorize(asked)).toMatchObject({ outcome: 'unknown' });
    world.simulator.misbehave('cut_after', 0);
    expect(asked.handle).toMatch(/^pi_/);
    expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'instructions' });
    expect(await world.processor.inquire({ ...asked, handle: null })).toMatchObject({
      outcome: 'instructions',
    });
  });

  test('a payment that was never confirmed cannot be paid, and is cancelled', async () => {
    const asked = request('PIX');
    world.simulator.misbehave('error_before', 6, '/confirm');
    await world.processor.authorize(asked);
    world.simulator.misbehave('error_before', 0);
    expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'not_found' });
    expect(await world.processor.abandon(asked)).toMatchObject({ reason: 'not_processed' });
  });

  test('it works the same for an account whose cards our page takes', async () => {
    const direct = await startStripeWorld('direct');
    try {
      const asked = request('OXXO');
      expect(await direct.processor.authorize(asked)).toMatchObject({ outcome: 'instructions' });
      await direct.payers.pay(asked.attemptId);
      expect(await direct.processor.inquire(asked)).toMatchObject({ outcome: 'approved', card: null });
    } finally {
      await direct.close();
    }
  });

  test('cash that is asked back all the same is refused', async () => {
    const asked = await begun('OXXO');
    await world.payers.pay(asked.attemptId);
    const found = await world.processor.inquire(asked);
    if (found.outcome !== 'approved') throw new Error(found.outcome);
    const { attemptId, amount } = asked;
    const refund = aRefundRequest({ attemptId, processorReference: found.processorReference }, amount);
    expect(await world.processor.refund(refund)).toMatchObject({ outcome: 'refused' });
  });
});
