import type { Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { HeldRole } from '../roles.ts';
import { guardAttempt } from '../sign-in/guard-attempts.ts';
import { loadLibrary } from '../sign-in/open-auth.ts';
import { findPerson, heldRoles, readPasswordHash, readSecondFactor } from '../store.ts';
import { askSecondFactor, type CodeDeps } from './second-factor.ts';

/** A person who proved, for one act, that an account is theirs. */
export interface ProvenPerson {
  id: string;
  email: string;
  hasSecondFactor: boolean;
  held: readonly HeldRole[];
  /** Uses up the proof, in the transaction of the act. */
  useProof(tx: Tx): Promise<void>;
}

/**
 * Proves an account's owner without a session: with a code if the account has a second factor, otherwise with the
 * password. An unknown account takes as long to refuse as a wrong password.
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
