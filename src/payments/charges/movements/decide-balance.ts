/** A processor's clock and ours may differ by this much: a movement this close to the reading may be in it or not. */
export const nearMs = 60_000;

/**
 * The difference between the balance that a processor reported and what we know of it. Nobody can tell how many of the
 * movements around the time of reading are in it: each number of them, counted from the oldest, is tested, and the
 * closest result counts.
 */
export function balanceDifference(
  theirsMinor: bigint,
  knownMinor: bigint,
  near: readonly { netMinor: bigint }[],
): bigint {
  let left = theirsMinor - knownMinor;
  let closest = left;
  for (const { netMinor } of near) {
    left -= netMinor;
    closest = closer(closest, left);
  }
  return closest;
}

function closer(one: bigint, other: bigint): bigint {
  return size(other) < size(one) ? other : one;
}

function size(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}

/** The state of a difference that is kept from one reading to the next. */
export interface Differing {
  since: Date | null;
  runs: number;
}

/** A difference that only one reading saw may be a movement that was reported late. */
const runsForCase = 2;

export function nextDiffering(before: Differing | null, differenceMinor: bigint, readAt: Date): Differing {
  if (differenceMinor === 0n) return { since: null, runs: 0 };
  return { since: before?.since ?? readAt, runs: (before?.runs ?? 0) + 1 };
}

export function isLasting({ runs }: Pick<Differing, 'runs'>): boolean {
  return runs >= runsForCase;
}
