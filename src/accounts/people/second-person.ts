import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import { appendAudit, listAudit } from '../audit/audit-log.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail, queueUnwritten } from '../mail/queue-mail.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { needsSecond } from './decide-grant.ts';
import type { OneTimeLink } from './person.ts';
import { placeOf } from './person.ts';
import { findPerson, hasMembers, heldRoles, inChargeAt, lockOpenInvitation, saveApproval } from './store.ts';

/**
 * The approver recorded for an invitation from the command line. It needs no second person: anyone with access to the
 * machine can use the command line anyway.
 */
export const byCommandLine = 'the command line';

/**
 * Whether an invitation waits for a second person. Checked each time: the first invitation of a merchant may no longer
 * be the first.
 */
export async function waitsForSecond(db: Db, link: OneTimeLink): Promise<boolean> {
  if (link.approvedBy !== null || link.invitedBy === null) return false;
  const inviter = await findPerson(db, { email: link.invitedBy });
  return inviter !== null && (await needsSecondBy(db, inviter.id, link.merchantId));
}

/** The same for a person who gives a role. */
export async function needsSecondBy(db: Db, personId: string, merchantId: string | null): Promise<boolean> {
  const hadPeople = merchantId !== null && (await hadPeopleAt(db, merchantId));
  return needsSecond({ held: await heldRoles(db, personId), merchantId, hadPeople });
}

/** Includes people whose role was removed: otherwise it would be enough to remove everyone first. */
async function hadPeopleAt(db: Db, merchantId: string): Promise<boolean> {
  if (await hasMembers(db, merchantId)) return true;
  const subject = placeOf(merchantId);
  for (const act of ['invitation_accepted', 'role_taken']) {
    if ((await listAudit(db, { subject, act }, 1)).length > 0) return true;
  }
  return false;
}

/** Approves a role that the inviter may not give alone; the invitation is then mailed. */
export async function approveInvitation(
  { sql, now }: { sql: Sql; now(): Date },
  request: { id: string; merchantId: string | null; actor: string },
): Promise<void> {
  const { id, merchantId, actor } = request;
  const at = now();
  await sql.begin(async (tx) => {
    const link = await lockOpenInvitation(tx, id, merchantId, at);
    if (!link) throw new PasarelaError('not_found', 'There is no such invitation that is open.');
    if (link.invitedBy === actor || link.email === actor) {
      throw new PasarelaError(
        'permission_missing',
        'You cannot agree to this yourself: somebody else has to.',
      );
    }
    if (!(await waitsForSecond(tx, link))) return;
    await saveApproval(tx, id, actor);
    await queueUnwritten(tx, { merchantId: operatorId, kind: 'person_link', causeId: id });
    const details = { email: link.email, role: link.role, invitedBy: link.invitedBy };
    await appendAudit(tx, { actor, act: 'invitation_approved', subject: placeOf(merchantId), details }, at);
  });
}

/** Notifies everyone in charge of a place of a role given there from outside, in the transaction of the invitation. */
export async function notifyInCharge(tx: Tx, link: OneTimeLink, waits: boolean): Promise<void> {
  const place = link.merchantId === null ? 'Pasarela' : (await getMerchant(tx, link.merchantId)).name;
  for (const { email, language } of await inChargeAt(tx, link.merchantId)) {
    if (email === link.invitedBy) continue;
    const words = mailTexts[language].people.invitations;
    const says = (waits ? words.waits : words.given)(link.invitedBy ?? '', link.email, link.role ?? '');
    await queueMail(tx, {
      merchantId: operatorId,
      kind: 'role_given',
      recipient: email,
      subject: words.subject(place),
      text: `${says}\n`,
    });
  }
}
