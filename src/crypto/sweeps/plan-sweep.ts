/** Which deposits a sweep takes. Pure. */

/** A deposit address that may be swept, and what is known of it. */
export interface Candidate {
  merchantId: string;
  orderId: string;
  address: string;
  addressIndex: bigint;
  /** By the books, all of it final. */
  bookedUnits: bigint;
  /** Of that, what belongs to nobody yet. */
  suspenseUnits: bigint;
}

export interface Cost {
  /** What the network will probably take for the transfer, in the smallest unit of its coin. */
  likelyFee: bigint;
  /** What getting it the gas costs: fees, and what is sent and not used up. */
  likelyTopUp: bigint;
  /** What is sent to it. */
  gasToSend: bigint;
}

export interface PlanRules {
  minUnits: bigint;
  limit: number;
  /** How much of an amount moving it may cost, and what a whole coin is worth; null: whatever it costs. */
  maxCost: { basisPoints: bigint; coinPriceUnits: bigint; coinUnits: bigint } | null;
}

export interface PlannedItem extends Candidate, Cost {}

export interface SweepPlan {
  items: PlannedItem[];
  /** What is left where it is, and why. */
  tooSmall: { count: number; units: bigint };
  tooDear: { count: number; units: bigint };
  /** Paid, but beyond the limit of this sweep. */
  beyond: { count: number; units: bigint };
  /** What they hold is not what is booked: left for a person. */
  short: { count: number; units: bigint };
}

/** What moving an address costs, where a transfer takes so much gas and the address has some. */
export function costOf(gas: {
  held: bigint;
  transferMax: bigint;
  transferLikely: bigint;
  topUpLikely: bigint;
}): Cost {
  const gasToSend = gas.transferMax > gas.held ? gas.transferMax - gas.held : 0n;
  return {
    likelyFee: gas.transferLikely,
    likelyTopUp: gasToSend === 0n ? 0n : gas.topUpLikely,
    gasToSend,
  };
}

/** The largest first: they pay best, and a limit leaves out the smallest. */
export function planSweep(
  candidates: readonly (Candidate & Cost & { heldUnits: bigint })[],
  rules: PlanRules,
): SweepPlan {
  const none = () => ({ count: 0, units: 0n });
  const plan: SweepPlan = { items: [], tooSmall: none(), tooDear: none(), beyond: none(), short: none() };
  const leave = (why: { count: number; units: bigint }, units: bigint): void => {
    why.count += 1;
    why.units += units;
  };
  const sorted = candidates.toSorted(
    (a, b) => Number(b.bookedUnits > a.bookedUnits) - Number(b.bookedUnits < a.bookedUnits),
  );
  for (const candidate of sorted) {
    const { bookedUnits, heldUnits } = candidate;
    if (bookedUnits < rules.minUnits) leave(plan.tooSmall, bookedUnits);
    else if (heldUnits < bookedUnits) leave(plan.short, bookedUnits);
    else if (isTooDear(candidate, rules)) leave(plan.tooDear, bookedUnits);
    else if (plan.items.length >= rules.limit) leave(plan.beyond, bookedUnits);
    else plan.items.push(candidate);
  }
  return plan;
}

/** All that leaves the gas payer counts: gas that is left at an address is lost as well. */
function isTooDear(
  { bookedUnits, likelyFee, likelyTopUp, gasToSend }: Candidate & Cost,
  { maxCost }: PlanRules,
): boolean {
  if (maxCost === null) return false;
  const spent = likelyTopUp + (gasToSend > likelyFee ? gasToSend : likelyFee);
  const costUnits = (spent * maxCost.coinPriceUnits) / maxCost.coinUnits;
  return costUnits * 10_000n > bookedUnits * maxCost.basisPoints;
}
