import { PasarelaError } from '../ground/errors.ts';
import type { AddCounts } from './shared-counts.ts';

/**
 * Counts requests by name in windows of ten seconds, over all processes together: docs/develop/decisions/0026. Each process counts by
 * itself and tells the others after every few; until then it may be so many ahead of them (`aheadOf`). Where the
 * database is away the limit holds for each process.
 */
export interface RateLimiter {
  /** Counts one request, and throws `rate_limited` when it is one too many. It may have to read the shared count first. */
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
  /** Of all processes, ours included, when it was last heard. */
  heard: number;
  /** Here, since then. */
  untold: number;
}

export const windowMs = 10_000;
/** Names that a process tells of in a window: whoever sends from everywhere fills no table. */
const maxTold = 5_000;
/** At once, in one statement. */
const maxBatch = 500;
/** Whoever waits for the database that long goes on without it, and so does everybody for a while. */
const tellWithinMs = 2_000;
const awayMs = 5_000;

/** What a process may count of a name before it has to tell: a twentieth of the limit. */
export function aheadOf(limit: number): number {
  return Math.max(1, Math.floor(limit / 20));
}

export function createRateLimiter(addCounts: AddCounts): RateLimiter {
  let windowStart = 0;
  // A new window starts with empty maps, so memory is bounded by what ten seconds bring.
  let counts = new Map<string, Count>();
  let told = new Set<Count>();
  /** To be told next. */
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

  /** Half of what it may be ahead is told: the other half goes on meanwhile. */
  function note(count: Count): void {
    count.untold += 1;
    if (count.untold * 2 < aheadOf(count.limit) || isAlone(count)) return;
    void toBeTold(count);
  }

  /** Done when what is being told now is told, which may be of others. */
  function toBeTold(count: Count): Promise<void> {
    told.add(count);
    due.add(count);
    return telling ?? tell();
  }

  /** Nobody is told of it, and nobody is asked. */
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
