import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { notifyOwnersOfApproval, requireApprover } from '../../../accounts/people/approvers.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { getPayout } from '../get-payout.ts';
import { endPayouts } from '../record-outcome.ts';
import { lockPayout, type Payout, savePayoutQueued } from '../store.ts';
import { type Approver, approveBy, peopleWhoApproved } from './approval-store.ts';

export interface ReviewDeps {
  sql: Sql;
  notation: Notation;
  now(): Date;
}

export interface Approval {
  payout: Payout;
  /** The people who have approved it so far. */
  people: string[];
  /** False if this person had approved it before. */
  isNew: boolean;
}

/**
 * Records one person's approval. With enough of them the payout is sent. The same person counts once, and nobody
 * approves a payout they made.
 */
export async function approvePayout(
  deps: ReviewDeps,
  payoutId: string,
  approver: Approver,
): Promise<Approval> {
  const { merchantId } = await getPayout(deps.sql, payoutId);
  const now = deps.now();
  const approval = await deps.sql.begin(async (tx) => {
    const payout = await lockForReview(tx, merchantId, payoutId);
    if (payout.madeBy === approver.email) {
      throw new PasarelaError('payout_made_by_you', 'You made this payout: somebody else has to approve it.');
    }
    await requireApprover(tx, approver.personId, merchantId, now);
    const isNew = await approveBy(tx, payout, approver, now);
    const people = await peopleWhoApproved(tx, payout);
    if (people.length >= payout.approvalsNeeded) await savePayoutQueued(tx, payout);
    if (isNew) {
      await appendAudit(
        tx,
        {
          actor: approver.email,
          act: 'payout_approved',
          subject: `payout ${payoutId}`,
          details: { merchantId, approvals: people.length, needed: payout.approvalsNeeded },
        },
        now,
      );
      await notifyOwnersOfApproval(tx, merchantId, {
        by: approver.email,
        payoutId,
        amountMinor: payout.amountMinor,
        recipient: payout.email,
        given: people.length,
        needed: payout.approvalsNeeded,
      });
    }
    return { people, isNew };
  });
  return { payout: await getPayout(deps.sql, payoutId), ...approval };
}

/** Records one person's rejection: the payout ends, and the money returns to the merchant. */
export async function rejectPayout(
  deps: ReviewDeps,
  payoutId: string,
  { person, note }: { person: string; note: string },
): Promise<Payout> {
  const { merchantId } = await getPayout(deps.sql, payoutId);
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const payout = await lockForReview(tx, merchantId, payoutId);
    await endPayouts(
      deps.notation,
      tx,
      [{ payout, status: 'failed', failure: 'rejected', note, transactionHash: null }],
      now,
    );
    await appendAudit(
      tx,
      {
        actor: person,
        act: 'payout_rejected',
        subject: `payout ${payoutId}`,
        details: { merchantId, note },
      },
      now,
    );
  });
  return await getPayout(deps.sql, payoutId);
}

async function lockForReview(tx: Tx, merchantId: string, payoutId: string): Promise<Payout> {
  const payout = await lockPayout(tx, merchantId, payoutId);
  if (payout?.status === 'review') return payout;
  throw new PasarelaError(
    'payout_not_in_review',
    `This payout is ${payout?.status}: it does not wait for approval.`,
  );
}
