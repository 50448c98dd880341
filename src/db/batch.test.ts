import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBatcher } from './batch.ts';

/** A write that ends when the test says so. */
interface OpenWrite {
  items: string[];
  succeed(): void;
  fail(error: Error): void;
}

function openBatcher(options: Parameters<typeof createBatcher<string, string>>[1] = {}) {
  const writes: OpenWrite[] = [];
  const batcher = createBatcher(
    (items: string[]) =>
      new Promise<string[]>((resolve, reject) => {
        writes.push({
          items,
          succeed: () => resolve(items.map((item) => `${item} written`)),
          fail: reject,
        });
      }),
    options,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { batcher, writes, settled };
}

test('a lone item is written at once', async () => {
  const { batcher, writes } = openBatcher();
  const result = batcher.add('a');
  expect(writes.map((write) => write.items)).toEqual([['a']]);
  writes[0]?.succeed();
  expect(await result).toBe('a written');
});

test('items that arrive while a write is under way go together into the next', async () => {
  const { batcher, writes, settled } = openBatcher();
  const results = ['a', 'b', 'c'].map((item) => batcher.add(item));
  expect(writes.map((write) => write.items)).toEqual([['a']]);
  writes[0]?.succeed();
  await settled();
  expect(writes.map((write) => write.items)).toEqual([['a'], ['b', 'c']]);
  writes[1]?.succeed();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'].map((item) => `${item} written`));
});

test('a batch has an upper size; the rest goes into the one after', async () => {
  const { batcher, writes, settled } = openBatcher();
  const results = Array.from({ length: 251 }, (_, n) => batcher.add(String(n)));
  for (const [at, size] of [1, 200, 50].entries()) {
    expect(writes[at]?.items).toHaveLength(size);
    writes[at]?.succeed();
    await settled();
  }
  expect(await Promise.all(results)).toHaveLength(251);
});

test('where two writes may be under way, the second begins when a whole batch waits', async () => {
  const { batcher, writes, settled } = openBatcher({ maxItems: 2, atOnce: 2 });
  const items = ['a', 'b', 'c', 'd', 'e', 'f'];
  const results = items.map((item) => batcher.add(item));
  expect(writes.map((write) => write.items)).toEqual([['a'], ['b', 'c']]);
  writes[1]?.succeed();
  await settled();
  expect(writes.slice(2).map((write) => write.items)).toEqual([['d', 'e']]);
  writes[0]?.succeed();
  writes[2]?.succeed();
  await settled();
  expect(writes.slice(3).map((write) => write.items)).toEqual([['f']]);
  writes[3]?.succeed();
  expect(await Promise.all(results)).toEqual(items.map((item) => `${item} written`));
  await settled();
  // Nothing is left of it: less than a batch waits for the one under way.
  for (const item of ['g', 'h']) void batcher.add(item);
  expect(writes.slice(4).map((write) => write.items)).toEqual([['g']]);
});

test('an item that the database refuses fails alone', async () => {
  const refusal = Object.assign(new Error('too long'), { code: '22001' });
  const batcher = createBatcher(async (items: string[]) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (items.includes('bad')) throw refusal;
    return items;
  });
  const results = await Promise.allSettled(['a', 'b', 'c', 'bad', 'd'].map((item) => batcher.add(item)));
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('when the database is away everybody in the batch is told, and the next batch is tried', async () => {
  const { batcher, writes, settled } = openBatcher();
  const results = ['a', 'b', 'c'].map((item) => batcher.add(item));
  writes[0]?.succeed();
  await settled();
  const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  writes[1]?.fail(away);
  await expect(results[1]).rejects.toBe(away);
  await expect(results[2]).rejects.toBe(away);
  const later = batcher.add('e');
  await settled();
  expect(writes[2]?.items).toEqual(['e']);
  writes[2]?.succeed();
  expect(await later).toBe('e written');
});

test('one that lingers waits for company, but not when there is enough of it', async () => {
  const writes: string[][] = [];
  const batcher = createBatcher(
    async (items: string[]) => {
      writes.push(items);
      return items;
    },
    { maxItems: 3, lingerMs: 5 },
  );
  await Promise.all(['a', 'b'].map((item) => batcher.add(item)));
  expect(writes).toEqual([['a', 'b']]);
  await Promise.all(['c', 'd', 'e', 'f', 'g'].map((item) => batcher.add(item)));
  expect(writes.slice(1)).toEqual([
    ['c', 'd', 'e'],
    ['f', 'g'],
  ]);
});

test('items of different lanes are written side by side, and never together', async () => {
  const { batcher, writes, settled } = openBatcher({ laneOf: (item) => item.slice(0, 1) });
  const results = Promise.allSettled(['a1', 'b1', 'a2', 'b2', 'a3'].map((item) => batcher.add(item)));
  expect(writes.map((write) => write.items)).toEqual([['a1'], ['b1']]);
  writes[0]?.fail(new Error('away'));
  await settled();
  // What one lane waits for or loses is nothing to the other.
  expect(writes.map((write) => write.items)).toEqual([['a1'], ['b1'], ['a2', 'a3']]);
  for (const write of writes.slice(1)) write.succeed();
  await settled();
  writes[3]?.succeed();
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});

describe('one that gathers, while others write', () => {
  const gatherMs = 5;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  function openGathering() {
    const opened = openBatcher({ gatherMs, laneOf: (item) => item.slice(0, 1) });
    void opened.batcher.add('other');
    return opened;
  }

  test('writes those together who were answered and come again, and those who came meanwhile', async () => {
    const { batcher, writes, settled } = openGathering();
    for (const item of ['a1', 'a2', 'a3']) void batcher.add(item);
    writes[1]?.succeed();
    await settled();
    expect(writes).toHaveLength(2);
    void batcher.add('a1 again');
    await settled();
    expect(writes[2]?.items).toEqual(['a2', 'a3', 'a1 again']);
  });

  test('waits no longer than it may for those who do not', async () => {
    const { batcher, writes, settled } = openGathering();
    for (const item of ['a1', 'a2', 'a3']) void batcher.add(item);
    writes[1]?.succeed();
    await settled();
    vi.advanceTimersByTime(gatherMs - 1);
    await settled();
    expect(writes).toHaveLength(2);
    vi.advanceTimersByTime(1);
    await settled();
    expect(writes[2]?.items).toEqual(['a2', 'a3']);
  });

  test('keeps nobody waiting who comes alone, again and again or after all were gone', async () => {
    const { batcher, writes, settled } = openGathering();
    for (const [at, item] of ['a1', 'a2', 'a3'].entries()) {
      const result = batcher.add(item);
      await settled();
      expect(writes[at + 1]?.items).toEqual([item]);
      writes[at + 1]?.succeed();
      expect(await result).toBe(`${item} written`);
      await settled();
      if (at === 1) vi.advanceTimersByTime(gatherMs);
    }
  });

  test('does not wait for more than go into one write', async () => {
    const { batcher, writes, settled } = openGathering();
    for (let n = 0; n <= 201; n++) void batcher.add(`a${n}`);
    writes[1]?.succeed();
    await settled();
    expect(writes[2]?.items).toHaveLength(200);
  });

  test('goes on at once when nobody else does', async () => {
    const { batcher, writes, settled } = openGathering();
    writes[0]?.succeed();
    await settled();
    for (const item of ['a1', 'a2']) void batcher.add(item);
    writes[1]?.succeed();
    await settled();
    expect(writes[2]?.items).toEqual(['a2']);
  });
});
