import { newIdOf } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';
import { postEntry } from '../ledger/ledger.ts';
import { moneyToNumber } from '../money/money.ts';
import { announceStatus } from './announce.ts';
import { findAttempt, findChargeOfAttempt } from './attempt-store.ts';
import type { Dispute } from './card-processor.ts';
import { type Attempt, type Charge, chargeTransitions, statusByRefunds } from './charge.ts';
import { closeDispute, disputesOf, insertDispute, type KeptDispute } from './dispute-store.ts';
import type { NotifiedAccount } from './notification-store.ts';
import { givenBackEntry } from './post-charge.ts';
import { lockCharge, saveDecision } from './store.ts';

/** Between two questions about a dispute that is open: banks take weeks. */
export const disputeIntervalMs = 60 * 60 * 1000;

/**
 * Records a dispute as the processor tells it: what it took is the merchant's loss, and comes back when the dispute is won.
 * Told again, it changes nothing. `too_early`: its payment is not yet known to be approved.
 */
export async function recordDispute(
  tx: Tx,
  /** Which told of it: of what was paid elsewhere it has nothing to say. */
  account: NotifiedAccount,
  dispute: Dispute,
  now: Date,
): Promise<'recorded' | 'too_early' | 'not_ours'> {
  const place = await findChargeOfAttempt(tx, dispute.attemptId);
  const charge = place && (await lockCharge(tx, place.merchantId, place.chargeId));
  const attempt = charge && (await findAttempt(tx, charge.merchantId, dispute.attemptId));
  if (!charge || !attempt) return 'not_ours';
  if (attempt.processor !== account.processor || attempt.accountId !== account.accountId) return 'not_ours';
  if (attempt.status !== 'approved') return 'too_early';

  const all = await disputesOf(tx, charge.merchantId, charge.id);
  const known = all.find(
    (each) => each.processor === account.processor && each.reference === dispute.disputeId,
  );
  if (!known) await open(tx, charge, attempt, dispute, now);
  else if (known.status === 'open' && dispute.status !== 'open') {
    await close(tx, charge, attempt, known, all, dispute.status, now);
  }
  return 'recorded';
}

async function open(tx: Tx, charge: Charge, attempt: Attempt, told: Dispute, now: Date): Promise<void> {
  const dispute: KeptDispute = {
    merchantId: charge.merchantId,
    id: newIdOf(charge.merchantId),
    chargeId: charge.id,
    attemptId: attempt.id,
    processor: attempt.processor,
    reference: told.disputeId,
    status: told.status,
    amount: told.amount,
    reason: told.reason,
    openedAt: now,
    closedAt: told.status === 'open' ? null : now,
  };
  await insertDispute(tx, dispute, new Date(now.getTime() + disputeIntervalMs));
  // One that was won before we heard of it took nothing in the end.
  if (told.status === 'won') return;
  const { amountMinor } = told.amount;
  await postEntry(
    tx,
    givenBackEntry({ ...charge, amount: told.amount }, attempt, 'charge_back', dispute.id, amountMinor),
  );
  await move(tx, charge, dispute, 'charged_back', now);
}

async function close(
  tx: Tx,
  charge: Charge,
  attempt: Attempt,
  dispute: KeptDispute,
  all: KeptDispute[],
  status: 'won' | 'lost',
  now: Date,
): Promise<void> {
  await closeDispute(tx, dispute, status, now);
  const closed = { ...dispute, status };
  if (status === 'lost') return await move(tx, charge, closed, charge.status, now);
  const { amount } = dispute;
  await postEntry(
    tx,
    givenBackEntry({ ...charge, amount }, attempt, 'charge_back_reversed', dispute.id, amount.amountMinor),
  );
  const others = all.some((each) => each.id !== dispute.id && each.status !== 'won');
  await move(tx, charge, closed, others ? charge.status : statusByRefunds(charge), now);
}

/** The charge follows the dispute, and the merchant is told of both. */
async function move(
  tx: Tx,
  charge: Charge,
  dispute: KeptDispute,
  status: Charge['status'],
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
  });
}
