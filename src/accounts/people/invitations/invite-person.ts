import { newId } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Language } from '../../../base/money/language.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { isMailAddress } from '../../mail/address.ts';
import { operatorId } from '../../mail/operator-notice.ts';
import { queueUnwritten } from '../../mail/queue-mail.ts';
import { type OneTimeLink, placeOf } from '../person.ts';
import { rolesFor } from '../roles.ts';
import { byCommandLine, needsSecondBy, notifyInCharge } from '../second-person.ts';
import {
  countInvitedBy,
  countOneTimeLinks,
  endInvitation,
  insertOneTimeLink,
  lockOneTimeLinksBy,
  lockOneTimeLinksTo,
} from '../store.ts';

const invitationMs = 7 * 24 * 3600_000;
const floodMs = 3600_000;
const maxPerAddress = 5;
const maxPerSender = 30;

export interface InvitationRequest {
  email: string;
  role: string;
  /** null: in the installation. */
  merchantId: string | null;
  language: Language;
  actor: string;
  /** The inviter: an account at the dashboard, or a person at the command line, who passes the one-time link on. */
  from: { personId: string } | 'command line';
}

/** Invites a person to a role. An existing account gets the role added; a second invitation does not end the first. */
export async function invitePerson(
  { sql, now }: { sql: Sql; now(): Date },
  request: InvitationRequest,
): Promise<{ link: OneTimeLink; waits: boolean }> {
  const email = request.email.trim().toLowerCase();
  const roles = rolesFor(request.merchantId);
  const role = roles.find((each) => each === request.role);
  const isOwn = email === request.actor;
  if (!role || !isMailAddress(email) || isOwn) {
    throw validationFailed([
      ...(isMailAddress(email) ? [] : [{ field: 'email', message: 'must be an e-mail address' }]),
      ...(isOwn ? [{ field: 'email', message: 'is your own: somebody else has to invite you' }] : []),
      ...(role ? [] : [{ field: 'role', message: `must be one of ${roles.join(', ')}` }]),
    ]);
  }
  const at = now();
  const link: OneTimeLink = {
    id: newId(),
    kind: 'invitation',
    email,
    language: request.language,
    merchantId: request.merchantId,
    role,
    invitedBy: request.actor,
    approvedBy: request.from === 'command line' ? byCommandLine : null,
    expiresAt: new Date(at.getTime() + invitationMs),
  };
  return await sql.begin(async (tx) => {
    await mustNotFlood(tx, email, request.actor, at);
    await insertOneTimeLink(tx, link, at);
    const { from } = request;
    const isByAccount = from !== 'command line';
    const isAlone = isByAccount && !(await needsSecondBy(tx, from.personId, request.merchantId));
    // An invitation that waits for a second person is mailed after the approval.
    if (isAlone) await queueUnwritten(tx, { merchantId: operatorId, kind: 'person_link', causeId: link.id });
    else await notifyInCharge(tx, link, isByAccount);
    await appendAudit(
      tx,
      {
        actor: request.actor,
        act: 'person_invited',
        subject: placeOf(request.merchantId),
        details: { email, role, ...(isByAccount && !isAlone && { waits: true }) },
      },
      at,
    );
    return { link, waits: isByAccount && !isAlone };
  });
}

/** No one may flood a stranger's mailbox in our name. */
async function mustNotFlood(tx: Tx, email: string, actor: string, at: Date): Promise<void> {
  // Concurrent invitations are counted one after another.
  await lockOneTimeLinksTo(tx, email);
  await lockOneTimeLinksBy(tx, actor);
  const since = new Date(at.getTime() - floodMs);
  const isFlood =
    (await countOneTimeLinks(tx, 'invitation', email, since)) >= maxPerAddress ||
    (await countInvitedBy(tx, actor, since)) >= maxPerSender;
  if (!isFlood) return;
  throw new PasarelaError(
    'rate_limited',
    `There were many invitations in the last hour: ${maxPerAddress} to one address and ${maxPerSender} by one person at most.`,
    { retryAfterSeconds: floodMs / 1000 },
  );
}

/** Revokes an unused invitation. */
export async function revokeInvitation(
  { sql, now }: { sql: Sql; now(): Date },
  request: { id: string; merchantId: string | null; actor: string },
): Promise<void> {
  const { id, merchantId, actor } = request;
  const at = now();
  await sql.begin(async (tx) => {
    const ended = await endInvitation(tx, id, merchantId, at);
    if (!ended) throw new PasarelaError('not_found', 'There is no such invitation that is open.');
    await appendAudit(
      tx,
      { actor, act: 'invitation_revoked', subject: placeOf(merchantId), details: { email: ended.email } },
      at,
    );
  });
}
