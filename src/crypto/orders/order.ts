/** The types of a crypto order's life cycle and the one pure decision about it. See docs/develop/glossary.md. */

/** Identifies an order. */
export interface OrderKey {
  merchantId: string;
  orderId: string;
}

export const orderStatuses = ['open', 'awaiting', 'pending', 'success', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * Every allowed change of status; the database holds the same rows. A reorganisation may remove a seen transfer, so
 * `pending` can become `awaiting` again, and even `success` can be lost.
 */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ['awaiting', 'failed'],
  awaiting: ['pending', 'success', 'failed'],
  pending: ['awaiting', 'success', 'failed'],
  success: ['pending', 'awaiting', 'failed'],
  failed: ['success', 'pending', 'awaiting'],
};

/** An irregularity of an order. A person may have to look at it. */
export type Anomaly =
  | 'underpaid'
  | 'overpaid'
  | 'late'
  | 'expired'
  /** A reorganisation removed a transfer before it was final. */
  | 'orphaned'
  /** A transfer that was final and credited was removed. */
  | 'reversed';

/** An unpaid order needs nobody; any other anomaly waits for a person's decision. */
export function needsPerson(found: readonly Anomaly[]): boolean {
  return found.some((anomaly) => anomaly !== 'expired');
}

export type Resolution = 'accepted' | 'refunded' | 'ignored' | 'refund_due';

/** A person's decision about one transfer. The migrations explain how the refunds differ. */
export type Disposition = 'accepted' | 'returned' | 'advanced' | 'ignored' | 'refund_due' | 'refunding';

/** A transfer to an order's address, as the chain shows it now. */
export interface Transfer {
  blockTime: Date;
  amountUnits: bigint;
  orphaned: boolean;
  /** Its block can no longer be reorganised. */
  final: boolean;
  /** A person sent it back, or is about to: it shows that somebody paid, but pays for nothing. */
  returned?: boolean;
}

export interface OrderFacts {
  status: OrderStatus;
  amountUnits: bigint;
  heldUntil: Date;
  resolution: Resolution | null;
  transfers: readonly Transfer[];
  /** The address holds more than was recorded: a payment may have been missed. */
  gapSuspected?: boolean;
  /** Before this time no payment can have been missed or can still appear, on any network of the order. */
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

/** A smaller difference, missing or extra, counts as paid exactly. In hundredths of a percent. */
const toleranceBasisPoints = 50n;
/** Smaller amounts are dust: recorded, but never a payment. A hundredth of the asset. */
export const dustUnits = 10_000n;

/**
 * Decides an order from its transfers. It reads all of them every time, so the sequence and number of sightings and the
 * effects of a reorganisation make no difference.
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
  // Dust cannot be given back, so nobody is asked about it.
  if (seenUnits > tooMuch && seenUnits - amountUnits >= dustUnits) found.push('overpaid');
  if (real.length > timely.length) found.push('late');
  if (status === 'failed' && real.length === 0) found.push('expired');
  if (facts.transfers.some((transfer) => transfer.orphaned) && seenUnits < enough) found.push('orphaned');
  return { status, anomalies: found, seenUnits, finalUnits };

  function progress(): OrderStatus {
    // A person's decision holds: the money that came was accepted as the payment.
    if (facts.resolution === 'accepted') return 'success';
    if (finalUnits >= enough) return 'success';
    // Only now is it certain that no timely payment is missing: before that a reorganisation may still bring one.
    const isOver = facts.finalizedTime > heldUntil && timely.every(({ final }) => final);
    if (isOver && (facts.status === 'failed' || !facts.gapSuspected)) return 'failed';
    return seenUnits > 0n ? 'pending' : 'awaiting';
  }
}

/** The irregularities of one transfer. */
export function marksOf(
  transfer: Pick<Transfer, 'blockTime' | 'amountUnits'>,
  heldUntil: Date,
): { late: boolean; dust: boolean } {
  return { late: transfer.blockTime > heldUntil, dust: transfer.amountUnits < dustUnits };
}

/** All units that came and stayed, including late ones and dust, regardless of decisions about them. */
export function receivedUnits(transfers: readonly Pick<Transfer, 'amountUnits' | 'orphaned'>[]): bigint {
  return sum(transfers.filter(({ orphaned }) => !orphaned));
}

/** An order's money, the same in webhook, API, page and mail. */
export interface OrderMoney {
  /** The price. */
  expectedUnits: bigint;
  /** All that came and stayed, including late money and dust. */
  receivedUnits: bigint;
  /** Credited to the merchant, before the fee. */
  creditedUnits: bigint;
  /** Waits for the merchant's decision: money that no rule assigned, and money credited beyond the price. */
  undecidedUnits: bigint;
}

/** A transfer with its state in the books. */
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

/** The contract's single amount: the credited units of a success, otherwise all received units. */
export function cryptoAmountOf(status: OrderStatus, money: OrderMoney): bigint {
  return status === 'success' ? money.creditedUnits : money.receivedUnits;
}

function sum(transfers: readonly Pick<Transfer, 'amountUnits'>[]): bigint {
  return transfers.reduce((total, transfer) => total + transfer.amountUnits, 0n);
}

/** A network must be chosen within this time after E5. */
export const orderLifetimeMs = 24 * 60 * 60 * 1000;
/** Rate and address are held this long after the choice. */
export const holdMs = 30 * 60 * 1000;
