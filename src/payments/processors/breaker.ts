import type { AttemptOutcome } from '../charges/card-processor.ts';
import type { ProcessorHealth } from '../charges/card-processors.ts';

/** Passes over a processor that fails again and again, and tries it anew after a while. */
export interface Breaker {
  note(name: string, outcome: AttemptOutcome['outcome']): void;
  isFailing(name: string): boolean;
  /** What it answered last; null: it was not asked yet. */
  last(name: string): LastAnswer | null;
}

type LastAnswer = NonNullable<ProcessorHealth['last']>;

/** So many failures in a row, with nothing that went well in between. */
const maxFailures = 5;
/** Then one payment may try it again. */
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
