import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combine, defaultRateRules, type Rate, type RateFault, type Reading } from './combine.ts';

const now = new Date('2026-03-01T12:00:00Z');

function reading(source: string, priceScaled: bigint, ageMs = 0, failure: string | null = null): Reading {
  const observedAt = new Date(now.getTime() - ageMs);
  return { source, quote: { source, priceScaled, observedAt }, failure };
}
const failed = (source: string, failure: string | null): Reading => ({ source, quote: null, failure });
const combined = (...readings: Reading[]) => combine('USDT', readings, defaultRateRules, now);
/** Prices with four decimals, as readings of sources a, b, c … */
const atPrices = (...prices: number[]) =>
  combined(...prices.map((price, index) => reading('abcdef'[index] as string, BigInt(price) * 10_000n)));

describe('the rate', () => {
  test.each([
    [[10_000], 100_000_000n],
    [[9_990, 10_010], 100_000_000n],
    [[10_010, 9_990, 10_000], 100_000_000n],
    [[9_990, 10_000, 10_010, 10_020], 100_050_000n],
  ])('of %j is their median', (prices, expected) => {
    expect(atPrices(...prices)).toMatchObject({ priceScaled: expected });
  });

  test('is rounded down when the middle lies between two units', () => {
    expect(combined(reading('a', 100_000_000n), reading('b', 100_000_001n))).toMatchObject({
      priceScaled: 100_000_000n,
    });
  });

  test('names its sources and has the time of the oldest quote in it', () => {
    const rate = combined(reading('a', 100_000_000n, 5_000), reading('b', 100_000_000n, 40_000));
    expect(rate).toMatchObject({ sources: ['a', 'b'], at: new Date(now.getTime() - 40_000) });
  });

  test('is never from the future, though a source’s clock be ahead a little', () => {
    expect(combined(reading('a', 100_000_000n, -9_000))).toMatchObject({ at: now });
  });

  test('does without a source that failed, is stale, or is far off, as long as most agree', () => {
    const good = [reading('a', 100_000_000n), reading('b', 100_100_000n)];
    for (const bad of [
      failed('c', 'answered HTTP 503'),
      reading('c', 100_000_000n, 60_001),
      reading('c', 100_000_000n, -10_001),
      reading('c', 105_000_000n),
      reading('c', 1n),
    ]) {
      expect(combined(...good, bad)).toMatchObject({
        priceScaled: 100_050_000n,
        sources: ['a', 'b'],
        without: [expect.stringMatching(/^c: /)],
      });
    }
  });

  test('says of each source it does without what was wrong with its quote', () => {
    const good = [reading('a', 100_000_000n), reading('b', 100_100_000n)];
    expect(combined(...good, reading('c', 105_000_000n))).toMatchObject({
      without: ['c: 1.05000000 is too far from the others; the median is 1.00100000'],
    });
    expect(combined(...good, reading('c', 100_000_000n, -10_001))).toMatchObject({
      without: ['c: its quote is -10001 ms old'],
    });
    expect(combined(...good, reading('c', 100_000_000n, -10_000))).toMatchObject({ without: [] });
  });

  test('comes of the quotes nearest to the median where as many others agree, and else of the lower ones', () => {
    expect(atPrices(9_900, 9_950, 10_000, 10_050, 10_100)).toMatchObject({ sources: ['b', 'c', 'd'] });
    expect(atPrices(10_100, 10_000, 10_000, 9_900)).toMatchObject({ sources: ['b', 'c', 'd'] });
  });

  test('still counts the quote of a source that has failed since, until it is too old', () => {
    const rate = combined(reading('a', 100_000_000n, 60_000, 'answered HTTP 503'));
    expect(rate).toMatchObject({ sources: ['a'] });
  });

  test('takes a quote exactly at the limit of deviation, and none beyond', () => {
    const around = (off: bigint) =>
      combined(reading('a', 100_000_000n), reading('b', 100_000_000n), reading('c', 100_000_000n + off));
    expect(around(1_000_000n)).toMatchObject({ sources: ['a', 'b', 'c'] });
    expect(around(1_000_001n)).toMatchObject({ sources: ['a', 'b'] });
    expect(around(-1_000_000n)).toMatchObject({ sources: ['a', 'b', 'c'] });
    expect(around(-1_000_001n)).toMatchObject({ sources: ['a', 'b'] });
  });
});

