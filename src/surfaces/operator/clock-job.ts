import { hostname } from 'node:os';
import { type AlarmDeps, alarmsOf, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import {
  type ClockBounds,
  type ClockFault,
  clockFaults,
  type DatabaseClock,
} from '../../base/db/database-clock.ts';
import type { Job } from '../../base/worker/worker.ts';
import { listCursors } from '../../crypto/deposits/cursor-store.ts';

const everyMs = 10_000;
const code = 'clock_off';

export interface ClockWatch {
  /** Compares the clock with the database's, and alerts the operator. */
  job: Job;
  /** Why this process should take no requests; null: its clock is right. */
  fault(): string | null;
}

/** `comparesChains`: false in the sandbox, whose chains may be set to any time for testing. */
export function createClockWatch(
  deps: AlarmDeps & { clock: DatabaseClock; bounds: ClockBounds; comparesChains: boolean },
): ClockWatch {
  const { sql, clock, bounds } = deps;
  const host = hostname();
  let blocks: { network: string; time: Date }[] = [];
  const faults = (): ClockFault[] => clockFaults({ offMs: clock.offMs(), now: clock.now(), blocks }, bounds);

  async function run(): Promise<number> {
    await clock.measure();
    if (deps.comparesChains) {
      const cursors = await listCursors(sql);
      blocks = cursors.map(({ network, blockTime }) => ({ network, time: blockTime }));
    }
    const found = faults();
    for (const fault of found) {
      await raiseAlarm(deps, {
        network: placeOf(fault, host),
        code,
        text: `${sentence(fault, host)}`,
        advice:
          'Set the clock right, and see that it is kept right (NTP). Meanwhile the time of the database is used in this process. Past CLOCK_STOP_SECONDS the process is not ready.',
      });
    }
    const ringing = new Set(found.map((fault) => placeOf(fault, host)));
    const own = new Set([host, ...blocks.map(({ network }) => network)]);
    for (const place of await alarmsOf(sql, code)) {
      if (own.has(place) && !ringing.has(place)) {
        await endAlarm(deps, { network: place, code, text: `${place}: the time is right again` });
      }
    }
    return 0;
  }

  return {
    job: { name: 'watch-clock', idleMs: everyMs, quietMs: everyMs, run },
    fault() {
      const stopping = faults().find(({ isStopping }) => isStopping);
      return stopping ? sentence(stopping, host) : null;
    },
  };
}

function placeOf({ about }: ClockFault, host: string): string {
  return about === 'clock' ? host : about;
}

function sentence({ about, offSeconds }: ClockFault, host: string): string {
  const seconds = Math.abs(offSeconds);
  if (about !== 'clock') return `The newest block of ${about} is ${seconds} s ahead of the time here.`;
  return `The clock of ${host} is ${seconds} s ${offSeconds > 0 ? 'ahead of' : 'behind'} the database's.`;
}
