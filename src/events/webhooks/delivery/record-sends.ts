import type { Sql } from '../../../base/db/pool.ts';
import { type MadeSend, writeSends } from '../../outbox/delivery-store.ts';
import { collectUndeliverable } from './undeliverable-notice.ts';

/**
 * Records many sends at once: state, log and, for undeliverable ones, the mail. If a delivery was changed since it was
 * claimed, its send is still logged, because it was made, but decides nothing.
 */
export async function recordSends(sql: Sql, sends: MadeSend[]): Promise<void> {
  // Only a mail needs more than one statement, and therefore a transaction.
  if (!sends.some(({ decision }) => decision.status === 'undeliverable')) {
    await writeSends(sql, sends);
    return;
  }
  await sql.begin(async (tx) => {
    const undeliverable = await writeSends(tx, sends);
    if (undeliverable.length > 0) await collectUndeliverable(tx, undeliverable);
  });
}