test('any two quotes in a rate are within the bound of each other, and not each within it of the median', () => {
  expect(atPrices(9_900, 10_100)).toMatchObject({ fault: 'rate_disputed' });
  expect(atPrices(9_900, 10_000, 10_100)).toMatchObject({ sources: ['a', 'b'] });
  expect(atPrices(9_910, 10_000, 10_005, 10_100)).toMatchObject({ sources: ['a', 'b', 'c'] });
});

describe('there is no rate', () => {
  test('without sources', () => {
    expect(combined()).toMatchObject({ fault: 'rate_missing' });
  });

  test('when most sources give none, and the operator learns why', () => {
    expect(
      combined(reading('a', 100_000_000n), failed('b', 'answered HTTP 503'), failed('c', null)),
    ).toMatchObject({
      fault: 'rate_missing',
      causes: ['b: answered HTTP 503', 'c: has not been asked yet'],
    });
  });

  test('when one of two sources is away: nobody could contradict the other', () => {
    expect(combined(reading('a', 100_000_000n), failed('b', 'answered HTTP 503'))).toMatchObject({
      fault: 'rate_missing',
    });
  });

  test('when too many quotes are too old', () => {
    expect(
      combined(
        reading('a', 100_000_000n),
        reading('b', 100_000_000n, 61_000, 'answered HTTP 503'),
        reading('c', 100_000_000n, 75_000),
      ),
    ).toMatchObject({
      fault: 'rate_stale',
      causes: ['b: its quote is 61000 ms old; since then: answered HTTP 503', 'c: its quote is 75000 ms old'],
    });
  });

  test.each([[[9_800, 10_200]], [[9_000, 10_000, 11_000]], [[10_000, 10_000, 10_500, 10_500]]])(
    'when the sources disagree: %j',
    (prices) => {
      expect(atPrices(...prices)).toMatchObject({ fault: 'rate_disputed' });
    },
  );

  test.each([8_999, 11_001])('when all agree that USDT has lost its peg: %i', (price) => {
    expect(atPrices(price, price, price)).toMatchObject({ fault: 'rate_out_of_bounds' });
  });

  test('beyond the bounds, and there is one at them', () => {
    expect(combined(reading('a', 110_000_001n))).toMatchObject({
      fault: 'rate_out_of_bounds',
      causes: ['the median is 1.10000001 USD'],
    });
    expect(combined(reading('a', 89_999_999n))).toMatchObject({ fault: 'rate_out_of_bounds' });
    expect(atPrices(9_000)).toMatchObject({ priceScaled: 90_000_000n });
    expect(atPrices(11_000)).toMatchObject({ priceScaled: 110_000_000n });
    const wide = { ...defaultRateRules, minUsdPerAssetScaled: 50_000_000n };
    expect(combine('USDT', [reading('a', 89_990_000n)], wide, now)).toMatchObject({ sources: ['a'] });
  });

  test('and the sentence for a person names no source and none of their words', () => {
    const outcome = combined(failed('kraken', 'answered HTTP 503: secret words')) as RateFault;
    expect(outcome.message).toMatch(/no reliable rate for USDT/);
    expect(outcome.message).not.toMatch(/kraken|503|secret/);
  });
});

