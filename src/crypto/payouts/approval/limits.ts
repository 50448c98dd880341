import type { PayoutLimits } from '../../../accounts/merchants/merchant.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';

/** The sum of a merchant's payouts in US cents, without failed ones. */
export interface PaidOut {
  todayMinor: bigint;
  thisMonthMinor: bigint;
}

export interface ExceededLimit {
  limit: 'single' | 'daily' | 'monthly';
  limitMinor: bigint;
  leftMinor: bigint;
}

/** The narrowest limit that a payout would exceed; null: none. */
export function exceededLimit(
  amountMinor: bigint,
  paidOut: PaidOut,
  limits: Omit<PayoutLimits, 'autoApproveUpToMinor'>,
): ExceededLimit | null {
  const used = [
    ['single', limits.singleMinor, 0n],
    ['daily', limits.dailyMinor, paidOut.todayMinor],
    ['monthly', limits.monthlyMinor, paidOut.thisMonthMinor],
  ] as const;
  for (const [limit, limitMinor, usedMinor] of used) {
    if (limitMinor === null || usedMinor + amountMinor <= limitMinor) continue;
    // A lowered limit may be below the amount already paid out.
    return { limit, limitMinor, leftMinor: usedMinor < limitMinor ? limitMinor - usedMinor : 0n };
  }
  return null;
}

export function payoutsNotEnabled(): PasarelaError {
  return new PasarelaError(
    'payouts_not_enabled',
    'This merchant account makes no payouts. The operator sets their limits and switches them on: on the dashboard under Shops, or by pasarela merchants set.',
  );
}
