import { takeLock } from '../../base/db/locks.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import type { Language } from '../../base/money/language.ts';
import type { OneTimeLink, Person } from './person.ts';
import type { HeldRole, Role } from './roles.ts';
import { type Failures, forgottenAfterMs } from './sign-in/sign-in-delay.ts';

/** The secret that signs cookies: stored once, by the first process that needs it. */
export async function signInSecret(db: Db, secrets: Secrets, fresh: string): Promise<string> {
  await db`
    INSERT INTO sign_in_secrets (number, sealed)
    VALUES (1, ${secrets.seal(fresh, 'sign-in-secret')})
        ON CONFLICT (number) DO NOTHING`;
  const secret = await readSignInSecret(db, secrets);
  if (secret === null) throw new Error('the secret of the sign-in is gone');
  return secret;
}

/** null: no one has signed in yet. */
export async function readSignInSecret(db: Db, secrets: Secrets): Promise<string | null> {
  const sealed = await sealedSignInSecret(db);
  return sealed && secrets.open(sealed, 'sign-in-secret');
}

/** The stored secret of a person's authenticator app; null: they have no confirmed one. */
export async function readSecondFactor(db: Db, personId: string): Promise<string | null> {
  const [row] = await db<{ secret: string }[]>`
    SELECT secret
      FROM second_factors
     WHERE person_id = ${personId}
       AND verified`;
  return row?.secret ?? null;
}

/** Whether one existed. */
export async function deleteSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  const gone = await tx`
    DELETE FROM second_factors
     WHERE person_id = ${personId}
    RETURNING id`;
  await tx`
    UPDATE people
       SET two_factor_enabled = false
     WHERE id = ${personId}`;
  return gone.length > 0;
}

/** False: a code of this period, or of a later one, has been used. */
export async function takePeriod(tx: Tx, personId: string, period: bigint): Promise<boolean> {
  const rows = await tx`
    INSERT INTO used_codes AS known (person_id, period)
    VALUES (${personId}, ${period})
        ON CONFLICT (person_id) DO UPDATE
       SET period = excluded.period
     WHERE known.period < excluded.period
    RETURNING person_id`;
  return rows.length === 1;
}

export async function findPerson(db: Db, by: { id: string } | { email: string }): Promise<Person | null> {
  const [row] = await db<Person[]>`
    SELECT id, email, name, language
      FROM people
     WHERE ${'id' in by ? db`id = ${by.id}` : db`email = ${by.email}`}`;
  return row ?? null;
}

export async function insertPerson(tx: Tx, person: Person, now: Date): Promise<void> {
  await tx`
    INSERT INTO people (id, email, name, language, email_verified, created_at, updated_at)
    VALUES (${person.id}, ${person.email}, ${person.name}, ${person.language}, true, ${now}, ${now})`;
}

/** The row's id is the person's id: a person has one password. */
export async function setPassword(tx: Tx, personId: string, hash: string, now: Date): Promise<void> {
  await tx`
    INSERT INTO person_accounts (id, person_id, account_id, provider_id, password, created_at, updated_at)
    VALUES (${personId}, ${personId}, ${personId}, 'credential', ${hash}, ${now}, ${now})
        ON CONFLICT (person_id, provider_id) DO UPDATE
       SET password = excluded.password,
           updated_at = excluded.updated_at`;
}

/** null: they have no password. */
export async function readPasswordHash(db: Db, personId: string): Promise<string | null> {
  const [row] = await db<{ password: string | null }[]>`
    SELECT password
      FROM person_accounts
     WHERE person_id = ${personId}
       AND provider_id = 'credential'`;
  return row?.password ?? null;
}

export async function hasPeople(db: Db): Promise<boolean> {
  const rows = await db`SELECT FROM people LIMIT 1`;
  return rows.length > 0;
}

/** Returns the number ended. */
export async function deleteSessions(tx: Tx, personId: string): Promise<number> {
  const ended = await tx`
    DELETE FROM person_sessions
     WHERE person_id = ${personId}
    RETURNING id`;
  return ended.length;
}

export interface Session {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
}

export async function sessionsOf(db: Db, personId: string, now: Date): Promise<Session[]> {
  return await db<Session[]>`
    SELECT id, user_agent AS "userAgent", ip_address AS address, created_at AS "createdAt"
      FROM person_sessions
     WHERE person_id = ${personId}
       AND expires_at > ${now}
     ORDER BY id DESC
     LIMIT ${maxSessions}`;
}

/** False: they have no such session. */
export async function deleteSession(tx: Tx, personId: string, id: string): Promise<boolean> {
  const ended = await tx`
    DELETE FROM person_sessions
     WHERE id = ${id}
       AND person_id = ${personId}
    RETURNING id`;
  return ended.length > 0;
}