describe('whatever the sources say', () => {
  const price = fc.oneof(
    { weight: 4, arbitrary: fc.bigInt({ min: 99_000_000n, max: 101_000_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 17n }) },
  );
  const ageMs = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -1_000_000, max: 1_000_000 }) },
  );
  const readings = fc
    .array(fc.tuple(price, ageMs, fc.option(fc.string()), fc.nat(4)), { minLength: 1, maxLength: 7 })
    .map((entries) =>
      entries.map(([price, ageMs, failure, luck], index) =>
        luck === 0 ? failed(`s${index}`, failure) : reading(`s${index}`, price, ageMs, failure),
      ),
    );
  const isRate = (outcome: Rate | RateFault): outcome is Rate => !('fault' in outcome);

  test('a rate rests on a majority of sources, fresh, around it, and within the bounds', () => {
    let rates = 0;
    fc.assert(
      fc.property(readings, (all) => {
        const outcome = combined(...all);
        if (!isRate(outcome)) return;
        rates += 1;
        const used = all.filter(({ source }) => outcome.sources.includes(source));
        expect(used.length * 2).toBeGreaterThan(all.length);
        const prices = used.map(({ quote }) => quote?.priceScaled as bigint);
        expect(prices.some((one) => one <= outcome.priceScaled)).toBe(true);
        expect(prices.some((one) => one >= outcome.priceScaled)).toBe(true);
        expect(outcome.priceScaled).toBeGreaterThanOrEqual(90_000_000n);
        expect(outcome.priceScaled).toBeLessThanOrEqual(110_000_000n);
        const ageMs = now.getTime() - outcome.at.getTime();
        expect(ageMs).toBeGreaterThanOrEqual(0);
        expect(ageMs).toBeLessThanOrEqual(60_000);
      }),
      { numRuns: 2_000 },
    );
    expect(rates).toBeGreaterThan(100);
  });

  test('the order in which they are listed changes nothing', () => {
    const shuffled = readings.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    const essence = (outcome: Rate | RateFault) =>
      isRate(outcome)
        ? { ...outcome, sources: outcome.sources.toSorted(), without: outcome.without.toSorted() }
        : outcome.fault;
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(essence(combined(...other))).toEqual(essence(combined(...all)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('a minority that lies moves the rate at most the limit of deviation away from the honest', () => {
    const history = fc.integer({ min: 1, max: 3 }).chain((liars) =>
      fc.record({
        honest: fc.array(fc.bigInt({ min: 99_000_000n, max: 101_000_000n }), {
          minLength: liars + 1,
          maxLength: liars + 3,
        }),
        lies: fc.array(price, { minLength: liars, maxLength: liars }),
      }),
    );
    let rates = 0;
    fc.assert(
      fc.property(history, ({ honest, lies }) => {
        const outcome = combined(...[...honest, ...lies].map((one, index) => reading(`s${index}`, one)));
        if (!isRate(outcome)) return;
        rates += 1;
        const sorted = honest.toSorted((a, b) => Number(a - b));
        expect(outcome.priceScaled * 100n).toBeGreaterThanOrEqual((sorted[0] as bigint) * 99n);
        expect(outcome.priceScaled * 100n).toBeLessThanOrEqual((sorted.at(-1) as bigint) * 101n);
      }),
      { numRuns: 2_000 },
    );
    expect(rates).toBeGreaterThan(100);
  });
});

describe('the rate of a local currency', () => {
  const cop = (price: bigint, ageMs = 0) => [price * 10n ** 8n, ageMs] as const;
  const rateOf = (...prices: (readonly [bigint, number])[]) =>
    combine(
      'COP',
      prices.map(([price, ageMs], at) => reading('abc'[at] as string, price, ageMs)),
      { ...defaultRateRules, maxAgeMs: 900_000 },
      now,
    );

  test('has no bounds: what one USD costs is no peg', () => {
    expect(rateOf(cop(4_000n), cop(4_010n))).toMatchObject({ priceScaled: 400_500_000_000n });
    expect(rateOf(cop(1n))).toMatchObject({ priceScaled: 100_000_000n });
  });

  test('is none when two sources differ by more than a hundredth, or one of them is upside down', () => {
    expect(rateOf(cop(4_000n), cop(4_041n))).toMatchObject({ fault: 'rate_disputed' });
    expect(rateOf(cop(4_000n), [25_000n, 0])).toMatchObject({ fault: 'rate_disputed' });
  });

  test('is none when it is too old', () => {
    expect(rateOf(cop(4_000n, 900_001), cop(4_000n))).toMatchObject({
      fault: 'rate_stale',
      message: expect.stringContaining('COP'),
    });
  });
});
