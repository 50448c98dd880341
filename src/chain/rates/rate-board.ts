import type { Logger } from '../../base/ground/logger.ts';
import { isAsset } from '../../base/money/asset.ts';
import { combine, type Rate, type RateFault, type RateRules } from './combine.ts';
import type { RateCode, RateSource } from './rate-source.ts';
import { createSourceFeed } from './source-feed.ts';

/** The rate of a pair in this process. Each process asks the sources itself; nothing is shared. */
export interface RateBoard {
  /** The rate at this moment, without waiting; never from quotes older than the rules allow. */
  current(now: Date): Rate | RateFault;
  /** The same, but after a fault it waits for requests under way: seconds at most. */
  fresh(): Promise<Rate | RateFault>;
  /** The rate after all requests under way have been answered. */
  whole(): Promise<Rate | RateFault>;
  close(): Promise<void>;
}

/** Quotes are kept fresh for this long after the last use, so that the next caller need not wait. */
const restAfterMs = 10 * 60_000;
/** Often enough for a page that shows the rate, and far below what public sources allow. */
const maxRefreshMs = 20_000;
/** Currencies move less than assets trade, and sources with a key count their requests by the month. */
const maxLocalRefreshMs = 5 * 60_000;
/** A quote is renewed twice before it is too old, so that one failure leaves no gap. */
const refreshesPerAge = 3;

export function createRateBoard(
  code: RateCode,
  sources: RateSource[],
  rules: RateRules,
  logger: Logger,
): RateBoard {
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  const feeds = sources.map((source) =>
    createSourceFeed(source, {
      everyMs: Math.min(isAsset(code) ? maxRefreshMs : maxLocalRefreshMs, rules.maxAgeMs / refreshesPerAge),
      isWanted: () => Date.now() - wantedAtMs < restAfterMs,
      logger,
    }),
  );

  function current(now: Date): Rate | RateFault {
    wantedAtMs = Date.now();
    for (const feed of feeds) feed.wake();
    return combine(
      code,
      feeds.map((feed) => feed.reading()),
      rules,
      now,
    );
  }

  return {
    current,
    async fresh() {
      for (;;) {
        const outcome = current(new Date());
        const underWay = feeds.flatMap((feed) => feed.underWay() ?? []);
        if (!('fault' in outcome) || underWay.length === 0) return outcome;
        // Once enough sources have answered, the slow ones are no longer awaited.
        await Promise.race(underWay);
      }
    },
    async whole() {
      current(new Date());
      await Promise.all(feeds.map((feed) => feed.underWay()));
      return current(new Date());
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}
