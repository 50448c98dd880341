import type { Tx } from '../../../base/db/pool.ts';

/** A person keeps so many browsers; the one unused for longest goes. */
const maxKnown = 20;
/** As long as browsers keep a cookie. */
export const knownForDays = 400;

/** Whether the person has signed in before: in this browser, in any. Notes this one. */
export async function noteBrowser(
  tx: Tx,
  personId: string,
  digest: Buffer,
  now: Date,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const before = await tx<{ digest: Buffer }[]>`
    SELECT token_digest AS digest
      FROM known_browsers
     WHERE person_id = ${personId}
       AND used_at > ${new Date(now.getTime() - knownForDays * 86_400_000)}`;
  await tx`
    INSERT INTO known_browsers (person_id, token_digest, used_at)
    VALUES (${personId}, ${digest}, ${now})
        ON CONFLICT (person_id, token_digest) DO UPDATE SET used_at = excluded.used_at`;
  await tx`
    DELETE FROM known_browsers
     WHERE person_id = ${personId}
       AND token_digest IN (
             SELECT token_digest
               FROM known_browsers
              WHERE person_id = ${personId}
              ORDER BY used_at DESC
             OFFSET ${maxKnown})`;
  return { isKnown: before.some((row) => row.digest.equals(digest)), isFirst: before.length === 0 };
}
