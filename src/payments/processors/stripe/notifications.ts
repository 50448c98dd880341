import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import type { Hint, InboundMessage, Notification } from '../../charges/payment-processor.ts';
import { fits } from '../answers.ts';
import { attemptKey, idIn, isDispute, Metadata, refundKey } from './answers.ts';

/** Stripe's notifications: signed, dated, delivered at least once, in any order. */

/** An older or future message may be a replay. */
const toleranceSeconds = 300;
/** One signature has 68 characters, and there is one for each secret. */
const maxHeaderLength = 1_024;
const maxBodyBytes = 1024 * 1024;

const Event = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  object: Type.Literal('event'),
  type: Type.String(),
  data: Type.Object({
    object: Type.Object({
      id: Type.Optional(Type.String()),
      status: Type.Optional(Type.Unknown()),
      metadata: Type.Optional(Type.Unknown()),
    }),
  }),
});

/** An event of the second version of its API: it has no object, and reports nothing that we use. */
const ThinEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  object: Type.Literal('v2.core.event'),
});

/** Events that may change an attempt or a refund. */
const attemptEvents =
  /^(?:checkout\.session\.(?:completed|expired|async_payment_(?:succeeded|failed))|payment_intent\.(?:succeeded|payment_failed|canceled|processing|requires_action|amount_capturable_updated|partially_funded))$/;
const refundEvents = /^(?:refund|charge\.refund)\.(?:created|updated|failed)$/;

export function readNotification(
  { headers, body }: InboundMessage,
  secrets: readonly string[],
  now: Date,
): Notification | null {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string' || header.length > maxHeaderLength || body.length > maxBodyBytes)
    return null;
  const signed = readHeader(header);
  if (!signed || Math.abs(now.getTime() / 1000 - Number(signed.at)) > toleranceSeconds) return null;
  if (!secrets.some((secret) => isSignedBy(secret, signed, body))) return null;
  const event = parse(body);
  if (fits(ThinEvent, event)) return { id: event.id, hint: { about: 'nothing' } };
  return fits(Event, event) ? { id: event.id, hint: hintOf(event.type, event.data.object) } : null;
}

interface Signed {
  at: string;
  signatures: Buffer[];
}

/** "t=1700000000,v1=<hex>,v1=<hex>,v0=<hex>": one time, and a v1 for each valid secret. v0 is for Stripe's tests. */
function readHeader(header: string): Signed | null {
  const parts = header.split(',').map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t='));
  const at = /^t=(\d{1,12})$/.exec(times[0] ?? '')?.[1];
  const signatures = parts.flatMap((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
  return at === undefined || times.length !== 1 ? null : { at, signatures };
}

function isSignedBy(secret: string, { at, signatures }: Signed, body: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest();
  return signatures.some((signature) => timingSafeEqual(signature, expected));
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function hintOf(type: string, object: { id?: string; status?: unknown; metadata?: unknown }): Hint {
  const metadata = fits(Metadata, object.metadata) ? object.metadata : null;
  if (attemptEvents.test(type)) {
    const attemptId = idIn(metadata, attemptKey);
    if (attemptId !== null) return { about: 'attempt', attemptId };
  }
  if (refundEvents.test(type)) {
    const refundId = idIn(metadata, refundKey);
    if (refundId !== null) return { about: 'refund', refundId };
    // Made in Stripe's own panel, or by another system on the same account: it names no id of ours.
    if (object.id !== undefined) return { about: 'handle', handle: object.id };
  }
  if (type.startsWith('charge.dispute.') && typeof object.status === 'string' && isDispute(object.status)) {
    if (object.id !== undefined) return { about: 'dispute', disputeId: object.id };
  }
  if (type === 'radar.early_fraud_warning.created' && object.id !== undefined)
    return { about: 'warning', warningId: object.id };
  return { about: 'nothing' };
}
