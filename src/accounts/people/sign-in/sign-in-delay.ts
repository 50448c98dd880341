/**
 * How long an attacker who guesses has to wait. Counted per account and address, so that guesses from elsewhere do not
 * lock out the account's owner.
 */

/** People mistype; these attempts cost nothing. */
const freeFailures = 5;
const firstDelayMs = 1_000;
const longestDelayMs = 15 * 60_000;
/** After a day without a failure all failures are forgotten. */
export const forgottenAfterMs = 24 * 3600_000;

export interface Failures {
  failures: number;
  lastAt: Date;
}

/** When the next attempt is allowed; null: at once. */
export function nextAttemptAt({ failures, lastAt }: Failures): Date | null {
  if (failures < freeFailures) return null;
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 20));
  return new Date(lastAt.getTime() + delayMs);
}
