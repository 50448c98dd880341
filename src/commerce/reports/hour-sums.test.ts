import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importFresh } from '../../../test/kit/fresh-modules.ts';
import { insertStore } from '../../../test/kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { checkLedger } from '../../accounts/ledger/check-ledger.ts';
import type { Entry } from '../../accounts/ledger/ledger.ts';
import { firstIdAt, idTimeMs, newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { releasedEntry, reservedEntry, sentEntry } from '../../crypto/payouts/post-payouts.ts';
import {
  refundOpenedEntry,
  refundReleasedEntry,
  refundSentEntry,
} from '../../crypto/payouts/refund/refund-entries.ts';
import { approvedEntry, givenBackEntry } from '../../payments/charges/post-charge.ts';
import { hourMs, hourOf, rememberingKept, sumHours, sumsBetween } from './hour-sums.ts';
import { lateEntriesJob, sumHoursJob } from './jobs.ts';
import { listMovements } from './movements.ts';
import { byDay, figuresOf } from './overview.ts';
import { readStatement } from './read-report.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const readKept = rememberingKept();
const dayMs = 24 * hourMs;
const begin = Date.parse('2026-03-01T00:00:00Z');
const end = begin + 30 * dayMs;

/** An id of a given time. */
const idAt = (ms: number): string => firstIdAt(new Date(ms)).slice(0, 14) + newId().slice(14);

interface Happened {
  kind:
    | 'paid'
    | 'deposit'
    | 'credit_taken_back'
    | 'refund'
    | 'refund_failed'
    | 'chain_refund'
    | 'lost'
    | 'won'
    | 'payout'
    | 'payout_released'
    | 'refused'
    | 'told';
  atMs: number;
  amount: bigint;
  currency: string;
  /** For a card: taken by the merchant's own account at the processor. */
  isOwn: boolean;
  reason: string;
}

const happened: fc.Arbitrary<Happened> = fc.record({
  kind: fc.constantFrom(
    'paid',
    'deposit',
    'credit_taken_back',
    'refund',
    'refund_failed',
    'chain_refund',
    'lost',
    'won',
    'payout',
    'payout_released',
    'refused',
    'told',
  ),
  atMs: fc.integer({ min: begin, max: end - 1 }),
  amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  currency: fc.constantFrom('USD', 'COP'),
  isOwn: fc.boolean(),
  reason: fc.constantFrom('insufficient_funds', 'card_refused'),
});

const feeBasisPoints = 290;
const feeOf = (amount: bigint): bigint => (amount * 290n) / 10_000n;

/** The entries that the owning features post. */
function entriesOf(merchantId: string, { kind, amount, currency, isOwn }: Happened): Entry[] {
  const taker = { processor: 'stripe', accountId: isOwn ? newId() : null };
  const charge = { merchantId, id: newId(), amount: { amountMinor: amount, currency } };
  const payout = {
    merchantId,
    id: newId(),
    asset: 'USDT' as const,
    amountUnits: amount,
    feeUnits: feeOf(amount),
  };
  const refund = { ...payout, fromSuspense: isOwn };
  const credit = (sign: bigint): Entry => ({
    merchantId,
    kind: sign === 1n ? 'deposit_credited' : 'credit_reversed',
    subjectId: charge.id,
    postings: [
      { account: 'deposit_suspense', asset: 'USDT', amount: -amount * sign },
      { account: 'merchant_available', asset: 'USDT', amount: (amount - feeOf(amount)) * sign },
      { account: 'platform_fees', asset: 'USDT', amount: feeOf(amount) * sign },
    ],
  });
  const back = (what: Parameters<typeof givenBackEntry>[2]) =>
    givenBackEntry(charge, taker, what, charge.id, amount);
  switch (kind) {
    case 'paid':
      return [approvedEntry(charge, taker, feeBasisPoints)];
    case 'deposit':
      return [credit(1n)];
    case 'credit_taken_back':
      return [credit(1n), credit(-1n)];
    case 'refund':
      return [back('refund')];
    case 'refund_failed':
      return [back('refund'), back('refund_reversed')];
    case 'chain_refund':
      return [
        refundOpenedEntry(refund),
        refundReleasedEntry(refund),
        refundOpenedEntry({ ...refund, id: newId() }),
        refundSentEntry(refund, 'TRC20'),
      ];
    case 'lost':
      return [back('charge_back')];
    case 'won':
      return [back('charge_back'), back('charge_back_reversed')];
    case 'payout':
      return [reservedEntry(payout), sentEntry(payout, 'TRC20')];
    case 'payout_released':
      return [reservedEntry(payout), releasedEntry(payout)];
    default:
      return [];
  }
}

async function store(merchantId: string, each: Happened): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { kind, subjectId, postings } of entriesOf(merchantId, each)) {
      const id = idAt(each.atMs);
      await tx`INSERT INTO ledger_entries ${tx([{ merchant_id: merchantId, id, kind, subject_id: subjectId }])}`;
      const lines = postings
        .filter(({ amount }) => amount !== 0n)
        .map((posting, line) => ({ merchant_id: merchantId, entry_id: id, line, ...posting }));
      await tx`INSERT INTO ledger_postings ${tx(lines)}`;
    }
    const at = new Date(each.atMs);
    if (each.kind === 'paid' || each.kind === 'refused') {
      const refusal = each.kind === 'paid' ? null : each.reason;
      const chargeId = newId();
      await tx`
        INSERT INTO charges (merchant_id, id, method, country, currency, amount_minor, request_hash, created_at, expires_at)
        VALUES (${merchantId}, ${chargeId}, 'CARDS', 'COL', 'USD', 1, '\\x00', ${at}, ${at})`;
      await tx`
        INSERT INTO attempts (merchant_id, id, charge_id, status, processor, refusal, client_address_hash, created_at, due_at, resolved_at)
        VALUES (${merchantId}, ${newId()}, ${chargeId}, ${refusal ? 'refused' : 'approved'}, 'sandbox', ${refusal}, '\\x00', ${at}, ${at}, ${at})`;
    }
    if (each.kind === 'told') {
      await tx`
        INSERT INTO events (merchant_id, id, subject, subject_id, status, body, created_at)
        VALUES (${merchantId}, ${idAt(each.atMs)}, 'charge', ${newId()}, 'approved', '{}', ${at})`;
    }
  });
}

