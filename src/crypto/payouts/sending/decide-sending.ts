import type { WaitReason } from '../payout.ts';

/** The facts for deciding which payouts are sent now. */
export interface SendingFacts {
  now: Date;
  /** The wallet's balance less what is on its way out. */
  freeUsdtUnits: bigint;
  freeGasUnits: bigint;
  /** The highest cost of one more transaction. */
  maxCost: bigint;
  /** How many more transactions may be under way. */
  room: number;
}

/** A payout that could be sent. */
interface Candidate {
  amountUnits: bigint;
  confirmedAt: Date;
}

export interface SendingDecision<Payout> {
  send: Payout[];
  /** Why the others are not sent now; null: not their turn yet. */
  waits: { payout: Payout; reason: WaitReason | null }[];
}

/**
 * A payout that exceeds the wallet's balance lets smaller ones behind it go first, but only up to this age: then the
 * wallet saves up for it.
 */
export const overtakingMs = 30 * 60_000;

/** Selects the payouts to send now, in the given order, which is that of confirmation. */
export function decideSending<Payout extends Candidate>(
  candidates: readonly Payout[],
  facts: SendingFacts,
): SendingDecision<Payout> {
  const { now, maxCost } = facts;
  let { freeUsdtUnits: usdt, freeGasUnits: gas, room } = facts;
  let isSaving = false;
  const decision: SendingDecision<Payout> = { send: [], waits: [] };
  for (const payout of candidates) {
    if (room === 0) {
      decision.waits.push({ payout, reason: null });
    } else if (gas < maxCost) {
      decision.waits.push({ payout, reason: 'low_gas' });
    } else if (isSaving || usdt < payout.amountUnits) {
      decision.waits.push({ payout, reason: 'low_usdt' });
      if (now.getTime() - payout.confirmedAt.getTime() > overtakingMs) isSaving = true;
    } else {
      decision.send.push(payout);
      usdt -= payout.amountUnits;
      gas -= maxCost;
      room -= 1;
    }
  }
  return decision;
}
