import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InboundMessage } from '../../charges/payment-processor.ts';
import { readDlocalNotification, refundNotificationUrl } from './notifications.ts';

const keys = { login: 'login-1', secretKey: 'secret-1' };
const now = new Date('2026-03-04T05:06:07.000Z');
const attemptId = '0198c0de-0000-7000-8000-000000000001';
const refundId = '0198c0de-0000-7000-8000-000000000002';

const payment = { id: 'D-4-1', status: 'PAID', order_id: attemptId, payer: { name: 'Íris' } };
const refund = { id: 'REF-1', payment_id: 'D-4-1', status: 'SUCCESS' };
const chargeback = { id: 'CHAR-1', payment_id: 'D-4-1', status: 'PENDING' };

function sign(date: string, body: Buffer, { login, secretKey } = keys): string {
  const hmac = createHmac('sha256', secretKey)
    .update(login + date)
    .update(body);
  return `V2-HMAC-SHA256, Signature: ${hmac.digest('hex')}`;
}

function signed(content: unknown, change: { at?: Date; query?: InboundMessage['query'] } = {}) {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const date = (change.at ?? now).toISOString();
  const headers: Record<string, string | string[] | undefined> = {
    'x-date': date,
    'x-login': keys.login,
    authorization: sign(date, body),
  };
  return { headers, query: change.query ?? {}, body };
}

const read = (message: InboundMessage) => readDlocalNotification(keys, message, now);
const later = (ms: number) => new Date(now.getTime() + ms);

test.each([
  ['a payment', payment, {}, { about: 'attempt', attemptId }],
  ['a refund that names our id', { ...refund, order_refund_id: refundId }, {}, { about: 'refund', refundId }],
  [
    'a refund at its own address',
    { ...refund, status: 'PENDING' },
    { refund: refundId },
    { about: 'refund', refundId },
  ],
  ['a refund without our id', refund, {}, { about: 'handle', handle: 'REF-1' }],
  ['a chargeback', chargeback, {}, { about: 'dispute', disputeId: 'CHAR-1' }],
  [
    'a chargeback that was won',
    { ...chargeback, status: 'REVERSAL' },
    {},
    { about: 'dispute', disputeId: 'CHAR-1' },
  ],
  [
    'a chargeback in a state yet to come',
    { ...chargeback, status: 'ARBITRATION' },
    {},
    { about: 'dispute', disputeId: 'CHAR-1' },
  ],
  [
    "a refund that was asked for in dLocal's panel",
    { ...refund, status: 'PENDING' },
    {},
    { about: 'handle', handle: 'REF-1' },
  ],
  [
    'a question of the bank',
    { ...chargeback, status: 'INQUIRY' },
    {},
    { about: 'dispute', disputeId: 'CHAR-1' },
  ],
  ['something without an id', { status: 'PAID' }, {}, { about: 'nothing' }],
  ['a payment that is not ours', { id: 'D-4-2', status: 'PAID' }, {}, { about: 'nothing' }],
  ['a list', [payment], {}, { about: 'nothing' }],
  ['an id that is no text', { ...payment, order_id: { $gt: '' } }, {}, { about: 'nothing' }],
])('%s points where it should', (_what, content, query, hint) => {
  expect(read(signed(content, { query }))).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), hint });
});

test('the same message sent again, and dated anew, has the same id; another has not', () => {
  const first = read(signed(payment))?.id;
  expect(read(signed(payment, { at: later(-3_600_000) }))?.id).toBe(first);
  expect(read(signed({ ...payment, status: 'REJECTED' }))?.id).not.toBe(first);
  // A copy that somebody else sends to another address does not block the real message.
  const told = read(signed(chargeback, { query: { refund: refundId } }))?.id;
  expect(read(signed(chargeback))?.id).not.toBe(told);
});

test('a message without the login is held against ours; one for another login is not taken', () => {
  const message = signed(payment);
  expect(read({ ...message, headers: { ...message.headers, 'x-login': undefined } })).not.toBeNull();
  expect(read({ ...message, headers: { ...message.headers, 'x-login': 'login-2' } })).toBeNull();
});

const good = signed(payment);
const date = String(good.headers['x-date']);
const right = String(good.headers.authorization);
const forged = right.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

test.each<[string, Record<string, string | string[] | undefined>]>([
  ['no signature', { authorization: undefined }],
  ['an empty one', { authorization: '' }],
  ['a forged one', { authorization: forged }],
  ['one by another secret', { authorization: sign(date, good.body, { ...keys, secretKey: 'secret-2' }) }],
  ['one for another login', { authorization: sign(date, good.body, { ...keys, login: 'login-2' }) }],
  ['one cut short', { authorization: right.slice(0, -2) }],
  ['one that goes on', { authorization: `${right}00` }],
  ['one without its scheme', { authorization: right.replace('V2-HMAC-SHA256, Signature: ', '') }],
  ['another scheme', { authorization: right.replace('V2', 'V1') }],
  ['two signatures', { authorization: [right, right] }],
  ['two in one header', { authorization: `${right}, ${right}` }],
  ['a huge header', { authorization: right + ' '.repeat(100_000) }],
  ['no date', { 'x-date': undefined }],
  ['two dates', { 'x-date': [date, date] }],
  ['another date', { 'x-date': later(1_000).toISOString() }],
  ['a huge date', { 'x-date': date + '0'.repeat(100_000) }],
])('%s is not taken', (_what, change) => {
  expect(read({ ...good, headers: { ...good.headers, ...change } })).toBeNull();
});

test('a body with one byte changed, or in another charset than it was signed in, is not taken', () => {
  const changed = Buffer.from(good.body);
  changed[5] = (changed[5] ?? 0) ^ 1;
  expect(read({ ...good, body: changed })).toBeNull();
  expect(read({ ...good, body: Buffer.from(JSON.stringify(payment), 'latin1') })).toBeNull();
});

test.each([
  ['no JSON', Buffer.from('id=D-4-1')],
  ['no UTF-8', Buffer.from('{"id":"D-4-1","order_id":"\xe1"}', 'latin1')],
  ['nothing', Buffer.alloc(0)],
  ['null', Buffer.from('null')],
  ['too much', Buffer.from(JSON.stringify({ ...payment, note: 'x'.repeat(300_000) }))],
])('%s is not taken, however well it is signed', (_what, body) => {
  expect(read(signed(body))).toBeNull();
});

test.each([
  ['as old as its first seven repeats', -18 * 3_600_000, true],
  ['of the day before', -24 * 3_600_000, false],
  ['from a clock a little ahead', 4 * 60_000, true],
  ['from the future', 6 * 60_000, false],
])('one %s', (_what, ms, isTaken) => {
  expect(read(signed(payment, { at: later(ms) })) !== null).toBe(isTaken);
});

test('one whose date is signed and is no date is not taken', () => {
  const body = Buffer.from(JSON.stringify(payment));
  const headers = { 'x-date': 'yesterday', authorization: sign('yesterday', body) };
  expect(read({ headers, query: {}, body })).toBeNull();
});

test('the address for a refund keeps what it had, and says whose it is', () => {
  expect(refundNotificationUrl('https://pay.example/processors/dlocal/notifications', refundId)).toBe(
    `https://pay.example/processors/dlocal/notifications?refund=${refundId}`,
  );
});