/** The expected figures, computed from the history without a ledger. */
function recount(history: readonly Happened[]) {
  const sum = (asset: string, given: readonly Happened[], ...kinds: Happened['kind'][]) => {
    const some = given.filter(
      ({ kind, currency }) =>
        kinds.includes(kind) &&
        (['deposit', 'chain_refund', 'payout'].includes(kind) ? 'USDT' : currency) === asset,
    );
    return [some.reduce((total, { amount }) => total + amount, 0n), BigInt(some.length)] as const;
  };
  const ofMerchants = history.filter(({ kind, isOwn }) => kind !== 'chain_refund' || !isOwn);
  const fees = (asset: string): bigint =>
    history
      .filter(({ kind, currency }) =>
        asset === 'USDT' ? ['deposit', 'payout'].includes(kind) : kind === 'paid' && currency === asset,
      )
      .reduce((total, { amount }) => total + feeOf(amount), 0n);
  const count = (kind: Happened['kind'], reason?: string): bigint =>
    BigInt(history.filter((each) => each.kind === kind && (!reason || each.reason === reason)).length);
  return {
    assets: ['COP', 'USD', 'USDT'].map((asset) => ({
      asset,
      received: sum(asset, history, 'paid', 'deposit'),
      givenBack: sum(asset, ofMerchants, 'refund', 'chain_refund'),
      takenBack: sum(asset, history, 'lost'),
      paidOut: sum(asset, history, 'payout'),
      fees: fees(asset),
    })),
    approved: count('paid'),
    refusals: ['card_refused', 'insufficient_funds'].map((reason) => ({
      reason,
      count: count('refused', reason),
    })),
    told: count('told'),
  };
}

function shaped(figures: ReturnType<typeof figuresOf>) {
  return {
    assets: ['COP', 'USD', 'USDT'].map((asset) => {
      const its = figures.assets.find((each) => each.asset === asset);
      return {
        asset,
        received: [its?.received ?? 0n, its?.receivedCount ?? 0n],
        givenBack: [its?.givenBack ?? 0n, its?.givenBackCount ?? 0n],
        takenBack: [its?.takenBack ?? 0n, its?.takenBackCount ?? 0n],
        paidOut: [its?.paidOut ?? 0n, its?.paidOutCount ?? 0n],
        fees: its?.fees ?? 0n,
      };
    }),
    approved: figures.approved,
    refusals: ['card_refused', 'insufficient_funds'].map((reason) => ({
      reason,
      count: figures.refusals.find((each) => each.reason === reason)?.count ?? 0n,
    })),
    told: figures.told,
  };
}

