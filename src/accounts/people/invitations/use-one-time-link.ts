import { newId } from '../../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { getMerchant } from '../../merchants/get-merchant.ts';
import { notifyOfChange } from '../account-mail.ts';
import { giveRole } from '../approvers.ts';
import { type OneTimeLink, type Person, placeOf } from '../person.ts';
import { may } from '../roles.ts';
import { waitsForSecond } from '../second-person.ts';
import { loadLibrary } from '../sign-in/open-auth.ts';
import { passwordFault } from '../sign-in/password-fault.ts';
import type { PasswordLane, Waiter } from '../sign-in/password-lane.ts';
import {
  deleteSessions,
  findOneTimeLink,
  findPerson,
  heldRoles,
  insertPerson,
  lockRole,
  setPassword,
  useUpOneTimeLink,
} from '../store.ts';
import { readOneTimeLink } from './one-time-link.ts';

export interface OneTimeLinkDeps {
  sql: Sql;
  secrets: Secrets;
  passwords: PasswordLane;
  /** How long a new approver waits. */
  newApproverMs: number;
  now(): Date;
}

export interface OpenedOneTimeLink {
  link: OneTimeLink;
  /** null: the recipient has no account yet. */
  person: Person | null;
}

/** The one-time link while it is valid; all others get the same refusal. */
export async function openOneTimeLink(
  { sql, secrets, now }: OneTimeLinkDeps,
  text: string,
): Promise<OpenedOneTimeLink> {
  const id = readOneTimeLink(secrets, text);
  const link = id && (await findOneTimeLink(sql, id, now()));
  if (!link) throw spent();
  const person = await findPerson(sql, { email: link.email });
  if (link.kind === 'reset' && !person) throw spent();
  if (link.kind === 'invitation' && !(await stillOpens(sql, link))) throw spent();
  return { link, person };
}

/** The inviter, and the approver if one was needed, must still be in charge there. */
async function stillOpens(db: Db, link: OneTimeLink): Promise<boolean> {
  const { invitedBy, approvedBy, merchantId } = link;
  return (
    (await isInCharge(db, invitedBy, merchantId)) &&
    (await isInCharge(db, approvedBy, merchantId)) &&
    !(await waitsForSecond(db, link))
  );
}

/** An actor without an account used the command line. */
async function isInCharge(db: Db, email: string | null, merchantId: string | null): Promise<boolean> {
  const person = email === null ? null : await findPerson(db, { email });
  return person === null || may(await heldRoles(db, person.id), 'people.manage', merchantId);
}

function spent(): PasarelaError {
  return new PasarelaError('not_found', 'This link has been used, has run out, or was never given.');
}

/**
 * Accepts an invitation, or sets a new password. An invited person with an account keeps its password: the mail proves
 * an address, not who reads it. A new password ends all sessions opened with the old one.
 */
export async function useOneTimeLink(
  deps: OneTimeLinkDeps,
  text: string,
  given: { name: string | null; password: string | null },
  waiter: Waiter,
): Promise<Person> {
  const { link, person } = await openOneTimeLink(deps, text);
  const needsPassword = link.kind === 'reset' || person === null;
  const name = given.name?.trim() || null;
  const shop = link.merchantId === null ? null : (await getMerchant(deps.sql, link.merchantId)).name;
  const names = [link.email, person?.name ?? name, shop];
  const weakness = needsPassword ? await passwordFault(given.password, names) : null;
  const faults = [
    ...(weakness !== null ? [{ field: 'password', message: weakness }] : []),
    ...(person === null && name === null ? [{ field: 'name', message: 'must be given' }] : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  // Outside the transaction: it takes a tenth of a second.
  const hash = needsPassword ? await hashed(deps, given.password as string, waiter) : null;
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    if (!(await useUpOneTimeLink(tx, link, now))) throw spent();
    if (link.kind === 'invitation' && !(await stillOpens(tx, link))) throw spent();
    const known = person ?? (await addPerson(tx, link, name as string, now));
    if (hash !== null) await setPassword(tx, known.id, hash, now);
    if (link.kind === 'reset') {
      const sessions = await deleteSessions(tx, known.id);
      await appendAudit(
        tx,
        { actor: known.email, act: 'password_reset', subject: `person ${known.id}`, details: { sessions } },
        now,
      );
      await notifyOfChange(tx, known, 'password_reset', now);
    } else {
      await join(deps, tx, link, known, now);
    }
    return known;
  });
}

async function hashed({ passwords }: OneTimeLinkDeps, password: string, waiter: Waiter): Promise<string> {
  const { hashPassword } = await loadLibrary();
  return await passwords(waiter, () => hashPassword(password));
}

async function addPerson(tx: Tx, link: OneTimeLink, name: string, now: Date): Promise<Person> {
  const person: Person = { id: newId(), email: link.email, name, language: link.language };
  await insertPerson(tx, person, now);
  return person;
}

async function join(
  { newApproverMs }: OneTimeLinkDeps,
  tx: Tx,
  link: OneTimeLink,
  person: Person,
  now: Date,
): Promise<void> {
  if (link.role === null) throw new Error(`invitation ${link.id} is to no role`);
  const before = await lockRole(tx, person.id, link.merchantId);
  const at = { merchantId: link.merchantId, role: link.role, by: link.invitedBy ?? '' };
  await giveRole(tx, person, at, { newApproverMs, now });
  const details = { role: link.role, before, invitedBy: link.invitedBy };
  await appendAudit(
    tx,
    { actor: person.email, act: 'invitation_accepted', subject: placeOf(link.merchantId), details },
    now,
  );
}
