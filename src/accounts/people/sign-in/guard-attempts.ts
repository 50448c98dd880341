import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { countFailure, forgetFailures, readFailures } from '../store.ts';
import { nextAttemptAt } from './sign-in-delay.ts';

export interface GuardDeps {
  sql: Sql;
  secrets: Pick<Secrets, 'fingerprint'>;
  now(): Date;
}

/** Counts an attempt before it is made, and forgets it if it was right: guessing in parallel gains nothing. */
export async function guardAttempt<T>(
  { sql, secrets, now }: GuardDeps,
  /** The account or secret being guessed, and the origin. */
  target: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const digest = secrets.fingerprint(`sign-in ${target}`);
  const failures = await readFailures(sql, digest, now());
  const waitMs = (failures && nextAttemptAt(failures)?.getTime()) ?? 0;
  if (waitMs > now().getTime()) throw tooSoon(waitMs - now().getTime());
  await countFailure(sql, digest, now());
  const done = await attempt();
  await forgetFailures(sql, digest);
  return done;
}

function tooSoon(waitMs: number): PasarelaError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new PasarelaError(
    'rate_limited',
    `Too many tries that did not fit. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
