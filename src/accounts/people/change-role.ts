import type { Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { revokeKeysMadeBy } from '../merchants/store.ts';
import { giveRole } from './approvers.ts';
import { deletePasskeys } from './factors/passkey-store.ts';
import { actorOf, placeOf, type SignedIn } from './person.ts';
import { rolesFor } from './roles.ts';
import { needsSecondBy } from './second-person.ts';
import { deleteRole, deleteSessions, endInvitations, findPerson, heldRoles, lockRole } from './store.ts';

interface MemberDeps {
  sql: Sql;
  /** How long a new approver waits. */
  newApproverMs: number;
  now(): Date;
}

/** The person that an act concerns, and the place. */
interface MemberAct {
  by: SignedIn;
  personId: string;
  merchantId: string | null;
}

/** Everything that ended with a person's role. */
export interface Ended {
  sessions: number;
  /** Invitations to them and by them, at this place; for an administrator, everywhere. */
  invitations: number;
  /** Only if they have no role left anywhere. */
  passkeys: number;
  /** The ids of the API keys that they made here, or everywhere if they have no role left. */
  keys: string[];
}

/**
 * Gives an existing member another role, or none. No one changes their own role: the people left in charge have not
 * asked for it. Removing the last role here also ends every way to come back.
 */
export async function changeRole(deps: MemberDeps, act: MemberAct, role: string | null): Promise<Ended> {
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
  return await deps.sql.begin(async (tx) => {
    const before = await lockRole(tx, personId, merchantId);
    if (before === null) throw nobody();
    if (given !== null && (await needsSecondBy(tx, by.person.id, merchantId))) {
      throw new PasarelaError(
        'permission_missing',
        'You do not give this role alone: invite them to it, and let somebody else in charge approve the invitation.',
      );
    }
    const ended: Ended = { sessions: 0, invitations: 0, passkeys: 0, keys: [] };
    if (given === null) Object.assign(ended, await removePerson(tx, personId, merchantId, now));
    else {
      const to = { id: personId, email: (await findPerson(tx, { id: personId }))?.email ?? '' };
      const at = { merchantId, role: given, by: actorOf(by) };
      await giveRole(tx, to, at, { ...deps, now });
    }
    const details = { person: personId, before, role: given, ...(given === null && ended) };
    const actName = given === null ? 'role_taken' : 'role_changed';
    await appendAudit(tx, { actor: actorOf(by), act: actName, subject: placeOf(merchantId), details }, now);
    return ended;
  });
}

async function removePerson(tx: Tx, personId: string, merchantId: string | null, now: Date): Promise<Ended> {
  await deleteRole(tx, personId, merchantId);
  const person = await findPerson(tx, { id: personId });
  const isGone = (await heldRoles(tx, personId)).length === 0;
  return {
    sessions: await deleteSessions(tx, personId),
    invitations: person ? await endInvitations(tx, person.email, merchantId, now) : 0,
    passkeys: isGone ? await deletePasskeys(tx, personId) : 0,
    keys: merchantId !== null || isGone ? await revokeKeysMadeBy(tx, personId, merchantId) : [],
  };
}

/** Signs a person out everywhere. */
export async function revokeSessions(deps: Pick<MemberDeps, 'sql' | 'now'>, act: MemberAct): Promise<number> {
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
