import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { operatorId } from '../../mail/operator-notice.ts';
import { queueUnwritten } from '../../mail/queue-mail.ts';
import { countOneTimeLinks, findPerson, insertOneTimeLink, lockOneTimeLinksTo } from '../store.ts';

const resetMs = 3600_000;
/** No one may flood another person's mailbox. */
const maxResetsPerHour = 3;

/**
 * Mails a one-time link for setting a new password. Only the owner of the account learns that it exists: an answer that
 * waited for this would reveal it by its duration.
 */
export async function askForReset({ sql, now }: { sql: Sql; now(): Date }, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase();
  const person = await findPerson(sql, { email });
  if (!person) return;
  const at = now();
  await sql.begin(async (tx) => {
    await lockOneTimeLinksTo(tx, email);
    if ((await countOneTimeLinks(tx, 'reset', email, new Date(at.getTime() - 3600_000))) >= maxResetsPerHour)
      return;
    const id = newId();
    const expiresAt = new Date(at.getTime() + resetMs);
    const { language } = person;
    await insertOneTimeLink(
      tx,
      {
        id,
        kind: 'reset',
        email,
        language,
        merchantId: null,
        role: null,
        invitedBy: null,
        approvedBy: null,
        expiresAt,
      },
      at,
    );
    await queueUnwritten(tx, { merchantId: operatorId, kind: 'person_link', causeId: id });
  });
}
