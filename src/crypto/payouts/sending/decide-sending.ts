import type { WaitReason } from '../payout.ts';

/** What is true when it is decided who is sent now. */
export interface SendingFacts {
  now: Date;
  /** Of the wallet, less what is on its way out of it. */
  freeUsdtUnits: bigint;
  freeGasUnits: bigint;
  /** What one more may cost. */
  maxCost: bigint;
  /** As many more may be on their way. */
  room: number;
}

/** What is known of one that could be sent. */
interface Candidate {
  amountUnits: bigint;
  confirmedAt: Date;
}

export interface SendingDecision<Payout> {
  send: Payout[];
  /** Why the others are not sent now; null: it is not their turn yet. */
  waits: { payout: Payout; reason: WaitReason | null }[];
}

/**
 * A payout that is too large for what the wallet holds lets smaller ones behind it go first, but not for ever:
 * from this age on the wallet saves up for it.
 */
export const overtakingMs = 30 * 60_000;

/** Who is sent now, in the order given, which is that of confirmation. */
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
