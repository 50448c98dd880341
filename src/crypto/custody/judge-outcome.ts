import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { requireApprover } from '../../accounts/people/approvers.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { Approver } from '../payouts/approval/approval-store.ts';
import { refundSendings } from '../payouts/refund/refund-sendings.ts';
import { payoutSendings } from '../payouts/sending/payout-sendings.ts';
import { findPayoutById } from '../payouts/store.ts';
import type { EngineDeps } from '../sending/engine-deps.ts';
import { findHeld, type HeldOutcome, type HeldWord, saveProposal } from '../sending/held-outcomes.ts';
import { endSendings } from '../sending/record-outcomes.ts';
import { lockSendings } from '../sending/store.ts';
import { sweepSendings } from '../sweeps/sweep-sendings.ts';
import { findSweep } from '../sweeps/sweep-store.ts';

export interface JudgeDeps {
  sql: Sql;
  notation: Notation;
  now(): Date;
}

export interface OutcomeDecision {
  held: HeldOutcome;
  /** False if a second person has to confirm it. */
  isEnded: boolean;
}

/**
 * Records one person's verdict on a transfer that no node proves. Two people who agree end it; a second person who
 * disagrees replaces the first verdict. Nothing is given back while a node shows that it arrived.
 */
export async function judgeOutcome(
  deps: JudgeDeps,
  id: string,
  { word, note }: { word: HeldWord; note: string },
  approver: Approver,
): Promise<OutcomeDecision> {
  const { sql } = deps;
  const seen = await requireHeld(sql, id);
  const payout = await findPayoutById(sql, id);
  if (payout !== null && payout.madeBy === approver.email) {
    throw new PasarelaError(
      'payout_made_by_you',
      'You made this payout: others have to decide what became of it.',
    );
  }
  if (word === 'not_arrived' && seen.arrivedUnits > 0n) {
    throw new PasarelaError(
      'payout_has_arrived',
      'A node shows that part of it reached the recipient: it cannot be declared as not arrived.',
    );
  }
  const users = await usersFor(deps, seen);
  const now = deps.now();
  const isEnded = await sql.begin(async (tx) => {
    const [sending] = await lockSendings(tx, [seen]);
    const held = await requireHeld(tx, id);
    if (!sending) throw ended();
    await requireApprover(tx, approver.personId, seen.merchantId, now);
    const { proposal } = held;
    const isSecond = proposal?.word === word && proposal.personId !== approver.personId;
    if (isSecond) {
      const outcome = word === 'arrived' ? ('transferred' as const) : ('not_transferred' as const);
      const { hash, blockNumber, networkFee } = held;
      await endSendings(
        { users },
        tx,
        [{ sending, fate: { hash, blockNumber, networkFee, outcome } }],
        'people',
        now,
      );
    } else {
      const said = { word, person: approver.email, personId: approver.personId, note };
      await saveProposal(tx, held, said, now);
    }
    await appendAudit(
      tx,
      {
        actor: approver.email,
        act: isSecond ? 'outcome_decided' : 'outcome_proposed',
        subject: `${held.purpose === 'sweep' ? 'sweep item' : 'payout'} ${id}`,
        details: {
          merchantId: held.merchantId,
          word,
          note,
          ...(isSecond && { proposedBy: proposal.person }),
        },
      },
      now,
    );
    return isSecond;
  });
  return { held: isEnded ? seen : await requireHeld(sql, id), isEnded };
}

async function requireHeld(db: Parameters<typeof findHeld>[0], id: string): Promise<HeldOutcome> {
  const held = await findHeld(db, id);
  if (!held) throw ended();
  return held;
}

function ended(): PasarelaError {
  return new PasarelaError(
    'not_found',
    'No transfer of this id is held: there is none, or a node has proven its end.',
  );
}

/** The features that post the outcome and notify about it. */
async function usersFor(deps: JudgeDeps, { purpose, lane }: HeldOutcome): Promise<EngineDeps['users']> {
  if (purpose !== 'sweep') return { payout: payoutSendings(deps), refund: refundSendings(deps) };
  const sweep = await findSweep(deps.sql, lane);
  if (!sweep) throw new Error(`there is no sweep ${lane}`);
  return { sweep: sweepSendings(sweep) };
}
