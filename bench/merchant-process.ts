import { request } from 'undici';
import type { Credentials } from '../test/kit/client.ts';
import { chargeBody, chargePath, customerCount } from './requests.ts';

/** A merchant's server and its customers: an ordinary HTTP client with its defaults, in its own process. */

/** `count` sales in all, this many of them concurrently. */
export interface Paying {
  url: string;
  merchant: Credentials;
  atOnce: number;
  count: number;
  /** If set, each charge is paid, and the webhooks go to these addresses. */
  hooks?: string[];
}
export type PayingResult = { perSecond: number } | { failure: string };

process.on('message', async (shopping: Paying) => {
  try {
    reply({ perSecond: await run(shopping) });
  } catch (error) {
    reply({ failure: (error as Error).message });
  }
});

function reply(result: PayingResult): void {
  process.send?.(result);
}

async function run({ url, merchant, atOnce, count, hooks }: Paying): Promise<number> {
  const startedAt = performance.now();
  let begun = 0;
  const buyer = async (): Promise<void> => {
    while (begun++ < count) {
      const hook = hooks?.[begun % hooks.length];
      const { reference } = await charge(url, await token(url, merchant), hook);
      if (hook) await pay(`${url}/pay/${reference}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, buyer));
  return count / ((performance.now() - startedAt) / 1000);
}

interface Token {
  access_token: string;
  session_id: string;
}

function token(url: string, { apiKey, merchantId }: Credentials): Promise<Token> {
  return post<Token>(`${url}/api/auth/token`, { 'x-api-key': apiKey, 'x-merchant-id': merchantId });
}

function charge(
  url: string,
  { access_token, session_id }: Token,
  hook: string | undefined,
): Promise<{ reference: string }> {
  const customer = Math.floor(Math.random() * customerCount);
  const headers = { authorization: `Bearer ${access_token}`, 'x-session-id': session_id };
  const body = { ...chargeBody(customer), ...(hook && { notification_url: hook }) };
  return post(url + chargePath, headers, JSON.stringify(body));
}

const card = new URLSearchParams({
  number: '4242424242424242',
  expiry: '12/39',
  code: '123',
  name: 'Ana Test',
  document: '12345678',
}).toString();

/** Opens the page and submits its form, as the page's script does. */
async function pay(page: string): Promise<void> {
  const shown = await request(page);
  await shown.body.dump();
  const paid = await request(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: card,
  });
  const answer = (await paid.body.json()) as { status: string };
  if (shown.statusCode !== 200 || answer.status !== 'approved')
    throw new Error(`${page}: ${JSON.stringify(answer)}`);
}

async function post<T>(url: string, headers: Record<string, string>, body = ''): Promise<T> {
  const response = await request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const answer = (await response.body.json()) as { data: T };
  if (response.statusCode !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer.data;
}
