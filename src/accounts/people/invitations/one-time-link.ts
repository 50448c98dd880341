import { isId } from '../../../base/db/ids.ts';
import { isSame } from '../../../base/ground/is-same.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';

/**
 * The token of a one-time link: the id of its row, and a value that only a holder of the master secret can derive from
 * that id.
 */
function writeLink(secrets: Secrets, id: string): string {
  return `${id}.${secrets.derive(`person-link:${id}`, 24).toString('base64url')}`;
}

/** The id in a genuine token; null: not genuine. */
export function readOneTimeLink(secrets: Secrets, text: string): string | null {
  const [id = ''] = text.split('.', 1);
  if (!isId(id)) return null;
  // Compares the written form, as base64 has several spellings of the same bytes.
  const given = Buffer.from(text);
  const expected = Buffer.from(writeLink(secrets, id));
  return isSame(expected, given) ? id : null;
}

/** The part after # is not sent to a server or logged there. */
export function oneTimeLinkUrl(baseUrl: string, secrets: Secrets, id: string): string {
  return `${baseUrl}/dashboard/link#${writeLink(secrets, id)}`;
}