/** A session unused for this long is over: a page left open must not stay signed in. */
const idleMs = 60 * 60_000;

export interface FoundSession extends Person {
  hasSecondFactor: boolean;
  hasPasskey: boolean;
  sessionId: string;
  /** Accurate to about a minute. */
  usedAt: Date;
}

/** Notes that a session is in use. */
export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db`
    UPDATE person_sessions
       SET updated_at = ${now}
     WHERE id = ${id}
       AND updated_at < ${now}`;
}

/** The person of a session, while it is valid and in use. */
export async function findSession(db: Db, token: string, now: Date): Promise<FoundSession | null> {
  const [row] = await db<FoundSession[]>`
    SELECT people.id, email, name, language, coalesce(two_factor_enabled, false) AS "hasSecondFactor",
           EXISTS (SELECT 1 FROM passkeys WHERE person_id = people.id) AS "hasPasskey", session.id AS "sessionId", session.updated_at AS "usedAt"
      FROM person_sessions AS session
      JOIN people ON people.id = session.person_id
     WHERE token = ${token}
       AND expires_at > ${now}
       AND session.updated_at > ${new Date(now.getTime() - idleMs)}`;
  return row ?? null;
}

export async function deleteSessionBy(db: Db, token: string): Promise<void> {
  await db`DELETE FROM person_sessions WHERE token = ${token}`;
}

export async function heldRoles(db: Db, personId: string): Promise<HeldRole[]> {
  return await db<HeldRole[]>`
    SELECT merchant_id AS "merchantId", role
      FROM person_roles
     WHERE person_id = ${personId}
     ORDER BY merchant_id NULLS FIRST`;
}

/** The roles of each of these people. */
export async function heldByPeople(
  db: Db,
  personIds: readonly string[],
): Promise<{ id: string; email: string; held: HeldRole[] }[]> {
  const rows = await db<{ id: string; email: string; merchantId: string | null; role: Role | null }[]>`
    SELECT people.id, email, merchant_id AS "merchantId", role
      FROM people
      LEFT JOIN person_roles ON person_id = people.id
     WHERE people.id = ANY (${[...personIds]}::uuid[])`;
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id,
    email: own[0]?.email ?? '',
    held: own.flatMap(({ merchantId, role }) => (role === null ? [] : [{ merchantId, role }])),
  }));
}

