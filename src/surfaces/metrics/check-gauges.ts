import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../base/db/pool.ts';

/** The scheduled checks, and the trial restore of a backup, which the operator schedules. */
export const checkNames = [
  'ledger_check',
  'audit_verification',
  'backup_verification',
  'custody',
  'card_reconciliation',
] as const;
export type CheckName = (typeof checkNames)[number];

/** The last completed run of a check. */
export interface CheckState {
  check: CheckName;
  /** The network or the processor; '': the whole installation. */
  about: string;
  checkedAt: Date;
  /** The number of faults. */
  found: number;
}

/** The last result of each check. A check that never completed is not listed. */
export async function readChecks(db: Db): Promise<CheckState[]> {
  const runs = await db<CheckState[]>`
    SELECT DISTINCT ON (kind) kind AS check, '' AS about, ended_at AS "checkedAt", found::int AS found
      FROM runs
     WHERE status = 'finished'
       AND kind <> 'reconciliation'
     ORDER BY kind, id DESC`;
  const networks = await db<CheckState[]>`
    SELECT 'custody' AS check, network AS about, checked_at AS "checkedAt", is_off::int AS found
      FROM custody_checks
     WHERE checked_at IS NOT NULL
     ORDER BY network`;
  const processors = await db<CheckState[]>`
    SELECT 'card_reconciliation' AS check, processor AS about, min(ran_at) AS "checkedAt", sum(found)::int AS found
      FROM (
        SELECT DISTINCT ON (processor, account_id) processor, ran_at, found
          FROM card_reconciliation_runs
         WHERE failure IS NULL
         ORDER BY processor, account_id, ran_at DESC
      ) AS newest
     GROUP BY processor
     ORDER BY processor`;
  return [...runs, ...networks, ...processors];
}

/** Read from the database at each scrape. Every process reports the same. */
export function watchChecks(registry: Registry, db: Db, now: () => Date): void {
  function gauge(name: string, help: string, read: (state: CheckState) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['check', 'about'] as const,
      registers: [registry],
      async collect() {
        this.reset();
        // While the database is away the remaining metrics matter all the more.
        for (const state of await readChecks(db).catch(() => [])) {
          this.set({ check: state.check, about: state.about }, read(state));
        }
      },
    });
  }
  gauge(
    'pasarela_check_found',
    'How much the last check of the ledger, the audit log, a backup, custody or a card processor found wrong',
    ({ found }) => found,
  );
  gauge(
    'pasarela_check_age_seconds',
    'How long ago that check came to its end',
    ({ checkedAt }) => (now().getTime() - checkedAt.getTime()) / 1_000,
  );
}
