import type { Family } from '../family.ts';

export interface RpcAddress {
  origin: string;
  path: string;
  headers: Record<string, string>;
  /** The only part that may be shown: the rest of the address is often a key. */
  host: string;
  /** Removes the address's secrets from a text; providers repeat keys in their errors. */
  redact(text: string): string;
}

/** Shorter parts of an address are words, longer ones may be keys. */
const minKeyChars = 16;

/**
 * Providers take their key in the path, the query, or a header. For the last: a user without a
 * password (`https://<key>@api.trongrid.io/jsonrpc`) goes as Tron's key header, and a user with one
 * (`https://user:password@node`) as HTTP Basic.
 */
export function readRpcAddress(text: string, family: Family): RpcAddress {
  const url = new URL(text);
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  if (user && family === 'tron' && !password) headers['tron-pro-api-key'] = user;
  else if (user) headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  const parts = [...url.pathname.split('/'), ...url.searchParams.values()];
  const secrets = [user, password, ...parts.filter((part) => part.length >= minKeyChars)].filter(Boolean);
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    headers,
    host: url.host,
    redact: (message) => secrets.reduce((told, secret) => told.replaceAll(secret, '…'), message),
  };
}
