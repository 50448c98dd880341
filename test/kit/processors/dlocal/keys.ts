import { createHmac } from 'node:crypto';

export const keys = {
  login: 'sim-login',
  transKey: 'sim-trans-key',
  secretKey: 'sim-secret-key-of-dlocal',
} as const;

/** Computed independently, so that a fault in the adapter's signature is detected. */
export function authorization(date: string, body: string): string {
  const hex = createHmac('sha256', keys.secretKey)
    .update(`${keys.login}${date}${body}`, 'utf8')
    .digest('hex');
  return `V2-HMAC-SHA256, Signature: ${hex}`;
}

export function signedHeaders(body: string, at: Date): Record<string, string> {
  const date = at.toISOString();
  return {
    'content-type': 'application/json',
    'x-date': date,
    'x-login': keys.login,
    authorization: authorization(date, body),
  };
}
