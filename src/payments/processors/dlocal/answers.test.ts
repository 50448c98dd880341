import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answer } from '../http.ts';
import { readChargeback, toDispute } from './chargebacks.ts';
import { createClient } from './client.ts';
import { dlocal } from './dlocal-processor.ts';
import { type PaymentAtDlocal, readPayment, toAttemptOutcome, toCertainRefusal } from './payments.ts';
import { causeOf, type Reading } from './reading.ts';
import { pickRefund, readRefund, toRefundOutcome, toRefundRefusal } from './refunds.ts';

/** dLocal's answers, each with its meaning for us. */

const attemptId = '0198c0de-0000-7000-8000-000000000001';
const refundId = '0198c0de-0000-7000-8000-000000000002';
const asked = { attemptId, amount: { amountMinor: 12_050n, currency: 'BRL' } };
const card = { brand: 'MD', last4: '4444' };
const paymentBody = {
  id: 'D-4-1',
  amount: 120.5,
  currency: 'BRL',
  order_id: attemptId,
  status: 'PAID',
  card,
};

const answered = (status: number, body: unknown): Answer => ({ kind: 'answered', headers: {}, status, body });
const failure = (status: number, code: number, more: object = {}) =>
  answered(status, { code, message: 'for 4111111111111111', ...more });

function readable<Value>(reading: Reading<Value>): Value {
  if (reading === 'not_found' || 'cause' in reading) throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading.value;
}

const payment = (change: object = {}): PaymentAtDlocal =>
  readable(readPayment(answered(200, { ...paymentBody, ...change })));

describe('a rejected payment', () => {
  const soft = ['300', '301', '316', '318', '319', '321'];
  const reasons = new Map([
    ['302', 'insufficient_funds'],
    ['309', 'card_expired'],
    ['315', 'wrong_security_code'],
    ['320', 'authentication_failed'],
  ]);
  const codes = Array.from({ length: 30 }, (_, at) => String(300 + at));

  test.each([...codes, '399', 'constructor', ''])('with the code %s', (code) => {
    for (const status_code of [code, /^\d+$/.test(code) ? Number(code) : code]) {
      expect(toAttemptOutcome(payment({ status: 'REJECTED', status_code }), 'direct', asked)).toEqual({
        outcome: 'refused',
        reason: reasons.get(code) ?? 'card_refused',
        isSoft: soft.includes(code),
        card: { brand: 'mastercard', first6: null, last4: '4444' },
      });
    }
  });
});

test.each([
  ['VI', undefined, 'visa'],
  ['KD', undefined, 'carnet'],
  ['OA', undefined, 'unknown'],
  ['OA', '589562', 'naranja'],
  ['toString', '4111111', 'visa'],
  [null, null, 'unknown'],
])('the brand %s of numbers like %s is %s', (brand, bin, id) => {
  const outcome = toAttemptOutcome(payment({ card: { brand, bin, last4: '4444' } }), 'direct', asked);
  expect(outcome).toMatchObject({ outcome: 'approved', card: { brand: id } });
});

test.each([
  ['another order', { order_id: 'other' }],
  ['another amount', { amount: 120.51 }],
  ['another currency', { currency: 'USD' }],
  ['money that is held and not taken', { status: 'AUTHORIZED' }],
  ['a card that was only looked at', { status: 'VERIFIED' }],
])('%s is unknown', (_what, change) => {
  expect(toAttemptOutcome(payment(change), 'direct', asked)).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['a page that is no address of the web', { redirect_url: 'javascript:alert(1)' }],
  ['no page', { redirect_url: null }],
  ['a card that has been through it', { redirect_url: 'https://pay.dlocal.com/1', card }],
])('pending with %s is no challenge', (_what, change) => {
  const waiting = payment({ card: null, status: 'PENDING', status_code: '100', ...change });
  expect(toAttemptOutcome(waiting, 'hosted', asked)).toEqual({ outcome: 'pending', handle: 'D-4-1' });
});

describe('an error for a payment', () => {
  test.each([
    [403, 3001, 'not_taken'],
    [403, 3002, 'not_taken'],
    [403, 3003, 'not_taken'],
    [400, 5000, 'not_taken'],
    [400, 5001, 'not_taken'],
    [400, 5002, null],
    [400, 5003, 'not_taken'],
    [400, 5004, 'not_taken'],
    [400, 5005, 'refused'],
    [400, 5006, 'not_taken'],
    [400, 5007, 'not_taken'],
    [400, 5008, 'not_taken'],
    [400, 5009, null],
    [400, 5010, 'not_taken'],
    [400, 5013, 'not_taken'],
    [400, 5014, 'refused'],
    [400, 5016, 'not_taken'],
    [400, 5017, 'not_taken'],
    [400, 5021, null],
    [400, 5043, 'not_taken'],
    [400, 5050, 'not_taken'],
    [400, 9999, null],
    [429, 6000, 'not_taken'],
    [500, 7000, null],
    [504, 5010, null],
  ])('HTTP %s with the code %s: %s', (status, code, outcome) => {
    expect(toCertainRefusal(failure(status, code))?.outcome ?? null).toBe(outcome);
  });

  test('is told by its code and its field, and by nothing that may quote a card', () => {
    expect(causeOf(failure(400, 5001, { param: 'card.number' }))).toBe(
      'dLocal answered HTTP 400 with its code 5001 (card.number)',
    );
    expect(causeOf(failure(400, 5001, { param: '4111111111111111' }))).not.toContain('4111');
    expect(causeOf(answered(400, { code: '4111111111111111' }))).toBe('dLocal answered HTTP 400');
  });
});

