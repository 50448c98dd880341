import { request } from 'undici';
import type { Credentials } from '../test/kit/client.ts';
import { chargeBody, chargePath, customerCount } from './requests.ts';

/** A merchant's shop: an ordinary HTTP client with its defaults, as a process of its own. */

/** Done `count` times in all, by so many at once. */
export interface Shopping {
  url: string;
  merchant: Credentials;
  atOnce: number;
  count: number;
}
export type ShoppingResult = { perSecond: number } | { failure: string };

process.on('message', async (shopping: Shopping) => {
  try {
    reply({ perSecond: await run(shopping) });
  } catch (error) {
    reply({ failure: (error as Error).message });
  }
});

function reply(result: ShoppingResult): void {
  process.send?.(result);
}

async function run({ url, merchant, atOnce, count }: Shopping): Promise<number> {
  const startedAt = performance.now();
  let begun = 0;
  const buyer = async (): Promise<void> => {
    while (begun++ < count) await charge(url, await token(url, merchant));
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

function charge(url: string, { access_token, session_id }: Token): Promise<{ reference: string }> {
  const customer = Math.floor(Math.random() * customerCount);
  const headers = { authorization: `Bearer ${access_token}`, 'x-session-id': session_id };
  return post(url + chargePath, headers, JSON.stringify(chargeBody(customer)));
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
