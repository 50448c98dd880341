import { loadLibrary } from '../accounts/people/sign-in/open-auth.ts';
import { findPerson, insertPerson, setPassword, setRole } from '../accounts/people/store.ts';
import { isUniqueViolation } from '../base/db/errors.ts';
import { newId } from '../base/db/ids.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Secrets } from '../base/ground/secrets.ts';

/** The person who signs in to the dashboard of the sandbox. */
export interface DemoPerson {
  email: string;
  password: string;
}

/** The password is derived from the master secret, like the demo merchant's credentials. */
export function demoPerson(secrets: Secrets): DemoPerson {
  return {
    email: 'owner@demo.example',
    password: secrets.derive('demo-person', 12).toString('base64url'),
  };
}

/**
 * Creates the owner of the demo merchant, who is also the administrator of the sandbox. Called before the first
 * sign-in: hashing a password takes longer than all else that a start writes.
 */
export async function ensureDemoPerson(sql: Sql, secrets: Secrets, merchantId: string): Promise<void> {
  const { email, password } = demoPerson(secrets);
  if (await findPerson(sql, { email })) return;
  const hash = await (await loadLibrary()).hashPassword(password);
  const now = new Date();
  const id = newId();
  try {
    await sql.begin(async (tx) => {
      await insertPerson(tx, { id, email, name: 'Demo Owner', language: 'en' }, now);
      await setPassword(tx, id, hash, now);
      await setRole(tx, id, merchantId, 'owner', now);
      await setRole(tx, id, null, 'administrator', now);
    });
  } catch (error) {
    // Another process was faster.
    if (!isUniqueViolation(error, 'people_email_key')) throw error;
  }
}
