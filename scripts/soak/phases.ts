/** Honest clients are always there. Three turns follow one another: alone, with hostile clients, with these and faults. */
export type Phase = 'calm' | 'hostile' | 'faults';

const lengths: readonly [Phase, number][] = [
  ['calm', 30],
  ['hostile', 40],
  ['faults', 40],
];
const cycleSeconds = lengths.reduce((sum, [, seconds]) => sum + seconds, 0);

export function phaseAt(elapsedSeconds: number): Phase {
  let left = elapsedSeconds % cycleSeconds;
  for (const [phase, seconds] of lengths) {
    if (left < seconds) return phase;
    left -= seconds;
  }
  return 'calm';
}
