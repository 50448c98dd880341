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
