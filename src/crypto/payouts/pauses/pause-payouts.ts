import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';

/** The scope of a pause: all sending, a network, or a merchant. */
export type PauseScope = 'all' | `network:${string}` | `merchant:${string}`;

export interface Pause {
  /** `restored`: everything, until the payouts sent since the backup are known. Only that ends it. */
  scope: PauseScope | 'restored';
  reason: string;
  pausedBy: string;
  pausedAt: Date;
}

/** Whether it was not paused before; an existing pause keeps its reason. */
export async function pausePayouts(
  sql: Sql,
  scope: PauseScope,
  { person, reason }: { person: string; reason: string },
  now: Date,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const rows = await tx`
      INSERT INTO payout_pauses (scope, reason, paused_by, paused_at)
      VALUES (${scope}, ${reason}, ${person}, ${now})
          ON CONFLICT (scope) DO NOTHING
      RETURNING scope`;
    if (rows.length === 0) return false;
    const details = { reason };
    await appendAudit(
      tx,
      { actor: person, act: 'payouts_paused', subject: `payouts ${scope}`, details },
      now,
    );
    return true;
  });
}

/** Whether it was paused. */
export async function resumePayouts(
  sql: Sql,
  scope: PauseScope,
  { person, reason }: { person: string; reason: string },
  now: Date,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const rows = await tx`
      DELETE FROM payout_pauses
       WHERE scope = ${scope}
      RETURNING scope`;
    if (rows.length === 0) return false;
    const details = { reason };
    await appendAudit(
      tx,
      { actor: person, act: 'payouts_resumed', subject: `payouts ${scope}`, details },
      now,
    );
    return true;
  });
}

export async function listPauses(db: Db): Promise<Pause[]> {
  return await db<Pause[]>`
    SELECT scope, reason, paused_by AS "pausedBy", paused_at AS "pausedAt"
      FROM payout_pauses
     ORDER BY paused_at`;
}

/** Stops all sending because the database was restored. */
export async function pauseRestored(
  tx: Tx,
  { person, reason }: { person: string; reason: string },
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO payout_pauses (scope, reason, paused_by, paused_at)
    VALUES ('restored', ${reason}, ${person}, ${now})
        ON CONFLICT (scope) DO UPDATE SET reason = excluded.reason, paused_by = excluded.paused_by, paused_at = excluded.paused_at`;
}

/** Whether such a pause existed. */
export async function endRestored(tx: Tx): Promise<boolean> {
  const rows = await tx`
    DELETE FROM payout_pauses
     WHERE scope = 'restored'
    RETURNING scope`;
  return rows.length === 1;
}
