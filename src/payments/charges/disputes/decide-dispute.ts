import type { Money } from '../../../base/money/money.ts';
import type { Charge, ChargeStatus } from '../charge.ts';
import type { Dispute } from '../payment-processor.ts';
import { statusByRefunds } from '../refunds/decide-refund.ts';

/** A dispute as our books have it. */
export interface DisputeState {
  id: string;
  status: Dispute['status'];
  amount: Money;
  /** When this state was read from the processor; null: read before this was recorded. */
  readAt: Date | null;
}

/** The processor's answer, and when it was asked. */
export type DisputeReading = Pick<Dispute, 'status' | 'amount'> & { readAt: Date };

/** More of the merchant's money is taken (`charge_back`), or some is returned (`charge_back_reversed`). */
export interface DisputePosting {
  kind: 'charge_back' | 'charge_back_reversed';
  amount: Money;
}

export interface DisputeDecision {
  /** At most one of each kind. */
  postings: DisputePosting[];
  chargeStatus: ChargeStatus;
  /** False: it ended without effect before we heard of it, so no event is needed. */
  isTold: boolean;
}

type Disputed = Pick<Charge, 'status' | 'amount' | 'capturedMinor' | 'refundedMinor' | 'refundPendingMinor'>;

/**
 * Decides what a reading of a dispute changes, whatever the order of its states: the difference between what was taken
 * for it up to now and what is taken from now on. `known` is null if the dispute is new; `others` are the other
 * disputes of the same charge. null: the reading is older than the known state.
 */
export function decideDispute(
  charge: Disputed,
  known: DisputeState | null,
  others: readonly DisputeState[],
  told: DisputeReading,
): DisputeDecision | null {
  // Readings are recorded in any order, since several processes may ask at once.
  if (known?.readAt && told.readAt < known.readAt) return null;
  const isTaken = takesMoney(told) || others.some(takesMoney);
  return {
    postings: differences(known ? takenBy(known) : null, takenBy(told)),
    chargeStatus: isTaken ? 'charged_back' : statusByRefunds(charge),
    isTold: known
      ? known.status !== told.status || !isSame(known.amount, told.amount)
      : told.status !== 'won',
  };
}

/** An inquiry only asks for an explanation, and a won dispute returned the money. */
function takesMoney({ status }: Pick<DisputeState, 'status'>): boolean {
  return status === 'open' || status === 'lost';
}

function takenBy(dispute: Pick<DisputeState, 'status' | 'amount'>): Money | null {
  return takesMoney(dispute) ? dispute.amount : null;
}

function isSame(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.amountMinor === other.amountMinor;
}

function differences(before: Money | null, after: Money | null): DisputePosting[] {
  if (before && after && before.currency === after.currency) {
    const more = after.amountMinor - before.amountMinor;
    if (more === 0n) return [];
    return more > 0n
      ? [{ kind: 'charge_back', amount: { ...after, amountMinor: more } }]
      : [{ kind: 'charge_back_reversed', amount: { ...after, amountMinor: -more } }];
  }
  return [
    ...(before ? [{ kind: 'charge_back_reversed' as const, amount: before }] : []),
    ...(after ? [{ kind: 'charge_back' as const, amount: after }] : []),
  ];
}
