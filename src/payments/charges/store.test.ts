import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import type { Charge } from './charge.ts';
import { insertCharges, type NewCharge } from './insert-charges.ts';
import { type ChargeFilter, listCharges } from './list-store.ts';
import { findCharge } from './store.ts';

let database: TestDatabase;
let sql: Sql;
/** Writes the way a distributed database needs. */
let spread: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
  spread = connect(database.url, { max: 4, isDistributed: true });
});
afterAll(async () => {
  await Promise.all([sql.end(), spread.end()]);
  await database.drop();
});

const merchantId = newId();

function newCharge(id = newId(), values: Partial<Charge> = {}): NewCharge {
  const now = new Date();
  return {
    requestHash: randomBytes(32).toString('hex'),
    charge: {
      merchantId,
      id,
      status: 'open',
      method: 'CARDS',
      anyMethod: false,
      country: 'COL',
      amount: { amountMinor: 1050n, currency: 'USD' },
      capture: 'automatic',
      capturedMinor: null,
      description: null,
      customerId: null,
      email: null,
      orderNumber: null,
      metadata: { note: 'a "quoted" \\ text' },
      statementDescriptor: null,
      language: null,
      notificationUrl: null,
      returnUrl: null,
      refusedCount: 0,
      refundedMinor: 0n,
      refundPendingMinor: 0n,
      createdAt: now,
      expiresAt: now,
      decidedAt: null,
      approvedAt: null,
      refundedAt: null,
      traceparent: null,
      ...values,
    },
  };
}

describe.each([
  ['one PostgreSQL', () => sql],
  ['nodes', () => spread],
])('on %s', (_, of) => {
  test('a batch tells which charges are new, also when a session stands in it twice', async () => {
    const [known, fresh] = [newCharge(), newCharge()];
    expect(await insertCharges(of(), [known])).toEqual([true]);
    expect(await insertCharges(of(), [known, fresh, fresh])).toEqual([false, true, false]);
  });

  test('batches of the same sessions in opposite order both end, and each session is new once', async () => {
    for (let round = 0; round < 10; round++) {
      const rows = Array.from({ length: 200 }, () => newCharge());
      const [forward, backward] = await Promise.all([
        insertCharges(of(), rows),
        insertCharges(of(), rows.toReversed()),
      ]);
      const newInBackward = backward.toReversed();
      expect(forward.every((isNew, index) => isNew !== newInBackward[index])).toBe(true);
    }
  });

  test('charges of several merchants are stored as they are, with and without what may be left out', async () => {
    const plain = () => newCharge(newId(), { merchantId: newId(), metadata: null });
    const optional: Partial<Charge>[] = [
      { email: 'customer@mail.example' },
      { orderNumber: 'A-17' },
      { metadata: { note: 'text' } },
      { statementDescriptor: 'LUZ 17' },
      { language: 'es' },
    ];
    const full = optional.map((values) => newCharge(newId(), { metadata: null, ...values }));
    for (const rows of [[plain(), plain()], [plain(), ...full], ...full.map((row) => [row])]) {
      await insertCharges(of(), rows);
      for (const { charge } of rows) {
        expect(await findCharge(of(), charge.merchantId, charge.id)).toEqual(charge);
      }
    }
  });
});

// On Citus the coordinator's plan names no index: each worker makes its own plan.
test.skipIf(process.env.CITUS_URL).each<[keyof ChargeFilter, string, string]>([
  ['orderNumber', 'A-17', 'charges_by_order_number_text'],
  ['email', 'customer-17@mail.example', 'charges_by_email_text'],
  ['customerId', 'customer-17', 'charges_by_customer_text'],
  ['cardLast4', '0017', 'attempts_by_last4'],
  ['transactionHash', `0x${'17'.repeat(32)}`, 'transfers_pkey'],
])('in a full table the filter %s is served by an index', async (field, value, index) => {
  await fillOnce();
  const explaining = {
    unsafe: (query: string, values: []) => sql.unsafe(`EXPLAIN ${query}`, values),
  } as unknown as Sql;
  const plan = await listCharges(explaining, merchantId, { [field]: value }, 51);
  expect(JSON.stringify(plan)).toContain(index);
  expect(JSON.stringify(plan)).not.toContain('Seq Scan on charges');
});

let filling: Promise<void> | undefined;
const fillOnce = () => (filling ??= fill());

async function fill(): Promise<void> {
  const rows = Array.from({ length: 20_000 }, (_, n) => {
    const row = newCharge();
    Object.assign(row.charge, {
      orderNumber: `A-${n}`,
      email: `customer-${n % 5_000}@mail.example`,
      customerId: `customer-${n % 5_000}`,
      metadata: null,
      statementDescriptor: null,
    });
    return row;
  });
  await insertCharges(sql, rows);
  await sql`
    INSERT INTO attempts (
      merchant_id, id, charge_id, status, processor, card_last4, client_address_hash, due_at, created_at)
    SELECT merchant_id, id, id, 'approved', 'sandbox', lpad((row_number() OVER () % 10000)::text, 4, '0'), '', now(), now()
      FROM charges`;
  await sql`
    INSERT INTO transfers (
      merchant_id, network, transaction_hash, log_index, id, order_id, block_number, block_hash, block_time,
      from_address, amount_units, seen_at)
    SELECT merchant_id, 'ERC20', sha256(id::text::bytea), 0, id, id, 1, '', now(), '', 1, now()
      FROM charges`;
  await sql`ANALYZE charges, attempts, transfers`;
}
