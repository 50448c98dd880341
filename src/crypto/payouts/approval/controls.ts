import type { PayoutLimits } from '../../../accounts/merchants/merchant.ts';
import type { PayoutKind } from '../payout.ts';
import { exceededLimit, type PaidOut } from './limits.ts';

/** Above this many times the limit of automatic approval, two people approve. */
const timesForTwo = 10n;
/** The base for large payouts in US cents, if nothing is approved automatically. */
const largeWithoutLimitMinor = 1_000_00n;

/** How many people must approve a payout in US cents; 0: none. */
export function approvalsNeeded(amountMinor: bigint, autoApproveUpToMinor: bigint): 0 | 1 | 2 {
  if (amountMinor <= autoApproveUpToMinor) return 0;
  const base = autoApproveUpToMinor === 0n ? largeWithoutLimitMinor : autoApproveUpToMinor;
  return amountMinor > base * timesForTwo ? 2 : 1;
}

/** The facts of a payout that the rules need before sending. */
export interface RuledPayout {
  kind: PayoutKind;
  amountMinor: bigint;
  /** The sum with the day's other unapproved payouts; null: confirmed before sums were kept. */
  summedMinor: bigint | null;
  /** The number required when its wallet was confirmed. */
  approvalsNeeded: number;
  approvalsGiven: number;
}

export type RuleVerdict = { kind: 'send' } | { kind: 'over_limit' } | { kind: 'review'; needed: number };

/**
 * Applies the rules at the time of sending, and those at the time of confirmation if they are stricter. `sent` is the
 * amount taken for sending before. Refunds have no limit.
 */
export function judgeByRules(
  { kind, amountMinor, summedMinor, approvalsNeeded: confirmed, approvalsGiven }: RuledPayout,
  sent: PaidOut,
  limits: PayoutLimits,
): RuleVerdict {
  const needed = Math.max(
    confirmed,
    approvalsNeeded(summedMinor ?? amountMinor, limits.autoApproveUpToMinor),
  );
  if (approvalsGiven < needed) return { kind: 'review', needed };
  if (kind === 'payout' && exceededLimit(amountMinor, sent, limits)) return { kind: 'over_limit' };
  return { kind: 'send' };
}
