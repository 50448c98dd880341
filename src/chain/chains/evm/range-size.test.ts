import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRangeSize } from './range-size.ts';

/** Requests this many ranges from a node that accepts at most `limit` blocks; returns the number of refusals. */
function ask(size: ReturnType<typeof createRangeSize>, ranges: number, limit: number): number {
  let refused = 0;
  for (let range = 0; range < ranges; range++) {
    const { blocks } = size;
    if (blocks <= limit) {
      size.answered(blocks, 0);
    } else {
      size.tooLarge(blocks);
      refused += 1;
    }
  }
  return refused;
}

test('a limit is found soon and seldom run into again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (limit, max) => {
      const size = createRangeSize(max);
      expect(size.blocks).toBeLessThanOrEqual(max);
      expect(ask(size, 20, limit)).toBeLessThanOrEqual(9);
      const refused = ask(size, 900, limit);
      expect(refused).toBeLessThanOrEqual(110);
      expect(size.blocks).toBeGreaterThanOrEqual(1);
      expect(size.blocks).toBeLessThanOrEqual(max);
      expect(size.blocks).toBeGreaterThanOrEqual(Math.floor(Math.min(limit, max) / 2));
    }),
  );
});

test('ranges grow to the network’s limit and no further where a node sets none', () => {
  const size = createRangeSize(5000);
  ask(size, 200, Number.POSITIVE_INFINITY);
  expect(size.blocks).toBe(5000);
});

test('a short range at the end of what is asked says nothing about longer ones', () => {
  const size = createRangeSize(5000);
  const before = size.blocks;
  for (let range = 0; range < 100; range++) size.answered(1, 0);
  expect(size.blocks).toBe(before);
});

test('answers that are large already are not made larger', () => {
  const size = createRangeSize(5000);
  for (let range = 0; range < 100; range++) size.answered(size.blocks, size.blocks * 70);
  expect(size.blocks * 70).toBeLessThan(10_000);
});
