import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { anAuthorizeRequest, aRefundRequest } from '../../../../test/kit/processors/requests.ts';
import { sandbox } from './sandbox-processor.ts';

/** Simulates faults of the acquirer and of the network, on command. */

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function towards(listener: RequestListener) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return sandbox.open({ url: `http://127.0.0.1:${port}`, secret: 'secret', timeoutMs: 1_000 }, 'direct');
}

const amount = { amountMinor: 100n, currency: 'COP' };
const request = anAuthorizeRequest(
  { amount, country: 'COL' },
  {
    number: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2099,
    securityCode: '123',
    holderName: 'Ana Prueba',
  },
);
const refund = aRefundRequest({ attemptId: request.attemptId, processorReference: 'SBX-1' }, amount);

const faults: [string, RequestListener, RegExp][] = [
  ['answers 500', (_request, response) => response.writeHead(500).end('{}'), /HTTP 500/],
  ['answers 401', (_request, response) => response.writeHead(401).end('{}'), /HTTP 401/],
  ['answers 409', (_request, response) => response.writeHead(409).end('{"error":"id_reused"}'), /HTTP 409/],
  [
    'is another server that knows no such page',
    (_request, response) => response.writeHead(404).end('<h1>404'),
    /HTTP 404/,
  ],
  [
    'sends us elsewhere',
    (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    /HTTP 307/,
  ],
  ['answers no JSON', (_request, response) => response.end('<h1>OK</h1>'), /not understand/],
  [
    'approves without a reference',
    (_request, response) => response.end('{"status":"approved"}'),
    /not understand/,
  ],
  [
    'answers a status we do not know',
    (_request, response) => response.end('{"status":"maybe"}'),
    /not understand/,
  ],
  [
    'refuses for a reason we do not know, or that is no reason of its own',
    (_request, response) => response.end('{"status":"refused","reason":{}}'),
    /not understand/,
  ],
  ['hangs before it answers', () => {}, /within 1000 ms/],
  ['hangs within its answer', (_request, response) => void response.write('{"status":'), /within 1000 ms/],
  ['cuts the connection', (incoming) => incoming.socket.destroy(), /could not be asked/],
  [
    'answers without end',
    (_request, response) => response.end(`"${'x'.repeat(4 * 1024 * 1024)}"`),
    /could not be asked/,
  ],
  [
    'sends back what it was sent',
    (incoming, response) => {
      response.writeHead(400);
      incoming.pipe(response);
    },
    /HTTP 400/,
  ],
];

test.each(faults)('an acquirer that %s leaves the outcome unknown', async (_name, listener, cause) => {
  const processor = await towards(listener);
  const unknown = { outcome: 'unknown', cause: expect.stringMatching(cause) };
  const outcomes = [
    await processor.authorize(request),
    await processor.inquire(request),
    await processor.abandon(request),
    await processor.refund(refund),
  ];
  expect(outcomes).toEqual([unknown, unknown, unknown, unknown]);
  expect(await processor.disputesAfter('7')).toEqual({ disputes: [], cursor: '7' });
  expect(JSON.stringify(outcomes)).not.toMatch(/4242|Ana|secret/);
});

test('a refusal in words that are not translated is unknown, never taken for an approval or a refusal', async () => {
  const processor = await towards((_request, response) =>
    response.end('{"status":"refused","reason":"pick_up_card"}'),
  );
  expect(await processor.authorize(request)).toMatchObject({ outcome: 'unknown' });
  expect(await processor.inquire(request)).toMatchObject({ outcome: 'unknown' });
});

test('the card is not sent on when the acquirer redirects', async () => {
  const paths: (string | undefined)[] = [];
  const processor = await towards((incoming, response) => {
    paths.push(incoming.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await processor.authorize(request);
  expect(paths).toEqual(['/payments']);
});

test('a direct processor without a card is a fault of the caller', async () => {
  const processor = await towards(() => {});
  await expect(processor.authorize({ ...request, card: null })).rejects.toThrow(TypeError);
});
