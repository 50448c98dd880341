import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../../test/kit/books.ts';
import {
  aMovement,
  aPaidCharge,
  type ScriptedAcquirer,
  scriptedAcquirer,
} from '../../../../test/kit/charges.ts';
import { until } from '../../../../test/kit/client.ts';
import { lockWaits } from '../../../../test/kit/lock-waits.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import { balancesOf } from '../../../accounts/ledger/ledger.ts';
import { driverError } from '../../../base/db/errors.ts';
import { firstId, newId } from '../../../base/db/ids.ts';
import type { Money } from '../../../base/money/money.ts';
import type { CaseTarget } from '../cases/decide-case.ts';
import { type CaseJudge, recordCaseDecision } from '../cases/record-decision.ts';
import { readDisputes } from '../disputes/read-disputes.ts';
import { chargeJobs } from '../jobs.ts';
import { followNotifications } from '../notifications/follow-notifications.ts';
import { refundCharge } from '../refunds/refund-charge.ts';
import { findCharge } from '../store.ts';
import { bookMovements } from './book-movements.ts';
import { keptMovementId } from './movement.ts';
import { claimCursor } from './movement-store.ts';

const { sql, merchantId, faults, found, damage } = useBooks();
let acquirer: ScriptedAcquirer;
/** The processor's name, different in each test, so that no test shares its account. */
let name: string;
const usd = (amountMinor: bigint): Money => ({ amountMinor, currency: 'USD' });

beforeEach(() => {
  name = `p${newId().slice(9, 23).replace('-', '')}`;
  acquirer = scriptedAcquirer(sql(), { name, accountId: null, merchantId: null });
});

async function tenMinutesLater(): Promise<void> {
  const later = new Date(acquirer.now().getTime() + 10 * 60_000);
  acquirer.now = () => later;
  await sql()`UPDATE line_cursors SET due_at = now()`;
}

async function book(deps: ScriptedAcquirer = acquirer): Promise<number> {
  await tenMinutesLater();
  const job = chargeJobs(deps).find((each) => each.name === 'book-lines');
  return (await job?.run()) ?? Number.NaN;
}

function paid(amount: Money = usd(100_00n)) {
  return aPaidCharge(sql(), merchantId(), amount, { processor: name, accountId: null });
}

async function balances(of = merchantId()): Promise<Record<string, bigint>> {
  const all = await balancesOf(sql(), of);
  return Object.fromEntries(
    all
      .filter(({ balance }) => balance !== 0n)
      .map(({ account, asset, balance }) => [`${account.replace(name, 'P')} ${asset}`, balance]),
  );
}

