import { isAsset } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { type Quote, type RateCode, rateDecimals } from './rate-source.ts';

/** The state of one source: its last quote, and why the last request failed, if it did. */
export interface Reading {
  source: string;
  quote: Quote | null;
  failure: string | null;
}

/** The conditions that quotes must meet before money is converted with them. */
export interface RateRules {
  /** An older quote does not count. */
  maxAgeMs: number;
  /** The maximum distance between any two counted quotes, relative to the median of all; 100 is 1 %. */
  maxDeviationBasisPoints: bigint;
  /** Assets are pegged to 1 USD: outside these bounds a person must check before any payment. */
  minUsdPerAssetScaled: bigint;
  maxUsdPerAssetScaled: bigint;
}

export const defaultRateRules: RateRules = {
  maxAgeMs: 60_000,
  maxDeviationBasisPoints: 100n,
  minUsdPerAssetScaled: 90_000_000n,
  maxUsdPerAssetScaled: 110_000_000n,
};

export interface Rate {
  /** For an asset: USD for one coin. For a local currency: its price of one USD. In units of 10^-8. */
  priceScaled: bigint;
  /** The time of the oldest quote in it. */
  at: Date;
  /** The sources whose quotes are in it. */
  sources: string[];
  /** The other sources, and why their quotes do not count. */
  without: string[];
}

export interface RateFault {
  fault: 'rate_missing' | 'rate_stale' | 'rate_disputed' | 'rate_out_of_bounds';
  /** For a person. */
  message: string;
  /** For the operator's log: each source and why its quote does not count. */
  causes: string[];
}

/** Clocks differ a little; a quote from further ahead has a wrong time and would never become too old. */
const maxClockSkewMs = 10_000;

/**
 * One rate from all sources: the median of the quotes that are fresh and agree. They must include a majority of the
 * sources, so that no single faulty or lying source can set the rate.
 */
export function combine(
  code: RateCode,
  readings: readonly Reading[],
  rules: RateRules,
  now: Date,
): Rate | RateFault {
  const refuse = (fault: RateFault['fault'], why: string, causes: string[]): RateFault => ({
    fault,
    message: `There is no reliable rate for ${code} at the moment: ${why}. Try again soon.`,
    causes,
  });
  const needed = Math.floor(readings.length / 2) + 1;
  const causes: string[] = [];
  const quoted: Quote[] = [];
  for (const { source, quote, failure } of readings) {
    if (quote) quoted.push(quote);
    else causes.push(`${source}: ${failure ?? 'has not been asked yet'}`);
  }
  if (quoted.length < needed) return refuse('rate_missing', 'too few sources give one', causes);

  const fresh = quoted.filter((quote) => {
    const ageMs = now.getTime() - quote.observedAt.getTime();
    if (ageMs <= rules.maxAgeMs && ageMs >= -maxClockSkewMs) return true;
    const failure = readings.find((reading) => reading.source === quote.source)?.failure;
    causes.push(`${quote.source}: its quote is ${ageMs} ms old${failure ? `; since then: ${failure}` : ''}`);
    return false;
  });
  if (fresh.length < needed) return refuse('rate_stale', 'the last one is too old', causes);

  const middle = medianOf(fresh);
  const agreeing = closestTogether(fresh, middle, (middle * rules.maxDeviationBasisPoints) / 10_000n);
  for (const { source, priceScaled } of fresh) {
    if (agreeing.some((quote) => quote.source === source)) continue;
    causes.push(
      `${source}: ${write(priceScaled)} is too far from the others; the median is ${write(middle)}`,
    );
  }
  if (agreeing.length < needed) return refuse('rate_disputed', 'the sources disagree', causes);

  const priceScaled = medianOf(agreeing);
  const isPlausible = priceScaled >= rules.minUsdPerAssetScaled && priceScaled <= rules.maxUsdPerAssetScaled;
  if (isAsset(code) && !isPlausible) {
    causes.push(`the median is ${write(priceScaled)} USD`);
    return refuse('rate_out_of_bounds', `${code} is too far from 1 USD`, causes);
  }
  const oldestMs = Math.min(...agreeing.map((quote) => quote.observedAt.getTime()));
  return {
    priceScaled,
    at: new Date(Math.min(oldestMs, now.getTime())),
    sources: agreeing.map((quote) => quote.source),
    without: causes,
  };
}

/**
 * The largest set of quotes of which any two are at most `bound` apart; among equally large sets, the one nearest to
 * the median. In the given order.
 */
function closestTogether(quotes: readonly Quote[], middle: bigint, bound: bigint): Quote[] {
  const distance = (some: readonly Quote[]): bigint =>
    some.reduce((sum, quote) => sum + absolute(quote.priceScaled - middle), 0n);
  let best: Quote[] = [];
  const lowestFirst = quotes.toSorted((a, b) => ascending(a.priceScaled, b.priceScaled));
  for (const { priceScaled: lowest } of lowestFirst) {
    const some = quotes.filter(({ priceScaled: price }) => price >= lowest && price - lowest <= bound);
    if (some.length > best.length || (some.length === best.length && distance(some) < distance(best))) {
      best = some;
    }
  }
  return best;
}

/** For an even number: the mean of the two in the middle, rounded down (see convert.ts for why down). */
function medianOf(quotes: readonly Quote[]): bigint {
  const prices = quotes.map((quote) => quote.priceScaled).sort(ascending);
  const upper = prices[Math.floor(prices.length / 2)] as bigint;
  const lower = prices[Math.floor((prices.length - 1) / 2)] as bigint;
  return (lower + upper) / 2n;
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : 1;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function write(priceScaled: bigint): string {
  return formatDecimal(priceScaled, rateDecimals);
}
