import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceDifference, isLasting, nextDiffering } from './decide-balance.ts';

const readAt = new Date('2026-03-01T12:00:00Z');
const after = (ms: number) => new Date(readAt.getTime() + ms);

test('a balance is what is known and any number of the movements around its reading', () => {
  const nets = fc.array(fc.bigInt({ min: -100_000n, max: 100_000n }), { maxLength: 30 });
  const anything = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
  fc.assert(
    fc.property(nets, anything, fc.nat(30), (near, known, counted) => {
      const theirs = near.slice(0, counted).reduce((all, each) => all + each, known);
      const moved = near.map((netMinor) => ({ netMinor }));
      expect(balanceDifference(theirs, known, moved)).toBe(0n);
    }),
  );
});

test('money that no movement tells of is a difference, to the unit', () => {
  const near = [{ netMinor: 50_00n }];
  expect(balanceDifference(1_000_01n, 1_000_00n, near)).toBe(1n);
  expect(balanceDifference(1_049_99n, 1_000_00n, near)).toBe(-1n);
  expect(balanceDifference(7n, 8n, [])).toBe(-1n);
  // Of two that are equally close, the one with fewer of the movements.
  expect(balanceDifference(5n, 0n, [{ netMinor: 10n }])).toBe(5n);
});

test('a difference lasts from the second reading on, and is over as soon as it is gone', () => {
  const first = nextDiffering(null, 5n, readAt);
  expect([first, isLasting(first)]).toEqual([{ since: readAt, runs: 1 }, false]);
  const second = nextDiffering(first, 6n, after(1));
  expect([second, isLasting(second)]).toEqual([{ since: readAt, runs: 2 }, true]);
  expect(nextDiffering(second, 0n, after(2))).toEqual({ since: null, runs: 0 });
});
