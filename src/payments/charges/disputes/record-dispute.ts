import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { moneyToNumber } from '../../../base/money/money.ts';
import { announceStatus } from '../announce.ts';
import { findAttempt, findChargeOfAttempt } from '../attempts/attempt-store.ts';
import { type Attempt, type Charge, type ChargeStatus, chargeTransitions } from '../charge.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { disputeMail } from '../merchant-mail-text.ts';
import type { NotifiedAccount } from '../notifications/notification-store.ts';
import type { Dispute } from '../payment-processor.ts';
import { givenBackEntry } from '../post-charge.ts';
import { lockCharge, saveDecision } from '../store.ts';
import { decideDispute } from './decide-dispute.ts';
import { disputeReasonText } from './dispute-reasons.ts';
import { changeDispute, disputesOf, insertDispute, type KeptDispute } from './dispute-store.ts';

/** Between two inquiries about an open dispute: banks take weeks. */
const openIntervalMs = 60 * 60 * 1000;
/** A closed dispute may change on appeal, and a processor may not report it. */
const closedIntervalMs = 24 * 60 * 60 * 1000;
/** Card networks end every appeal before that. */
const turnsForMs = 180 * 24 * 60 * 60 * 1000;

/** When to ask the processor about a dispute again; null: it can no longer change. */
export function nextAskAt({ closedAt }: Pick<KeptDispute, 'closedAt'>, now: Date): Date | null {
  if (!closedAt) return new Date(now.getTime() + openIntervalMs);
  return now.getTime() - closedAt.getTime() < turnsForMs ? new Date(now.getTime() + closedIntervalMs) : null;
}

/**
 * Records a dispute as the processor reports it: the amount it takes is the merchant's loss, and is returned when the
 * dispute is won. The same report again changes nothing. `too_early`: its payment is not yet known to be approved.
 */
export async function recordDispute(
  tx: Tx,
  /** The account that reported it: it has no say about payments made elsewhere. */
  account: NotifiedAccount,
  dispute: Dispute,
  /** When the processor was asked. */
  readAt: Date,
  now: Date,
): Promise<'recorded' | 'too_early' | 'not_ours'> {
  const place = await findChargeOfAttempt(tx, dispute.attemptId);
  const charge = place && (await lockCharge(tx, place.merchantId, place.chargeId));
  const attempt = charge && (await findAttempt(tx, charge.merchantId, dispute.attemptId));
  if (!charge || !attempt) return 'not_ours';
  if (attempt.processor !== account.processor || attempt.accountId !== account.accountId) return 'not_ours';
  if (attempt.status !== 'approved') return 'too_early';
  // A capture may not be entered yet; of what was released nothing can be disputed, so a person looks at it.
  if (charge.status === 'authorized' || charge.status === 'voided') return 'too_early';

  const all = await disputesOf(tx, charge.merchantId, charge.id);
  const known = all.find(
    (each) => each.processor === account.processor && each.reference === dispute.disputeId,
  );
  const others = all.filter((each) => each !== known);
  const decision = decideDispute(charge, known ?? null, others, { ...dispute, readAt });
  if (!decision) return 'recorded';

  const changeId = known && decision.isTold ? newIdOf(charge.merchantId) : null;
  const next = known ? turned(known, dispute, readAt, now) : opened(charge, attempt, dispute, readAt, now);
  if (known) await changeDispute(tx, next, changeId, nextAskAt(next, now), now);
  else await insertDispute(tx, next, nextAskAt(next, now));
  for (const { kind, amount } of decision.postings) {
    const subjectId = changeId ?? next.id;
    await postEntry(tx, givenBackEntry({ ...charge, amount }, attempt, kind, subjectId, amount.amountMinor));
  }
  if (decision.isTold) await move(tx, charge, next, decision.chargeStatus, now);
  return 'recorded';
}

function opened(charge: Charge, attempt: Attempt, told: Dispute, readAt: Date, now: Date): KeptDispute {
  return {
    merchantId: charge.merchantId,
    id: newIdOf(charge.merchantId),
    chargeId: charge.id,
    attemptId: attempt.id,
    processor: attempt.processor,
    reference: told.disputeId,
    status: told.status,
    amount: told.amount,
    reason: told.reason,
    evidenceDueAt: told.evidenceDueAt ?? null,
    openedAt: now,
    closedAt: isOver(told) ? now : null,
    readAt,
  };
}

function turned(known: KeptDispute, told: Dispute, readAt: Date, now: Date): KeptDispute {
  const { status, amount, reason } = told;
  const closedAt = status === known.status ? known.closedAt : isOver(told) ? now : null;
  const evidenceDueAt = told.evidenceDueAt ?? known.evidenceDueAt;
  return { ...known, status, amount, reason: reason ?? known.reason, evidenceDueAt, closedAt, readAt };
}

function isOver({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'won' || status === 'lost';
}

/** Updates the charge's status by its disputes, and notifies the merchant of both. */
async function move(
  tx: Tx,
  charge: Charge,
  dispute: KeptDispute,
  status: ChargeStatus,
  now: Date,
): Promise<void> {
  if (status !== charge.status && !chargeTransitions[charge.status].includes(status)) {
    throw new Error(`charge ${charge.id} is ${charge.status} and cannot become ${status}`);
  }
  await saveDecision(tx, charge, { status }, now);
  await announceStatus(tx, [charge], status, now, {
    disputeId: dispute.id,
    disputeStatus: dispute.status,
    disputedAmount: moneyToNumber(dispute.amount),
    disputedCurrency: dispute.amount.currency,
    ...(dispute.reason !== null && {
      disputeReason: dispute.reason,
      disputeReasonText: disputeReasonText(dispute.reason) ?? dispute.reason,
    }),
    ...(dispute.evidenceDueAt && { evidenceDueAt: dispute.evidenceDueAt.toISOString() }),
  });
  await mailMerchant(tx, charge.merchantId, 'dispute', (words) => disputeMail({ charge, ...dispute }, words));
}
