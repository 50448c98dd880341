import type { Money } from '../../../base/money/money.ts';
import type { Dispute } from '../card-processor.ts';
import { type Charge, type ChargeStatus, statusByRefunds } from '../charge.ts';

/** A dispute as it stands in our books. */
export interface DisputeState {
  id: string;
  status: Dispute['status'];
  amount: Money;
  /** When the processor was asked for this state; null: before that was kept. */
  readAt: Date | null;
}

/** What the processor answered, and when it was asked. */
export type DisputeReading = Pick<Dispute, 'status' | 'amount'> & { readAt: Date };

/** More of the merchant's money is taken (`charge_back`), or some comes back (`charge_back_reversed`). */
export interface DisputePosting {
  kind: 'charge_back' | 'charge_back_reversed';
  amount: Money;
}

export interface DisputeDecision {
  /** At most one of each kind. */
  postings: DisputePosting[];
  chargeStatus: ChargeStatus;
  /** False: it came to nothing before we heard of it, so nobody has to be told. */
  isTold: boolean;
}

type Disputed = Pick<Charge, 'status' | 'amount' | 'refundedMinor' | 'refundPendingMinor'>;

/**
 * What a reading of a dispute changes, in whatever order states follow each other: the difference between what was taken for
 * it up to now and what is taken for it from now on. `known` is null where it was never heard of; `others` are the further
 * disputes of the same charge. null: the reading is older than what is known.
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

/** An inquiry asks for an explanation only, and what was won came back. */
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
