import type { Sql } from '../../../base/db/pool.ts';
import { type MadeSend, writeSends } from '../../outbox/delivery-store.ts';
import { collectUndeliverable } from './undeliverable-notice.ts';

/**
 * Records many sends at once: state, log and, for what became undeliverable, the mail. A send whose
 * delivery was changed by somebody else since it was claimed is still logged, for it was made, but
 * decides nothing.
 */
export async function recordSends(sql: Sql, sends: MadeSend[]): Promise<void> {
  // Only with a mail it takes more than one statement, and so a transaction.
  if (!sends.some(({ decision }) => decision.status === 'undeliverable')) {
    await writeSends(sql, sends);
    return;
  }
  await sql.begin(async (tx) => {
    const undeliverable = await writeSends(tx, sends);
    if (undeliverable.length > 0) await collectUndeliverable(tx, undeliverable);
  });
}