test('whenever hours were added up, a time\u2019s figures are those of its history, as a whole and day by day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happened, { minLength: 5, maxLength: 40 }),
      fc.array(fc.integer({ min: begin, max: end + dayMs }), { maxLength: 3 }),
      fc.tuple(fc.integer({ min: 0, max: 720 }), fc.integer({ min: 0, max: 720 })),
      async (history, looks, bounds) => {
        const merchantId = newId();
        for (const each of history) await store(merchantId, each);
        const [first, last] = bounds.toSorted((a, b) => a - b).map((hour) => new Date(begin + hour * hourMs));
        const [from, to] = [first as Date, last as Date];
        const look = (zone: string | null) => sumsBetween(sql, merchantId, from, to, zone, readKept);
        for (const ms of looks) {
          await sumHours(sql, merchantId, new Date(ms));
          await look('America/Bogota');
        }
        const sums = await look('America/Bogota');
        const whole = await look(null);
        expect(figuresOf(whole)).toEqual(figuresOf(sums));
        const within = (a: Date, b: Date) =>
          history.filter(({ atMs }) => atMs >= a.getTime() && atMs < b.getTime());
        expect(shaped(figuresOf(sums))).toEqual(recount(within(from, to)));
        for (const [day, its] of byDay(sums, from, to, 'America/Bogota')) {
          const midnight = new Date(Date.parse(`${day}T05:00:00Z`));
          const bounded = within(midnight, new Date(midnight.getTime() + dayMs)).filter(
            ({ atMs }) => atMs >= from.getTime() && atMs < to.getTime(),
          );
          expect([day, shaped(figuresOf(its))]).toEqual([day, recount(bounded)]);
        }
      },
    ),
    { numRuns: 12 },
  );
  const report = await checkLedger(sql);
  expect(report.wrongHours).toEqual([]);
});

test('hours that are added up are read once by who looks at them again', async () => {
  const merchantId = newId();
  const [one] = fc.sample(happened, { numRuns: 1, seed: 1 });
  await store(merchantId, { ...(one as Happened), kind: 'told', atMs: begin });
  await sumHours(sql, merchantId, new Date(begin + dayMs));
  const look = (hours: number) =>
    sumsBetween(sql, merchantId, new Date(begin), new Date(begin + hours * hourMs), null, readKept);
  const before = await look(1);
  expect(figuresOf(before).told).toBe(1n);
  await sql`DELETE FROM hour_sums WHERE merchant_id = ${merchantId}`;
  expect(await look(1)).toEqual(before);
  // Another period has another result.
  expect(figuresOf(await look(2)).told).toBe(0n);
  await sql`DELETE FROM hour_sums_until WHERE merchant_id = ${merchantId}`;
});

test('lines that a figure leads to add up to it, page by page', async () => {
  const merchantId = newId();
  const history = fc.sample(happened, { numRuns: 60, seed: 7 });
  for (const each of history) await store(merchantId, each);
  const [from, to] = [new Date(begin), new Date(end)];
  const { assets } = figuresOf(await sumsBetween(sql, merchantId, from, to, null));
  const figures = {
    received: 'received',
    given_back: 'givenBack',
    taken_back: 'takenBack',
    paid_out: 'paidOut',
    fees: 'fees',
  } as const;
  for (const [of, figure] of Object.entries(figures)) {
    for (const { asset, ...its } of assets) {
      let total = 0n;
      for (let after: { entryId: string; line: number } | null = null; ; ) {
        const query = { of: of as keyof typeof figures, asset, from, to, after, limit: 3 };
        const page = await listMovements(sql, merchantId, query);
        for (const { amount } of page) total += amount;
        const [entryId = '', line = ''] = page.at(-1)?.cursor.split('.') ?? [];
        if (page.length < 3) break;
        after = { entryId, line: Number(line) };
      }
      expect([of, asset, total]).toEqual([of, asset, its[figure]]);
    }
  }
});

test('an hour is added up once, also by two at a time, and one that is wrong is found by the check', async () => {
  const merchantId = await insertStore(sql);
  const [one] = fc.sample(happened, { numRuns: 1, seed: 1 });
  const atMs = begin + dayMs;
  await store(merchantId, {
    ...(one as Happened),
    kind: 'paid',
    atMs,
    amount: 1_000n,
    currency: 'USD',
    isOwn: false,
  });
  const now = new Date(atMs + 2 * hourMs);
  await Promise.all([
    sumHours(sql, merchantId, now),
    sumHours(sql, merchantId, now),
    sumHours(sql, merchantId, now),
  ]);
  await sumHours(sql, merchantId, now);
  const rows = await sql<{ kind: string; part: string; amount: bigint }[]>`
    SELECT kind, part, amount FROM hour_sums WHERE merchant_id = ${merchantId} ORDER BY kind, part`;
  expect(rows).toEqual([
    { kind: 'charge_approved', part: 'card_clearing_stripe', amount: -1_000n },
    { kind: 'charge_approved', part: 'merchant_available', amount: 971n },
    { kind: 'charge_approved', part: 'platform_fees', amount: 29n },
    { kind: 'tried', part: 'approved', amount: 0n },
  ]);
  await sql`UPDATE hour_sums SET amount = 970 WHERE merchant_id = ${merchantId} AND part = 'merchant_available'`;
  expect((await checkLedger(sql)).wrongHours).toEqual([
    {
      merchantId,
      hour: hourOf(new Date(atMs)),
      kind: 'charge_approved',
      account: 'merchant_available',
      asset: 'USD',
      kept: 970n,
      derived: 971n,
    },
  ]);
});

