import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import {
  type Answer,
  type Credentials,
  call,
  createCharge,
  getToken,
  keyHeaders,
  pay,
  readTransaction,
} from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Another merchant's transactions look the same as transactions that never existed. */

let server: TestServer;
let other: Credentials;
let paid: string;
let open: string;

beforeAll(async () => {
  server = await startTestServer();
  other = await addMerchant(server);
  paid = await createCharge(server, { customer_id: 'shared-customer' });
  await pay(server, paid, '4242424242424242');
  open = await createCharge(server, { customer_id: 'shared-customer' });
});

afterAll(() => server.stop());

/** The two kinds of credentials. */
const credentials: [string, () => Promise<Record<string, string>>][] = [
  ['key', async () => keyHeaders(other)],
  ['token', async () => ({ ...(await getToken(server, other)) })],
];

function withoutRequestId({ httpStatus, headers, body }: Answer): object {
  const { request_id, ...data } = body.data;
  expect(request_id).toEqual(expect.any(String));
  const { date: _, 'x-request-id': named, ...comparable } = Object.fromEntries(headers);
  expect(named).toBe(request_id);
  return { httpStatus, headers: comparable, body: { ...body, data } };
}

test('no cache in between may keep what one merchant was answered', async () => {
  const legacyPath = '/v1/api/authenticate';
  const paths = ['balances', 'payment-methods', 'transactions', 'events'].map((name) => `/api/${name}`);
  for (const path of [legacyPath, ...paths]) {
    const headers = path === legacyPath ? { authorization: `Bearer ${other.apiKey}` } : keyHeaders(other);
    const answer = await call(server, 'GET', path, headers);
    expect(answer.httpStatus, path).toBeLessThan(300);
    expect(answer.headers.get('cache-control'), path).toBe('no-store');
  }
});

describe.each(credentials)('by %s', (_kind, headersOfOther) => {
  test.each<[string, string, (reference: string) => string, object | undefined]>([
    ['read', 'GET', (reference) => `/api/transactions/${reference}`, undefined],
    ['cancel', 'POST', (reference) => `/api/transactions/${reference}/cancel`, undefined],
    ['refund', 'POST', (reference) => `/api/transactions/${reference}/refunds`, undefined],
    [
      'refund too much of',
      'POST',
      (reference) => `/api/transactions/${reference}/refunds`,
      { amount: 999_999 },
    ],
    ['refund nonsense of', 'POST', (reference) => `/api/transactions/${reference}/refunds`, { amount: 'x' }],
  ])(
    'another merchant cannot %s it, and is told what it is told of one that never was',
    async (_verb, method, path, body) => {
      const headers = await headersOfOther();
      const absent = withoutRequestId(await call(server, method, path(newId()), headers, body));
      expect(absent).toMatchObject({ httpStatus: 404, body: { data: { error: 'not_found' } } });
      for (const reference of [paid, open]) {
        expect(withoutRequestId(await call(server, method, path(reference), headers, body))).toEqual(absent);
      }
    },
  );

  test('a list shows only its own, whatever it is filtered by', async () => {
    const own = await createCharge(server, { customer_id: 'shared-customer' }, other);
    const list = async (query: string): Promise<string[]> => {
      const { body } = await call(server, 'GET', `/api/transactions${query}`, await headersOfOther());
      return body.data.transactions.map((transaction: { reference: string }) => transaction.reference);
    };
    for (const query of ['', '?customer_id=shared-customer', '?status=open', '?limit=200']) {
      const seen = await list(query);
      expect(seen, query).toContain(own);
      expect(seen, query).not.toContain(open);
      expect(seen, query).not.toContain(paid);
    }
    expect(await list(`?reference=${paid}`)).toEqual([]);
    // A cursor is a position in the caller's own list, even if it is another merchant's reference.
    expect(await list(`?cursor=${open}`)).not.toContain(paid);
  });
});

test('balances are its own', async () => {
  const { body } = await call(server, 'GET', '/api/balances', keyHeaders(other));
  expect(body.data).toEqual([]);
  const own = await call(server, 'GET', '/api/balances', keyHeaders(server.merchant));
  expect(own.body.data).toEqual([{ asset: 'USD', available: '10.50', reserved: '0.00' }]);
});

test("a key of one refund says nothing of another merchant's", async () => {
  const refund = (merchant: Credentials, reference: string) =>
    call(
      server,
      'POST',
      `/api/transactions/${reference}/refunds`,
      { ...keyHeaders(merchant), 'idempotency-key': 'the-same-key' },
      { amount: 1 },
    );
  const theirs = await createCharge(server, {}, other);
  await pay(server, theirs, '4242424242424242');
  const first = await refund(server.merchant, paid);
  const second = await refund(other, theirs);
  expect([first.httpStatus, second.httpStatus]).toEqual([200, 200]);
  expect(second.headers.has('idempotent-replayed')).toBe(false);
  expect(second.body.data.id).not.toBe(first.body.data.id);
});

test('nothing that the other tried has changed anything', async () => {
  expect((await readTransaction(server, open)).body.data).toMatchObject({ status: 'open', refunds: [] });
  expect((await readTransaction(server, paid)).body.data.attempts).toHaveLength(1);
});
