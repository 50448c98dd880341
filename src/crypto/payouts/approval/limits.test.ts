import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payoutLimitsOf, settingsOfNew } from '../../../accounts/merchants/merchant.ts';
import { approvalsNeeded, judgeByRules } from './controls.ts';
import { exceededLimit } from './limits.ts';

const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
const limit = fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { nil: null });

test('what is left of a limit can be paid out, and not a cent more', () => {
  fc.assert(
    fc.property(
      cents,
      limit,
      limit,
      limit,
      fc.nat(),
      fc.nat(),
      (amountMinor, single, daily, monthly, a, b) => {
        const limits = {
          singleMinor: single,
          dailyMinor: daily,
          monthlyMinor: monthly,
          autoApproveUpToMinor: 0n,
        };
        const paidOut = { todayMinor: BigInt(a), thisMonthMinor: BigInt(a) + BigInt(b) };
        const exceeded = exceededLimit(amountMinor, paidOut, limits);
        if (!exceeded) {
          expect(single === null || amountMinor <= single).toBe(true);
          expect(daily === null || paidOut.todayMinor + amountMinor <= daily).toBe(true);
          expect(monthly === null || paidOut.thisMonthMinor + amountMinor <= monthly).toBe(true);
          return;
        }
        const { leftMinor } = exceeded;
        expect(leftMinor).toBeGreaterThanOrEqual(0n);
        expect(amountMinor).toBeGreaterThan(leftMinor);
        if (leftMinor === 0n) return;
        // A payout of the remaining amount no longer exceeds this limit.
        expect(exceededLimit(leftMinor, paidOut, limits)?.limit).not.toBe(exceeded.limit);
        expect(exceededLimit(leftMinor + 1n, paidOut, limits)).not.toBeNull();
      },
    ),
  );
});

test.each([
  [1_000_00n, 1_000_00n, 0],
  [1_000_01n, 1_000_00n, 1],
  [10_000_00n, 1_000_00n, 1],
  [10_000_01n, 1_000_00n, 2],
  [1n, 0n, 1],
  [10_000_00n, 0n, 1],
  [10_000_01n, 0n, 2],
  [51n, 5n, 2],
])('%i cents with automatic approval up to %i need %i people', (amountMinor, upTo, people) => {
  expect(approvalsNeeded(amountMinor, upTo)).toBe(people);
});

test('what is sent satisfies the rules of its confirmation and those of now, whatever changed between', () => {
  const approvals = fc.integer({ min: 0, max: 2 });
  fc.assert(
    fc.property(
      cents,
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      limit,
      approvals,
      approvals,
      fc.nat(),
      fc.boolean(),
      (amountMinor, autoApproveUpToMinor, daily, needed, given, today, isRefund) => {
        const limits = { singleMinor: null, dailyMinor: daily, monthlyMinor: null, autoApproveUpToMinor };
        const sent = { todayMinor: BigInt(today), thisMonthMinor: BigInt(today) };
        const payout = {
          kind: isRefund ? ('refund' as const) : ('payout' as const),
          amountMinor,
          summedMinor: null,
          approvalsNeeded: needed,
          approvalsGiven: given,
        };
        const now = approvalsNeeded(amountMinor, autoApproveUpToMinor);
        const verdict = judgeByRules(payout, sent, limits);
        if (given < needed || given < now) {
          expect(verdict).toEqual({ kind: 'review', needed: Math.max(needed, now) });
        } else if (!isRefund && daily !== null && BigInt(today) + amountMinor > daily) {
          expect(verdict).toEqual({ kind: 'over_limit' });
        } else expect(verdict).toEqual({ kind: 'send' });
      },
    ),
  );
});

test('the step to two approvals of a new merchant lies below the limit of one payout', () => {
  const limits = payoutLimitsOf(settingsOfNew(false));
  expect(approvalsNeeded(limits.singleMinor ?? 0n, limits.autoApproveUpToMinor)).toBe(2);
});
