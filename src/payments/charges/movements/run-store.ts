import { firstId } from '../../../base/db/ids.ts';
import type { Db } from '../../../base/db/pool.ts';

/** One comparison of an account with the books. */
export interface ReconciliationRun {
  processor: string;
  accountId: string | null;
  ranAt: Date;
  from: Date;
  to: Date;
  lines: bigint;
  entries: bigint;
  found: bigint;
  casesOpened: bigint;
  /** Why it could not be finished; null: it was finished. */
  failure: string | null;
}

/** Closing a year's books needs this many days. */
const keptDays = 400;

export async function saveRun(db: Db, run: ReconciliationRun): Promise<void> {
  const { processor, accountId, ranAt } = run;
  await db`
    INSERT INTO card_reconciliation_runs (
      processor, account_id, ran_at, period_from, period_to, lines, entries, found, cases_opened, failure)
    VALUES (
      ${processor}, ${accountId ?? firstId}, ${ranAt}, ${run.from}, ${run.to}, ${run.lines}, ${run.entries}, ${run.found},
      ${run.casesOpened}, ${run.failure})
        ON CONFLICT DO NOTHING`;
  await db`
    DELETE FROM card_reconciliation_runs
     WHERE processor = ${processor}
       AND account_id = ${accountId ?? firstId}
       AND ran_at < ${new Date(ranAt.getTime() - keptDays * 24 * 60 * 60 * 1000)}`;
}

/** The last runs, newest first. */
export async function listRuns(db: Db, limit: number): Promise<ReconciliationRun[]> {
  return await db<ReconciliationRun[]>`
    SELECT processor, nullif(account_id, ${firstId}) AS "accountId", ran_at AS "ranAt", period_from AS "from",
           period_to AS "to", lines, entries, found, cases_opened AS "casesOpened", failure
      FROM card_reconciliation_runs
     ORDER BY ran_at DESC
     LIMIT ${limit}`;
}
