import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { asked, requested } from '../../../../test/kit/processors/stripe/asked.ts';
import { cardWith } from '../../../../test/kit/processors/stripe/test-cards.ts';
import type { ProcessorKind } from '../../charges/payment-processor.ts';
import { stripe } from './stripe-processor.ts';

/** Faults of Stripe, or of a server in its place, when a card is charged. */

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function open(kind: ProcessorKind, listener: RequestListener) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stripe.open(
    { secretKey: 'sk_test_of_this_test', webhookSecrets: [], apiUrl, maxInstalments: 1, timeoutMs: 4_000 },
    kind,
  );
}

/** Creates payments like Stripe, and confirms them with the given listener. */
async function towards(confirm: RequestListener) {
  const paths: string[] = [];
  const processor = await open('direct', (request, response) => {
    paths.push(request.url ?? '');
    if (/confirm$/.test(request.url ?? '')) return confirm(request, response);
    request.resume();
    response.end(JSON.stringify({ id: 'x_1', status: 'requires_payment_method' }));
  });
  const card = cardWith('4242424242424242');
  const outcome = await processor.authorize(requested(asked(), { card }));
  return { outcome, paths };
}

const confirmed = (paths: string[]) => paths.filter((path) => path.endsWith('confirm')).length;

const faults: [string, RequestListener, RegExp][] = [
  ['knows no such page', (_request, response) => response.writeHead(404).end('<h1>404'), /HTTP 404/],
  [
    'sends us elsewhere',
    (_request, response) => response.writeHead(307, { location: '/v1/x' }).end(),
    /HTTP 307/,
  ],
  ['answers no JSON', (_request, response) => response.end('<h1>OK</h1>'), /not understand/],
  ['answers nothing', (_request, response) => response.end(), /not understand/],
  [
    'answers a status that is none',
    (_request, response) => response.end('{"id":"pi_1","status":"maybe"}'),
    /not understand/,
  ],
  [
    'approves without an id',
    (_request, response) => response.end('{"status":"succeeded"}'),
    /not understand/,
  ],
  [
    'would capture later',
    (_request, response) => response.end('{"id":"pi_1","status":"requires_capture"}'),
    /not understand/,
  ],
  [
    'asks for 3-D Secure without a page for it',
    (_request, response) => response.end('{"id":"pi_1","status":"requires_action","next_action":null}'),
    /not understand/,
  ],
  [
    'answers without end',
    (_request, response) => response.end(`"${'x'.repeat(5 * 1024 * 1024)}"`),
    /could not be asked/,
  ],
  [
    'sends back what it was sent',
    (request, response) => {
      response.writeHead(400);
      request.pipe(response);
    },
    /HTTP 400/,
  ],
  [
    'quotes in its error what it was sent',
    (_request, response) =>
      response
        .writeHead(500)
        .end('{"error":{"type":"api_error","code":"4242424242424242","param":"sk_test_of_This"}}'),
    /HTTP 500 \(api_error, \?, \?\)/,
  ],
  [
    'has something else under way with the payment',
    (_request, response) =>
      response.writeHead(429).end('{"error":{"type":"invalid_request_error","code":"lock_timeout"}}'),
    /lock_timeout/,
  ],
];

test.each(faults)('one that %s leaves a charge unknown', async (_name, confirm, cause) => {
  const { outcome, paths } = await towards(confirm);
  expect(outcome).toEqual({ outcome: 'unknown', cause: expect.stringMatching(cause) });
  expect(JSON.stringify(outcome)).not.toMatch(/4242|Ana|sk_/);
  expect(paths).not.toContain('/v1/x');
});

test('a charge that is turned away is not taken, unless an earlier try may have been made', async () => {
  const denied = '{"error":{"type":"invalid_request_error"}}';
  const first = await towards((_request, response) => response.writeHead(401).end(denied));
  expect(first.outcome).toMatchObject({ outcome: 'not_taken', cause: expect.stringMatching(/401/) });
  expect(confirmed(first.paths)).toBe(1);
  server.closeAllConnections();
  server.close();

  let tries = 0;
  const second = await towards((_request, response) => response.writeHead(tries++ ? 401 : 500).end(denied));
  expect(second.outcome).toMatchObject({ outcome: 'unknown', cause: expect.stringMatching(/401/) });
  expect(confirmed(second.paths)).toBe(2);
});

test('what Stripe broke down over for good is not asked for again', async () => {
  const { outcome, paths } = await towards((_request, response) =>
    response.writeHead(500, { 'idempotent-replayed': 'true' }).end('{"error":{"type":"api_error"}}'),
  );
  expect(outcome).toMatchObject({ outcome: 'unknown' });
  expect(confirmed(paths)).toBe(1);
});

test.each([
  ['has no address', { id: 'cs_1', status: 'open', payment_status: 'unpaid', url: null }],
  ['is in a state that is none', { id: 'cs_1', status: 'maybe', payment_status: 'unpaid', url: 'https://x' }],
  ['is nothing', null],
])('a page that %s was not opened', async (_name, session) => {
  const processor = await open('hosted', (request, response) => {
    request.resume();
    response.end(JSON.stringify(session));
  });
  expect(await processor.authorize(requested(asked()))).toMatchObject({ outcome: 'not_taken' });
  expect(await processor.inquire(asked({ handle: 'cs_1' }))).toMatchObject({ outcome: 'unknown' });
});