/** False: they already had this role. */
export async function setRole(
  tx: Tx,
  personId: string,
  merchantId: string | null,
  role: Role,
  now: Date,
  /** When they may first approve in this role; null: at once. */
  approvesFrom: Date | null = null,
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO person_roles AS known (person_id, merchant_id, role, created_at, approves_from)
    VALUES (${personId}, ${merchantId}, ${role}, ${now}, ${approvesFrom})
        ON CONFLICT (person_id, merchant_id) DO UPDATE
       SET role = excluded.role,
           approves_from = excluded.approves_from
     WHERE known.role <> excluded.role
    RETURNING person_id`;
  return rows.length === 1;
}

/** When a person may first approve at a place, by the oldest of their roles there; null: they always could. */
export async function approvesFrom(
  db: Db,
  personId: string,
  merchantId: string | null,
): Promise<Date | null> {
  const [row] = await db<{ from: Date | null }[]>`
    SELECT approves_from AS "from"
      FROM person_roles
     WHERE person_id = ${personId}
       AND (merchant_id IS NULL OR merchant_id = ${merchantId})
     ORDER BY approves_from NULLS FIRST
     LIMIT 1`;
  return row?.from ?? null;
}

/** The removed role; null: they had none. */
export async function deleteRole(tx: Tx, personId: string, merchantId: string | null): Promise<Role | null> {
  const [gone] = await tx<{ role: Role }[]>`
    DELETE FROM person_roles
     WHERE person_id = ${personId}
       AND merchant_id IS NOT DISTINCT FROM ${merchantId}
    RETURNING role`;
  return gone?.role ?? null;
}

/** Locks the role: of two concurrent changes the second sees the result of the first. */
export async function lockRole(tx: Tx, personId: string, merchantId: string | null): Promise<Role | null> {
  const [row] = await tx<{ role: Role }[]>`
    SELECT role
      FROM person_roles
     WHERE person_id = ${personId}
       AND merchant_id IS NOT DISTINCT FROM ${merchantId}
       FOR UPDATE`;
  return row?.role ?? null;
}

export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
  hasSecondFactor: boolean;
  sessions: number;
}

/** No page shows more, and no place has that many. */
const maxMembers = 500;
const maxSessions = 100;

export async function membersAt(db: Db, merchantId: string | null, now: Date): Promise<Member[]> {
  return await db<Member[]>`
    SELECT people.id, email, name, role,
           coalesce(two_factor_enabled, false)
             OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.person_id = people.id) AS "hasSecondFactor",
           (SELECT count(*)::int
              FROM person_sessions
             WHERE person_sessions.person_id = people.id
               AND expires_at > ${now}) AS sessions
      FROM person_roles
      JOIN people ON people.id = person_id
     WHERE merchant_id IS NOT DISTINCT FROM ${merchantId}
     ORDER BY email
     LIMIT ${maxMembers}`;
}

/** The owners of a merchant; without one, the administrators of the installation. */
export async function ownersAt(
  db: Db,
  merchantId: string | null,
): Promise<{ email: string; language: Language }[]> {
  return await db<{ email: string; language: Language }[]>`
    SELECT email, language
      FROM person_roles
      JOIN people ON people.id = person_id
     WHERE merchant_id IS NOT DISTINCT FROM ${merchantId}
       AND role IN ('owner', 'administrator')
     ORDER BY email
     LIMIT ${maxMembers}`;
}

export async function insertOneTimeLink(tx: Tx, link: OneTimeLink, now: Date): Promise<void> {
  await tx`
    INSERT INTO person_links (id, kind, email, language, merchant_id, role, invited_by, approved_by, created_at, expires_at)
    VALUES (${link.id}, ${link.kind}, ${link.email}, ${link.language}, ${link.merchantId}, ${link.role},
            ${link.invitedBy}, ${link.approvedBy}, ${now}, ${link.expiresAt})`;
}

const linkColumns = `id, kind, email, language, merchant_id AS "merchantId", role, invited_by AS "invitedBy",
  approved_by AS "approvedBy", expires_at AS "expiresAt"`;

/** Finds a one-time link that is still valid. */
export async function findOneTimeLink(db: Db, id: string, now: Date): Promise<OneTimeLink | null> {
  const [row] = await db<OneTimeLink[]>`
    SELECT ${db.unsafe(linkColumns)}
      FROM person_links
     WHERE id = ${id}
       AND used_at IS NULL
       AND expires_at > ${now}`;
  return row ?? null;
}

/**
 * Uses up a one-time link, and all others of its kind to the same person at the same place. False: another request was
 * faster.
 */
export async function useUpOneTimeLink(tx: Tx, link: OneTimeLink, now: Date): Promise<boolean> {
  const used = await tx`
    UPDATE person_links
       SET used_at = ${now}
     WHERE email = ${link.email}
       AND kind = ${link.kind}
       AND merchant_id IS NOT DISTINCT FROM ${link.merchantId}
       AND used_at IS NULL
    RETURNING id`;
  return used.some(({ id }) => id === link.id);
}

/** Locks the invitation: of two concurrent approvals the second sees the first. */
export async function lockOpenInvitation(
  tx: Tx,
  id: string,
  merchantId: string | null,
  now: Date,
): Promise<OneTimeLink | null> {
  const [row] = await tx<OneTimeLink[]>`
    SELECT ${tx.unsafe(linkColumns)}
      FROM person_links
     WHERE id = ${id}
       AND merchant_id IS NOT DISTINCT FROM ${merchantId}
       AND kind = 'invitation'
       AND used_at IS NULL
       AND expires_at > ${now}
       FOR UPDATE`;
  return row ?? null;
}

export async function saveApproval(tx: Tx, id: string, by: string): Promise<void> {
  await tx`
    UPDATE person_links
       SET approved_by = ${by}
     WHERE id = ${id}`;
}

export async function hasMembers(db: Db, merchantId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1
      FROM person_roles
     WHERE merchant_id = ${merchantId}
     LIMIT 1`;
  return rows.length > 0;
}

/** The owners of a merchant and the administrators; without a merchant, the administrators. */
export async function inChargeAt(
  db: Db,
  merchantId: string | null,
): Promise<{ email: string; language: Language }[]> {
  return await db<{ email: string; language: Language }[]>`
    SELECT DISTINCT email, language
      FROM person_roles
      JOIN people ON people.id = person_id
     WHERE (merchant_id IS NULL AND role = 'administrator')
        OR (merchant_id = ${merchantId}::uuid AND role = 'owner')
     ORDER BY email
     LIMIT ${maxMembers}`;
}

export async function openInvitations(db: Db, merchantId: string | null, now: Date): Promise<OneTimeLink[]> {
  return await db<OneTimeLink[]>`
    SELECT ${db.unsafe(linkColumns)}
      FROM person_links
     WHERE merchant_id IS NOT DISTINCT FROM ${merchantId}
       AND kind = 'invitation'
       AND used_at IS NULL
       AND expires_at > ${now}
     ORDER BY id DESC
     LIMIT ${maxMembers}`;
}

