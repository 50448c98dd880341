import type { Db, Tx } from '../db/pool.ts';
import type { Payout } from './store.ts';

/** Whether this person had not approved it before. */
export async function approveBy(tx: Tx, payout: Payout, person: string, now: Date): Promise<boolean> {
  const rows = await tx`
    INSERT INTO payout_approvals (merchant_id, payout_id, person, approved_at)
    VALUES (${payout.merchantId}, ${payout.id}, ${person}, ${now})
        ON CONFLICT (merchant_id, payout_id, person) DO NOTHING
    RETURNING person`;
  return rows.length === 1;
}

export async function peopleWhoApproved(db: Db, payout: Payout): Promise<string[]> {
  const rows = await db<{ person: string }[]>`
    SELECT person
      FROM payout_approvals
     WHERE merchant_id = ${payout.merchantId}
       AND payout_id = ${payout.id}
     ORDER BY approved_at, person`;
  return rows.map((row) => row.person);
}
