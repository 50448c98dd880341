import { afterEach, expect, test, vi } from 'vitest';
import { firstIdAt, isId, newId, newIdOf, tagOf } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('an id is a UUIDv7 of its moment', () => {
  const before = new Date();
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(isId(id)).toBe(true);
  expect(id > firstIdAt(before)).toBe(true);
  expect(id < firstIdAt(new Date(Date.now() + 1_000))).toBe(true);
});

test('ids grow, also within a millisecond and when the clock goes back', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 });
  const ids = Array.from({ length: 10_000 }, newId);
  vi.setSystemTime(Date.now() - 30_000);
  ids.push(...Array.from({ length: 10_000 }, newId));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id of what is a merchant’s ends as the merchant’s does, and is an id as any other', () => {
  const merchantId = newId();
  const ids = Array.from({ length: 1_000 }, () => newIdOf(merchantId));
  expect(new Set(ids.map(tagOf))).toEqual(new Set([merchantId.slice(-4)]));
  expect(ids.every(isId)).toBe(true);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});
