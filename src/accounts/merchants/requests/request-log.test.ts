import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMerchant } from '../../../../test/kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { listApiKeys } from '../store.ts';
import { type AnsweredRequest, createRequestLog } from './request-log.ts';
import { dropOldRequests, insertRequests, listRequests, trimRequests } from './request-store.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const minute = Date.parse('2026-11-16T12:00:00Z');
const good: AnsweredRequest = {
  method: 'POST',
  url: '/api/auth/token?x=1',
  status: 200,
  durationMs: 1.4,
  requestId: 'r',
  refusal: undefined,
};
const refused: AnsweredRequest = {
  ...good,
  status: 422,
  requestId: 'r',
  refusal: {
    code: 'validation_failed',
    message: `of ana@customer.example \0${'\ud83d'}`,
    fields: Array.from({ length: 30 }, () => ({ field: 'f', message: 'x '.repeat(200) })),
  },
};
const all = { outcome: null, beforeId: null, limit: 5_000 };
const rowOf = (merchantId: string, at: Date) => ({
  ...{ merchantId, id: newId(), at, method: 'GET', path: '/', status: 200, keyId: null, requestId: null },
  ...{ error: null, message: null, fields: [], durationMs: 1 },
});

describe('of one merchant in one minute', () => {
  test('little is kept of what proved nothing, as anybody can name a merchant', async () => {
    const failures: unknown[] = [];
    const log = createRequestLog({ sql, onFailure: (error) => failures.push(error) });
    const [merchantId, other] = [newId(), newId()];
    for (let count = 0; count < 100; count++) {
      log.note({ merchantId, keyId: null }, refused, minute + count);
    }
    for (let count = 0; count < 100; count++) {
      log.note({ merchantId, keyId: null }, good, minute + 60_000);
    }
    log.note({ merchantId: other, keyId: null }, refused, minute);
    await log.close();
    expect(failures).toEqual([]);
    expect(await listRequests(sql, merchantId, all)).toHaveLength(20);
    const [entry] = await listRequests(sql, other, all);
    expect(entry).toMatchObject({ path: '/api/auth/token', durationMs: 1, message: 'of [email] \ufffd' });
    expect(entry?.fields).toHaveLength(20);
    expect(entry?.fields[0]?.message).toHaveLength(300);
  });

  test('of a key that works 20 good ones and 60 refused ones, and when it was last used', async () => {
    const { merchantId, apiKey } = await addMerchant({ sql });
    const keyId = apiKey.slice(4, 16);
    const log = createRequestLog({
      sql,
      onFailure: (error) => {
        throw error;
      },
    });
    for (let count = 0; count < 100; count++) {
      log.note({ merchantId, keyId }, good, minute + count);
      log.note({ merchantId, keyId }, refused, minute + count);
    }
    await log.close();
    const kept = await listRequests(sql, merchantId, all);
    expect(kept.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(kept.filter(({ status }) => status === 422)).toHaveLength(60);
    const [key] = await listApiKeys(sql, merchantId);
    expect(key?.usedAt).toEqual(new Date(minute + 99));
  });
});

test('the newest 2,000 of a merchant stay, and none for more than a week', async () => {
  const [busy, old] = [newId(), newId()];
  const now = new Date(minute);
  const rows = Array.from({ length: 2_010 }, () => rowOf(busy, now));
  await insertRequests(sql, rows);
  await trimRequests(sql, busy);
  const kept = await listRequests(sql, busy, all);
  expect(kept.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .slice(10)
      .reverse(),
  );
  const day = 86_400_000;
  await insertRequests(
    sql,
    [8, 6].map((days) => rowOf(old, new Date(minute - days * day))),
  );
  await dropOldRequests(sql, now);
  expect((await listRequests(sql, old, all)).map(({ at }) => at)).toEqual([new Date(minute - 6 * day)]);
});
