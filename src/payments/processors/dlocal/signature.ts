import { createHmac } from 'node:crypto';

const scheme = 'V2-HMAC-SHA256, Signature: ';

/** Requests and notifications are signed alike: over the login, the date as written, and the body's bytes. */
export function signatureOf(
  { login, secretKey }: { login: string; secretKey: string },
  date: string,
  body: string | Buffer,
): Buffer {
  return createHmac('sha256', secretKey).update(login).update(date).update(body).digest();
}

export function toAuthorization(signature: Buffer): string {
  return scheme + signature.toString('hex');
}

/** The signature in such a header; null if absent. */
export function fromAuthorization(header: string): Buffer | null {
  const hex = header.slice(scheme.length);
  return header.startsWith(scheme) && /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
}
