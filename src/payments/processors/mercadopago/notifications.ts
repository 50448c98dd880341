import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import type { Hint, InboundMessage, Notification } from '../../charges/payment-processor.ts';
import { fits } from '../answers.ts';
import { claimWarningId, fraudWarningId } from './warnings.ts';

/** Longer values are refused: theirs have some 80 and 36 characters, and ids some 30. */
const maxSignatureLength = 512;
const maxIdLength = 128;
const maxBodyBytes = 64 * 1024;

/** A message is signed again each time it is sent. */
const toleranceMs = 5 * 60 * 1000;

const Id = Type.Union([Type.String(), Type.Integer()]);
const Body = Type.Object({
  type: Type.Optional(Type.String()),
  data: Type.Optional(Type.Object({ id: Type.Optional(Id), payment_id: Type.Optional(Id) })),
});

const disputeTypes = new Set(['chargebacks', 'topic_chargebacks_wh']);
const claimTypes = new Set(['claims', 'topic_claims_integration_wh']);
/** These name a payment in their body, and may have no id of their own. */
const fraudTypes = new Set(['delivery_cancellation', 'stop_delivery_op_wh']);

/** Only the id in the URL, the request's id and the time are signed: the body is not trusted. */
export function readNotification(
  { headers, query, body }: InboundMessage,
  secrets: readonly string[],
  now: Date,
): Notification | null {
  const signature = headers['x-signature'];
  const requestId = headers['x-request-id'];
  const addressId = query['data.id'];
  // A repeated header or parameter arrives as a list.
  if (!isText(signature, maxSignatureLength)) return null;
  if (requestId !== undefined && !isText(requestId, maxIdLength)) return null;
  if (addressId !== undefined && !isText(addressId, maxIdLength)) return null;
  if (body.length > maxBodyBytes) return null;
  const signed = { signature, requestId: requestId ?? null, addressId: addressId ?? null };
  if (!secrets.some((secret) => isSigned(signed, secret, now))) return null;

  const said = parseBody(body);
  const dataId = addressId ?? String(said?.data?.id ?? '');
  const type = query.type ?? query.topic ?? said?.type;
  const id = createHash('sha256').update(`${dataId}\n`).update(body).digest('hex');
  if (typeof type === 'string' && fraudTypes.has(type)) {
    return { id, hint: toFraudHint(String(said?.data?.payment_id ?? dataId)) };
  }
  return { id, hint: toHint(dataId, type) };
}

function toHint(dataId: string, type: unknown): Hint {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(dataId)) return { about: 'nothing' };
  if (/^ORD/i.test(dataId)) return { about: 'handle', handle: dataId.toUpperCase() };
  if (typeof type === 'string' && disputeTypes.has(type)) return { about: 'dispute', disputeId: dataId };
  if (typeof type === 'string' && claimTypes.has(type) && /^\d+$/.test(dataId))
    return { about: 'warning', warningId: claimWarningId(dataId) };
  return { about: 'nothing' };
}

function toFraudHint(paymentId: string): Hint {
  return /^\d{1,20}$/.test(paymentId)
    ? { about: 'warning', warningId: fraudWarningId(paymentId) }
    : { about: 'nothing' };
}

function isSigned(
  signed: { signature: string; requestId: string | null; addressId: string | null },
  secret: string,
  now: Date,
): boolean {
  const parts = signed.signature.split(',').map((part) => part.trim().split('='));
  const [ts, ...furtherTs] = parts.filter(([name]) => name === 'ts').map(([, value]) => value ?? '');
  if (ts === undefined || furtherTs.length > 0 || !/^\d{10,13}$/.test(ts)) return false;
  // Seconds in its libraries, milliseconds in its guide; real messages use either.
  const sentAt = ts.length > 10 ? Number(ts) : Number(ts) * 1000;
  if (Math.abs(now.getTime() - sentAt) > toleranceMs) return false;

  const given = parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => Buffer.from(value ?? '', 'hex'));
  // Its guide signs the id in lower case, its libraries sign it unchanged.
  const ids = signed.addressId === null ? [null] : [signed.addressId.toLowerCase(), signed.addressId];
  // A part that is not sent is not signed either.
  const ofRequest = signed.requestId === null ? '' : `request-id:${signed.requestId};`;
  const right = ids.map((id) =>
    createHmac('sha256', secret)
      .update(`${id === null ? '' : `id:${id};`}${ofRequest}ts:${ts};`)
      .digest(),
  );
  return given.some((one) => right.some((other) => timingSafeEqual(one, other)));
}

function parseBody(body: Buffer) {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return fits(Body, parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength;
}
