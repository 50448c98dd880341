import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../test/kit/books.ts';
import { aPaidCharge, type ScriptedAcquirer, scriptedAcquirer } from '../../../test/kit/charges.ts';
import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { disputesOf } from '../../payments/charges/disputes/dispute-store.ts';
import { followDispute, readDisputes } from '../../payments/charges/disputes/read-disputes.ts';
import { refundCharge, requestRefund } from '../../payments/charges/refunds/refund-charge.ts';
import { refundsOf } from '../../payments/charges/refunds/refund-store.ts';

const { sql, merchantId, faults, found, damage } = useBooks();
type PaidCharge = Awaited<ReturnType<typeof aPaidCharge>>;
type Outcome = ScriptedAcquirer['refundOutcome'];
let acquirer: ScriptedAcquirer;
let charge: PaidCharge;

beforeEach(() => {
  acquirer ??= scriptedAcquirer(sql());
});

async function refund(amountMinor: bigint | null, outcome: Outcome = 'refunded'): Promise<string> {
  acquirer.refundOutcome = outcome;
  return (await refundCharge(acquirer, charge, { amountMinor, idempotencyKey: null })).refund.id;
}

async function retry(outcome: Outcome): Promise<void> {
  acquirer.refundOutcome = outcome;
  const all = await refundsOf(sql(), merchantId(), charge.id);
  for (const each of all.filter(({ status }) => status === 'pending')) {
    await requestRefund(acquirer, each, { isRepeat: true });
  }
}

/** A refund that had succeeded fails later. */
async function failLate(): Promise<void> {
  acquirer.refundOutcome = 'refused';
  const all = await refundsOf(sql(), merchantId(), charge.id);
  const [last] = all.filter(({ status }) => status === 'succeeded');
  if (last) await requestRefund(acquirer, last, { isRepeat: true });
}

async function dispute(amountMinor = charge.amount.amountMinor): Promise<void> {
  const amount = { ...charge.amount, amountMinor };
  const { attemptId } = charge;
  acquirer.disputes.push({ disputeId: newId(), attemptId, amount, status: 'open', reason: null });
  await readDisputes(sql(), acquirer.account, new Date());
}

/** The bank decides the first open dispute. */
async function decide(status: 'won' | 'lost'): Promise<void> {
  const kept = (await disputesOf(sql(), merchantId(), charge.id)).find((each) => each.status === 'open');
  const told = acquirer.disputes.find(({ disputeId }) => disputeId === kept?.reference);
  if (!kept || !told) return;
  told.status = status;
  await followDispute(acquirer, kept);
}

