export interface Random {
  below(bound: number): number;
  chance(part: number): boolean;
  of<T>(some: readonly T[]): T;
  shuffled<T>(some: readonly T[]): T[];
}

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    chance: (part) => next() < part,
    of: (some) => some[below(some.length)] as never,
    shuffled(some) {
      const all = [...some];
      for (let last = all.length - 1; last > 0; last--) {
        const at = below(last + 1);
        [all[at], all[last]] = [all[last] as never, all[at] as never];
      }
      return all;
    },
  };
}
