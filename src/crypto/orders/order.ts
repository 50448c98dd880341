/** The nouns of a crypto order's life and the one pure decision about it. See docs/develop/glossary.md. */

/** Names an order. */
export interface OrderKey {
  merchantId: string;
  orderId: string;
}

export const orderStatuses = ['open', 'awaiting', 'pending', 'success', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * Every allowed change of status; the database holds the same rows. A reorganisation may take back
 * what was seen, so `pending` can become `awaiting` again, and even `success` can fall.
 */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ['awaiting', 'failed'],
  awaiting: ['pending', 'success', 'failed'],
  pending: ['awaiting', 'success', 'failed'],
  success: ['pending', 'awaiting', 'failed'],
  failed: ['success', 'pending', 'awaiting'],
};

/** What is out of the ordinary about an order; a person may have to look. */
export type Anomaly =
  | 'underpaid'
  | 'overpaid'
  | 'late'
  | 'expired'
  /** A reorganisation took a transfer back before it was final. */
  | 'orphaned'
  /** A transfer that was final, and credited, was taken back. */
  | 'reversed';

/** An order that nobody paid needs nobody; any other anomaly waits for a person's word. */
export function needsPerson(found: readonly Anomaly[]): boolean {
  return found.some((anomaly) => anomaly !== 'expired');
}

export type Resolution = 'accepted' | 'refunded' | 'ignored' | 'refund_due';

/** What a person decided about one transfer; see the migrations for the difference of the refunds. */
export type Disposition = 'accepted' | 'returned' | 'advanced' | 'ignored' | 'refund_due' | 'refunding';

/** A transfer to an order's address, as its chain shows it now. */
export interface Transfer {
  blockTime: Date;
  amountUnits: bigint;
  orphaned: boolean;
  /** In a block that can no longer be reorganised away. */
  final: boolean;
  /** Sent back by a person, or to be: it shows that somebody paid, and pays for nothing. */
  returned?: boolean;
}

export interface OrderFacts {
  status: OrderStatus;
  amountUnits: bigint;
  heldUntil: Date;
  resolution: Resolution | null;
  transfers: readonly Transfer[];
  /** Its address holds more than was recorded: a payment may have been missed. */
  gapSuspected?: boolean;
  /** No payment before it can have been missed, or can still appear, on any network that it can be paid on. */
  finalizedTime: Date;
}

export interface OrderDecision {
  status: OrderStatus;
  anomalies: Anomaly[];
  /** Paid in time, in a block. */
  seenUnits: bigint;
  /** Paid in time, and final. */
  finalUnits: bigint;
}

/** Less than this is missing or too much: it counts as paid exactly. In hundredths of a percent. */
const toleranceBasisPoints = 50n;
/** Sums below this are dust: recorded, never a payment. A hundredth of the asset. */
export const dustUnits = 10_000n;

/**
 * What an order's transfers make of it. It looks at all of them every time, so the order in which
 * they were seen, how often, and what a reorganisation moved make no difference.
 */
export function decideOrder(facts: OrderFacts): OrderDecision {
  const { amountUnits, heldUntil } = facts;
  const real = facts.transfers.filter((transfer) => !transfer.orphaned && transfer.amountUnits >= dustUnits);
  const timely = real.filter((transfer) => transfer.blockTime <= heldUntil);
  const kept = timely.filter((transfer) => !transfer.returned);
  const seenUnits = sum(kept);
  const finalUnits = sum(kept.filter(({ final }) => final));
  const enough = amountUnits - (amountUnits * toleranceBasisPoints) / 10_000n;
  const tooMuch = amountUnits + (amountUnits * toleranceBasisPoints) / 10_000n;

  const status = progress();
  const found: Anomaly[] = [];
  if (status === 'failed' && timely.length > 0 && seenUnits < enough) found.push('underpaid');
  // Dust cannot be given back: nobody is asked about it.
  if (seenUnits > tooMuch && seenUnits - amountUnits >= dustUnits) found.push('overpaid');
  if (real.length > timely.length) found.push('late');
  if (status === 'failed' && real.length === 0) found.push('expired');
  if (facts.transfers.some((transfer) => transfer.orphaned) && seenUnits < enough) found.push('orphaned');
  return { status, anomalies: found, seenUnits, finalUnits };

  function progress(): OrderStatus {
    // A person's word stands: the money that came was taken as the payment.
    if (facts.resolution === 'accepted') return 'success';
    if (finalUnits >= enough) return 'success';
    // Only now is it certain that no payment in time is missing: before that a reorganisation may
    // still bring one.
    const isOver = facts.finalizedTime > heldUntil && timely.every(({ final }) => final);
    if (isOver && (facts.status === 'failed' || !facts.gapSuspected)) return 'failed';
    return seenUnits > 0n ? 'pending' : 'awaiting';
  }
}