test('a statement begins with what the one before ended with, and its lines make the difference', async () => {
  const merchantId = newId();
  for (const each of fc.sample(happened, { numRuns: 60, seed: 11 })) await store(merchantId, each);
  await sumHours(sql, merchantId, new Date(begin + 10 * dayMs));
  const [february, march, april] = await Promise.all(
    ['2026-02', '2026-03', '2026-04'].map((month) => readStatement(sql, merchantId, month, zone)),
  );
  const balances = await sql<{ asset: string; balance: bigint }[]>`
    SELECT asset, balance FROM ledger_balances WHERE merchant_id = ${merchantId} AND account = 'merchant_available'`;
  expect(balances).toHaveLength(3);
  for (const { asset, balance } of balances) {
    const [first, second, third] = [february, march, april].map((all) =>
      all?.find((its) => its.asset === asset && its.book === 'available'),
    );
    expect([first?.opening ?? 0n, first?.closing ?? 0n]).toEqual([0n, second?.opening]);
    expect([second?.closing, third?.closing]).toEqual([third?.opening, balance]);
    const moved = Object.values(second?.lines ?? {}).reduce((total, amount) => total + amount, 0n);
    expect((second?.opening ?? 0n) + moved).toBe(second?.closing);
    expect(second?.days.at(-1)?.closing).toBe(second?.closing);
    expect(second?.lines.fees).toBeLessThan(0n);
    expect(second?.lines.other).toBe(0n);
  }
});

test('the job adds up the hours of every merchant that are settled, once an hour', async () => {
  const merchants = [await insertStore(sql), await insertStore(sql)];
  const [one] = fc.sample(happened, { numRuns: 1, seed: 1 });
  const paidAt = (atMs: number) =>
    Promise.all(merchants.map((id) => store(id, { ...(one as Happened), kind: 'paid', atMs })));
  const hours = async (): Promise<number> => {
    const rows =
      await sql`SELECT DISTINCT merchant_id, hour FROM hour_sums WHERE merchant_id = ANY (${merchants}::uuid[])`;
    return rows.length;
  };
  let nowMs = begin + 59 * 60_000;
  const job = sumHoursJob(sql, () => new Date(nowMs));
  await paidAt(begin);
  await job.run();
  expect(await hours()).toBe(0);
  nowMs = begin + hourMs + 9 * 60_000;
  await job.run();
  expect(await hours()).toBe(0);
  nowMs = begin + hourMs + 10 * 60_000;
  await job.run();
  expect(await hours()).toBe(2);
  await paidAt(begin + hourMs);
  nowMs = begin + 2 * hourMs + 10 * 60_000;
  await job.run();
  expect(await hours()).toBe(4);
});

const zone = 'America/Bogota';
const statementIn = async (merchantId: string, month: string, asset: string) => {
  const assets = await readStatement(sql, merchantId, month, zone);
  return assets.find((its) => its.asset === asset && its.book === 'available');
};

