import type { Sql } from '../db/pool.ts';
import { attemptsOf } from './attempt-store.ts';
import type { CardProcessor } from './card-processor.ts';
import { type Attempt, attemptTransitions, type Charge, isChallengeLeft, isLost } from './charge.ts';
import { type SettleAttemptDeps, settleAttempt } from './settle-attempt.ts';

export interface ResolveDeps extends SettleAttemptDeps {
  processorOf(name: string): CardProcessor;
  now(): Date;
}

/** Asks the processor what became of an attempt and records the answer. */
export async function inquireAttempt(deps: ResolveDeps, attempt: Attempt): Promise<void> {
  if (isChallengeLeft(attempt, deps.now())) return await abandonAttempt(deps, attempt);
  const finding = await deps.processorOf(attempt.processor).inquire(attempt.id);
  // Giving it up by name makes sure that a request still on its way cannot be approved later.
  if (finding.outcome === 'not_found' && isLost(attempt, deps.now()))
    return await abandonAttempt(deps, attempt);
  await settleAttempt(deps, attempt, finding, deps.now());
}

/** The customer left the challenge for another card: the old one must not be approved behind their back. */
export async function abandonAttempt(deps: ResolveDeps, attempt: Attempt): Promise<void> {
  const finding = await deps.processorOf(attempt.processor).abandon(attempt.id);
  await settleAttempt(deps, attempt, finding, deps.now());
}

/** The attempt of a charge that is not yet resolved, if there is one. */
export async function unresolvedAttempt(sql: Sql, charge: Charge): Promise<Attempt | null> {
  const attempts = await attemptsOf(sql, charge.merchantId, charge.id);
  return attempts.find((attempt) => attemptTransitions[attempt.status].length > 0) ?? null;
}
