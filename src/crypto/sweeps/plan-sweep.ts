/** Selects the deposits of a sweep. Pure. */

/** A deposit address that may be swept. */
export interface Candidate {
  merchantId: string;
  orderId: string;
  address: string;
  addressIndex: bigint;
  /** The units by the books, all final. */
  bookedUnits: bigint;
  /** The part of these units that is unassigned. */
  suspenseUnits: bigint;
}

export interface Cost {
  /** The likely network fee of the transfer, in the smallest unit of the coin. */
  likelyFee: bigint;
  /** The cost of topping up the gas: fees, and gas that is sent but not used. */
  likelyTopUp: bigint;
  /** The gas sent to the address. */
  gasToSend: bigint;
}

export interface PlanRules {
  minUnits: bigint;
  limit: number;
  /** The highest cost as a share of the amount, and the price of a whole coin; null: no limit. */
  maxCost: { basisPoints: bigint; coinPriceUnits: bigint; coinUnits: bigint } | null;
}

export interface PlannedItem extends Candidate, Cost {}

export interface SweepPlan {
  items: PlannedItem[];
  /** Deposits that are left in place, by reason. */
  tooSmall: { count: number; units: bigint };
  tooDear: { count: number; units: bigint };
  /** Worth moving, but beyond the limit of this sweep. */
  beyond: { count: number; units: bigint };
  /** Their balance is not the booked amount: left for a person. */
  short: { count: number; units: bigint };
}

/** The cost of moving an address, from the gas of a transfer and the gas it holds. */
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

/** Largest first: they are the most profitable, and a limit leaves out the smallest. */
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

/** All that leaves the gas payer counts: gas left at an address is lost as well. */
function isTooDear(
  { bookedUnits, likelyFee, likelyTopUp, gasToSend }: Candidate & Cost,
  { maxCost }: PlanRules,
): boolean {
  if (maxCost === null) return false;
  const spent = likelyTopUp + (gasToSend > likelyFee ? gasToSend : likelyFee);
  const costUnits = (spent * maxCost.coinPriceUnits) / maxCost.coinUnits;
  return costUnits * 10_000n > bookedUnits * maxCost.basisPoints;
}
