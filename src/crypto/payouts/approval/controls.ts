import type { PayoutLimits } from '../../../accounts/merchants/merchant.ts';
import type { PayoutKind } from '../payout.ts';
import { exceededLimit, type PaidOut } from './limits.ts';

/** Above this many times the limit of automatic approval, two people approve. */
const timesForTwo = 10n;
/** Where nothing is approved automatically, what counts as large, in US cents. */
const largeWithoutLimitMinor = 1_000_00n;

/** How many people must approve a payout, in US cents; 0: it is sent without anybody. */
export function approvalsNeeded(amountMinor: bigint, autoApproveUpToMinor: bigint): 0 | 1 | 2 {
  if (amountMinor <= autoApproveUpToMinor) return 0;
  const base = autoApproveUpToMinor === 0n ? largeWithoutLimitMinor : autoApproveUpToMinor;
  return amountMinor > base * timesForTwo ? 2 : 1;
}

/** What the rules need to know of a payout that could be sent. */
export interface RuledPayout {
  kind: PayoutKind;
  amountMinor: bigint;
  /** With the others of its day that nobody approved; null: it was confirmed before they were counted. */
  summedMinor: bigint | null;
  /** As many as were demanded when its wallet was confirmed. */
  approvalsNeeded: number;
  approvalsGiven: number;
}

export type RuleVerdict = { kind: 'send' } | { kind: 'over_limit' } | { kind: 'review'; needed: number };

/**
 * By the rules of the moment of sending, and by those of the moment of confirming where they are stricter. `sent` is what was taken
 * to be sent before. Refunds are under no limit.
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
