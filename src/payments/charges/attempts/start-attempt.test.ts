import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCharge, newAttempt } from '../../../../test/kit/charges.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import type { Charge } from '../charge.ts';
import { insertCharges } from '../insert-charges.ts';
import { type Start, startAttempt } from './start-attempt.ts';

let database: TestDatabase;
let sql: Sql;
let elsewhere: Sql;
let commits = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const onStatement = (text: string) => {
    if (text === 'COMMIT') commits += 1;
  };
  sql = connect(database.url, { max: 6, onStatement });
  elsewhere = connect(database.url, { max: 6 });
});
afterAll(async () => {
  await Promise.all([sql.end(), elsewhere.end()]);
  await database.drop();
});
let merchantId = '';
let address = '';
beforeEach(() => {
  merchantId = newId();
  address = newId();
});

async function charges(count: number): Promise<Charge[]> {
  const made = Array.from({ length: count }, () => ({
    ...aCharge(merchantId, { amountMinor: 1_000n, currency: 'USD' }),
    email: null,
    expiresAt: new Date(Date.now() + 60_000),
  }));
  await insertCharges(
    sql,
    made.map((charge) => ({ charge, requestHash: '' })),
  );
  return made;
}

const limits = { refusalsPerCard: 3, refusalsPerAddress: 5 };

function startOf(
  charge: Charge,
  { card = newId(), from = address, ...rest }: Partial<Start> & { card?: string; from?: string } = {},
): Start {
  return {
    attempt: newAttempt(charge, {
      cardFingerprint: Buffer.from(card),
      clientAddressHash: Buffer.from(from),
    }),
    customer: { email: 'ana@mail.example', language: 'pt' },
    limits,
    isAddressCounted: true,
    ...rest,
  };
}

/** Starts half of them here and half in another process's pool. */
async function outcomes(starts: Start[]): Promise<Record<string, number>> {
  const started = await Promise.all(
    starts.map((start, at) => startAttempt(at % 2 === 0 ? sql : elsewhere, start)),
  );
  const kinds = Object.groupBy(started, ({ kind }) => kind);
  return Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]));
}

async function rows(table: 'attempts' | 'card_tries'): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${sql(table)} WHERE merchant_id = ${merchantId}`;
  return row?.count ?? 0;
}

test('what customers of a merchant try at the same moment is recorded in few transactions', async () => {
  const made = await charges(120);
  commits = 0;
  const started = await Promise.all(
    made.map((charge) => startAttempt(sql, startOf(charge, { from: newId() }))),
  );
  // The first is written alone, the others in batches of fifty.
  expect(commits).toBe(4);
  expect(started.map((each) => each.kind === 'started' && each.charge.id)).toEqual(made.map(({ id }) => id));
  expect(started[0]).toMatchObject({ charge: { email: 'ana@mail.example' } });
  expect([await rows('attempts'), await rows('card_tries')]).toEqual([120, 120]);
});

test('a charge takes one try at a time, however many come at the same moment', async () => {
  const [here, there, charge] = await charges(3);
  if (!here || !there || !charge) throw new Error('three were made');
  // The others wait while the first are written, and go together.
  const both = [here, there, ...Array.from({ length: 20 }, () => charge)];
  commits = 0;
  expect(await outcomes(both.map((each) => startOf(each, { limits: null })))).toEqual({
    started: 3,
    in_progress: 19,
  });
  // No attempt was refused by the index alone, which would have aborted the whole transaction.
  expect(commits).toBe(2);
  expect([await rows('attempts'), await rows('card_tries')]).toEqual([3, 0]);
});

test('tries with one card count for each other, also within a transaction', async () => {
  const made = await charges(12);
  const starts = made.map((charge) => startOf(charge, { card: address, from: newId() }));
  expect(await outcomes(starts)).toEqual({ started: limits.refusalsPerCard, limited: 9 });
  expect(await rows('attempts')).toBe(limits.refusalsPerCard);
});

test('so do cards from one address', async () => {
  const made = await charges(20);
  expect(await outcomes(made.map((charge) => startOf(charge)))).toEqual({
    started: limits.refusalsPerAddress,
    limited: 15,
  });
  expect(await rows('attempts')).toBe(limits.refusalsPerAddress);
});

test('one that is over takes none, and hinders none beside it', async () => {
  const [open, over] = await charges(2);
  if (!open || !over) throw new Error('two were made');
  await sql`UPDATE charges SET expires_at = now() WHERE merchant_id = ${merchantId} AND id = ${over.id}`;
  const first = startAttempt(sql, startOf(open));
  const others = [over, { ...over, id: newId() }].map((charge) => startAttempt(sql, startOf(charge)));
  expect(await Promise.all([first, ...others])).toMatchObject([
    { kind: 'started' },
    { kind: 'not_payable' },
    { kind: 'not_payable' },
  ]);
});