describe('what a processor says of its account', () => {
  test('is entered: a payment, a refund and a dispute with their fees, and payouts empty what it owes', async () => {
    const charge = await paid();
    const other = await paid();
    const { refund } = await refundCharge(acquirer, charge, { amountMinor: 40_00n, idempotencyKey: null });
    const { attemptId } = other;
    const dispute = { disputeId: newId(), attemptId, amount: usd(100_00n), reason: null };
    acquirer.disputes.push({ ...dispute, status: 'open' });
    await readDisputes(sql(), acquirer.account, new Date());
    acquirer.lines.push(
      aMovement({ attemptId: charge.attemptId }),
      aMovement({ attemptId: other.attemptId }),
      aMovement({ kind: 'refund', refundId: refund.id, amount: usd(-40_00n), feeMinor: -1_00n }),
      aMovement({ kind: 'dispute', disputeId: dispute.disputeId, amount: usd(-100_00n), feeMinor: 15_00n }),
      aMovement({ kind: 'fee', amount: usd(-2_00n), feeMinor: 0n }),
      // 60.00 are left, less 6.40, 14.00 and 2.00.
      aMovement({ kind: 'payout', amount: usd(-37_60n), feeMinor: 0n }),
    );
    expect(await book()).toBe(6);
    expect(await balances()).toMatchObject({
      'card_clearing_P USD': -60_00n + 20_40n,
      'processor_costs USD': -20_40n,
    });
    const nobodys = await balances(firstId);
    expect(nobodys['card_clearing_P USD']).toBe(2_00n + 37_60n);
    expect(nobodys).toMatchObject({ 'processor_costs USD': -2_00n, 'operator_bank USD': -37_60n });
    expect(await faults()).toEqual([]);
  });

  test('is entered once, however often it is read, and by however many at once', async () => {
    const charge = await paid();
    acquirer.lines.push(aMovement({ attemptId: charge.attemptId }));
    expect(await book()).toBe(1);
    expect(await book()).toBe(0);
    const before = (await balances(firstId))['processor_costs USD'] ?? 0n;
    const fee = { kind: 'fee', amount: usd(-3_20n), feeMinor: 0n } as const;
    acquirer.lines.push(...Array.from({ length: 150 }, () => aMovement(fee)));
    await tenMinutesLater();
    const booked = await Promise.all(Array.from({ length: 4 }, () => bookMovements(acquirer)));
    expect(booked.sort()).toEqual([0, 0, 0, 150]);
    expect(await balances()).toMatchObject({ 'processor_costs USD': -3_20n });
    expect(((await balances(firstId))['processor_costs USD'] ?? 0n) - before).toBe(-3_20n * 150n);
    expect(await faults()).toEqual([]);
  });

  test('on an account of the merchant is all the merchant’s', async () => {
    const own = { name, accountId: newId(), merchantId: merchantId() };
    const theirs = scriptedAcquirer(sql(), own);
    const taker = { processor: name, accountId: own.accountId };
    const charge = await aPaidCharge(sql(), merchantId(), usd(100_00n), taker);
    theirs.lines.push(
      aMovement({ attemptId: charge.attemptId }),
      aMovement({ kind: 'payout', amount: usd(-96_80n), feeMinor: 0n }),
    );
    expect(await book(theirs)).toBe(2);
    // Nothing is left but what the merchant owes to the platform: 2.9 %.
    expect(await balances()).toEqual({ 'merchant_available USD': -2_90n, 'platform_fees USD': 2_90n });
    expect(await faults()).toEqual([]);
  });

  test('settled in another currency, moves from the one to the other', async () => {
    const charge = await paid({ amountMinor: 400_000_00n, currency: 'COP' });
    acquirer.lines.push(aMovement({ attemptId: charge.attemptId, amount: usd(98_00n) }));
    await book();
    expect(await balances()).toMatchObject({
      'currency_exchange COP': -400_000_00n,
      'currency_exchange USD': 98_00n,
      'card_clearing_P USD': -98_00n + 3_20n,
    });
    expect(await balances()).not.toHaveProperty('card_clearing_P COP');
    expect(await faults()).toEqual([]);
  });

  test('of a refund that we have yet to hear of, waits for half a day, then is nobody’s', async () => {
    const line = aMovement({ kind: 'refund', refundId: newId(), amount: usd(-1_00n) });
    acquirer.lines.push(line);
    expect(await book()).toBe(0);
    line.at = new Date(Date.now() - 13 * 60 * 60 * 1000);
    expect(await book()).toBe(1);
  });

  test('is read a day after it happened, and after days in which nobody read', async () => {
    const charge = await paid();
    expect(await book()).toBe(0);
    const hour = 60 * 60 * 1000;
    acquirer.lines.push(aMovement({ attemptId: charge.attemptId, at: new Date(Date.now() - 23 * hour) }));
    expect(await book()).toBe(1);
    await sql()`UPDATE line_cursors SET read_until = now() - interval '9 days' WHERE processor = ${name}`;
    acquirer.lines.push(aMovement({ attemptId: charge.attemptId, at: new Date(Date.now() - 8 * 24 * hour) }));
    expect(await book()).toBe(1);
  });

  test('is read by one process at a time, and by another when its lease has run out', async () => {
    const claim = () => claimCursor(sql(), acquirer.account, new Date(), 60);
    const claims = await Promise.all([claim(), claim(), claim(), claim()]);
    expect(claims.filter((cursor) => cursor !== null)).toHaveLength(1);
    expect(await book()).toBe(0);
    await sql()`UPDATE line_cursors SET lease_until = now() - interval '1 second' WHERE processor = ${name}`;
    expect(await claim()).not.toBeNull();
  });

  test('that another process keeps at this very moment is left to it', async () => {
    const charge = await paid();
    const line = aMovement({ attemptId: charge.attemptId });
    acquirer.lines.push(line);
    const id = keptMovementId(name, null, line.lineId);
    const row = {
      ...{
        merchant_id: merchantId(),
        id,
        processor: name,
        line_id: line.lineId,
        kind: 'payment',
        at: line.at,
      },
      ...{ currency: 'USD', amount_minor: 100_00n, fee_minor: 3_20n },
    };
    const booked = await sql().begin(async (tx) => {
      await tx`INSERT INTO processor_lines ${tx(row)}`;
      const booking = book();
      await until(
        () => lockWaits(sql()),
        (waiting) => waiting === 1,
      );
      return { booking };
    });
    expect(await booked.booking).toBe(0);
    expect(await sql()`SELECT FROM ledger_entries WHERE subject_id = ${id}`).toEqual([]);
  });

  test('is kept with its entries or not at all', async () => {
    const charge = await paid();
    const line = aMovement({ attemptId: charge.attemptId });
    acquirer.lines.push(line);
    const subjectId = keptMovementId(name, null, line.lineId);
    // An entry for it already exists: posting it again is refused.
    const stray = { merchant_id: merchantId(), id: newId(), kind: 'processor_fee', subject_id: subjectId };
    await sql()`INSERT INTO ledger_entries ${sql()(stray)}`;
    await expect(book()).rejects.toThrow('duplicate key');
    expect(await sql()`SELECT FROM processor_lines WHERE id = ${subjectId}`).toEqual([]);
    await damage((tx) => tx`DELETE FROM ledger_entries WHERE id = ${stray.id}`);
    expect(await book()).toBe(1);
    expect(await faults()).toEqual([]);
  });

  test('that cannot be read is told once, and what was read before it stays', async () => {
    const charge = await paid();
    const lines = [aMovement({ attemptId: charge.attemptId })];
    acquirer.processor.linesBetween = async function* () {
      yield* lines;
      throw new Error('it went away');
    };
    await expect(book()).rejects.toThrow('it went away');
    expect(await book()).toBe(0);
    const [cursor] = await sql()`
      SELECT failure, due_at > now() + interval '50 minutes' AS rests, lease_token
        FROM line_cursors
       WHERE processor = ${name}`;
    expect(cursor).toEqual({ failure: 'it went away', rests: true, lease_token: null });
    acquirer.processor.linesBetween = async function* () {
      yield* lines;
    };
    // Entered in batches: movements of an incomplete batch were not yet entered.
    expect(await book()).toBe(1);
    expect(await faults()).toEqual([]);
  });
});