describe('an error for a refund', () => {
  test.each([
    [404, 4000, true],
    [400, 5000, true],
    [400, 5001, true],
    [400, 5002, true],
    [400, 5003, true],
    [400, 5007, true],
    [400, 5011, false],
    [400, 5012, true],
    [400, 5013, true],
    [400, 5016, true],
    [400, 5018, true],
    [400, 5020, true],
    [400, 5021, false],
    [403, 3001, false],
    [429, 6000, false],
    [500, 7000, false],
    [504, 5007, false],
  ])('HTTP %s with the code %s is final: %s', (status, code, isFinal) => {
    expect(toRefundRefusal(failure(status, code)) !== null).toBe(isFinal);
  });
});

describe('a refund', () => {
  const body = { id: 'REF-1', status: 'SUCCESS', amount: 10.5, currency: 'BRL', description: refundId };
  const amount = { amountMinor: 1_050n, currency: 'BRL' };
  const read = (change: object) => readable(readRefund(answered(200, { ...body, ...change })));

  test.each([
    ['SUCCESS', 'refunded'],
    ['PENDING', 'pending'],
    ['REJECTED', 'refused'],
    ['CANCELLED', 'refused'],
  ])('that is %s is %s', (status, outcome) => {
    expect(toRefundOutcome(read({ status }), amount)).toMatchObject({ outcome });
  });

  test('of another amount is unknown; of a payment in dollars it may be told in the local currency', () => {
    expect(toRefundOutcome(read({ amount: 10.51 }), amount)).toMatchObject({ outcome: 'unknown' });
    expect(toRefundOutcome(read({ amount: 57.33 }), { amountMinor: 1_050n, currency: 'USD' })).toMatchObject({
      outcome: 'refunded',
    });
  });

  test('is picked from those of its payment by our id, also when another cannot be read', () => {
    const odd = { id: 'REF-0', status: 'ODD', description: 'by hand' };
    expect(pickRefund([null, odd, body], refundId)).toMatchObject({ value: { id: 'REF-1' } });
    expect(pickRefund([odd], refundId)).toBeNull();
    expect(pickRefund([{ ...odd, description: refundId }], refundId)).toHaveProperty('cause');
  });
});

describe('a chargeback', () => {
  const body = {
    id: 'CHAR-1',
    payment_id: 'D-4-1',
    amount: 10.5,
    currency: 'BRL',
    created_date: '2026-01-01T00:00:00.000+0000',
  };
  const read = (status: string) => readable(readChargeback(answered(200, { ...body, status })));
  const at = (date: string) => new Date(date);

  test.each([
    ['PENDING', 'open'],
    ['DISPUTE_RECEIVED', 'open'],
    ['COMPLETED', 'open'],
    ['IN_DISPUTE', 'open'],
    ['DISPUTE_LOST', 'lost'],
    ['REVERSAL', 'won'],
  ])('that is %s is %s', (status, expected) => {
    expect(toDispute(read(status), attemptId, at('2026-02-01'))).toMatchObject({
      status: expected,
      attemptId,
    });
  });

  test('that was executed half a year ago is lost; a question of the bank takes nothing', () => {
    expect(toDispute(read('COMPLETED'), attemptId, at('2026-07-15'))).toMatchObject({ status: 'lost' });
    expect(toDispute(read('IN_DISPUTE'), attemptId, at('2026-07-15'))).toMatchObject({ status: 'open' });
    expect(toDispute(read('INQUIRY'), attemptId, at('2026-02-01'))).toMatchObject({ status: 'inquiry' });
  });
});

