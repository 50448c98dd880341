import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { anAuthorizeRequest, aRefundRequest } from '../../../../test/kit/processors/requests.ts';
import { mercadopago } from './mercadopago-processor.ts';

/** Servers that give answers outside the definitions, on command. */

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
  }
});

/** Long enough for a busy machine, unless the listener hangs. */
async function towards(listener: RequestListener, timeoutMs = 4_000) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const accessToken = 'APP_USR-1234567890-secret-token';
  const settings = { url, accessToken, webhookSecrets: ['x'.repeat(64)], site: 'MLA', timeoutMs } as const;
  return mercadopago.open(settings, 'hosted');
}

const amount = { amountMinor: 10_050n, currency: 'ARS' };
const handle = `ORD${'0'.repeat(26)}`;
const asked = anAuthorizeRequest({ amount, country: 'ARG' }, null, { handle });
const order = {
  id: handle,
  status: 'created',
  status_detail: 'created',
  external_reference: asked.attemptId,
  total_amount: '100.50',
  currency: 'ARS',
  checkout_url: 'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=1',
};
const refund = aRefundRequest({ attemptId: asked.attemptId, processorReference: handle }, amount);

const says =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body);

const hangs: RequestListener = (_request, response) => void response.write('{"id":');

test.concurrent.each<[string, RequestListener, RegExp]>([
  ['answers 500', says(500, '{}'), /HTTP 500/],
  ['answers 403', says(403, '{"message":"x","error":"PA_UNAUTHORIZED"}'), /HTTP 403 \(PA_UNAUTHORIZED\)/],
  ['is another server that knows no such page', says(404, '<h1>404'), /HTTP 404/],
  ['is a proxy that says not found', says(404, '{"error":"not_found"}'), /HTTP 404 \(not_found\)/],
  [
    'sends us elsewhere',
    (_q, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    /HTTP 307/,
  ],
  ['answers no JSON', says(200, '<h1>OK</h1>'), /not understand/],
  ['answers nothing', says(204, ''), /not understand/],
  [
    'answers an order without an amount',
    says(200, JSON.stringify({ ...order, total_amount: undefined })),
    /not understand/,
  ],
  [
    'answers an order with an id that is a path',
    says(200, JSON.stringify({ ...order, id: '../x' })),
    /not understand/,
  ],
  [
    'answers a status we do not know',
    says(200, JSON.stringify({ ...order, status: 'maybe' })),
    /do not know/,
  ],
  ['hangs within its answer', hangs, /within \d+ ms/],
  ['cuts the connection', (incoming) => incoming.socket.destroy(), /could not be asked/],
  ['answers without end', says(200, `"${'x'.repeat(5 * 1024 * 1024)}"`), /could not be asked/],
  [
    'quotes what it was sent in its error',
    (incoming, response) => {
      const error = { errors: [{ code: `${incoming.headers.authorization} ana@mail.example` }] };
      response.writeHead(400).end(JSON.stringify(error));
    },
    /HTTP 400$/,
  ],
])('one that %s opens no page, and leaves the rest unknown', async (_name, listener, cause) => {
  const processor = await towards(listener, listener === hangs ? 300 : undefined);
  const outcomes = [
    await processor.authorize(asked),
    await processor.inquire(asked),
    await processor.abandon(asked),
    await processor.refund(refund),
  ];
  expect(outcomes).toEqual([
    { outcome: 'not_taken', cause: expect.stringMatching(cause) },
    { outcome: 'unknown', cause: expect.stringMatching(cause) },
    { outcome: 'unknown', cause: expect.stringMatching(/^Mercado Pago/) },
    { outcome: 'unknown', cause: expect.stringMatching(/^Mercado Pago/) },
  ]);
  expect(JSON.stringify(outcomes)).not.toMatch(/secret-token|ana@/);
  expect(await processor.disputesAfter('7')).toEqual({ disputes: [], cursor: '7' });
});

describe('the address of its page', () => {
  test.each(['http://pay.example/', 'javascript:alert(1)', 'nowhere', ''])(
    '%s is nowhere to send a customer to',
    async (checkout_url) => {
      const processor = await towards(says(200, JSON.stringify({ ...order, checkout_url })));
      expect(await processor.authorize(asked)).toMatchObject({ outcome: 'not_taken' });
      expect(await processor.inquire(asked)).toMatchObject({ outcome: 'unknown' });
    },
  );

  test('is asked for under the same key where an order that is read does not tell it', async () => {
    const keys: unknown[] = [];
    const processor = await towards((incoming, response) => {
      const { checkout_url: _, ...read } = order;
      if (incoming.method === 'POST') keys.push(incoming.headers['x-idempotency-key']);
      response.end(JSON.stringify(incoming.method === 'POST' ? order : read));
    });
    const { checkout_url: url } = order;
    expect(await processor.inquire(asked)).toEqual({ outcome: 'challenge', url, handle });
    expect(keys).toEqual([asked.attemptId]);
  });
});

test('what was paid is told also where its card is not', async () => {
  const payments = [{ id: 'PAY1', status: 'processed', reference_id: '77' }];
  const paid = { ...order, status: 'processed', status_detail: 'accredited', transactions: { payments } };
  for (const card of [
    {},
    { card: null },
    { external_reference: 'somebody else', card: { last_four_digits: '4242' } },
  ]) {
    const processor = await towards((incoming, response) => {
      const isOrder = incoming.url?.startsWith('/v1/orders');
      response.end(JSON.stringify(isOrder ? paid : { id: 77, status: 'approved', ...card }));
    });
    expect(await processor.inquire(asked)).toEqual({
      outcome: 'approved',
      processorReference: handle,
      card: null,
    });
  }
});
