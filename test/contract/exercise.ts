import { type Answer, call, keyHeaders } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import type { TestServer } from '../kit/server.ts';

/** Calls an operation of the API in every way that leads to a different status. */
export type Exercise = (server: TestServer) => Promise<Answer[]>;

type Headers = Record<string, string>;

export const get = (server: TestServer, path: string, headers: Headers): Promise<Answer> =>
  call(server, 'GET', path, headers);

export const post = (server: TestServer, path: string, headers: Headers, body?: unknown): Promise<Answer> =>
  call(server, 'POST', path, headers, body);

export const unknownId = '01890000-0000-7000-8000-000000000000';
export const text = { 'content-type': 'text/plain' };
/** A JSON text larger than the server accepts. */
export const oversized = `"${'x'.repeat(70_000)}"`;

export function wrongKey(server: TestServer): Headers {
  return { ...keyHeaders(server.merchant), 'x-api-key': 'wrong' };
}

export async function disabledMerchant(server: TestServer): Promise<Headers> {
  const merchant = await addMerchant(server);
  await server.sql`UPDATE merchants SET enabled = false WHERE id = ${merchant.merchantId}`;
  return keyHeaders(merchant);
}
