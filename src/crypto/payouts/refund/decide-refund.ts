import { type Disposition, dustUnits, type OrderStatus } from '../../orders/order.ts';

/** A transfer of an order, with the facts that a refund needs. */
export interface OrderMoney {
  amountUnits: bigint;
  orphaned: boolean;
  /** Final and in the ledger. */
  posted: boolean;
  /** It belongs to the merchant. */
  credited: boolean;
  disposition: Disposition | null;
}

export interface RefundFacts<Money extends OrderMoney> {
  status: OrderStatus;
  /** The price of the order. */
  priceUnits: bigint;
  transfers: readonly Money[];
  /** The part of the merchant's credit that earlier refunds took, without failed ones. */
  refundedUnits: bigint;
}

export type RefundAsk =
  /** All that waits in suspense; if nothing does, the rest of the credited amount. */
  | { kind: 'all' }
  /** A part of the credited amount. */
  | { kind: 'part'; units: bigint }
  /** The remainder of an anomaly: all that waits in suspense; if nothing does, the overpaid amount. */
  | { kind: 'left_over' };

export type RefundDecision<Money extends OrderMoney> =
  | { from: 'suspense'; transfers: Money[]; units: bigint }
  | { from: 'balance'; units: bigint }
  /** The money that came is not decided yet. */
  | { fault: 'under_way' }
  | { fault: 'nothing_left' }
  /** Late or short money is given back whole, or accepted first. */
  | { fault: 'not_accepted'; waitingUnits: bigint }
  | { fault: 'too_much'; mostUnits: bigint };

/**
 * Decides which part of an order's money a refund gives back. All refunds of an order together never exceed its final
 * receipts: a transfer in suspense goes back whole and once, and the credited amount is counted down.
 */
export function decideRefund<Money extends OrderMoney>(
  { status, priceUnits, transfers, refundedUnits }: RefundFacts<Money>,
  ask: RefundAsk,
): RefundDecision<Money> {
  if (status !== 'success' && status !== 'failed') return { fault: 'under_way' };
  const final = transfers.filter(({ orphaned, posted }) => !orphaned && posted);
  const waiting = final.filter(
    ({ credited, disposition }) => !credited && (disposition === null || disposition === 'refund_due'),
  );
  const isWaiting = waiting.some(({ amountUnits }) => amountUnits >= dustUnits);
  const waitingUnits = sum(waiting);
  if (ask.kind !== 'part' && isWaiting) return { from: 'suspense', transfers: waiting, units: waitingUnits };

  const creditedUnits = sum(final.filter(({ credited }) => credited));
  const leftUnits = creditedUnits - refundedUnits;
  const mostUnits = ask.kind === 'left_over' ? leftUnits - priceUnits : leftUnits;
  if (ask.kind === 'part' && creditedUnits === 0n && isWaiting)
    return { fault: 'not_accepted', waitingUnits };
  // Dust costs more to send than it is worth.
  if (mostUnits < dustUnits) return { fault: 'nothing_left' };
  const units = ask.kind === 'part' ? ask.units : mostUnits;
  return units > mostUnits ? { fault: 'too_much', mostUnits } : { from: 'balance', units };
}

function sum(transfers: readonly OrderMoney[]): bigint {
  return transfers.reduce((total, { amountUnits }) => total + amountUnits, 0n);
}
