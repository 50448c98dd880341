import { PasarelaError } from '../ground/errors.ts';
import type { AddCounts } from './shared-counts.ts';

/**
 * Counts requests by name in windows of ten seconds, over all processes together: docs/develop/decisions/0026. Each
 * process counts locally and shares its count after every few requests; until then it may be that far ahead of the
 * others (`aheadOf`). While the database is down the limit applies to each process.
 */
export interface RateLimiter {
  /**
   * Counts one request, and throws `rate_limited` if it exceeds the limit. It may have to read the shared count first.
   */
  take(name: string, limit: number, now: Date): Promise<void>;
}

export interface RequestLimits {
  /** API requests a merchant may make in ten seconds. */
  perMerchant: number;
  /** Refused credentials and page requests from one address in ten seconds. */
  perAddress: number;
}

interface Count {
  name: string;
  limit: number;
  /** The sum over all processes, including ours, at the last exchange. */
  heard: number;
  /** Local requests since then. */
  untold: number;
}

export const windowMs = 10_000;
/** The most names that a process shares per window: an attack from many addresses cannot fill the table. */
const maxTold = 5_000;
/** Names per statement. */
const maxBatch = 500;
/** A request that waits this long for the database continues without it, and so do all others for a while. */
const tellWithinMs = 2_000;
const awayMs = 5_000;

/** How many requests of a name a process may count before it must share: a twentieth of the limit. */
export function aheadOf(limit: number): number {
  return Math.max(1, Math.floor(limit / 20));
}

export function createRateLimiter(addCounts: AddCounts): RateLimiter {
  let windowStart = 0;
  // A new window starts with empty maps, so ten seconds of requests bound the memory.
  let counts = new Map<string, Count>();
  let told = new Set<Count>();
  /** Counts to share next. */
  let due = new Set<Count>();
  let telling: Promise<void> | null = null;
  let awayUntilMs = 0;

  function enter(time: number): void {
    if (time - windowStart < windowMs) return;
    windowStart = time - (time % windowMs);
    counts = new Map();
    told = new Set();
    due = new Set();
  }

  /** Shares at half of the allowance; requests use the other half meanwhile. */
  function note(count: Count): void {
    count.untold += 1;
    if (count.untold * 2 < aheadOf(count.limit) || isAlone(count)) return;
    void toBeTold(count);
  }

  /** Resolves when the current exchange ends, which may carry other names. */
  function toBeTold(count: Count): Promise<void> {
    told.add(count);
    due.add(count);
    return telling ?? tell();
  }

  /** The count is neither shared nor compared with the other processes. */
  function isAlone(count: Count): boolean {
    return performance.now() < awayUntilMs || (told.size >= maxTold && !told.has(count));
  }

  function tell(): Promise<void> {
    telling = tellDue().finally(() => {
      telling = null;
      if (due.size > 0 && performance.now() >= awayUntilMs) void tell();
    });
    return telling;
  }

  async function tellDue(): Promise<void> {
    const batch = [...due].slice(0, maxBatch);
    for (const count of batch) due.delete(count);
    const added = batch.map(({ name, untold }) => ({ name, count: untold }));
    try {
      const sums = await withinTime(addCounts(new Date(windowStart), added));
      batch.forEach((count, at) => {
        count.heard = sums[at] as number;
        count.untold -= added[at]?.count ?? 0;
      });
    } catch {
      awayUntilMs = performance.now() + awayMs;
    }
  }

  const limiter: RateLimiter = {
    async take(name, limit, now) {
      const time = now.getTime();
      enter(time);
      const count = counts.get(name) ?? { name, limit, heard: 0, untold: 0 };
      count.limit = limit;
      counts.set(name, count);
      if (count.heard + count.untold >= limit) throw tooMany(limit, windowStart + windowMs - time);
      if (count.untold < aheadOf(limit) || isAlone(count)) {
        note(count);
        return;
      }
      await toBeTold(count);
      await limiter.take(name, limit, now);
    },
  };
  return limiter;
}

function tooMany(limit: number, leftMs: number): PasarelaError {
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  return new PasarelaError(
    'rate_limited',
    `Too many requests: the limit is ${limit} in ${windowMs / 1000} seconds. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, tellWithinMs, new Error('late'));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
