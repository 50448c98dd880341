import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { InboundMessage } from '../../charges/payment-processor.ts';
import { readNotification } from './notifications.ts';

const secret = 'abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789';
const now = new Date('2026-11-16T09:00:00.000Z');
const orderId = 'ORD01J49MMW3SSBK5PSV3DFR32959';

interface Sent {
  dataId: string | undefined;
  type: string;
  requestId: string;
  ts: string;
  key: string;
  signedId: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, unknown>;
  body: string | Buffer;
}

/** A message as Mercado Pago sends it, with the given changes. */
function message(change: Partial<Sent> = {}): InboundMessage {
  const dataId = 'dataId' in change ? change.dataId : orderId;
  const { type = 'order', requestId = 'req-1', ts = String(now.getTime()), key = secret } = change;
  const signedId = 'signedId' in change ? change.signedId : dataId?.toLowerCase();
  const manifest = `${signedId === undefined ? '' : `id:${signedId};`}request-id:${requestId};ts:${ts};`;
  const v1 = createHmac('sha256', key).update(manifest).digest('hex');
  const body = change.body ?? JSON.stringify({ action: 'order.processed', type, data: { id: orderId } });
  return {
    headers: { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}`, ...change.headers },
    query: change.query ?? { ...(dataId !== undefined && { 'data.id': dataId }), type },
    body: Buffer.isBuffer(body) ? body : Buffer.from(body),
  };
}

const read = (change: Partial<Sent> = {}, secrets = [secret]) =>
  readNotification(message(change), secrets, now);
const ofOrder = { about: 'handle', handle: orderId };

describe('a message that is signed', () => {
  test('points at the order in its address', () => {
    expect(read()).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), hint: ofOrder });
  });

  test.each([
    ['in seconds', { ts: String(now.getTime() / 1000) }],
    ['with the id as it stands', { signedId: orderId }],
    ['four minutes ago', { ts: String(now.getTime() - 4 * 60_000) }],
    ['four minutes ahead', { ts: String(now.getTime() + 4 * 60_000) }],
  ])('%s is taken', (_name, change) => {
    expect(read(change)?.hint).toEqual(ofOrder);
  });

  test('without an id in its address points at the one in its body', () => {
    expect(read({ dataId: undefined })?.hint).toEqual(ofOrder);
  });

  test('whose body says otherwise points at what is signed', () => {
    const body = JSON.stringify({ type: 'order', data: { id: 'ORD00000000000000000000000000' } });
    expect(read({ body })?.hint).toEqual(ofOrder);
  });

  test.each(['', '{', 'null', '[]', '{"data":7}', Buffer.from([0xff, 0xfe, 0x00])])(
    'is taken whatever its body is: %s',
    (body) => {
      expect(read({ body })?.hint).toEqual(ofOrder);
    },
  );

  test('by the old or the new secret is taken while it is rolled', () => {
    const old = 'o'.repeat(64);
    for (const key of [old, secret]) expect(read({ key }, [secret, old])?.hint).toEqual(ofOrder);
    expect(read({ key: 'x'.repeat(64) }, [secret, old])).toBeNull();
  });

  test('without a request id is taken where none was signed', () => {
    const ts = String(now.getTime());
    const v1 = createHmac('sha256', secret).update(`id:${orderId.toLowerCase()};ts:${ts};`).digest('hex');
    const headers = { 'x-request-id': undefined, 'x-signature': `ts=${ts},v1=${v1}` };
    expect(read({ headers })?.hint).toEqual(ofOrder);
  });

  test('with several signatures is taken when one is right', () => {
    const right = message().headers['x-signature'] as string;
    const twice = right.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    expect(read({ headers: { 'x-signature': twice } })?.hint).toEqual(ofOrder);
    expect(read({ headers: { 'x-signature': right.replace(',', ' , ') } })?.hint).toEqual(ofOrder);
  });

  test.each(['topic_chargebacks_wh', 'chargebacks'])('of type %s points at a dispute', (type) => {
    expect(read({ dataId: '217000087654321000', type })?.hint).toEqual({
      about: 'dispute',
      disputeId: '217000087654321000',
    });
  });

  test.each([
    ['payment', '123456789'],
    ['merchant_order', '77'],
    ['order', '../../v1/users'],
    ['chargebacks', 'a b'],
  ])('of type %s about %s is needed by nobody', (type, dataId) => {
    expect(read({ type, dataId })?.hint).toEqual({ about: 'nothing' });
  });

  test('is the same when it is sent again, and another when it says something else', () => {
    const again = read({ ts: String(now.getTime() + 1_000), requestId: 'req-2' });
    expect(again?.id).toBe(read()?.id);
    expect(read({ body: '{"version":2}' })?.id).not.toBe(read()?.id);
    expect(read({ dataId: 'ORD00000000000000000000000000' })?.id).not.toBe(read()?.id);
  });
});

describe('a message is refused', () => {
  const right = message().headers['x-signature'] as string;
  const [ts, v1] = right.split(',') as [string, string];

  test.each<[string, Partial<Sent>]>([
    ['that is signed with another secret', { key: 'x'.repeat(64) }],
    ['whose id was changed', { signedId: 'ord00000000000000000000000000' }],
    ['whose request id was changed', { headers: { 'x-request-id': 'req-2' } }],
    ['that is too old', { ts: String(now.getTime() - 6 * 60_000) }],
    ['that comes from the future', { ts: String(now.getTime() + 6 * 60_000) }],
    ['whose time is no number', { ts: 'yesterday' }],
    ['whose time has too many digits', { ts: '9'.repeat(40) }],
    ['whose signature is missing', { headers: { 'x-signature': undefined } }],
    ['whose signature is empty', { headers: { 'x-signature': '' } }],
    ['whose signature is cut', { headers: { 'x-signature': right.slice(0, -1) } }],
    ['whose signature is longer', { headers: { 'x-signature': `${right}0` } }],
    ['whose signature has no time', { headers: { 'x-signature': v1 } }],
    ['whose signature has two times', { headers: { 'x-signature': `${ts},${ts},${v1}` } }],
    ['whose signature has no hash', { headers: { 'x-signature': ts } }],
    ['whose signature is of another version', { headers: { 'x-signature': right.replace('v1=', 'v2=') } }],
    [
      'whose signature is in upper case',
      { headers: { 'x-signature': `${ts},v1=${v1.slice(3).toUpperCase()}` } },
    ],
    ['whose signature comes twice', { headers: { 'x-signature': [right, right] } }],
    ['whose request id comes twice', { headers: { 'x-request-id': ['req-1', 'req-1'] } }],
    ['whose request id is missing', { headers: { 'x-request-id': undefined } }],
    ['whose signature is huge', { headers: { 'x-signature': `${right},${'v1=0,'.repeat(10_000)}` } }],
    ['whose id comes twice', { query: { 'data.id': [orderId, orderId], type: 'order' } }],
    ['whose id is huge', { query: { 'data.id': 'O'.repeat(10_000), type: 'order' } }],
    ['whose body is huge', { body: 'x'.repeat(100_000) }],
  ])('%s', (_name, change) => {
    expect(read(change)).toBeNull();
  });

  test('that was made for no id and is sent for one', () => {
    expect(read({ signedId: undefined })).toBeNull();
  });
});
