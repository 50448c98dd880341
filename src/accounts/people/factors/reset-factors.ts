import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { notifyOfChange } from '../account-mail.ts';
import { deleteSecondFactor, deleteSessions, findPerson } from '../store.ts';
import { deletePasskeys } from './passkey-store.ts';

/** The factors of a person who lost their device. */
export interface LostFactors {
  app: boolean;
  passkeys: number;
  sessions: number;
}

/**
 * Removes the authenticator app and all passkeys of a person who lost them, and signs the person out. They keep their
 * password and set up a new factor with it. They are notified, as someone else may have asked.
 */
export async function resetFactors(
  { sql, now }: { sql: Sql; now(): Date },
  request: { email: string; actor: string },
): Promise<LostFactors> {
  const { actor } = request;
  const email = request.email.trim().toLowerCase();
  const at = now();
  return await sql.begin(async (tx) => {
    const person = await findPerson(tx, { email });
    if (!person) throw new PasarelaError('not_found', `Nobody has an account ${email}.`);
    if (email === actor) {
      throw new PasarelaError('permission_missing', 'Nobody does this to themselves: ask somebody else to.');
    }
    const lost: LostFactors = {
      app: await deleteSecondFactor(tx, person.id),
      passkeys: await deletePasskeys(tx, person.id),
      sessions: await deleteSessions(tx, person.id),
    };
    const subject = `person ${person.id}`;
    await appendAudit(tx, { actor, act: 'second_factors_reset', subject, details: { ...lost } }, at);
    await notifyOfChange(tx, person, 'second_factors_reset', at);
    return lost;
  });
}
