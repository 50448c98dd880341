import type { Logger } from '../../base/ground/logger.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { combine, type Rate, type RateFault, type RateRules } from './combine.ts';
import type { RateSource } from './rate-source.ts';
import { createSourceFeed } from './source-feed.ts';

/** The rate of an asset as this process knows it. Each process asks the sources itself; nothing is shared. */
export interface RateBoard {
  /** What is known at this moment, without waiting; never made of quotes older than the rules allow. */
  current(now: Date): Rate | RateFault;
  /** The same, but where that is a fault, waits for the sources being asked: seconds at most. */
  fresh(): Promise<Rate | RateFault>;
  /** What is known when every source that is being asked has answered. */
  whole(): Promise<Rate | RateFault>;
  close(): Promise<void>;
}

/** While anybody has asked within this time the quotes are kept fresh, so that the next need not wait. */
const restAfterMs = 10 * 60_000;
/** Often enough for a page that shows the rate, and far below what public sources allow. */
const maxRefreshMs = 20_000;
/** A quote is renewed twice before it is too old, so that one failure leaves no gap. */
const refreshesPerAge = 3;

export function createRateBoard(
  asset: AssetCode,
  sources: RateSource[],
  rules: RateRules,
  logger: Logger,
): RateBoard {
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  const feeds = sources.map((source) =>
    createSourceFeed(source, {
      everyMs: Math.min(maxRefreshMs, rules.maxAgeMs / refreshesPerAge),
      isWanted: () => Date.now() - wantedAtMs < restAfterMs,
      logger,
    }),
  );

  function current(now: Date): Rate | RateFault {
    wantedAtMs = Date.now();
    for (const feed of feeds) feed.wake();
    return combine(
      asset,
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
        // As soon as enough have answered, the slow ones are no longer waited for.
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
