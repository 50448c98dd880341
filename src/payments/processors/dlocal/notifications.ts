import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hint, InboundMessage, Notification } from '../../charges/card-processor.ts';
import { fromAuthorization, signatureOf } from './signature.ts';

/** The largest payment with all its refunds is far below. */
const maxBodyBytes = 256 * 1024;
const maxHeaderLength = 200;

/**
 * dLocal sends a message again each hour for six hours and then twice a day, and does not say whether it dates it anew: so
 * long its first seven repeats are taken even if it does not. Nothing in a message is believed, so an old one that somebody
 * else sends again only makes us read once more.
 */
const maxAgeMs = 20 * 3_600_000;
const maxFutureMs = 5 * 60_000;

/** A refund tells nothing of ours that dLocal promises to send back: its notifications come to an address that says whose it is. */
const refundParameter = 'refund';

export function refundNotificationUrl(notificationUrl: string, refundId: string): string {
  const url = new URL(notificationUrl);
  url.searchParams.set(refundParameter, refundId);
  return url.href;
}

export function readDlocalNotification(
  keys: { login: string; secretKey: string },
  { headers, query, body }: InboundMessage,
  now: Date,
): Notification | null {
  const date = header(headers['x-date']);
  const authorization = header(headers.authorization);
  if (!date || !authorization || body.length > maxBodyBytes) return null;
  if (headers['x-login'] !== undefined && headers['x-login'] !== keys.login) return null;
  const given = fromAuthorization(authorization);
  if (!given || !timingSafeEqual(given, signatureOf(keys, date, body))) return null;

  const ageMs = now.getTime() - Date.parse(date);
  if (!(ageMs <= maxAgeMs && ageMs >= -maxFutureMs)) return null;
  const message = parse(body);
  if (!message) return null;
  const refundId = idText(query[refundParameter]);
  // The address is not signed: what is known of a message by it is another message.
  const id = createHash('sha256')
    .update(body)
    .update(refundId ?? '')
    .digest('base64url');
  return { id, hint: hintOf(message, refundId) };
}

/** What only refunds are; a chargeback and a refund may both be PENDING. */
const refundStatuses: ReadonlySet<unknown> = new Set(['SUCCESS', 'REJECTED', 'CANCELLED']);

/** A payment names its order; refunds and chargebacks name the payment they belong to. `refundId`: by the address it came to. */
function hintOf(message: Record<string, unknown>, refundId: string | null): Hint {
  const id = idText(message.id);
  if (!id) return { about: 'nothing' };
  if (message.payment_id === undefined) {
    const attemptId = idText(message.order_id);
    return attemptId ? { about: 'attempt', attemptId } : { about: 'nothing' };
  }
  const toldId = idText(message.order_refund_id) ?? refundId;
  if (toldId) return { about: 'refund', refundId: toldId };
  if (refundStatuses.has(message.status) || id.startsWith('REF')) return { about: 'handle', handle: id };
  return { about: 'dispute', disputeId: id };
}

function parse(body: Buffer): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof message === 'object' && message !== null ? { ...message } : null;
  } catch {
    return null;
  }
}

function header(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value.length <= maxHeaderLength ? value : null;
}

function idText(value: unknown): string | null {
  return typeof value === 'string' && /^[\w.-]{1,125}$/.test(value) ? value : null;
}
