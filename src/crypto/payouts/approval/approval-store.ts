import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Payout } from '../store.ts';

/** The person who approves: an account, proven for this act. */
export interface Approver {
  personId: string;
  email: string;
}

/** Whether this person had not approved it before. */
export async function approveBy(
  tx: Tx,
  payout: Payout,
  { personId, email }: Pick<Approver, 'personId' | 'email'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO payout_approvals (merchant_id, payout_id, person, person_id, approved_at)
    VALUES (${payout.merchantId}, ${payout.id}, ${email}, ${personId}, ${now})
        ON CONFLICT (merchant_id, payout_id, person) DO NOTHING
    RETURNING person`;
  return rows.length === 1;
}

export interface GivenApproval {
  person: string;
  approvedAt: Date;
  /** False for a name typed before approvals were tied to accounts. */
  counts: boolean;
}

export async function approvalsOf(
  db: Db,
  payout: Pick<Payout, 'merchantId' | 'id'>,
): Promise<GivenApproval[]> {
  return await db<GivenApproval[]>`
    SELECT person, approved_at AS "approvedAt", person_id IS NOT NULL AS counts
      FROM payout_approvals
     WHERE merchant_id = ${payout.merchantId}
       AND payout_id = ${payout.id}
     ORDER BY approved_at, person`;
}

/** People whose approval counts. */
export async function peopleWhoApproved(
  db: Db,
  payout: Pick<Payout, 'merchantId' | 'id'>,
): Promise<string[]> {
  const all = await approvalsOf(db, payout);
  return all.filter(({ counts }) => counts).map(({ person }) => person);
}
