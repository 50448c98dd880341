import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../../test/kit/books.ts';
import {
  aMovement,
  aPaidCharge,
  type ScriptedAcquirer,
  scriptedAcquirer,
} from '../../../../test/kit/charges.ts';
import { passTriggers } from '../../../../test/kit/pass-triggers.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Money } from '../../../base/money/money.ts';
import { listOpenCases } from '../cases/case-store.ts';
import { recordCaseDecision } from '../cases/record-decision.ts';
import { disputesOf } from '../disputes/dispute-store.ts';
import { followDispute, readDisputes } from '../disputes/read-disputes.ts';
import type { ProcessorMovement } from '../payment-processor.ts';
import { refundCharge, requestRefund } from '../refunds/refund-charge.ts';
import { refundsOf } from '../refunds/refund-store.ts';
import { listBalances } from './balance-store.ts';
import { bookMovements, bookPeriod } from './book-movements.ts';
import { keptMovementId } from './movement.ts';
import { listPayouts } from './payout-store.ts';
import { reconcileDaily } from './reconcile-daily.ts';
import { reconcileMovements } from './reconcile-movements.ts';
import { listRuns } from './run-store.ts';

const { sql, merchantId } = useBooks();
const hourMs = 60 * 60 * 1000;
let acquirer: ScriptedAcquirer;
/** The processor's name, different in each test, so that no test shares its account. */
let name: string;
const usd = (amountMinor: bigint): Money => ({ amountMinor, currency: 'USD' });

beforeEach(() => {
  name = `p${newId().slice(9, 23).replace('-', '')}`;
  acquirer = scriptedAcquirer(sql(), { name, accountId: null, merchantId: null });
});

/** Reconciles an hour from now, when today's entries count as old enough. */
async function reconcile(period = { fromMs: -hourMs, toMs: 24 * hourMs }) {
  const now = Date.now();
  const { fromMs, toMs } = period;
  const of = { from: new Date(now + fromMs), to: new Date(now + toMs) };
  return await reconcileMovements(sql(), [acquirer.account], of, new Date(now + hourMs), () => {});
}

const problems = async (period?: Parameters<typeof reconcile>[0]) =>
  (await reconcile(period)).findings.map(({ problem, kind, id }) => ({ problem, kind, id }));

const paid = () => aPaidCharge(sql(), merchantId(), usd(100_00n), { processor: name, accountId: null });

async function book(): Promise<void> {
  await bookMovements({ ...acquirer, now: () => new Date(Date.now() + 10 * 60_000) });
}

/**
 * A payment with a refund of 40.00 that failed in the end, another with a dispute that was won, and their movements.
 */
async function aStory(): Promise<{ refundId: string; disputeId: string; lines: ProcessorMovement[] }> {
  const [charge, other] = [await paid(), await paid()];
  const { refund } = await refundCharge(acquirer, charge, { amountMinor: 40_00n, idempotencyKey: null });
  acquirer.refundOutcome = 'refused';
  const [kept] = await refundsOf(sql(), merchantId(), charge.id);
  if (kept) await requestRefund(acquirer, kept, { isRepeat: true });
  const told = { disputeId: newId(), attemptId: other.attemptId, amount: usd(100_00n), reason: null };
  acquirer.disputes.push({ ...told, status: 'open' });
  await readDisputes(sql(), acquirer.account, new Date());
  const [dispute] = await disputesOf(sql(), merchantId(), other.id);
  if (!dispute || !acquirer.disputes[0]) throw new Error('there is no dispute');
  acquirer.disputes[0].status = 'won';
  await followDispute(acquirer, dispute);
  const lines = [
    aMovement({ attemptId: charge.attemptId }),
    aMovement({ attemptId: other.attemptId }),
    aMovement({ kind: 'refund', refundId: refund.id, amount: usd(-40_00n), feeMinor: 0n }),
    aMovement({ kind: 'refund_failed', refundId: refund.id, amount: usd(40_00n), feeMinor: 0n }),
    aMovement({ kind: 'dispute', disputeId: told.disputeId, amount: usd(-100_00n), feeMinor: 15_00n }),
    aMovement({ kind: 'dispute_won', disputeId: told.disputeId, amount: usd(100_00n), feeMinor: 0n }),
  ];
  return { refundId: refund.id, disputeId: dispute.id, lines };
}

