import { isId } from '../../../base/db/ids.ts';
import { isSame } from '../../../base/ground/is-same.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';

/** What stands in a mailed link: the id of its row, and what only who has the master secret can say of that id. */
function writeLink(secrets: Secrets, id: string): string {
  return `${id}.${secrets.derive(`person-link:${id}`, 24).toString('base64url')}`;
}

/** The id in a link that is one of ours; null: it is not. */
export function readOneTimeLink(secrets: Secrets, text: string): string | null {
  const [id = ''] = text.split('.', 1);
  if (!isId(id)) return null;
  // Written out, as base64 has several spellings for the same bytes.
  const given = Buffer.from(text);
  const expected = Buffer.from(writeLink(secrets, id));
  return isSame(expected, given) ? id : null;
}

/** After the # nothing is sent to a server or written into its log. */
export function oneTimeLinkUrl(baseUrl: string, secrets: Secrets, id: string): string {
  return `${baseUrl}/dashboard/link#${writeLink(secrets, id)}`;
}
