import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRaw, createCharge, keyHeaders, pay } from '../kit/client.ts';
import { startTarget, type Target } from '../kit/hostile.ts';

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});

afterAll(() => target.server.stop());

describe('in a query or a header', () => {
  test.each([
    'customer_id=%00',
    'customer_id=a%00b',
    'customer_id=a&customer_id=b',
    `customer_id=${'x'.repeat(201)}`,
    'status=OPEN',
    'status=open&status=approved',
    'reference=%00',
    "reference=1' OR '1'='1",
    'cursor=%00',
    'cursor=-1',
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1e2',
    'limit=10&limit=20',
    'limit=',
    'created_from=yesterday',
    'created_from=2026-02-31',
    'created_from=0000-01-01',
    'created_from=0001-01-01T00:00:00%2B14:00',
    'created_to=9999-12-31T23:59:59-14:00',
    'created_to=2026-01-01T25:00:00Z',
    'created_to=%00',
  ])('the list refuses ?%s with 422', async (query) => {
    const path = `/api/transactions?${query.replaceAll(' ', '%20')}`;
    const answer = await callRaw(target.server, { path, headers: keyHeaders(target.server.merchant) });
    await target.expectRefused(answer, 422, query.split('=')[0]);
  });

  test.each([
    ['of 256 characters', 'k'.repeat(256)],
    ['of 10,000 characters', 'k'.repeat(10_000)],
    ['with a blank', 'a b'],
    ['beyond ASCII', 'clé'],
    ['that is empty', ''],
  ])('a refund refuses an Idempotency-Key %s, with a body and without', async (_case, key) => {
    const reference = await createCharge(target.server);
    await pay(target.server, reference, '4242424242424242');
    const path = `/api/transactions/${reference}/refunds`;
    const headers = {
      ...keyHeaders(target.server.merchant),
      'idempotency-key': Buffer.from(key).toString('latin1'),
    };
    for (const body of [undefined, '{"amount":1}'] as const) {
      const answer = await callRaw(target.server, {
        method: 'POST',
        path,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      });
      expect(answer, String(body)).toMatchObject({ httpStatus: 422 });
      expect(answer.body.data.fields.map((fault: { field: string }) => fault.field)).toEqual([
        'idempotency-key',
      ]);
    }
    expect(await target.server.sql`SELECT FROM refunds WHERE charge_id = ${reference}`).toHaveLength(0);
  });
});
