import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long a process did nothing else, and how much memory it holds. */

export interface Heartbeat {
  /** The most milliseconds of its own work between two beats since the last call. */
  worst(): number;
  stop(): void;
}

const everyMs = 10;

/**
 * Counts the time of this thread's processor, not of the clock: other programs on the machine take their share of the
 * clock.
 */
export function startHeartbeat(): Heartbeat {
  let worst = 0;
  let last = busyMs();
  const timer = setInterval(() => {
    const now = busyMs();
    worst = Math.max(worst, now - last);
    last = now;
  }, everyMs);
  return {
    worst() {
      const seen = worst;
      worst = 0;
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes in use after garbage is collected. */
export function memoryInUse(): { heap: number; resident: number } {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}
