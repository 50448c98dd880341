import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { aheadOf, createRateLimiter, type RateLimiter, windowMs } from './limits.ts';
import type { AddCounts } from './shared-counts.ts';

const now = new Date('2026-03-01T10:00:00Z');

/** Plays the database, which takes `pauseMs()` for each call. */
function memory(pauseMs: () => number): AddCounts & { names: string[] } {
  const sums = new Map<string, number>();
  const names: string[] = [];
  const add: AddCounts = async (windowStart, added) => {
    await delay(pauseMs());
    return added.map(({ name, count }) => {
      names.push(name);
      const key = `${windowStart.getTime()} ${name}`;
      sums.set(key, (sums.get(key) ?? 0) + count);
      return sums.get(key) as number;
    });
  };
  return Object.assign(add, { names });
}

/** How many of these simultaneous requests are accepted. */
async function admitted(limiters: RateLimiter[], requests: number, limit: number, at = now): Promise<number> {
  const takes = Array.from({ length: requests }, async (_, n) => {
    await limiters[n % limiters.length]?.take('merchant', limit, at);
  });
  const results = await Promise.allSettled(takes);
  return results.filter(({ status }) => status === 'fulfilled').length;
}

test('of one process exactly as many are taken as the limit says, in every window anew', async () => {
  const limiter = createRateLimiter(memory(() => 0));
  for (const limit of [1, 5, 100]) {
    const at = new Date(now.getTime() + limit * windowMs);
    expect(await admitted([limiter], 3 * limit, limit, at)).toBe(limit);
  }
});

test('of several all that were due are taken, and no more beyond than each may be ahead', async () => {
  const histories = fc.record({
    processes: fc.integer({ min: 1, max: 5 }),
    limit: fc.integer({ min: 1, max: 300 }),
    pauses: fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(histories, async ({ processes, limit, pauses }) => {
      const share = memory(() => pauses.next().value ?? 0);
      const limiters = Array.from({ length: processes }, () => createRateLimiter(share));
      const taken = await admitted(limiters, processes * limit * 2, limit);
      expect(taken).toBeGreaterThanOrEqual(limit);
      expect(taken).toBeLessThanOrEqual(limit + (processes - 1) * aheadOf(limit));
    }),
    { numRuns: 60 },
  );
});

test('where the database is away the limit holds in each process, and nobody waits for it', async () => {
  let asked = 0;
  const limiters = Array.from({ length: 2 }, () =>
    createRateLimiter(async () => {
      asked += 1;
      throw new Error('away');
    }),
  );
  expect(await admitted(limiters, 400, 100)).toBe(200);
  expect(asked).toBe(2);
});

test('once it is back the limit is that of all again', async () => {
  let isAway = true;
  const share = memory(() => 0);
  const limiters = Array.from({ length: 2 }, () =>
    createRateLimiter(async (...given) => {
      if (isAway) throw new Error('away');
      return await share(...given);
    }),
  );
  await admitted(limiters, 60, 100);
  isAway = false;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  const taken = 60 + (await admitted(limiters, 400, 100));
  clock.mockRestore();
  expect(taken).toBeGreaterThanOrEqual(100);
  expect(taken).toBeLessThanOrEqual(105);
});

test('whoever comes from everywhere is told of up to a bound, and limited all the same', async () => {
  const share = memory(() => 0);
  const limiter = createRateLimiter(share);
  for (let n = 0; n < 12_000; n++) await limiter.take(`address ${n}`, 2, now);
  await limiter.take('address 0', 2, now);
  // Names are shared in order of arrival: after the second entry of the first one, none is left.
  await expect.poll(() => share.names.filter((name) => name === 'address 0')).toHaveLength(2);
  expect(new Set(share.names).size).toBe(5_000);
  await limiter.take('address 11999', 2, now);
  await expect(limiter.take('address 11999', 2, now)).rejects.toThrow('the limit is 2 in 10 seconds');
});

test('a name that is asked for seldom costs the database nothing', async () => {
  const share = memory(() => 0);
  const limiter = createRateLimiter(share);
  for (let n = 0; n < 24; n++) await limiter.take('merchant', 1000, now);
  expect(share.names).toEqual([]);
});
