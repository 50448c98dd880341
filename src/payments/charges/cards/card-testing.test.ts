import { describe, expect, test } from 'vitest';
import { type AttemptedCard, addressWaitsUntil, cardWaitsUntil, windowMs } from './card-testing.ts';

const limits = { refusalsPerCard: 3, refusalsPerAddress: 4 };
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n));
const leaves = (n: number) => new Date(minute(n).getTime() + windowMs);

function tried(card: string, at: number, merchantId = 'shop'): AttemptedCard {
  return { merchantId, card, triedAt: minute(at), approvedAt: null };
}
function approved(card: string, at: number, triedAt: Date | null = null): AttemptedCard {
  return { merchantId: 'shop', card, triedAt, approvedAt: minute(at) };
}

/** Cards a, b, c … attempted a minute after each other. */
const cards = (count: number, merchantId = 'shop', from = 0): AttemptedCard[] =>
  Array.from({ length: count }, (_, i) => tried(`${merchantId}-${from + i}`, from + i, merchantId));

function waitAt(fromAddress: AttemptedCard[], card = 'new', merchantId = 'shop'): Date | null {
  return addressWaitsUntil({ withCard: [], fromAddress }, { merchantId, card }, limits);
}

describe('a card', () => {
  const waitOf = (times: number[]) =>
    cardWaitsUntil({ withCard: times.map(minute), fromAddress: [] }, limits);

  test('may be tried as often as the limit says', () => {
    expect(waitOf([])).toBeNull();
    expect(waitOf([5, 1])).toBeNull();
  });

  test('then waits until enough tries are an hour old', () => {
    expect(waitOf([9, 1, 5])).toEqual(leaves(1));
    expect(waitOf([9, 1, 5, 7])).toEqual(leaves(5));
  });
});

describe('an address', () => {
  test('may try as many cards at a merchant as the limit says', () => {
    expect(waitAt(cards(3))).toBeNull();
  });

  test('then waits until the oldest is an hour old', () => {
    expect(waitAt(cards(4))).toEqual(leaves(0));
    expect(waitAt(cards(6))).toEqual(leaves(2));
  });

  test('counts a card once, by its last try, and lets it be tried again', () => {
    expect(waitAt([...cards(3), tried('shop-0', 30)])).toBeNull();
    expect(waitAt([...cards(4), tried('shop-0', 30)])).toEqual(leaves(1));
    expect(waitAt(cards(4), 'shop-2')).toBeNull();
  });

  test('may try one more for each card that was approved, refused first or not', () => {
    expect(waitAt([...cards(4), approved('good', 50)])).toBeNull();
    expect(waitAt([...cards(4), approved('shop-0', 50, minute(49))])).toBeNull();
    expect(waitAt([...cards(5), approved('good', 50)])).toEqual(leaves(0));
  });

  test('waits longer when the approvals that speak for it grow old first', () => {
    expect(waitAt([...cards(5, 'shop', 10), approved('good', 1)])).toEqual(leaves(11));
  });

  test('goes on at other merchants, until it has tried three times as many in all', () => {
    expect(waitAt(cards(9), 'new', 'other')).toBeNull();
    const spread = [...cards(4, 'a'), ...cards(4, 'b'), ...cards(4, 'c')];
    expect(waitAt(spread.slice(1), 'new', 'other')).toBeNull();
    expect(waitAt(spread, 'new', 'other')).toEqual(leaves(0));
  });
});