test('honest books give no fault, whatever was refunded in parts, failed at once or late, is open, or was disputed, won and lost meanwhile', async () => {
  const outcome = fc.constantFrom<Outcome>('refunded', 'refused', 'unknown', 'pending');
  /** null: everything that is left. */
  const permille = fc.constantFrom(null, 1, 250, 333, 600);
  const turn = fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('refund' as const), permille, outcome }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('retry' as const), outcome }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('fail_late' as const) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('dispute' as const), permille }) },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('decide' as const),
        status: fc.constantFrom('won' as const, 'lost' as const),
      }),
    },
  );
  const money = fc.record({
    amountMinor: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    currency: fc.constantFrom('JPY', 'USD', 'KWD'),
  });
  await fc.assert(
    fc.asyncProperty(money, fc.array(turn, { maxLength: 10, size: 'max' }), async (amount, turns) => {
      charge = await aPaidCharge(sql(), merchantId(), amount);
      for (const each of turns) {
        if (each.what === 'fail_late') await failLate();
        if (each.what === 'decide') await decide(each.status);
        if (each.what === 'dispute') {
          await dispute((amount.amountMinor * BigInt(each.permille ?? 1_000)) / 1_000n || 1n);
        }
        if (each.what === 'retry') await retry(each.outcome);
        if (each.what !== 'refund') continue;
        const { permille } = each;
        const part = permille === null ? null : (amount.amountMinor * BigInt(permille)) / 1_000n || 1n;
        // A refund of more than is left is refused, as it should be.
        await refund(part, each.outcome).catch((error) => expect(error).toBeInstanceOf(PasarelaError));
      }
      expect(await faults()).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

describe('of a charge of which a third was refunded, it is found that', () => {
  let refundId: string;
  beforeEach(async () => {
    charge = await aPaidCharge(sql(), merchantId(), { amountMinor: 9_000n, currency: 'USD' });
    refundId = await refund(3_000n);
    expect(await faults()).toEqual([]);
  });

  function posting(account: string, asset: string, expected: bigint, posted: bigint): object {
    return { about: 'refund', id: refundId, ofId: charge.id, account, asset, expected, posted };
  }
  function changePostings(set: string): Promise<void> {
    return damage(
      (tx) => tx`
        UPDATE ledger_postings
           SET ${tx.unsafe(set)}
         WHERE entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = ${refundId})`,
    );
  }

  test('the refund is not in the ledger', async () => {
    await damage(
      (tx) => tx`
        DELETE FROM ledger_postings
         WHERE entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = ${refundId})`,
    );
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('card_clearing', 'USD', 3_000n, 0n),
      posting('merchant_available', 'USD', -3_000n, 0n),
    ]);
  });

  test('another amount was posted for it', async () => {
    await changePostings('amount = amount * 2');
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('card_clearing', 'USD', 3_000n, 6_000n),
      posting('merchant_available', 'USD', -3_000n, -6_000n),
    ]);
  });

  test('it was taken from another account', async () => {
    await changePostings("account = replace(account, 'merchant_available', 'platform_fees')");
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('merchant_available', 'USD', -3_000n, 0n),
      posting('platform_fees', 'USD', 0n, -3_000n),
    ]);
  });

  test('it was posted in another currency', async () => {
    await changePostings("asset = 'COP'");
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('card_clearing', 'COP', 0n, 3_000n),
      posting('card_clearing', 'USD', 3_000n, 0n),
      posting('merchant_available', 'COP', 0n, -3_000n),
      posting('merchant_available', 'USD', -3_000n, 0n),
    ]);
  });

  test('it failed and was posted all the same', async () => {
    await damage((tx) => tx`UPDATE refunds SET status = 'failed' WHERE id = ${refundId}`);
    expect(await faults()).toMatchObject([
      posting('card_clearing', 'USD', 0n, 3_000n),
      posting('merchant_available', 'USD', 0n, -3_000n),
      { chargeId: charge.id, fault: 'wrong_refunded', kept: '3000', derived: '0' },
      { chargeId: charge.id, fault: 'wrong_status', kept: 'partially_refunded', derived: 'approved' },
    ]);
  });

  test('a refund was posted that nobody asked for', async () => {
    const stray = newId();
    await damage((tx) => tx`UPDATE ledger_entries SET subject_id = ${stray} WHERE subject_id = ${refundId}`);
    const ofNothing = { about: 'refund', id: stray, ofId: null, expected: 0n };
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('card_clearing', 'USD', 3_000n, 0n),
      posting('merchant_available', 'USD', -3_000n, 0n),
      { ...ofNothing, account: 'card_clearing', posted: 3_000n },
      { ...ofNothing, account: 'merchant_available', posted: -3_000n },
    ]);
  });

  test.each([
    ['refunded_minor = 3001', 'wrong_refunded', '3001', '3000'],
    ['refund_pending_minor = 1', 'wrong_pending', '1', '0'],
    ["status = 'refunded'", 'wrong_status', 'refunded', 'partially_refunded'],
    ["status = 'approved'", 'wrong_status', 'approved', 'partially_refunded'],
    ["status = 'expired'", 'not_refundable', 'CARDS expired', '1 refunds'],
    ["method = 'USDT'", 'not_refundable', 'USDT partially_refunded', '1 refunds'],
  ])('its charge says %s', async (set, fault, kept, derived) => {
    await damage((tx: Tx) => tx`UPDATE charges SET ${tx.unsafe(set)} WHERE id = ${charge.id}`);
    expect(await found('wrongRefunds')).toMatchObject([{ chargeId: charge.id, fault, kept, derived }]);
  });
});

describe('of a charge that was disputed in part while a refund was open, it is found that', () => {
  let disputeId: string;
  beforeEach(async () => {
    charge = await aPaidCharge(sql(), merchantId(), { amountMinor: 9_000n, currency: 'USD' });
    await refund(2_000n);
    await refund(3_000n, 'unknown');
    await dispute(4_000n);
    expect(await faults()).toEqual([]);
    disputeId = (await disputesOf(sql(), merchantId(), charge.id))[0]?.id as string;
  });

  function taken(expected: bigint, posted: bigint): object[] {
    const about = { about: 'charge_back', id: disputeId, ofId: charge.id, asset: 'USD' };
    return [
      { ...about, account: 'card_clearing', expected, posted },
      { ...about, account: 'merchant_available', expected: -expected, posted: -posted },
    ];
  }

  test('more was taken than the bank took', async () => {
    await damage(
      (tx) => tx`
        UPDATE ledger_postings
           SET amount = sign(amount) * 9000
         WHERE entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'charge_back' AND subject_id = ${disputeId})`,
    );
    expect(await found('unexplainedPostings')).toMatchObject(taken(4_000n, 9_000n));
  });

  test('what was won did not come back', async () => {
    await decide('won');
    expect(await faults()).toEqual([]);
    await damage(
      (tx) => tx`
        DELETE FROM ledger_postings
         WHERE entry_id IN (
                 SELECT entry.id
                   FROM ledger_entries AS entry
                   JOIN dispute_changes AS change ON change.merchant_id = entry.merchant_id AND change.id = entry.subject_id
                  WHERE entry.kind = 'charge_back_reversed'
                    AND change.dispute_id = ${disputeId})`,
    );
    expect(await found('unexplainedPostings')).toMatchObject(taken(0n, 4_000n));
  });

  test('it does not say so', async () => {
    await damage((tx) => tx`UPDATE charges SET status = 'partially_refunded' WHERE id = ${charge.id}`);
    expect(await found('wrongRefunds')).toMatchObject([
      { chargeId: charge.id, fault: 'wrong_status', kept: 'partially_refunded', derived: 'charged_back' },
    ]);
  });

  test('its dispute is nowhere', async () => {
    await damage((tx) => tx`DELETE FROM disputes WHERE id = ${disputeId}`);
    expect(await found('unexplainedPostings')).toMatchObject(
      taken(0n, 4_000n).map((line) => ({ ...line, ofId: null })),
    );
  });
});
