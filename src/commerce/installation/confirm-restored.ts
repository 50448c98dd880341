import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Sql } from '../../base/db/pool.ts';
import { isOtherCluster } from '../../base/db/standby/identity.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import { endRestored } from '../../crypto/payouts/pauses/pause-payouts.ts';
import { noteCluster } from './mark-restored.ts';
import { restoredReport } from './restored-report.ts';

/**
 * Records a person's confirmation that everything sent since the backup is in the books: payouts and sweeps continue.
 * It is refused while a transfer unknown to the books may have paid a payout that they would send, or if a network
 * cannot be read.
 */
export async function confirmRestored(
  sql: Sql,
  chains: ReadonlyMap<string, CustodyChain>,
  { person, note }: { person: string; note: string },
  now: Date,
): Promise<void> {
  const { isRestored, pause, repeats, unread } = await restoredReport(sql, chains);
  if (!isRestored) throw refusal('There is nothing to confirm: this database was not restored.');
  if (!pause || (await isOtherCluster(sql))) {
    throw refusal('This database is not marked as restored yet: `pasarela restored mark` comes first.');
  }
  if (unread.length > 0) {
    throw refusal(
      `It cannot be seen what was sent on ${unread.join(', ')}: set their nodes as the server has them (${unread[0]}_RPC_URLS).`,
    );
  }
  if (repeats.length > 0) {
    throw refusal(
      `${repeats.length === 1 ? 'A payout' : `${repeats.length} payouts`} may have been sent already; \`pasarela restored status\` names each with its transaction. End it by \`pasarela restored adopt\` or \`pasarela payouts cancel\`; if the transfer was for something else, enter it by \`pasarela custody book\`.`,
    );
  }
  await sql.begin(async (tx) => {
    await endRestored(tx);
    await noteCluster(tx);
    const act: Act = { actor: person, act: 'restore_confirmed', subject: 'installation', details: { note } };
    await appendAudit(tx, act, now);
  });
}

function refusal(message: string): PasarelaError {
  return new PasarelaError('not_found', message);
}
