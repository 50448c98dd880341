import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { makeCheckDue } from './custody-store.ts';

/** Makes a network's custody check due now instead of at its next hour. */
export async function askForCheck(sql: Sql, network: string, actor: string, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await makeCheckDue(tx, network))) {
      throw new PasarelaError('not_found', `No custody on ${network} is compared here.`);
    }
    const act: Act = { actor, act: 'custody_check_asked', subject: `network ${network}`, details: {} };
    await appendAudit(tx, act, now);
  });
}