test('an entry that is written below what was added up leaves closed months as they are, and is a correction in the open hour', async () => {
  const merchantId = await insertStore(sql);
  const paid = { kind: 'paid', amount: 10_000n, currency: 'USD', isOwn: false, reason: '' } as const;
  await store(merchantId, { ...paid, atMs: begin + dayMs });
  await sumHours(sql, merchantId, new Date(end + 2 * dayMs));
  const march = await statementIn(merchantId, '2026-03', 'USD');
  expect([march?.opening, march?.closing]).toEqual([0n, 9_710n]);
  // Both entries fall into hours that are already summed; the first one also into a closed month.
  await store(merchantId, { ...paid, atMs: begin + 2 * dayMs });
  await store(merchantId, { ...paid, atMs: end + dayMs });
  expect(await statementIn(merchantId, '2026-03', 'USD')).toEqual(march);
  expect((await checkLedger(sql)).wrongHours.filter((each) => each.merchantId === merchantId)).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  const open = () => readStatement(sql, merchantId, month, 'UTC');
  const expected = { opening: 9_710n, lines: { corrections: 19_420n, received: 0n }, closing: 29_130n };
  expect((await open())[0]).toMatchObject(expected);
  const told: string[] = [];
  const logger = { error: (_: object, text: string) => told.push(text), info: () => {} };
  await lateEntriesJob({ sql, logger: logger as never, alertEmail: 'alarm@company.example' }).run();
  expect(told).toEqual(['2 ledger entries were written into hours that were closed.']);
  expect(await sql`SELECT 1 FROM mails WHERE recipient = 'alarm@company.example'`).toHaveLength(1);
  // The same after their hour is over, with any clock.
  await sumHours(sql, merchantId, new Date(Date.now() + 2 * hourMs));
  expect((await open())[0]).toMatchObject(expected);
  expect(await statementIn(merchantId, '2026-03', 'USD')).toEqual(march);
  expect((await checkLedger(sql)).wrongHours.filter((each) => each.merchantId === merchantId)).toEqual([]);
});

test('the balance at the end of a month is kept when its hours are added up', async () => {
  const merchantId = await insertStore(sql);
  const paid = { kind: 'paid', amount: 10_000n, currency: 'USD', isOwn: false, reason: '' } as const;
  for (const days of [1, 40, 80]) {
    await store(merchantId, { ...paid, atMs: begin + days * dayMs });
    await sumHours(sql, merchantId, new Date(begin + (days + 1) * dayMs));
  }
  await sumHours(sql, merchantId, new Date(begin + 100 * dayMs));
  const kept = await sql`
    SELECT closed_at AS at, balance
      FROM closed_balances
     WHERE merchant_id = ${merchantId}
       AND account = 'merchant_available'
     ORDER BY closed_at`;
  expect(kept).toEqual([
    { at: new Date('2026-04-01T00:00:00Z'), balance: 9_710n },
    { at: new Date('2026-05-01T00:00:00Z'), balance: 19_420n },
    { at: new Date('2026-06-01T00:00:00Z'), balance: 29_130n },
  ]);
  // Reads from the kept balances, not from all hours since the first.
  await sql`DELETE FROM hour_sums WHERE merchant_id = ${merchantId} AND hour < '2026-04-01'`;
  expect(await statementIn(merchantId, '2026-05', 'USD')).toMatchObject({
    opening: 19_420n,
    closing: 29_130n,
  });
  for (const table of ['hour_sums', 'hour_sums_until', 'closed_balances'])
    await sql`DELETE FROM ${sql(table)} WHERE merchant_id = ${merchantId}`;
});

test('the time of an entry is held to the database\u2019s, whatever the clock of its process says', async () => {
  const merchantId = await insertStore(sql);
  const charge = { merchantId, id: newId(), amount: { amountMinor: 100n, currency: 'USD' } };
  const realNow = Date.now;
  for (const offMs of [-40 * dayMs, -hourMs, hourMs, 40 * dayMs]) {
    // Made before the clock moves: this process shares its ids with the tests after this one, and they never go back.
    const ids = [newId(), newId()];
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offMs);
    try {
      // As in another process, whose clock is off.
      const ledger = await importFresh<typeof import('../../accounts/ledger/ledger.ts')>(
        new URL('../../accounts/ledger/ledger.ts', import.meta.url),
      );
      const taker = { processor: 'stripe', accountId: null };
      await sql.begin((tx) =>
        ledger.postEntries(
          tx,
          ids.map((id) => approvedEntry({ ...charge, id }, taker, 0)),
        ),
      );
    } finally {
      clock.mockRestore();
    }
  }
  const rows = await sql<{ id: string }[]>`SELECT id FROM ledger_entries WHERE merchant_id = ${merchantId}`;
  expect(rows).toHaveLength(8);
  for (const { id } of rows) expect(Math.abs(idTimeMs(id) - Date.now())).toBeLessThan(5 * 60_000);
  expect((await checkLedger(sql)).lopsidedEntries).toEqual([]);
});

test('a job whose clock is ahead adds up no hour that is not over', async () => {
  const merchantId = await insertStore(sql);
  await store(merchantId, {
    kind: 'paid',
    atMs: Date.now(),
    amount: 100n,
    currency: 'USD',
    isOwn: false,
    reason: '',
  });
  await sumHoursJob(sql, () => new Date(Date.now() + 3 * hourMs)).run();
  expect(await sql`SELECT 1 FROM hour_sums WHERE merchant_id = ${merchantId}`).toEqual([]);
});
