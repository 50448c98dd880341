import type { Fault } from '../simulator.ts';

/** What the next calls meet, on command. */
export function createFaults() {
  const queue: { fault: Fault; left: number; pathPart: string }[] = [];
  return {
    /** Instead of what was left of those before. */
    add(fault: Fault, times: number, pathPart: string): void {
      queue.length = 0;
      queue.push({ fault, left: times, pathPart });
    },
    /** The fault for this call; null: none. */
    take(path: string): Fault | null {
      const found = queue.find(({ left, pathPart }) => left > 0 && path.includes(pathPart));
      if (!found) return null;
      found.left--;
      return found.fault;
    },
  };
}
