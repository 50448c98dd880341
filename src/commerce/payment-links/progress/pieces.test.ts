import { describe, expect, test } from 'vitest';
import type { ChargeStatus } from '../../../payments/charges/charge.ts';
import { undisturbedMs } from '../payment-link.ts';
import { type ChargePieces, countPieces, decidePieces, isSoldOut, pieceStateOf } from './pieces.ts';

const now = new Date('2026-03-01T12:00:00Z');

function row(chargeId: string, status: ChargeStatus, pieces: number, ageMs = undisturbedMs): ChargePieces {
  const createdAt = new Date(now.getTime() - ageMs);
  return { linkId: 'l', chargeId, pieces, state: pieceStateOf(status), status, createdAt };
}

test('a charge that can still be paid holds its pieces, a paid one has sold them, any other end frees them', () => {
  expect(pieceStateOf('open')).toBe('held');
  expect(pieceStateOf('authorized')).toBe('held');
  expect(pieceStateOf('approved')).toBe('sold');
  expect(pieceStateOf('canceled')).toBe('freed');
  expect(pieceStateOf('expired')).toBe('freed');
});

test('a stock is what was sold, what is held, and what is left', () => {
  const rows = [
    row('idle', 'open', 2),
    row('recent', 'open', 3, undisturbedMs - 1),
    row('hold', 'authorized', 4),
    row('paid', 'approved', 5),
    row('gone', 'canceled', 6),
  ];
  const counted = { sold: 15, held: 9, idle: 2 };
  expect(countPieces({ stock: 30, sold: 10 }, rows, now)).toEqual({ ...counted, left: 6 });
  // More was sold than there is, because a payment that came late was accepted.
  expect(countPieces({ stock: 20, sold: 10 }, rows, now)).toEqual({ ...counted, left: 0 });
  expect(countPieces({ stock: null, sold: 10 }, rows, now)).toBeNull();
});

test('it is sold out when the last piece is sold, not while one is only held', () => {
  const pieces = { held: 1, idle: 0, left: 0 };
  expect(isSoldOut(5, { ...pieces, sold: 4 })).toBe(false);
  expect(isSoldOut(5, { ...pieces, sold: 5 })).toBe(true);
  expect(isSoldOut(5, { ...pieces, sold: 6 })).toBe(true);
  expect(isSoldOut(null, { ...pieces, sold: 6 })).toBe(false);
  expect(isSoldOut(5, null)).toBe(false);
});

describe('a customer who wants pieces', () => {
  const stock = (left: number) => ({ sold: 0, held: 9, idle: 0, left });
  const idle = [row('a', 'open', 1), row('b', 'open', 2), row('c', 'open', 2)];
  const none = new Set<string>();

  test('takes them, also the last ones, or learns that there are fewer', () => {
    expect(decidePieces(stock(3), idle, 3, none, now)).toEqual({ kind: 'take' });
    expect(decidePieces(stock(1), idle, 3, none, now)).toEqual({ kind: 'fewer', left: 1 });
  });

  test('displaces as many idle charges as are needed, the first ones first, and each once', () => {
    expect(decidePieces(stock(0), idle, 1, none, now)).toEqual({ kind: 'displace', chargeIds: ['a'] });
    expect(decidePieces(stock(0), idle, 3, none, now)).toEqual({ kind: 'displace', chargeIds: ['a', 'b'] });
    expect(decidePieces(stock(0), idle, 3, new Set(['a']), now)).toEqual({
      kind: 'displace',
      chargeIds: ['b', 'c'],
    });
  });

  test('displaces nobody who may be paying', () => {
    const paying = [row('hold', 'authorized', 1), row('recent', 'open', 1, undisturbedMs - 1)];
    expect(decidePieces(stock(0), paying, 1, none, now)).toEqual({ kind: 'held' });
    expect(decidePieces(stock(0), [], 1, none, now)).toEqual({ kind: 'held' });
  });
});
