import { PasarelaError } from '../../../base/ground/errors.ts';

/** A request that waits for a password hash. */
export interface Waiter {
  address: string;
  /** Whether the browser has disconnected: then the work is skipped. */
  isGone(): boolean;
}

/** Runs work that hashes a password, a few at a time. */
export type PasswordLane = <T>(waiter: Waiter, work: () => Promise<T>) => Promise<T>;

/** Half of Node.js's pool of four threads: the other half serves everything else. */
const atOnce = 2;
/** In total, and per address: a second's work, of which one address takes at most a quarter. */
const mostWaiting = 12;
const mostOfAddress = 3;
const retryAfterSeconds = 2;

/**
 * Hashing a password is slow by design, and anyone may trigger it. Therefore few are hashed at once, few wait, and all
 * others are asked at once to retry later.
 */
export function createPasswordLane(): PasswordLane {
  let running = 0;
  const waiting: (() => void)[] = [];
  const ofAddress = new Map<string, number>();

  function count(address: string, more: 1 | -1): void {
    const left = (ofAddress.get(address) ?? 0) + more;
    if (left === 0) ofAddress.delete(address);
    else ofAddress.set(address, left);
  }

  /** A freed place goes directly to the next waiter. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (waiter, work) => {
    const { address } = waiter;
    if (waiting.length >= mostWaiting || (ofAddress.get(address) ?? 0) >= mostOfAddress) throw busy();
    count(address, 1);
    try {
      if (running < atOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        if (waiter.isGone()) throw busy();
        return await work();
      } finally {
        leave();
      }
    } finally {
      count(address, -1);
    }
  };
}

function busy(): PasarelaError {
  return new PasarelaError(
    'rate_limited',
    `Many are signing in at this moment. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
