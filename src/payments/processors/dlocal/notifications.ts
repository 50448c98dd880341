import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hint, InboundMessage, Notification } from '../../charges/payment-processor.ts';
import { fromAuthorization, signatureOf } from './signature.ts';

/** The largest payment with all its refunds is far smaller. */
const maxBodyBytes = 256 * 1024;
const maxHeaderLength = 200;

/**
 * dLocal repeats a message each hour for six hours and then twice a day, and does not say whether it dates it anew:
 * this limit accepts its first seven repeats even if it does not. Nothing in a message is trusted, so an old one that
 * somebody else sends again only causes one more read.
 */
const maxAgeMs = 20 * 3_600_000;
const maxFutureMs = 5 * 60_000;

/**
 * dLocal does not promise to return any id of ours with a refund: its notifications go to a URL that names the refund.
 */
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
  // The URL is not signed: the same body at another URL counts as another message.
  const id = createHash('sha256')
    .update(body)
    .update(refundId ?? '')
    .digest('base64url');
  return { id, hint: hintOf(message, refundId) };
}

/** Statuses that only refunds have; a chargeback and a refund may both be PENDING. */
const refundStatuses: ReadonlySet<unknown> = new Set(['SUCCESS', 'REJECTED', 'CANCELLED']);

/**
 * A payment names its order; refunds and chargebacks name the payment they belong to. `refundId` is from the URL that
 * received it.
 */
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