test('lines that a lost database kept from being entered are read again within minutes', async () => {
  acquirer.processor.linesBetween = async function* () {
    yield* [];
    throw driverError(new Error('a node is away'));
  };
  await expect(book()).rejects.toThrow('a node is away');
  const [cursor] = await sql()`
    SELECT due_at < now() + interval '2 minutes' AS "isSoon"
      FROM line_cursors
     WHERE processor = ${name}`;
  expect(cursor).toEqual({ isSoon: true });
});

describe('a movement that our books cannot explain', () => {
  const cases = async (): Promise<object[]> =>
    await sql()`
    SELECT reason, currency, amount_minor AS "amountMinor", reference, is_posted AS "isPosted"
      FROM card_cases
     WHERE processor = ${name}
       AND decided_at IS NULL
     ORDER BY reference`;
  const suspense = async () => {
    const [row] = await sql()<{ balance: bigint }[]>`
      SELECT sum(balance)::bigint AS balance FROM ledger_balances WHERE account = ${`card_suspense_${name}`}`;
    return row?.balance ?? 0n;
  };
  const open = async () => (await checkLedger(sql())).openCases.filter(({ processor }) => processor === name);

  test('lies in suspense as an open case, one by one, and the ledger check names it', async () => {
    const charge = await paid();
    const { refund } = await refundCharge(acquirer, charge, { amountMinor: 40_00n, idempotencyKey: null });
    acquirer.lines.push(
      aMovement({ attemptId: charge.attemptId, lineId: 'first' }),
      aMovement({ attemptId: charge.attemptId, lineId: 'twice', amount: usd(100_00n) }),
      aMovement({ kind: 'refund', refundId: refund.id, amount: usd(-40_00n), feeMinor: 0n, lineId: 'r1' }),
      aMovement({ kind: 'refund', refundId: refund.id, amount: usd(-40_00n), feeMinor: 0n, lineId: 'r2' }),
      aMovement({ kind: 'other', amount: usd(-7_77n), feeMinor: 0n, lineId: 'reserve' }),
      aMovement({ attemptId: null, amount: usd(12_34n), feeMinor: 0n, lineId: 'stranger' }),
    );
    await book();
    await book();
    const of = { currency: 'USD', isPosted: true };
    expect(await cases()).toEqual([
      { ...of, reference: 'r2', reason: 'too_often', amountMinor: -40_00n },
      { ...of, reference: 'reserve', reason: 'unknown_kind', amountMinor: -7_77n },
      { ...of, reference: 'stranger', reason: 'not_ours', amountMinor: 12_34n },
      { ...of, reference: 'twice', reason: 'too_often', amountMinor: 100_00n },
    ]);
    expect(await suspense()).toBe(-40_00n - 7_77n + 12_34n + 100_00n);
    expect(await open()).toMatchObject([
      { currency: 'USD', count: 2n, balance: 4_57n },
      { currency: 'USD', count: 2n, balance: 60_00n },
    ]);
    const [told] = await sql()<{ count: bigint }[]>`
      SELECT count(*) AS count FROM mails WHERE kind = 'operator_alarm' AND subject LIKE ${`%${name}%`}`;
    expect(told?.count).toBe(1n);
  });

  const judge = (who: string): CaseJudge => ({
    personId: newId(),
    email: `${who}@company.example`,
  });
  const [ana, bea] = [judge('ana'), judge('bea')];
  const decide = (lineId: string, to: CaseTarget, merchant: string | null = null, who = ana) =>
    recordCaseDecision(
      { sql: sql(), now: () => new Date() },
      { caseId: keptMovementId(name, null, lineId), to, merchantId: merchant, note: 'as they wrote us' },
      who,
    );

  test('is booked by whoever decides, once, with a note, and then nothing is left open', async () => {
    acquirer.lines.push(
      aMovement({ kind: 'other', amount: usd(-7_77n), feeMinor: 0n, lineId: 'tax' }),
      aMovement({ kind: 'other', amount: usd(50_00n), feeMinor: 0n, lineId: 'goodwill' }),
    );
    await book();
    await expect(decide('goodwill', 'merchant')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(decide('nothing', 'costs')).rejects.toMatchObject({ code: 'not_found' });
    const before = (await balances(firstId))['processor_costs USD'] ?? 0n;
    await decide('tax', 'costs');
    expect(((await balances(firstId))['processor_costs USD'] ?? 0n) - before).toBe(-7_77n);
    // Money for a merchant takes two people, and nobody can confirm their own proposal.
    for (const who of [ana, ana]) {
      expect(await decide('goodwill', 'merchant', merchantId(), who)).toMatchObject({ isDecided: false });
    }
    expect(await balances()).not.toHaveProperty('merchant_available USD');
    expect(await decide('goodwill', 'merchant', merchantId(), bea)).toMatchObject({ isDecided: true });
    expect(await balances()).toMatchObject({ 'merchant_available USD': 50_00n });
    expect(
      await sql()`SELECT subject FROM mails WHERE merchant_id = ${merchantId()} AND kind = 'card_case'`,
    ).toEqual([{ subject: expect.stringMatching(/50[.,]00/) }]);
    await expect(decide('tax', 'bank')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await suspense()).toBe(0n);
    expect(await open()).toEqual([]);
    expect(await faults()).toEqual([]);
    const [audit] = await sql()`
      SELECT act, actor FROM audit_log WHERE subject = ${`card case ${keptMovementId(name, null, 'tax')}`}`;
    expect(audit).toEqual({ act: 'card_case_decided', actor: 'ana@company.example' });
    const said = await sql()`
      SELECT act, actor
        FROM audit_log
       WHERE subject = ${`card case ${keptMovementId(name, null, 'goodwill')}`}
       ORDER BY number`;
    expect(said).toEqual([
      { act: 'card_case_proposed', actor: 'ana@company.example' },
      { act: 'card_case_proposed', actor: 'ana@company.example' },
      { act: 'card_case_decided', actor: 'bea@company.example' },
    ]);
  });

  test('of a refund of the panel waits until that is imported, which its line asks for', async () => {
    const charge = await paid();
    const seen = { reference: 're_panel', refundId: null, amount: usd(10_00n), status: 'succeeded' as const };
    acquirer.seenRefunds.push(seen);
    acquirer.processor.trace = async () => ({ about: 'refunds', attemptId: charge.attemptId });
    acquirer.lines.push(
      aMovement({ attemptId: charge.attemptId }),
      aMovement({ kind: 'refund', reference: 're_panel', amount: usd(-10_00n), feeMinor: 0n }),
    );
    expect(await book()).toBe(1);
    await sql()`UPDATE processor_notifications SET due_at = now() WHERE processor = ${name}`;
    await followNotifications(acquirer);
    expect(await book()).toBe(1);
    expect(await cases()).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('of a refund of the panel, or a dispute, that is first read days later waits for the answer as well', async () => {
    const [refunded, disputed, silent] = [await paid(), await paid(), await paid()];
    const at = new Date(Date.now() - 60 * 3_600_000);
    const amount = usd(10_00n);
    const disputeId = newId();
    acquirer.seenRefunds.push({ reference: 're_late', refundId: null, amount, status: 'succeeded' });
    acquirer.disputes.push({
      disputeId,
      attemptId: disputed.attemptId,
      amount,
      reason: null,
      status: 'open',
    });
    acquirer.processor.trace = async (reference) =>
      reference === 're_late' ? { about: 'refunds', attemptId: refunded.attemptId } : null;
    const refund = { kind: 'refund', amount: usd(-10_00n), feeMinor: 0n, at } as const;
    acquirer.lines.push(
      ...[refunded, disputed, silent].map(({ attemptId }) => aMovement({ attemptId, at })),
      aMovement({ ...refund, reference: 're_late' }),
      aMovement({ ...refund, kind: 'dispute', disputeId }),
      aMovement({ ...refund, reference: 're_of_nobody' }),
    );
    await book();
    await sql()`UPDATE line_cursors SET read_until = now() - interval '4 days' WHERE processor = ${name}`;
    expect(await book()).toBe(3);
    await sql()`UPDATE processor_notifications SET due_at = now() WHERE processor = ${name}`;
    await followNotifications(acquirer);
    expect(await book()).toBe(2);
    expect(await cases()).toEqual([]);
    // Half a day after it was asked about it is a case, though no answer came, if it was asked about often enough.
    const asked = acquirer.now();
    acquirer.now = () => new Date(asked.getTime() + 13 * 3_600_000);
    expect(await book()).toBe(0);
    await sql()`UPDATE processor_notifications SET tries = 8 WHERE processor = ${name} AND done_at IS NULL`;
    expect(await book()).toBe(1);
    expect(await cases()).toMatchObject([{ reason: 'not_ours', amountMinor: -10_00n }]);
    // Now it reads on to the present.
    const [cursor] = await sql()<{ readUntil: Date }[]>`
      SELECT read_until AS "readUntil" FROM line_cursors WHERE processor = ${name}`;
    expect(acquirer.now().getTime() - (cursor?.readUntil.getTime() ?? 0)).toBeLessThan(1_000);
  });

  test('of a refund of the panel is not taken for one of ours over the same amount', async () => {
    const charge = await paid();
    const { refund } = await refundCharge(acquirer, charge, { amountMinor: 10_00n, idempotencyKey: null });
    const ours = { refundId: refund.id, amount: usd(-10_00n), feeMinor: 0n };
    const panels = {
      attemptId: charge.attemptId,
      reference: 're_of_the_panel',
      amount: usd(-10_00n),
      feeMinor: 0n,
    };
    acquirer.seenRefunds.push({
      reference: 're_of_the_panel',
      refundId: null,
      amount: usd(10_00n),
      status: 'succeeded',
    });
    acquirer.lines.push(
      aMovement({ attemptId: charge.attemptId }),
      aMovement({ kind: 'refund', ...ours }),
      aMovement({ kind: 'refund', ...panels }),
    );
    expect(await book()).toBe(2);
    expect(await cases()).toEqual([]);
    await sql()`UPDATE processor_notifications SET due_at = now() WHERE processor = ${name}`;
    await followNotifications(acquirer);
    expect(await book()).toBe(1);
    expect(await cases()).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('of a refund of the panel is not taken for one of ours that was refused because of it', async () => {
    const charge = await paid();
    acquirer.refundOutcome = 'refused';
    await refundCharge(acquirer, charge, { amountMinor: 100_00n, idempotencyKey: null });
    const amount = usd(100_00n);
    const reference = 're_before_ours';
    acquirer.seenRefunds.push({ reference, refundId: null, amount, status: 'succeeded' });
    acquirer.lines.push(
      aMovement({ attemptId: charge.attemptId }),
      aMovement({
        kind: 'refund',
        attemptId: charge.attemptId,
        reference,
        amount: usd(-100_00n),
        feeMinor: 0n,
      }),
    );
    expect(await book()).toBe(1);
    await sql()`UPDATE processor_notifications SET due_at = now() WHERE processor = ${name}`;
    await followNotifications(acquirer);
    expect(await book()).toBe(1);
    expect(await cases()).toEqual([]);
    expect((await findCharge(sql(), charge.merchantId, charge.id))?.status).toBe('refunded');
    expect(await faults()).toEqual([]);
  });
});

describe('of lines that were entered, it is found that', () => {
  let fee: string;
  let exchange: string;
  let payout: string;
  beforeEach(async () => {
    const charge = await paid({ amountMinor: 400_000_00n, currency: 'COP' });
    const other = await paid({ amountMinor: 5_000n, currency: 'COP' });
    const lines = [
      aMovement({ attemptId: charge.attemptId, amount: usd(98_00n) }),
      aMovement({ attemptId: other.attemptId, amount: other.amount }),
      aMovement({ kind: 'payout', amount: usd(-50_00n), feeMinor: 0n }),
    ];
    acquirer.lines.push(...lines);
    expect(await book()).toBe(3);
    [exchange, fee, payout] = lines.map(({ lineId }) => keptMovementId(name, null, lineId)) as [
      string,
      string,
      string,
    ];
    expect(await faults()).toEqual([]);
  });

  const unexplained = (lineId: string, kind: string, rest: object[]): object[] =>
    rest.map((each) => ({ lineId, kind, ...each }));

  test('a fee is not in the ledger', async () => {
    await damage(
      (tx) => tx`
        DELETE FROM ledger_postings
         WHERE entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = ${fee})`,
    );
    expect(await found('unexplainedLines')).toMatchObject(
      unexplained(fee, 'processor_fee', [
        { account: `card_clearing_${name}`, asset: 'COP', expected: 3_20n, posted: 0n },
        { account: 'processor_costs', asset: 'COP', expected: -3_20n, posted: 0n },
      ]),
    );
  });

  test('a fee was entered for no line', async () => {
    await damage((tx) => tx`DELETE FROM processor_lines WHERE id = ${fee}`);
    expect(await found('unexplainedLines')).toMatchObject(
      unexplained(fee, 'processor_fee', [
        { account: `card_clearing_${name}`, asset: 'COP', expected: 0n, posted: 3_20n },
        { account: 'processor_costs', asset: 'COP', expected: 0n, posted: -3_20n },
      ]),
    );
  });

  test('a fee went to another account', async () => {
    await damage(
      (tx) => tx`
        UPDATE ledger_postings
           SET account = 'platform_fees'
         WHERE account = 'processor_costs'
           AND entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = ${fee})`,
    );
    expect(await found('unexplainedLines')).toMatchObject(
      unexplained(fee, 'processor_fee', [
        { account: 'platform_fees', expected: 0n, posted: -3_20n },
        { account: 'processor_costs', expected: -3_20n, posted: 0n },
      ]),
    );
  });

  test('an exchange was of another amount', async () => {
    await damage((tx) => tx`UPDATE processor_lines SET charged_minor = 1 WHERE id = ${exchange}`);
    expect(await found('unexplainedLines')).toMatchObject(
      unexplained(exchange, 'processor_exchange', [
        { account: `card_clearing_${name}`, asset: 'COP', expected: 1n, posted: 400_000_00n },
        { account: 'currency_exchange', asset: 'COP', expected: -1n, posted: -400_000_00n },
      ]),
    );
  });

  test('a payout was of another amount, or of nobody’s line', async () => {
    const wrong = async () =>
      faultsIn(await checkLedger(sql())).filter((fault) => 'lineId' in fault && fault.lineId === payout);
    expect(await wrong()).toEqual([]);
    await damage((tx) => tx`UPDATE processor_lines SET amount_minor = -1 WHERE id = ${payout}`);
    expect(await wrong()).toMatchObject([
      { kind: 'processor_payout', account: `card_clearing_${name}`, expected: 1n, posted: 50_00n },
      { kind: 'processor_payout', account: 'operator_bank', expected: -1n, posted: -50_00n },
    ]);
    await damage((tx) => tx`DELETE FROM processor_lines WHERE id = ${payout}`);
    expect(await wrong()).toMatchObject([{ expected: 0n }, { expected: 0n }]);
  });
});
