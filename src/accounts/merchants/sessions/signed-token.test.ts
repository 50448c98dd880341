import { randomBytes } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { newId } from '../../../base/db/ids.ts';
import { createSignedToken, merchantNamedIn } from './signed-token.ts';

const key = randomBytes(32);
const holder = { merchantId: newId(), keyId: '0123456789ab' };

test('a token is a JWT that another library reads and verifies', async () => {
  const token = createSignedToken([key], 'test', 60).sign(holder, 'session é 1', new Date());
  const { payload, protectedHeader } = await jwtVerify(token, key, { audience: 'test' });
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(payload).toMatchObject({ sub: holder.merchantId, key: holder.keyId, sid: 'session é 1' });
});

test('a token lives for its whole lifetime and no second more', () => {
  const tokens = createSignedToken([key], 'test', 60);
  const signedAgo = (seconds: number) => tokens.sign(holder, '', new Date(Date.now() - seconds * 1000));
  expect(tokens.verify(signedAgo(59))).toEqual({ ...holder, subject: '' });
  expect(() => tokens.verify(signedAgo(61))).toThrow(/expired/);
});

test('a token of another kind, key or algorithm is refused, and a changed one', () => {
  const tokens = createSignedToken([key], 'test', 60);
  const good = tokens.sign(holder, 'a', new Date());
  const [head = '', claims = '', signature = ''] = good.split('.');
  const without = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const other = Buffer.from(claims, 'base64url').toString().replace('"sid":"a"', '"sid":"b"');
  for (const bad of [
    createSignedToken([key], 'other', 60).sign(holder, 'a', new Date()),
    createSignedToken([randomBytes(32)], 'test', 60).sign(holder, 'a', new Date()),
    `${without}.${claims}.`,
    `${without}.${claims}.${signature}`,
    `${head}.${Buffer.from(other).toString('base64url')}.${signature}`,
    `${head}.${claims}.${signature.slice(0, -2)}`,
    `${head}.${claims}.${signature}.`,
    `${head}.`,
    `${head}.${'a'.repeat(5_000)}.${signature}`,
    createSignedToken([key], 'test', 60).sign({ ...holder, merchantId: 'nobody' }, 'a', new Date()),
    '',
  ]) {
    expect(() => tokens.verify(bad)).toThrow(/not valid/);
  }
  expect(tokens.verify(good)).toEqual({ ...holder, subject: 'a' });
});

test('a token names its merchant also when it is not valid', () => {
  const other = createSignedToken([randomBytes(32)], 'test', 60).sign(holder, 'a', new Date());
  expect(merchantNamedIn(other)).toBe(holder.merchantId);
  for (const bad of ['', 'a.b.c', other.slice(0, 40), 'a'.repeat(5_000)])
    expect(merchantNamedIn(bad)).toBeNull();
});

test('after a change of keys the previous one still verifies', () => {
  const next = randomBytes(32);
  const old = createSignedToken([key], 'test', 60).sign(holder, 'a', new Date());
  const { verify } = createSignedToken([next, key], 'test', 60);
  expect(verify(old)).toEqual({ ...holder, subject: 'a' });
});
