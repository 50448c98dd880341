import type { Money } from '../../../base/money/money.ts';

/** Targets that a case may be booked to. `none`: nothing moved, or it is explained elsewhere. */
export const caseTargets = ['merchant', 'costs', 'bank', 'funds', 'reserve', 'none'] as const;
export type CaseTarget = (typeof caseTargets)[number];

/** One person's proposal: the target of a case, and the merchant whose books it goes to. */
export interface CaseWord {
  to: CaseTarget;
  bookedFor: string;
}

/**
 * Above this, in US cents, two people decide: the same threshold as for a payout of a merchant that approves nothing
 * automatically.
 */
const largeMinor = 10_000_00n;

/**
 * How many people a decision takes. Amounts in other currencies than US dollars cannot be compared with the threshold
 * without a rate, so they always take two.
 */
export function peopleNeeded(amount: Money, to: CaseTarget): 1 | 2 {
  if (to === 'merchant' || amount.currency !== 'USD') return 2;
  const { amountMinor } = amount;
  return (amountMinor < 0n ? -amountMinor : amountMinor) > largeMinor ? 2 : 1;
}

/** Whether one person's decision closes the case, or waits until a second person agrees. */
export function judgeCase(
  amount: Money,
  proposal: (CaseWord & { personId: string }) | null,
  word: CaseWord,
  personId: string,
): 'decides' | 'proposes' {
  if (peopleNeeded(amount, word.to) === 1) return 'decides';
  const isSame = proposal?.to === word.to && proposal.bookedFor === word.bookedFor;
  return isSame && proposal.personId !== personId ? 'decides' : 'proposes';
}
