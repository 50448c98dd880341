import type { ProcessorMovement } from '../card-processor.ts';
import { directionOf } from './movement.ts';
import type { Place } from './place-movements.ts';

/** Why a movement cannot be explained by our books. */
export type CaseReason =
  /** A kind that nobody here knows: a reserve, a top-up, an adjustment, a tax, a transfer. */
  | 'unknown_kind'
  /** Of a payment, a refund or a dispute that is none of ours. */
  | 'not_ours'
  /** Ours, and the processor moved it more often than it is entered here. */
  | 'too_often'
  /** Ours, and not entered here: of an attempt that we take for refused, of a refund that failed. */
  | 'not_entered';

export type Explanation =
  | { as: 'known'; place: Place | null }
  | { as: 'case'; place: Place | null; reason: CaseReason }
  /** What it is of may yet be told or approved. */
  | { as: 'waits' };

/** How often things were entered, and how often lines of them were kept, by `<kind of line> <id>`. */
export interface Counts {
  entered: ReadonlyMap<string, number>;
  kept: ReadonlyMap<string, number>;
}

/**
 * Whether a movement is one that our books have: as many lines of a kind are explained as there are entries of it. `candidates` are
 * all that it may be of. `isYoung`: it may have come before what it is of was heard of.
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
  // A payment and a refund are entered once; a dispute may turn, and then the books follow.
  const isOver = place.about !== 'dispute' && (entered.get(keyOf(place)) ?? 0) > 0;
  if (isYoung && !isOver) return { as: 'waits' };
  return { as: 'case', place, reason: entered.has(keyOf(place)) ? 'too_often' : 'not_entered' };
}

/** It came to nothing before we entered it: a refund that failed at once, a dispute that was won when we heard of it. */
function isEven({ about, id, status }: Place, entered: ReadonlyMap<string, number>): boolean {
  return (
    (about === 'refund' && status === 'failed' && !entered.has(`refund ${id}`)) ||
    (about === 'dispute' && status === 'won' && !entered.has(`dispute ${id}`))
  );
}
