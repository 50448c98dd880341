import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Numbers that follow from a seed alone. */
export interface Chance {
  /** From 0 up to, not including, `below`. */
  below(below: number): number;
  /** True this often, from 0 to 1. */
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Chances of their own, for something that must not depend on what was drawn before. */
  apart(name: number | string): Chance;
  /** One of them, each as often as its weight says. */
  weighted<T extends { weight: number }>(from: readonly T[]): T;
}

export function chanceOf(...seed: (number | string)[]): Chance {
  let state = crypto.createHash('sha256').update(seed.join('/')).digest().readUInt32LE(0);
  // mulberry32: 32 bits of state are enough for the choices of one step.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return {
    below,
    pick,
    happens: (probability) => next() < probability,
    apart: (name) => chanceOf(...seed, name),
    weighted(from) {
      let left = next() * from.reduce((sum, { weight }) => sum + weight, 0);
      for (const each of from) {
        left -= each.weight;
        if (left < 0) return each;
      }
      return pick(from);
    },
  };
}

/**
 * Makes the ids, keys and jitter of the program follow from a seed, by replacing what Node gives for chance. Returns
 * how to put it back.
 */
export function seedTheProgram(seed: number): () => void {
  const before = {
    random: Math.random,
    randomBytes: crypto.randomBytes,
    randomUUID: crypto.randomUUID,
    randomInt: crypto.randomInt,
    randomFillSync: crypto.randomFillSync,
  };
  let block = 0;
  let rest = Buffer.alloc(0);
  const bytes = (length: number): Buffer => {
    while (rest.length < length) {
      const more = crypto.createHash('sha256').update(`${seed} ${block++}`).digest();
      rest = Buffer.concat([rest, more]);
    }
    const taken = Buffer.from(rest.subarray(0, length));
    rest = rest.subarray(length);
    return taken;
  };
  const fraction = () => bytes(4).readUInt32LE(0) / 2 ** 32;
  Math.random = fraction;
  crypto.randomBytes = ((length: number, done?: (error: null, made: Buffer) => void) => {
    if (!done) return bytes(length);
    setImmediate(done, null, bytes(length));
  }) as typeof crypto.randomBytes;
  crypto.randomFillSync = ((into: Uint8Array, offset = 0, size = into.byteLength - offset) => {
    into.set(bytes(size), offset);
    return into;
  }) as typeof crypto.randomFillSync;
  crypto.randomInt = ((low: number, high?: number) =>
    high === undefined
      ? Math.floor(fraction() * low)
      : low + Math.floor(fraction() * (high - low))) as typeof crypto.randomInt;
  crypto.randomUUID = (() => {
    const made = bytes(16);
    made[6] = ((made[6] as number) & 0x0f) | 0x40;
    made[8] = ((made[8] as number) & 0x3f) | 0x80;
    const hex = made.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }) as typeof crypto.randomUUID;
  syncBuiltinESMExports();
  return () => {
    const { random, ...ofCrypto } = before;
    Math.random = random;
    Object.assign(crypto, ofCrypto);
    syncBuiltinESMExports();
  };
}
