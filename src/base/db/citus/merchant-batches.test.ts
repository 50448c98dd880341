import pg from 'pg';
import { expect, test } from 'vitest';
import { isUniqueViolation } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Sql, Tx } from '../pool.ts';
import { createTag } from '../sql.ts';
import { inMerchantBatches, merchantBatches, ofBatch } from './merchant-batches.ts';

const tagOn = (isDistributed: boolean) => createTag(async () => [], isDistributed);
const [one, two] = [newId(), newId()] as [string, string];
const rows = [two, one, two].map((merchantId, at) => ({ merchantId, at }));

test('on one node a batch is everything, on many one merchant’s, always in the same order', () => {
  expect(merchantBatches(tagOn(false), rows)).toEqual([rows]);
  expect(merchantBatches(tagOn(true), rows)).toEqual([[rows[1]], [rows[0], rows[2]]]);
  expect(merchantBatches(tagOn(true), [])).toEqual([]);
});

test('on many nodes a statement for two merchants is refused before it is sent', () => {
  expect(() => ofBatch(tagOn(true), rows)).toThrow('one merchant');
  expect(() => ofBatch(tagOn(false), rows)).not.toThrow();
});

function nodeError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
    code,
    severity: 'ERROR',
  });
}

test('a merchant whose node is away is left for later, and whatever else fails is told', async () => {
  const done: string[] = [];
  const sql = Object.assign(tagOn(true), {
    begin: (work: (tx: Tx) => unknown) => work(tagOn(true) as Tx),
  }) as Sql;
  const act = (code: string) =>
    inMerchantBatches(sql, rows, async (_, batch) => {
      const merchantId = batch[0]?.merchantId as string;
      if (merchantId === one) throw nodeError(code);
      done.push(merchantId);
      return batch.length;
    });
  expect(await act('08006')).toBe(2);
  expect(done).toEqual([two]);
  await expect(act('42P01')).rejects.toThrow('remote node');
});

test('a constraint of a shard is known by the message alone', () => {
  const error = Object.assign(
    new pg.DatabaseError(
      'duplicate key value violates unique constraint "attempts_one_unresolved_102043"',
      0,
      'error',
    ),
    { code: '23505' },
  );
  expect(isUniqueViolation(error, 'attempts_one_unresolved')).toBe(true);
  expect(isUniqueViolation(error, 'attempts_one')).toBe(false);
});
