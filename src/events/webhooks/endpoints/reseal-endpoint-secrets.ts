import { firstId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../../base/ground/secrets.ts';
import { replaceSealed, sealedSecrets } from './store.ts';

const pageSize = 500;

/** Seals the secrets of all further endpoints under the present SECRET_KEY, in one pass; returns how many. */
export async function resealEndpointSecrets(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  unreadable: (what: string) => void,
): Promise<number> {
  let after = firstId;
  let resealed = 0;
  for (;;) {
    const page = await sealedSecrets(sql, after, pageSize);
    for (const row of page) {
      try {
        const current = secrets.reseal(row.current, 'webhook-secret');
        const previous = row.previous && secrets.reseal(row.previous, 'webhook-secret');
        if (!current && !previous) continue;
        const isReplaced = await replaceSealed(sql, row, { current: current ?? row.current, previous });
        if (isReplaced) resealed += 1;
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        unreadable(`the secret of webhook endpoint ${row.id} of merchant ${row.merchantId}: rotate it`);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return resealed;
    after = last.id;
  }
}
