/**
 * How long whoever guesses has to wait. Counted for one account as tried from one address, so that nobody who guesses
 * elsewhere keeps the owner of the account out.
 */

/** People mistype; these cost nothing. */
const freeFailures = 5;
const firstDelayMs = 1_000;
const longestDelayMs = 15 * 60_000;
/** After a day without a failure all is forgotten. */
export const forgottenAfterMs = 24 * 3600_000;

export interface Failures {
  failures: number;
  lastAt: Date;
}

/** From when on another try is looked at; null: at once. */
export function nextAttemptAt({ failures, lastAt }: Failures): Date | null {
  if (failures < freeFailures) return null;
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 20));
  return new Date(lastAt.getTime() + delayMs);
}