/**
 * Ends the open invitations to a person and by them at a place; without a merchant, everywhere. Returns the number
 * ended.
 */
export async function endInvitations(
  tx: Tx,
  email: string,
  merchantId: string | null,
  now: Date,
): Promise<number> {
  const ended = await tx`
    UPDATE person_links
       SET used_at = ${now}
     WHERE (email = ${email} OR invited_by = ${email})
       AND (${merchantId}::uuid IS NULL OR merchant_id = ${merchantId})
       AND kind = 'invitation'
       AND used_at IS NULL
    RETURNING id`;
  return ended.length;
}

/** Ends one invitation; null: no such open invitation at this place. */
export async function endInvitation(
  tx: Tx,
  id: string,
  merchantId: string | null,
  now: Date,
): Promise<{ email: string } | null> {
  const [ended] = await tx<{ email: string }[]>`
    UPDATE person_links
       SET used_at = ${now}
     WHERE id = ${id}
       AND merchant_id IS NOT DISTINCT FROM ${merchantId}
       AND kind = 'invitation'
       AND used_at IS NULL
       AND expires_at > ${now}
    RETURNING email`;
  return ended ?? null;
}

/** The number of invitations that a person made since then. */
export async function countInvitedBy(db: Db, actor: string, since: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM person_links
     WHERE invited_by = ${actor}
       AND created_at > ${since}`;
  return row?.count ?? 0;
}

/** Ends all sessions of a person except the current one. */
export async function deleteOtherSessions(tx: Tx, personId: string, keptId: string): Promise<void> {
  await tx`
    DELETE FROM person_sessions
     WHERE person_id = ${personId}
       AND id <> ${keptId}`;
}

/** Serialises the counting and making of one-time links to one address. */
export async function lockOneTimeLinksTo(tx: Tx, email: string): Promise<void> {
  await takeLock(tx, 'mailed links', `to ${email}`);
}

/** The same for one sender. Taken after the lock of the address. */
export async function lockOneTimeLinksBy(tx: Tx, actor: string): Promise<void> {
  await takeLock(tx, 'mailed links', `by ${actor}`);
}

export async function countOneTimeLinks(
  db: Db,
  kind: OneTimeLink['kind'],
  email: string,
  since: Date,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM person_links
     WHERE email = ${email}
       AND kind = ${kind}
       AND created_at > ${since}`;
  return row?.count ?? 0;
}

export async function readFailures(db: Db, digest: Buffer, now: Date): Promise<Failures | null> {
  const [row] = await db<Failures[]>`
    SELECT failures, last_at AS "lastAt"
      FROM sign_in_failures
     WHERE digest = ${digest}
       AND last_at > ${new Date(now.getTime() - forgottenAfterMs)}`;
  return row ?? null;
}

/** Counts an attempt before it is checked, so that parallel attempts all count. */
export async function countFailure(db: Db, digest: Buffer, now: Date): Promise<void> {
  await db`
    INSERT INTO sign_in_failures AS known (digest, failures, last_at)
    VALUES (${digest}, 1, ${now})
        ON CONFLICT (digest) DO UPDATE
       SET failures = CASE WHEN known.last_at > ${new Date(now.getTime() - forgottenAfterMs)}
                           THEN known.failures + 1 ELSE 1 END,
           last_at = ${now}`;
}

export async function forgetFailures(db: Db, digest: Buffer): Promise<void> {
  await db`
    DELETE FROM sign_in_failures
     WHERE digest = ${digest}`;
}

/** Deletes expired rows. */
export async function forgetEnded(db: Db, now: Date): Promise<void> {
  await db`DELETE FROM person_sessions WHERE expires_at < ${now}`;
  await db`DELETE FROM sign_in_steps WHERE expires_at < ${now}`;
  await db`DELETE FROM sign_in_failures WHERE last_at < ${new Date(now.getTime() - forgottenAfterMs)}`;
}

/** The sealed secret of the sign-in, for resealing. */
export async function sealedSignInSecret(db: Db): Promise<Buffer | null> {
  const [row] = await db<{ sealed: Buffer }[]>`SELECT sealed FROM sign_in_secrets`;
  return row?.sealed ?? null;
}

export async function replaceSignInSecret(db: Db, before: Buffer, sealed: Buffer): Promise<void> {
  await db`
    UPDATE sign_in_secrets
       SET sealed = ${sealed}
     WHERE sealed = ${before}`;
}
