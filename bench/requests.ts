import type { SessionTokens } from '../src/accounts/merchants/sessions/session-token.ts';
import { type Credentials, holderOf } from '../test/kit/client.ts';
import type { Side } from './compare.ts';
import type { Subject } from './world.ts';

/** Ready-made HTTP requests, as text. */

export function request(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const length: Record<string, string> =
    method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'bench', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

export function tokenRequest(merchant: Credentials): string {
  return request('POST', '/api/auth/token', {
    'x-api-key': merchant.apiKey,
    'x-merchant-id': merchant.merchantId,
    'content-type': 'application/json',
  });
}

export function listRequest(merchant: Credentials): string {
  return request('GET', '/api/transactions?limit=50', {
    'x-api-key': merchant.apiKey,
    'x-merchant-id': merchant.merchantId,
  });
}

/** The body of a crypto order with every field of the interface filled in. */
export function orderBody(customer: number) {
  return {
    country: 'COL',
    origin: 'api',
    amount: '149.90',
    email: `customer-${customer}@mail.example`,
    merchantIdCustom: `order-${customer}`,
  };
}

export function orderRequests(count: number): string[] {
  return Array.from({ length: count }, () => {
    const customer = Math.floor(Math.random() * customerCount);
    const headers = { 'content-type': 'application/json' };
    return request('POST', '/payment/create', headers, JSON.stringify(orderBody(customer)));
  });
}

/** The number of customers that the charges are spread over: enough that an index by customer is hit all over. */
export const customerCount = 200_000;

/** The body of a charge with every field of the interface filled in. */
export function chargeBody(customer: number) {
  return {
    flow: 'PAYIN',
    method_code: 'CARDS',
    method_category: 'CARD',
    country: 'COL',
    currency: 'USD',
    amount: 149.9,
    description: 'Order of three items, delivered on Monday',
    customer_id: `customer-${customer}`,
    notification_url: 'https://shop.example/hooks/payments',
    return_url: 'https://shop.example/orders/thanks',
  };
}

/**
 * The headers of a charge. Each has its own token, since a session makes one charge. The token is signed here, with the
 * server's own code and key: requesting a token is a figure of its own.
 */
export function chargeHeaders(
  tokens: SessionTokens,
  merchant: Credentials,
  now: Date,
): Record<string, string> {
  const { accessToken, sessionId } = tokens.issue(holderOf(merchant), now);
  return {
    authorization: `Bearer ${accessToken}`,
    'x-session-id': sessionId,
    'content-type': 'application/json',
  };
}

export const chargePath = '/api/transactions/charges';

function chargeRequests(tokens: SessionTokens, merchants: Credentials[], count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, at) => {
    const customer = Math.floor(Math.random() * customerCount);
    const headers = chargeHeaders(tokens, merchants[at % merchants.length] as Credentials, now);
    return request('POST', chargePath, headers, JSON.stringify(chargeBody(customer)));
  });
}

/** Charges of these merchants in turn. */
export function chargeSide({ url, tokens, merchant }: Subject, merchants: Credentials[] = [merchant]): Side {
  return { url, requests: (count) => chargeRequests(tokens, merchants, count) };
}
