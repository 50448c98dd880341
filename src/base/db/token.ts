import { randomBytes } from 'node:crypto';
import { tagOf } from './ids.ts';

/** 216 bits; with the tag longer than an id, so that logs leave it out (`http/logged-path.ts`). */
const tokenBytes = 27;
const tokenShape = /^[\w-]{36}[0-9a-f]{4}$/;

/** The token in the URL of a page: nobody can guess it, and its end identifies the merchant, as in ids. */
export function newToken(merchantId: string): string {
  return randomBytes(tokenBytes).toString('base64url') + tagOf(merchantId);
}

export function isToken(text: string): boolean {
  return tokenShape.test(text);
}
