import type { Fault } from '../simulator.ts';

/** The faults of the next calls, on command. */
export function createFaults() {
  let next: { fault: Fault; left: number; pathPart: string } | null = null;
  return {
    /** Replaces the rest of the earlier ones. */
    set(fault: Fault, times: number, pathPart: string): void {
      next = { fault, left: times, pathPart };
    },
    /** The fault for this call; null: none. */
    take(path: string): Fault | null {
      if (!next || next.left === 0 || !path.includes(next.pathPart)) return null;
      next.left--;
      return next.fault;
    },
  };
}