/** What is out of the ordinary about one transfer. */
export function marksOf(
  transfer: Pick<Transfer, 'blockTime' | 'amountUnits'>,
  heldUntil: Date,
): { late: boolean; dust: boolean } {
  return { late: transfer.blockTime > heldUntil, dust: transfer.amountUnits < dustUnits };
}

/** All that came and stayed, also late and as dust, whatever became of it. */
export function receivedUnits(transfers: readonly Pick<Transfer, 'amountUnits' | 'orphaned'>[]): bigint {
  return sum(transfers.filter(({ orphaned }) => !orphaned));
}

/** The money of an order, as webhook, API, page and mail all tell it. */
export interface OrderMoney {
  /** To be paid. */
  expectedUnits: bigint;
  /** All that came and stayed, also late and as dust. */
  receivedUnits: bigint;
  /** The merchant's, before the fee. */
  creditedUnits: bigint;
  /** Waits for the merchant's decision: what no rule gave to anybody, and what was credited beyond the price. */
  undecidedUnits: bigint;
}

/** A transfer as the books have it. */
export interface BookedTransfer extends Pick<Transfer, 'amountUnits' | 'orphaned'> {
  posted: boolean;
  credited: boolean;
  disposition: Disposition | null;
}

export function moneyOf(
  order: {
    status: OrderStatus;
    anomalies: readonly Anomaly[];
    resolution: Resolution | null;
    expectedUnits: bigint;
  },
  transfers: readonly BookedTransfer[],
): OrderMoney {
  const { expectedUnits, anomalies, resolution } = order;
  const standing = transfers.filter(({ orphaned }) => !orphaned);
  const creditedUnits = sum(standing.filter(({ credited }) => credited));
  const isEnded = order.status === 'success' || order.status === 'failed';
  const waiting = standing.filter(
    ({ posted, credited, disposition }) => posted && !credited && disposition === null,
  );
  const isAsked = isEnded && needsPerson(anomalies) && waiting.some((each) => each.amountUnits >= dustUnits);
  const isSurplus = order.status === 'success' && resolution === null && anomalies.includes('overpaid');
  const surplusUnits = isSurplus ? creditedUnits - expectedUnits : 0n;
  return {
    expectedUnits,
    receivedUnits: sum(standing),
    creditedUnits,
    undecidedUnits: (isAsked ? sum(waiting) : 0n) + (surplusUnits > 0n ? surplusUnits : 0n),
  };
}

/** The contract's one amount: what a success gave the merchant; before and without one, all that came. */
export function cryptoAmountOf(status: OrderStatus, money: OrderMoney): bigint {
  return status === 'success' ? money.creditedUnits : money.receivedUnits;
}

function sum(transfers: readonly Pick<Transfer, 'amountUnits'>[]): bigint {
  return transfers.reduce((total, transfer) => total + transfer.amountUnits, 0n);
}

/** From E5 a network must be chosen within this time. */
export const orderLifetimeMs = 24 * 60 * 60 * 1000;
/** Rate and address are held this long once it is. */
export const holdMs = 30 * 60 * 1000;