describe('books and processor', () => {
  test('that agree have nothing to be found, whatever was paid, refunded, failed, disputed and won', async () => {
    const { lines } = await aStory();
    const fee = aMovement({ kind: 'fee', amount: usd(-2_00n), feeMinor: 0n });
    acquirer.lines.push(...lines, fee, aMovement({ kind: 'payout', amount: usd(-9_00n), feeMinor: 0n }));
    await book();
    const counts = { payment: 2, refund: 1, refund_failed: 1, dispute: 1, dispute_won: 1 };
    expect(await reconcile()).toMatchObject({
      ...{ found: 0, findings: [], ours: counts, theirs: { ...counts, fee: 1, payout: 1 } },
    });
  });

  test('differ by whatever one of them does not have', async () => {
    const { lines, refundId, disputeId } = await aStory();
    acquirer.lines.push(...lines);
    await book();
    const [payment] = lines;
    for (const line of lines) {
      acquirer.lines = lines.filter((each) => each !== line);
      const isMissing = (await problems()).filter(({ problem }) => problem === 'missing_there');
      const id = {
        payment: expect.any(String),
        refund: refundId,
        refund_failed: refundId,
        dispute: disputeId,
        dispute_won: disputeId,
      };
      expect(isMissing).toEqual([
        { problem: 'missing_there', kind: line.kind, id: id[line.kind as keyof typeof id] },
      ]);
      // The movement that was booked for it is missing there, too.
      expect(await problems()).toContainEqual({
        ...{ problem: 'booked_for_nothing', kind: line.kind },
        id: keptMovementId(name, null, line.lineId),
      });
    }
    acquirer.lines = [
      ...lines,
      aMovement({}),
      aMovement({ attemptId: newId() }),
      aMovement({ kind: 'refund', refundId: newId() }),
    ];
    expect((await problems()).filter(({ problem }) => problem === 'missing_here')).toHaveLength(3);
    // Two movements for one payment: one of them was not booked.
    acquirer.lines = [...lines, aMovement({ attemptId: payment?.attemptId ?? null })];
    expect(await problems()).toEqual([
      { problem: 'too_often', kind: 'payment', id: expect.any(String) },
      { problem: 'not_booked', kind: 'payment', id: null },
    ]);
  });

  test('differ by an amount, and by a fee', async () => {
    const charge = await paid();
    const line = aMovement({ attemptId: charge.attemptId });
    acquirer.lines = [line];
    await book();
    acquirer.lines = [{ ...line, amount: usd(100_01n) }];
    const [first, second] = (await reconcile()).findings;
    expect(first).toMatchObject({
      problem: 'amount_differs',
      id: charge.id,
      ours: usd(100_00n),
      theirs: usd(100_01n),
    });
    expect(second).toMatchObject({ problem: 'amount_differs', ours: usd(100_00n), theirs: usd(100_01n) });
    acquirer.lines = [{ ...line, feeMinor: 3_21n }];
    expect((await reconcile()).findings).toMatchObject([
      { problem: 'fee_differs', lineId: line.lineId, ours: usd(3_20n), theirs: usd(3_21n) },
    ]);
  });

  test('that count a payment on two sides of the border agree', async () => {
    const charge = await paid();
    // Theirs is a day before the period, ours in it. Then the other way round.
    acquirer.lines = [aMovement({ attemptId: charge.attemptId, at: new Date(Date.now() - 25 * hourMs) })];
    expect(await problems({ fromMs: -hourMs, toMs: hourMs })).toEqual([]);
    expect(await problems({ fromMs: -48 * hourMs, toMs: -2 * hourMs })).toEqual([]);
    acquirer.lines = [];
    expect(await problems({ fromMs: -48 * hourMs, toMs: -2 * hourMs })).toEqual([]);
    expect(await problems({ fromMs: -48 * hourMs, toMs: hourMs })).toEqual([
      { problem: 'missing_there', kind: 'payment', id: charge.id },
    ]);
  });

  test('agree if an entry follows its movement by weeks, as of a refund in the panel that was read late', async () => {
    const [late, never] = [await paid(), await paid()];
    acquirer.lines = [aMovement({ attemptId: late.attemptId, at: new Date(Date.now() - 200 * hourMs) })];
    // The movement was not stored yet: nothing explains either entry.
    const missing = ({ id }: { id: string }) => ({ problem: 'missing_there', kind: 'payment', id });
    expect(await problems()).toEqual([missing(late), missing(never)]);
    const since = { from: new Date(Date.now() - 240 * hourMs), to: new Date() };
    await bookPeriod({ ...acquirer, now: () => new Date() }, acquirer.account, since);
    expect(await problems()).toEqual([missing(never)]);
    // The day of the movement was read, and is no longer remembered.
    expect(await problems({ fromMs: -240 * hourMs, toMs: hourMs })).toEqual([missing(never)]);
    // One that is near the entry, and gone at the processor, explains nothing.
    await sql()`UPDATE processor_lines SET at = now() WHERE processor = ${name}`;
    acquirer.lines = [];
    expect(await problems()).toContainEqual(missing(late));
  });

  test('agree where the processor names the payment alone, and two refunds are of one amount', async () => {
    const charge = await paid();
    for (let i = 0; i < 2; i++) {
      await refundCharge(acquirer, charge, { amountMinor: 10_00n, idempotencyKey: null });
    }
    const refund = {
      kind: 'refund',
      attemptId: charge.attemptId,
      amount: usd(-10_00n),
      feeMinor: 0n,
    } as const;
    acquirer.lines = [aMovement({ attemptId: charge.attemptId }), aMovement(refund), aMovement(refund)];
    await book();
    expect(await problems()).toEqual([]);
    acquirer.lines.push(aMovement(refund));
    expect((await problems()).map(({ problem }) => problem)).toEqual(['too_often', 'not_booked']);
    acquirer.lines.splice(1, 2);
    expect((await problems()).map(({ problem }) => problem)).toContain('missing_there');
  });

  test('differ where the payment was of an attempt that we take for refused', async () => {
    const charge = await paid();
    await sql().begin(async (tx) => {
      await passTriggers(tx);
      await tx`UPDATE attempts SET status = 'refused' WHERE id = ${charge.attemptId}`;
    });
    acquirer.lines = [aMovement({ attemptId: charge.attemptId })];
    expect(await problems()).toContainEqual({ problem: 'missing_here', kind: 'payment', id: charge.id });
  });

  test('differ by each movement that is there once too often, by id and by count', async () => {
    const { lines } = await aStory();
    acquirer.lines.push(...lines);
    await book();
    for (const line of lines) {
      acquirer.lines = [...lines, { ...line, lineId: newId() }];
      const [found, ...more] = (await problems()).filter(({ problem }) => problem !== 'not_booked');
      expect(more).toEqual([]);
      expect(found).toMatchObject({ problem: 'too_often', kind: line.kind });
    }
  });

  test('differ by what is of no known kind, until somebody has decided about it', async () => {
    const line = aMovement({ kind: 'other', amount: usd(-5_55n), feeMinor: 0n });
    acquirer.lines = [line];
    expect((await problems()).map(({ problem }) => problem)).toEqual(['missing_here']);
    await book();
    expect((await problems()).map(({ problem }) => problem)).toEqual(['open_case']);
    const decision = {
      caseId: keptMovementId(name, null, line.lineId),
      to: 'costs',
      merchantId: null,
    } as const;
    const ana = { personId: newId(), email: 'ana@company.example' };
    await recordCaseDecision(acquirer, { ...decision, note: 'a tax' }, ana);
    expect(await problems()).toEqual([]);
  });
});

