import type { ProcessorMovement } from '../payment-processor.ts';
import { directionOf } from './movement.ts';
import type { Place } from './place-movements.ts';

/** Why a movement cannot be explained by our books. */
export type CaseReason =
  /** A kind that we do not know: a reserve, a top-up, an adjustment, a tax, a transfer. */
  | 'unknown_kind'
  /** Belongs to a payment, a refund or a dispute that is not ours. */
  | 'not_ours'
  /** Ours, but the processor moved it more often than it is entered here. */
  | 'too_often'
  /** Ours, but not entered here: its attempt counts as refused here, or its refund failed. */
  | 'not_entered';

export type Explanation =
  | { as: 'known'; place: Place | null }
  | { as: 'case'; place: Place | null; reason: CaseReason }
  /** Its payment, refund or dispute may yet be reported or approved. */
  | { as: 'waits' };

/** How many entries, and how many stored movements, each thing has, by `<kind of movement> <id>`. */
export interface Counts {
  entered: ReadonlyMap<string, number>;
  kept: ReadonlyMap<string, number>;
}

/**
 * Decides whether our books explain a movement: they explain as many movements of a kind as there are entries of it.
 * `candidates` are all the things that it may belong to. `isYoung`: it may have arrived before its payment, refund or
 * dispute was reported.
 */
export function explainMovement(
  { kind }: Pick<ProcessorMovement, 'kind'>,
  candidates: readonly Place[],
  { entered, kept }: Counts,
  isYoung: boolean,
): Explanation {
  if (kind === 'fee' || kind === 'payout') return { as: 'known', place: null };
  if (!directionOf(kind)) return { as: 'case', place: candidates[0] ?? null, reason: 'unknown_kind' };
  const keyOf = ({ id }: Place): string => `${kind} ${id}`;
  const free = candidates.find((each) => {
    const most = entered.get(keyOf(each)) ?? (isEven(each, entered) ? 1 : 0);
    return (kept.get(keyOf(each)) ?? 0) < most;
  });
  if (free) return { as: 'known', place: free };
  const [place] = candidates;
  if (!place) {
    return kind === 'payment' || !isYoung ? { as: 'case', place: null, reason: 'not_ours' } : { as: 'waits' };
  }
  // A payment and a refund are entered once; a dispute may change, and then the books follow.
  const isOver = place.about !== 'dispute' && (entered.get(keyOf(place)) ?? 0) > 0;
  if (isYoung && !isOver) return { as: 'waits' };
  return { as: 'case', place, reason: entered.has(keyOf(place)) ? 'too_often' : 'not_entered' };
}

/**
 * It ended without effect before we entered it: a refund that failed at once, or a dispute that was won when we heard
 * of it.
 */
function isEven({ about, id, status }: Place, entered: ReadonlyMap<string, number>): boolean {
  return (
    (about === 'refund' && status === 'failed' && !entered.has(`refund ${id}`)) ||
    (about === 'dispute' && status === 'won' && !entered.has(`dispute ${id}`))
  );
}
