import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProcessorSimulator } from '../simulator.ts';
import { startMercadopagoSimulator } from './mercadopago-simulator.ts';

/** Checks that the simulator is as strict as Mercado Pago: a wrong adapter must fail here. */

let simulator: ProcessorSimulator;

beforeAll(async () => {
  simulator = await startMercadopagoSimulator('MCO');
});

afterAll(() => simulator?.close());

const order = {
  type: 'online',
  processing_mode: 'manual',
  total_amount: '1500.00',
  external_reference: 'abc-1',
  payer: { email: 'ana@mail.example' },
  items: [{ title: 'Two coffees', quantity: 2, unit_price: '750.00' }],
  config: { online: { success_url: 'https://shop.example', auto_return: 'approved' } },
};

async function post(path: string, body: unknown, headers: Record<string, string | undefined> = {}) {
  const all = {
    authorization: `Bearer ${simulator.env.MERCADOPAGO_ACCESS_TOKEN}`,
    'content-type': 'application/json',
    'x-idempotency-key': crypto.randomUUID(),
    ...headers,
  };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const response = await fetch(simulator.url + path, {
    method: 'POST',
    headers: given,
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { id?: string; error?: string; errors?: { code: string }[] };
  return { status: response.status, id: answer.id, code: answer.errors?.[0]?.code ?? answer.error };
}

test('an order as it must be is opened', async () => {
  expect(await post('/v1/orders', order)).toMatchObject({
    status: 201,
    id: expect.stringMatching(/^ORD\w{26}$/),
  });
});

test.each([
  ['no payer', { payer: undefined }, 'required_properties'],
  ['no address', { payer: {} }, 'required_properties'],
  ['an address that is none', { payer: { email: 'ana' } }, 'property_value'],
  [
    'an address of notifications',
    { config: { notification_url: 'https://shop.example' } },
    'unsupported_properties',
  ],
  [
    'a total of an item',
    { items: [{ ...order.items[0], total_amount: '1500.00' }] },
    'unsupported_properties',
  ],
  ['a property of its own', { something: 1 }, 'unsupported_properties'],
  ['an amount that is a number', { total_amount: 1500 }, 'property_type'],
  ['an amount that is not the sum', { total_amount: '1500.01' }, 'property_value'],
  ['another sum', { total_amount: '1501.00' }, 'order_items_total_amount_mismatch'],
  [
    'nothing to pay',
    { total_amount: '0', items: [{ ...order.items[0], unit_price: '0' }] },
    'property_value',
  ],
  ['no items', { items: [] }, 'minimum_items'],
  ['a title that is too long', { items: [{ ...order.items[0], title: 'x'.repeat(257) }] }, 'property_value'],
  ['a reference that is too long', { external_reference: 'x'.repeat(65) }, 'property_value'],
  ['a reference with spaces', { external_reference: 'a b' }, 'property_value'],
  ['a time that is none', { expiration_time: '60 minutes' }, 'property_value'],
  ['a return to nowhere', { config: { online: { auto_return: 'approved' } } }, 'required_properties'],
])('one with %s is refused', async (_name, change, code) => {
  expect(await post('/v1/orders', { ...order, ...change })).toMatchObject({ status: 400, code });
});

test('a call without a token, or without a key, is refused', async () => {
  const wrong = { authorization: 'Bearer wrong' };
  expect(await post('/v1/orders', order, wrong)).toMatchObject({ status: 401, code: 'unauthorized' });
  for (const [key, code] of [
    [undefined, 'empty_required_header'],
    ['x'.repeat(129), 'invalid_idempotency_key_length'],
  ] as const)
    expect(await post('/v1/orders', order, { 'x-idempotency-key': key })).toMatchObject({
      status: 400,
      code,
    });
});

test('a key stands for one order', async () => {
  const key = { 'x-idempotency-key': 'key-1' };
  const first = await post('/v1/orders', order, key);
  expect(await post('/v1/orders', order, key)).toEqual(first);
  const other = { ...order, external_reference: 'abc-2' };
  expect(await post('/v1/orders', other, key)).toMatchObject({
    status: 409,
    code: 'idempotency_key_already_used',
  });
});

test('what was not paid is not refunded, and what is over is not cancelled', async () => {
  const { id } = await post('/v1/orders', order);
  expect(await post(`/v1/orders/${id}/refund`, {})).toMatchObject({
    status: 409,
    code: 'cannot_refund_order',
  });
  expect(await post(`/v1/orders/${id}/cancel`, {})).toMatchObject({ status: 200 });
  expect(await post(`/v1/orders/${id}/cancel`, {})).toMatchObject({
    status: 409,
    code: 'order_already_cancelled',
  });
  expect(await post('/v1/orders/none/cancel', {})).toMatchObject({ status: 400, code: 'invalid_path_param' });
  expect(await post(`/v1/orders/ORD${'0'.repeat(26)}/cancel`, {})).toMatchObject({
    status: 404,
    code: 'order_not_found',
  });
});
