import type { SeenRefund } from '../card-processor.ts';
import type { Charge } from '../charge.ts';

/** A refund that is in our books. */
export interface KnownRefund {
  id: string;
  amountMinor: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  processorReference: string | null;
}

export interface ImportDecision<Known extends KnownRefund = KnownRefund> {
  /** Made by somebody else, and to be entered. */
  imports: SeenRefund[];
  /** Cannot be entered: more than is left of the charge, or in another currency. */
  cases: SeenRefund[];
  /** Kept, and no longer as the processor has them. */
  changed: Known[];
  /** Something cannot be told yet: a refund of our own is under way that it might be. */
  mustWait: boolean;
}

type Paid = Pick<Charge, 'amount' | 'refundedMinor' | 'refundPendingMinor'>;

/** Tells our own refunds from those that were made in the processor's own panel. `kept` are all that we know of the charge. */
export function decideImports<Known extends KnownRefund>(
  charge: Paid,
  kept: readonly Known[],
  seen: readonly SeenRefund[],
): ImportDecision<Known> {
  const decision: ImportDecision<Known> = { imports: [], cases: [], changed: [], mustWait: false };
  const { currency, amountMinor } = charge.amount;
  let leftMinor = amountMinor - charge.refundedMinor - charge.refundPendingMinor;
  // Asked for, and the processor's answer is not known: nobody knows its id at the processor.
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
      // The processor may yet refuse what is set aside here: then there is enough left.
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