describe('each day, by itself', () => {
  const dayMs = 24 * hourMs;
  const inDays = (days: number) => () => new Date(Date.now() + days * dayMs);
  const cases = async () =>
    await sql()<{ reason: string; kind: string; amount: bigint }[]>`
      SELECT reason, kind, amount_minor AS amount
        FROM card_cases
       WHERE processor = ${name}
         AND decided_at IS NULL
       ORDER BY reason, kind`;
  async function run(days: number): Promise<number> {
    await sql()`UPDATE card_reconciliations SET due_at = now() WHERE processor = ${name}`;
    // The processor was asked about movements without a place, and knew no more.
    await sql()`UPDATE processor_notifications SET done_at = now() WHERE processor = ${name}`;
    return await reconcileDaily({ ...acquirer, now: inDays(days) });
  }

  test('an account is compared, each planted fault becomes an open case once, and days of a gap are caught up', async () => {
    const { lines } = await aStory();
    const [lost, other] = [await paid(), await paid()];
    const kept = aMovement({ attemptId: other.attemptId });
    acquirer.lines = [...lines, aMovement({ attemptId: lost.attemptId }), kept];
    await book();
    expect(await cases()).toEqual([]);
    // Starts with the day before; then some days are not compared.
    expect(await run(0)).toBe(1);
    expect(await cases()).toEqual([]);
    acquirer.lines = [
      ...lines,
      { ...kept, feeMinor: 3_21n },
      aMovement({ attemptId: other.attemptId, feeMinor: 0n }),
      aMovement({ kind: 'other', amount: usd(-9_99n), feeMinor: 0n }),
    ];
    expect(await run(9)).toBe(1);
    expect(await run(9)).toBe(0);
    expect(await cases()).toEqual([
      { reason: 'booked_for_nothing', kind: 'payment', amount: -100_00n },
      { reason: 'fee_differs', kind: 'payment', amount: 1n },
      { reason: 'missing_there', kind: 'payment', amount: -100_00n },
      { reason: 'too_often', kind: 'payment', amount: 100_00n },
      { reason: 'unknown_kind', kind: 'other', amount: -9_99n },
    ]);
    const before = await cases();
    await run(10);
    expect(await cases()).toEqual(before);
    const [mail] = await sql()<{ count: bigint }[]>`
      SELECT count(*) AS count FROM mails WHERE kind = 'operator_alarm' AND subject LIKE ${`%${name}%`}`;
    expect(mail?.count).toBe(1n);
  });

  /** The movements of a day after a fault at the processor, and the resulting cases. */
  const planted: [
    fault: string,
    plant: (lines: ProcessorMovement[]) => ProcessorMovement[],
    found: object[],
  ][] = [
    ['nothing', (lines) => lines, []],
    [
      'a second charge under the same attempt',
      (lines) => [...lines, again(lines[0])],
      [{ reason: 'too_often', kind: 'payment', amount: 100_00n }],
    ],
    [
      'a second line of a refund',
      (lines) => [...lines, again(lines[2])],
      [{ reason: 'too_often', kind: 'refund', amount: -40_00n }],
    ],
    [
      'a second debit of a dispute',
      (lines) => [...lines, again(lines[4])],
      [{ reason: 'too_often', kind: 'dispute', amount: -100_00n }],
    ],
    [
      'a reserve, a tax, or a payout that failed',
      (lines) => [...lines, aMovement({ kind: 'other', amount: usd(-3_33n), feeMinor: 0n })],
      [{ reason: 'unknown_kind', kind: 'other', amount: -3_33n }],
    ],
    [
      'a payment that was not made here',
      (lines) => [...lines, aMovement({ amount: usd(12_34n) })],
      [{ reason: 'not_ours', kind: 'payment', amount: 12_34n }],
    ],
    [
      'a payment of which the processor has no movement',
      ([, ...rest]) => rest,
      [{ reason: 'missing_there', kind: 'payment', amount: -100_00n }],
    ],
    [
      'another amount than was charged',
      ([first, ...rest]) => [{ ...again(first), amount: usd(99_00n) }, ...rest],
      [{ reason: 'amount_differs', kind: 'payment', amount: -1_00n }],
    ],
  ];
  const again = (line: ProcessorMovement | undefined): ProcessorMovement =>
    aMovement({ ...line, lineId: newId() });

  test.each(planted)('%s at the processor is found, and nothing else', async (_fault, plant, found) => {
    const { lines } = await aStory();
    acquirer.lines = plant(lines);
    const moved = acquirer.lines.reduce((sum, each) => sum + each.amount.amountMinor - each.feeMinor, 0n);
    acquirer.processor.balance = async () => [usd(moved)];
    await book();
    await run(0);
    for (const days of [9, 10, 11]) await run(days);
    expect(await cases()).toEqual(found);
    const runs = (await listRuns(sql(), 1_000)).filter(({ processor }) => processor === name);
    expect(runs).toHaveLength(4);
    expect(runs.map(({ lines: read }) => Number(read)).sort((a, b) => b - a)[0]).toBe(acquirer.lines.length);
  });

  test('a balance that no movement explains is a case when it lasts, and is right once that is decided', async () => {
    acquirer.lines = (await aStory()).lines;
    const moved = acquirer.lines.reduce((sum, each) => sum + each.amount.amountMinor - each.feeMinor, 0n);
    let extra = 7_77n;
    acquirer.processor.balance = async () => [usd(moved + extra)];
    await book();
    const differs = async () => {
      const [balance] = (await listBalances(sql())).filter(({ processor }) => processor === name);
      return balance && balance.theirsMinor - balance.oursMinor;
    };
    await run(0);
    expect([await differs(), await cases()]).toEqual([7_77n, []]);
    // Gone by the next reading: the movement was reported late.
    extra = 0n;
    await run(1);
    expect(await differs()).toBe(0n);
    extra = -5_00n;
    await run(5);
    expect([await differs(), await cases()]).toEqual([-5_00n, []]);
    for (const days of [6, 7]) await run(days);
    expect(await cases()).toEqual([{ reason: 'balance_differs', kind: 'balance', amount: -5_00n }]);
    const [open] = (await listOpenCases(sql(), 1_000)).filter(({ processor }) => processor === name);
    const ana = { personId: newId(), email: 'ana@company.example' };
    const decision = {
      caseId: open?.id ?? '',
      to: 'costs',
      merchantId: null,
      note: 'a fee that they do not list',
    };
    await recordCaseDecision(acquirer, { ...decision, to: 'costs' }, ana);
    await run(8);
    expect([await differs(), await cases()]).toEqual([0n, []]);
  });

  test('a payout to the bank is compared with the movements in it; what differs twice is a case', async () => {
    const { lines } = await aStory();
    const payout = (reference: string, amountMinor: bigint) =>
      aMovement({
        ...{ kind: 'payout', amount: usd(-amountMinor), feeMinor: 0n, lineId: `line of ${reference}` },
        payout: { reference, arrivesAt: new Date(), isListed: reference !== 'po_manual' },
      });
    const held = lines.reduce((sum, each) => sum + each.amount.amountMinor - each.feeMinor, 0n);
    acquirer.lines = [
      ...lines,
      payout('po_right', held),
      payout('po_short', 4_00n),
      payout('po_manual', 1_00n),
    ];
    acquirer.processor.payoutLines = async (reference, after) => {
      const its = reference === 'po_right' ? lines : [aMovement({ amount: usd(3_00n), feeMinor: 0n })];
      // One movement per page.
      const at = Number(after);
      return { lines: its.slice(at, at + 1), next: at + 1 < its.length ? String(at + 1) : null };
    };
    await book();
    for (const days of [0, 9]) await run(days);
    expect(await cases()).toEqual([]);
    for (const days of [10, 11]) await run(days);
    expect(await cases()).toEqual([{ reason: 'payout_differs', kind: 'payout', amount: -1_00n }]);
    const payouts = (await listPayouts(sql(), null, 1_000)).filter(({ processor }) => processor === name);
    expect(payouts.map(({ reference, lineCount, linesMinor }) => [reference, lineCount, linesMinor])).toEqual(
      expect.arrayContaining([
        ['po_right', BigInt(lines.length), held],
        ['po_short', 1n, 3_00n],
        ['po_manual', null, null],
      ]),
    );
  });

  test('an account that cannot be read is compared later, and holds up no other', async () => {
    const { linesBetween } = acquirer.processor;
    acquirer.processor.linesBetween = async function* () {
      yield* [];
      throw new Error('it went away');
    };
    await expect(run(3)).rejects.toThrow('it went away');
    const [last] = (await listRuns(sql(), 1_000)).filter(({ processor }) => processor === name);
    expect(last).toMatchObject({ lines: 0n, failure: 'it went away' });
    acquirer.processor.linesBetween = linesBetween;
    expect(await run(3)).toBe(1);
    expect(await run(3)).toBe(0);
  });
});
