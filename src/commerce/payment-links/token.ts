import { randomBytes } from 'node:crypto';
import { tagOf } from '../../base/db/ids.ts';

/** 216 bits; with the tag longer than an id, so that it stands in no log (`http/logged-path.ts`). */
const tokenBytes = 27;
const tokenShape = /^[\w-]{36}[0-9a-f]{4}$/;

/** What stands in the address of a merchant's link: nobody guesses it, and its end tells whose it is, as that of ids does. */
export function newToken(merchantId: string): string {
  return randomBytes(tokenBytes).toString('base64url') + tagOf(merchantId);
}

export function isToken(text: string): boolean {
  return tokenShape.test(text);
}

export function paymentLinkUrl(checkoutUrl: string, { token }: { token: string }): string {
  return `${checkoutUrl}/l/${token}`;
}
