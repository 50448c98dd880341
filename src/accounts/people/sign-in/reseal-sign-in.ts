import type { Sql } from '../../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../../base/ground/secrets.ts';
import { replaceSignInSecret, sealedSignInSecret } from '../store.ts';

/** Seals the sign-in's secret under the present SECRET_KEY: sessions and second factors survive a change of it. */
export async function resealSignIn(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  unreadable: (what: string) => void,
): Promise<number> {
  const before = await sealedSignInSecret(sql);
  if (!before) return 0;
  try {
    const sealed = secrets.reseal(before, 'sign-in-secret');
    if (sealed) await replaceSignInSecret(sql, before, sealed);
    return sealed ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    unreadable('the secret of the sign-in: people sign in anew, and need new second factors');
    return 0;
  }
}
