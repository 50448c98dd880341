import { request } from 'node:http';
import { apiKeyId } from '../../src/accounts/merchants/keys/api-key.ts';
import type { TokenHolder } from '../../src/accounts/merchants/sessions/signed-token.ts';
import { deadlines } from './deadlines.ts';
import type { TestServer } from './server.ts';

/** The envelope as a merchant reads it; each test checks `data`. */
export interface Answer {
  httpStatus: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the server sent
  body: any;
}

export interface Credentials {
  merchantId: string;
  apiKey: string;
}

export const sampleCharge = {
  flow: 'PAYIN',
  method_code: 'CARDS',
  method_category: 'CARD',
  country: 'USA',
  currency: 'USD',
  amount: 10.5,
  description: 'Two coffees',
  customer_id: 'customer-1',
  email: 'ana@customer.example',
};

export async function call(
  server: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const type = response.headers.get('content-type');
  const text = type?.startsWith('text/event-stream') ? await beginningOf(response) : await response.text();
  const json = type?.startsWith('application/json');
  return { httpStatus: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** What a stream sends at first: it has no end. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const text = (await reader?.read())?.value ?? '';
  await reader?.cancel();
  return text;
}

export interface RawRequest {
  method?: string;
  path: string;
  /** A list sends the header once for each value. `host` may be any. */
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends a request exactly as given, including what `fetch` would normalise: repeated headers, a host, broken bytes. */
export async function callRaw(server: Pick<TestServer, 'url'>, raw: RawRequest): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const { method = 'GET', path, headers = {}, body } = raw;
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const received = new Headers();
        for (const [name, values] of Object.entries(response.headersDistinct)) {
          for (const value of values ?? []) received.append(name, value);
        }
        const json = received.get('content-type')?.startsWith('application/json');
        resolve({
          httpStatus: response.statusCode ?? 0,
          headers: received,
          body: json ? JSON.parse(text) : text,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The holder of a token that was requested with these credentials. */
export function holderOf({ merchantId, apiKey }: Credentials): TokenHolder {
  return { merchantId, keyId: apiKeyId(apiKey) ?? '' };
}

export function keyHeaders(credentials: Credentials): Record<string, string> {
  return { 'x-api-key': credentials.apiKey, 'x-merchant-id': credentials.merchantId };
}

export async function getToken(
  server: Pick<TestServer, 'url'>,
  credentials: Credentials,
): Promise<{ authorization: string; 'x-session-id': string }> {
  const { body } = await call(server, 'POST', '/api/auth/token', keyHeaders(credentials));
  return { authorization: `Bearer ${body.data.access_token}`, 'x-session-id': body.data.session_id };
}

/** E2 in a session of its own. */
export async function postCharge(
  server: Pick<TestServer, 'url'>,
  credentials: Credentials,
  body: unknown,
): Promise<Answer> {
  const token = await getToken(server, credentials);
  return await call(server, 'POST', '/api/transactions/charges', token, body);
}

/** E1 and E2 in one: returns the reference of a new charge. */
export async function createCharge(
  server: { url: string; merchant: Credentials },
  change: object = {},
  credentials: Credentials = server.merchant,
): Promise<string> {
  const { body } = await postCharge(server, credentials, { ...sampleCharge, ...change });
  return body.data.reference;
}

/** Submits the card form like the page; returns the page's state. */
export async function pay(
  server: Pick<TestServer, 'url'>,
  reference: string,
  number: string,
  change: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/pay/${reference}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ number, expiry: '12/39', code: '123', name: 'Ana Test', ...change }),
  });
  return { httpStatus: response.status, headers: response.headers, body: await response.json() };
}

export async function readTransaction(
  server: Pick<TestServer, 'url' | 'merchant'>,
  reference: string,
): Promise<Answer> {
  return await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant));
}

/** Polls every few milliseconds until a condition holds; fails with the last value. */
export async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  const deadlineMs = performance.now() + deadlines.state;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > deadlineMs) throw new Error(`still not so: ${JSON.stringify(seen)}`);
    await new Promise((wake) => setTimeout(wake, 25));
  }
}
