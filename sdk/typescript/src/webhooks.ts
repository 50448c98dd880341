import type { components } from './api.ts';
import { type Bytes, fromBase64, toBase64, utf8 } from './bytes.ts';
import { WebhookVerificationError } from './errors.ts';

type Schemas = components['schemas'];

/** What a webhook says. `eventType` tells which one: `charge.approved`, `order.success`, `payout.failed` … */
export type WebhookEvent = Schemas['ChargeNotice'] | Schemas['CryptoNotice'] | Schemas['SettlementNotice'];

type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old or how far ahead a message may be. Five minutes if absent. */
  toleranceSeconds?: number;
  now?: Date;
}

/**
 * The event of a webhook, if one of the secrets signed it. Give the body exactly as it arrived, before any parser. The same
 * event may come again: `eventId` tells.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookVerificationError('The webhook is too old, or the clock of this machine is wrong.');
  }
  for (const each of [secret].flat()) {
    const key = await keyOf(each, 'verify');
    for (const signature of signatures) {
      if (!signature.startsWith('v1,')) continue;
      const signed = bytesOf(signature.slice(3));
      const message = utf8(`${id}.${timestamp}.${text}`);
      if (signed && (await crypto.subtle.verify('HMAC', key, signed, message))) return JSON.parse(text);
    }
  }
  throw new WebhookVerificationError('The webhook was not signed by this secret.');
}

/** The headers of a webhook, as the server would send them: for the tests of your receiver. */
export async function signWebhook(
  body: string,
  secret: string,
  { id = `test_${crypto.randomUUID()}`, now = new Date() }: { id?: string; now?: Date } = {},
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const message = utf8(`${id}.${timestamp}.${body}`);
  const signature = toBase64(await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), message));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

async function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  if (!raw || raw.length === 0) throw new TypeError('A webhook secret begins with "whsec_".');
  return await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function bytesOf(base64: string): Bytes | null {
  try {
    return fromBase64(base64);
  } catch {
    return null;
  }
}

function headerOf(headers: HeadersLike, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return [found].flat()[0] ?? '';
}
