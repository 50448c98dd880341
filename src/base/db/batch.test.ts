import { expect, test } from 'vitest';
import { createBatcher } from './batch.ts';

/** A write that ends when the test ends it. */
interface OpenWrite {
  items: string[];
  succeed(): void;
  fail(error: Error): void;
}

function openBatcher(laneOf?: (item: string) => string) {
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
    { laneOf },
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

test('a write is told its lane, also when each item is tried by itself', async () => {
  const told: [string[], string][] = [];
  const batcher = createBatcher(
    async (items: string[], lane: string) => {
      told.push([items, lane]);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.length > 1) throw Object.assign(new Error('too long'), { code: '22001' });
      return items;
    },
    { laneOf: (item) => item.slice(0, 1) },
  );
  await Promise.all(['a1', 'a2', 'a3', 'b1'].map((item) => batcher.add(item)));
  expect(told).toEqual([
    [['a1'], 'a'],
    [['b1'], 'b'],
    [['a2', 'a3'], 'a'],
    [['a2'], 'a'],
    [['a3'], 'a'],
  ]);
});

test('items of different lanes are written side by side, and never together', async () => {
  const { batcher, writes, settled } = openBatcher((item) => item.slice(0, 1));
  const results = Promise.allSettled(['a1', 'b1', 'a2', 'b2', 'a3'].map((item) => batcher.add(item)));
  expect(writes.map((write) => write.items)).toEqual([['a1'], ['b1']]);
  writes[0]?.fail(new Error('away'));
  await settled();
  // A lane never waits for another lane and never fails with it.
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
