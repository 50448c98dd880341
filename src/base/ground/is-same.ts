import { timingSafeEqual } from 'node:crypto';

/** Whether a secret that was shown is the right one: told in the same time wherever they differ. */
export function isSame(right: Buffer, shown: Buffer): boolean {
  return right.length === shown.length && timingSafeEqual(right, shown);
}
