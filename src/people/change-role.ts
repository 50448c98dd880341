import { appendAudit } from '../audit/audit-log.ts';
import type { Sql } from '../db/pool.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import { placeOf } from './invite-person.ts';
import { actorOf, type SignedIn } from './person.ts';
import { rolesFor } from './roles.ts';
import { deleteRole, deleteSessions, lockRole, setRole } from './store.ts';

interface MemberDeps {
  sql: Sql;
  now(): Date;
}

/** Whom an act is on, and where. */
interface MemberAct {
  by: SignedIn;
  personId: string;
  merchantId: string | null;
}

/** Gives somebody who is there another role, or none. Nobody does it to themselves: whoever is left in charge did not ask for it. */
export async function changeRole(deps: MemberDeps, act: MemberAct, role: string | null): Promise<void> {
  const { by, personId, merchantId } = act;
  const roles = rolesFor(merchantId);
  const given = roles.find((each) => each === role) ?? null;
  if (role !== null && given === null) {
    throw validationFailed([{ field: 'role', message: `must be one of ${roles.join(', ')}, or null` }]);
  }
  if (personId === by.person.id) {
    throw new PasarelaError('permission_missing', 'Nobody changes their own role: ask somebody else to.');
  }
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const before = await lockRole(tx, personId, merchantId);
    if (before === null) throw nobody();
    if (given === null) await deleteRole(tx, personId, merchantId);
    else await setRole(tx, personId, merchantId, given, now);
    const details = { person: personId, before, role: given };
    const actName = given === null ? 'role_taken' : 'role_changed';
    await appendAudit(tx, { actor: actorOf(by), act: actName, subject: placeOf(merchantId), details }, now);
  });
}

/** Signs somebody out everywhere. */
export async function revokeSessions(deps: MemberDeps, act: MemberAct): Promise<number> {
  const { by, personId, merchantId } = act;
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    if ((await lockRole(tx, personId, merchantId)) === null) throw nobody();
    const sessions = await deleteSessions(tx, personId);
    await appendAudit(
      tx,
      { actor: actorOf(by), act: 'sessions_revoked', subject: `person ${personId}`, details: { sessions } },
      now,
    );
    return sessions;
  });
}

function nobody(): PasarelaError {
  return new PasarelaError('not_found', 'There is nobody with this id here.');
}
