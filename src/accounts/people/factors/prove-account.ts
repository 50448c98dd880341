import type { Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { HeldRole } from '../roles.ts';
import { guardAttempt } from '../sign-in/guard-attempts.ts';
import { loadLibrary } from '../sign-in/open-auth.ts';
import { findPerson, heldRoles, readPasswordHash, readSecondFactor } from '../store.ts';
import { askSecondFactor, type CodeDeps } from './second-factor.ts';

/** Somebody who showed, for one act, that an account is theirs. */
export interface ProvenPerson {
  id: string;
  email: string;
  hasSecondFactor: boolean;
  held: readonly HeldRole[];
  /** Uses up what they showed, in the transaction of the act. */
  useProof(tx: Tx): Promise<void>;
}

/**
 * Who an account belongs to, where there is no session to tell. With a second factor a code of it is asked for, else the password.
 * Of an account that is not there it is told as late as of a wrong password.
 */
export async function proveAccount(
  deps: CodeDeps,
  email: string,
  ask: (what: 'code' | 'password') => Promise<string>,
): Promise<ProvenPerson> {
  const person = await findPerson(deps.sql, { email });
  const hasSecondFactor = person !== null && (await readSecondFactor(deps.sql, person.id)) !== null;
  const shown = (await ask(hasSecondFactor ? 'code' : 'password')).trim();
  if (person && hasSecondFactor) {
    const useProof = await askSecondFactor(deps, { ...person, hasSecondFactor }, shown);
    return { ...person, hasSecondFactor, held: await heldRoles(deps.sql, person.id), useProof };
  }
  const hash = person && (await readPasswordHash(deps.sql, person.id));
  const { hashPassword, verifyPassword } = await loadLibrary();
  await guardAttempt(deps, `account ${email}`, async () => {
    const fits = hash
      ? await verifyPassword({ hash, password: shown })
      : await hashPassword(shown).then(() => false);
    if (!fits) throw new PasarelaError('sign_in_refused', 'E-mail and password do not fit.');
  });
  if (!person) throw new Error('nobody proved to be somebody');
  return {
    ...person,
    hasSecondFactor,
    held: await heldRoles(deps.sql, person.id),
    useProof: async () => {},
  };
}
