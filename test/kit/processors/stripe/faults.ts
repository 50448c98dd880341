import type { Fault } from '../simulator.ts';

/** What the next calls meet, on command. */
export function createFaults() {
  let next: { fault: Fault; left: number; pathPart: string } | null = null;
  return {
    /** Instead of what was left of those before. */
    set(fault: Fault, times: number, pathPart: string): void {
      next = { fault, left: times, pathPart };
    },
    areLeft: (): boolean => next !== null && next.left > 0,
    /** The fault for this call; null: none. */
    take(path: string): Fault | null {
      if (!next || next.left === 0 || !path.includes(next.pathPart)) return null;
      next.left--;
      return next.fault;
    },
  };
}