describe('whoever answers', () => {
  let server: Server;
  let seen: string[] = [];

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function towards(listener: RequestListener) {
    seen = [];
    server = createServer((incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url}`);
      listener(incoming, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      login: 'login-1',
      transKey: 'trans-1',
      secretKey: 'secret-1',
      apiUrl: `http://127.0.0.1:${port}`,
      maxInstalments: 1,
      timeoutMs: 5_000,
    };
  }

  const request = {
    method: 'CARDS' as const,
    phone: null,
    address: null,
    bank: null,
    ...asked,
    handle: null,
    instructions: null,
    createdAt: new Date(),
    country: 'BRA',
    description: null,
    email: 'ana@shop.example',
    language: null,
    details: null,
    instalments: 1,
    capture: 'automatic' as const,
    returnUrl: 'https://pay.example/return',
    cancelUrl: 'https://pay.example/',
    notificationUrl: 'https://pay.example/told',
    card: {
      number: '4111111111111111',
      expiryMonth: 12,
      expiryYear: 2099,
      securityCode: '987',
      holderName: 'Ana Prueba',
    },
    payerName: null,
    document: '52998224725',
    clientAddress: '203.0.113.7',
    keepHandle: async () => {},
  };
  const refund = {
    ...asked,
    refundId,
    processorReference: 'D-4-1',
    refundReference: null,
    isRepeat: true,
    notificationUrl: 'https://pay.example/told',
  };

  test.each<[string, RequestListener]>([
    ['with no JSON', (_, response) => response.end('<h1>OK</h1>')],
    ['with half a payment', (_, response) => response.end('{"id":"D-4-1","status":"PAID"}')],
    [
      'with a status nobody knows',
      (_, response) => response.end(JSON.stringify({ ...paymentBody, status: 'MAYBE' })),
    ],
    ['with null', (_, response) => response.end('null')],
    ['from elsewhere', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['that there is no such page', (_, response) => response.writeHead(404).end('<h1>404')],
    [
      'that there is no such thing, in another code',
      (_, response) => response.writeHead(404).end('{"code":4004}'),
    ],
    ['by cutting the connection', (incoming) => incoming.socket.destroy()],
    ['without end', (_, response) => response.end(`"${'x'.repeat(5 * 1024 * 1024)}"`)],
    [
      'with what was sent',
      (incoming, response) => {
        response.writeHead(400);
        incoming.pipe(response);
      },
    ],
  ])('%s leaves everything open, and nothing secret in it', async (_name, listener) => {
    const direct = dlocal.open(await towards(listener), 'direct');
    const outcomes = [
      await direct.authorize(request),
      await direct.inquire(request),
      await direct.abandon(request),
      await direct.refund(refund),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(await direct.readDispute('CHAR-1')).toBeNull();
    expect(await direct.trace('REF-1')).toBeNull();
    expect(JSON.stringify(outcomes)).not.toMatch(/4111|987|Ana|login-1|trans-1|secret-1/);
    expect(seen).not.toContain('POST /elsewhere');
  });

  test('what is read is asked again while dLocal is busy or fails, within one deadline', async () => {
    const statuses = [429, 503, 200];
    const settings = await towards((_, response) =>
      response.writeHead(statuses.shift() ?? 200).end(JSON.stringify(paymentBody)),
    );
    const hosted = dlocal.open(settings, 'hosted');
    expect(await hosted.inquire({ ...request, handle: 'D-4-1' })).toMatchObject({ outcome: 'approved' });
    expect(seen).toEqual(Array(3).fill('GET /payments/D-4-1'));
  });

  test('one deadline is over all that is asked for one call', async () => {
    const settings = await towards((_, response) => {
      if (seen.length === 1) setTimeout(() => response.writeHead(500).end(), 300);
    });
    const talk = createClient({ ...settings, timeoutMs: 800 })();
    const answer = await talk.get('/payments/1');
    // The first call took 300 ms, and the wait 200 ms: the second has only the rest.
    const [, leftMs] = /within (\d+) ms/.exec(causeOf(answer)) ?? [];
    expect(Number(leftMs)).toBeLessThanOrEqual(300);
    expect(await talk.get('/payments/1')).toMatchObject({ kind: 'failed', wasSent: false });
    expect(await talk.mayRepeat()).toBe(false);
    expect(seen.length).toBeLessThanOrEqual(2);
  });

  test('a page that is opened without an address is not taken', async () => {
    const settings = await towards((_, response) =>
      response.end(JSON.stringify({ ...paymentBody, card: null, status: 'PENDING' })),
    );
    const hosted = dlocal.open(settings, 'hosted');
    expect(await hosted.authorize({ ...request, payerName: 'Ana', card: null })).toEqual({
      outcome: 'not_taken',
      cause: 'dLocal named no page',
    });
  });

  test('ids of others go into a path as one part of it', async () => {
    const settings = await towards((_, response) => response.writeHead(404).end('{"code":4000}'));
    const hosted = dlocal.open(settings, 'hosted');
    expect(await hosted.inquire({ ...request, handle: '../refunds?x=1' })).toEqual({ outcome: 'not_found' });
    expect(seen).toEqual(['GET /payments/..%2Frefunds%3Fx%3D1']);
  });
});
