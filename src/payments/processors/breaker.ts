import type { AttemptOutcome } from '../charges/payment-processor.ts';
import type { ProcessorHealth } from '../charges/payment-processors.ts';

/** Skips a processor that fails repeatedly, and tests it again after a while. */
export interface Breaker {
  note(name: string, outcome: AttemptOutcome['outcome']): void;
  isFailing(name: string): boolean;
  /** Its last answer; null: it was not asked yet. */
  last(name: string): LastAnswer | null;
}

type LastAnswer = NonNullable<ProcessorHealth['last']>;

/** Failures in a row, without a success in between. */
const maxFailures = 5;
/** After this time one payment may use it again. */
const restMs = 30_000;

export function createBreaker(now: () => Date): Breaker {
  const failures = new Map<string, { count: number; restsUntilMs: number }>();
  const answers = new Map<string, LastAnswer>();
  return {
    note(name, outcome) {
      answers.set(name, { outcome, at: now() });
      if (outcome !== 'unknown' && outcome !== 'not_taken') {
        failures.delete(name);
        return;
      }
      const count = (failures.get(name)?.count ?? 0) + 1;
      failures.set(name, { count, restsUntilMs: count < maxFailures ? 0 : now().getTime() + restMs });
    },
    isFailing(name) {
      const failed = failures.get(name);
      return failed !== undefined && failed.restsUntilMs > now().getTime();
    },
    last: (name) => answers.get(name) ?? null,
  };
}
