import { timingSafeEqual } from 'node:crypto';

/** Compares a presented secret with the right one in constant time. */
export function isSame(right: Buffer, shown: Buffer): boolean {
  return right.length === shown.length && timingSafeEqual(right, shown);
}
