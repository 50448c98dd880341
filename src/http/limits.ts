import { PasarelaError } from '../ground/errors.ts';

/**
 * Counts requests by name in windows of ten seconds. Each process counts by itself: behind a
 * balancer the limit holds per process.
 */
export interface RateLimiter {
  /** Counts one request, and throws `rate_limited` when it is one too many. */
  take(name: string, limit: number, now: Date): void;
}

export interface RequestLimits {
  /** API requests a merchant may make in ten seconds. */
  perMerchant: number;
  /** Refused credentials and page requests from one address in ten seconds. */
  perAddress: number;
}

const windowMs = 10_000;

export function createRateLimiter(): RateLimiter {
  let windowStart = 0;
  // A new window starts with an empty map, so memory is bounded by what ten seconds bring.
  let counts = new Map<string, number>();

  return {
    take(name, limit, now) {
      const time = now.getTime();
      if (time - windowStart >= windowMs) {
        windowStart = time - (time % windowMs);
        counts = new Map();
      }
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count > limit) {
        const retryAfterSeconds = Math.ceil((windowStart + windowMs - time) / 1000);
        throw new PasarelaError(
          'rate_limited',
          `Too many requests: the limit is ${limit} in ${windowMs / 1000} seconds. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        );
      }
    },
  };
}
