import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { type GuardDeps, guardAttempt } from '../sign-in/guard-attempts.ts';
import { loadLibrary } from '../sign-in/open-auth.ts';
import { readSecondFactor, readSignInSecret, takePeriod } from '../store.ts';

/** The parameters of authenticator apps (RFC 6238). */
const periodMs = 30_000;
const digits = 6;

export interface CodeDeps extends GuardDeps {
  secrets: Secrets;
}

/** Uses up the presented code, in the transaction of the act that it proves. */
export type UseCode = (tx: Tx) => Promise<void>;

/**
 * Asks a signed-in person for their second factor again, for one act. A stolen session does not suffice, and a code
 * seen over a person's shoulder does not work a second time.
 */
export async function askSecondFactor(
  deps: CodeDeps,
  person: { id: string; hasSecondFactor: boolean },
  code: string,
): Promise<UseCode> {
  if (!person.hasSecondFactor) throw secondFactorMissing();
  // Counted by person only: only signed-in people get here, so no one else's guesses make them wait.
  const period = await guardAttempt(deps, `second factor ${person.id}`, async () => {
    const found = await periodOf(deps, person.id, code);
    if (found === null) throw wrongCode('does not fit: type the one that the app shows now');
    return found;
  });
  return async (tx) => {
    if (!(await takePeriod(tx, person.id, period))) {
      throw usedCode();
    }
  };
}

/** Uses up a valid code of the sign-in; false: it was used before, or has expired. */
export async function spendCode(deps: CodeDeps, personId: string, code: string): Promise<boolean> {
  const period = await periodOf(deps, personId, code);
  return period !== null && (await deps.sql.begin((tx) => takePeriod(tx, personId, period)));
}

/** The period of this code; null: no current one. A clock may be off by one period. */
async function periodOf(
  { sql, secrets, now }: { sql: Db; secrets: Secrets; now(): Date },
  personId: string,
  code: string,
): Promise<bigint | null> {
  const sealed = await readSecondFactor(sql, personId);
  const secret = sealed && (await readSignInSecret(sql, secrets));
  if (!sealed || !secret) return null;
  const { symmetricDecrypt } = await loadLibrary();
  const key = await symmetricDecrypt({ key: secret, data: sealed });
  const current = BigInt(Math.floor(now().getTime() / periodMs));
  const given = Buffer.from(code.padEnd(digits).slice(0, digits + 1));
  return [current - 1n, current, current + 1n].reduce<bigint | null>((found, period) => {
    const expected = Buffer.from(codeAt(key, period).padEnd(given.length));
    return timingSafeEqual(given, expected) ? period : found;
  }, null);
}

function codeAt(key: string, period: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(period);
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export function secondFactorMissing(): PasarelaError {
  return new PasarelaError(
    'second_factor_missing',
    'This asks for a second factor, and you have none yet. Set one up under "My account", then try again.',
  );
}

export function usedCode(): PasarelaError {
  return wrongCode('has been used: wait for the next one that the app shows');
}

export function wrongCode(message: string): PasarelaError {
  return validationFailed([{ field: 'code', message }]);
}
