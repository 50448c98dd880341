import { type Charge, takenMoney } from '../charge.ts';
import type { SeenRefund } from '../payment-processor.ts';

export interface KnownRefund {
  id: string;
  amountMinor: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  processorReference: string | null;
}

export interface ImportDecision<Known extends KnownRefund = KnownRefund> {
  /** Made outside Pasarela, and to be entered. */
  imports: SeenRefund[];
  /** Cannot be entered: more than is left of the charge, or in another currency. */
  cases: SeenRefund[];
  /** Stored refunds whose status at the processor has changed. */
  changed: Known[];
  /** Something cannot be decided yet: it might be a refund of ours that is under way. */
  mustWait: boolean;
}

type Paid = Pick<Charge, 'amount' | 'capturedMinor' | 'refundedMinor' | 'refundPendingMinor'>;

/**
 * Separates our own refunds from those made in the processor's own panel. `kept` are all stored refunds of the charge.
 */
export function decideImports<Known extends KnownRefund>(
  charge: Paid,
  kept: readonly Known[],
  seen: readonly SeenRefund[],
): ImportDecision<Known> {
  const decision: ImportDecision<Known> = { imports: [], cases: [], changed: [], mustWait: false };
  const { currency, amountMinor } = takenMoney(charge);
  let leftMinor = amountMinor - charge.refundedMinor - charge.refundPendingMinor;
  // Requested, but the processor's answer is not known: its id at the processor is not known either.
  const unnamed = kept.filter((each) => each.status === 'pending' && each.processorReference === null);
  for (const each of seen) {
    const known = kept.find((refund) => isSame(refund, each));
    if (known) {
      if (known.status !== 'failed' && known.status !== each.status) decision.changed.push(known);
    } else if (each.status === 'failed') {
    } else if (each.refundId === null && unnamed.some((refund) => isOver(refund, each, currency))) {
      decision.mustWait = true;
    } else if (each.amount.currency === currency && each.amount.amountMinor <= leftMinor) {
      leftMinor -= each.amount.amountMinor;
      decision.imports.push(each);
    } else if (charge.refundPendingMinor > 0n && each.amount.currency === currency) {
      // The processor may yet refuse a pending refund here: then enough is left.
      decision.mustWait = true;
    } else {
      decision.cases.push(each);
    }
  }
  return decision;
}

function isSame(refund: KnownRefund, seen: SeenRefund): boolean {
  return refund.id === seen.refundId || refund.processorReference === seen.reference;
}

function isOver(refund: KnownRefund, { amount }: SeenRefund, currency: string): boolean {
  return refund.amountMinor === amount.amountMinor && amount.currency === currency;
}
