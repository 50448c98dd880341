import { appendAudit } from '../audit/audit-log.ts';
import { newId } from '../db/ids.ts';
import type { Sql } from '../db/pool.ts';
import { validationFailed } from '../ground/errors.ts';
import { isMailAddress } from '../mail/address.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueUnwritten } from '../mail/queue-mail.ts';
import type { Language } from '../money/language.ts';
import type { PersonLink } from './person.ts';
import { rolesFor } from './roles.ts';
import { insertLink } from './store.ts';

const invitationMs = 7 * 24 * 3600_000;

export interface InvitationRequest {
  email: string;
  role: string;
  /** null: in the installation. */
  merchantId: string | null;
  language: Language;
  actor: string;
  /** False: whoever invites hands the link on. */
  isMailed: boolean;
}

/** Invites somebody to a role. Who has an account already gets the role with it; a second invitation takes nothing away. */
export async function invitePerson(
  { sql, now }: { sql: Sql; now(): Date },
  request: InvitationRequest,
): Promise<PersonLink> {
  const email = request.email.trim().toLowerCase();
  const roles = rolesFor(request.merchantId);
  const role = roles.find((each) => each === request.role);
  if (!role || !isMailAddress(email)) {
    throw validationFailed([
      ...(isMailAddress(email) ? [] : [{ field: 'email', message: 'must be an e-mail address' }]),
      ...(role ? [] : [{ field: 'role', message: `must be one of ${roles.join(', ')}` }]),
    ]);
  }
  const at = now();
  const link: PersonLink = {
    id: newId(),
    kind: 'invitation',
    email,
    language: request.language,
    merchantId: request.merchantId,
    role,
    invitedBy: request.actor,
    expiresAt: new Date(at.getTime() + invitationMs),
  };
  await sql.begin(async (tx) => {
    await insertLink(tx, link, at);
    if (request.isMailed) {
      await queueUnwritten(tx, { merchantId: operatorId, kind: 'person_link', causeId: link.id });
    }
    await appendAudit(
      tx,
      {
        actor: request.actor,
        act: 'person_invited',
        subject: placeOf(request.merchantId),
        details: { email, role },
      },
      at,
    );
  });
  return link;
}

/** What an act on somebody's role is done to, in the audit log. */
export function placeOf(merchantId: string | null): string {
  return merchantId === null ? 'installation' : `merchant ${merchantId}`;
}
