import type { Sql } from './pool.ts';

/** How far a clock may be off, in milliseconds. */
export interface ClockBounds {
  /** From here on the operator is warned, and the database's time replaces ours. */
  warnMs: number;
  /** From here on the process is not ready. */
  stopMs: number;
}

/** This process's clock, compared with the database's: all processes agree on the time even if one clock is wrong. */
export interface DatabaseClock {
  now(): Date;
  /** Our time minus the database's; positive: ours is ahead. */
  offMs(): number;
  measure(): Promise<void>;
}

/** The local clocks: the wall clock, which can be set, and a monotonic one, which cannot. */
export interface LocalClocks {
  wallMs(): number;
  steadyMs(): number;
}

const local: LocalClocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };
/** A slower answer is too imprecise. */
const maxRoundTripMs = 2_000;

/**
 * Between two measurements the monotonic clock advances the database's time, so a change of the wall clock is noticed
 * at once. Until the first measurement our own time counts.
 */
export function createDatabaseClock(
  sql: Sql,
  { warnMs }: Pick<ClockBounds, 'warnMs'>,
  clocks: LocalClocks = local,
): DatabaseClock {
  /** The database's time at which the monotonic clock was 0. */
  let databaseAtZeroMs: number | null = null;
  const databaseMs = (): number =>
    databaseAtZeroMs === null ? clocks.wallMs() : databaseAtZeroMs + clocks.steadyMs();
  return {
    now() {
      const [ours, theirs] = [clocks.wallMs(), databaseMs()];
      return new Date(Math.abs(ours - theirs) > warnMs ? theirs : ours);
    },
    offMs: () => (databaseAtZeroMs === null ? 0 : clocks.wallMs() - databaseMs()),
    async measure() {
      const before = clocks.steadyMs();
      const [row] = await sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
      const after = clocks.steadyMs();
      if (!row || after - before > maxRoundTripMs) return;
      databaseAtZeroMs = row.now.getTime() - (before + after) / 2;
    },
  };
}

/** A fault of the time, as an alarm reports it. */
export interface ClockFault {
  /** `clock`, or the network whose blocks are ahead. */
  about: string;
  offSeconds: number;
  isStopping: boolean;
}

/**
 * A chain may lag, but no block comes from the future: if a block is ahead of our time, our time and the database's are
 * behind.
 */
export function clockFaults(
  { offMs, now, blocks }: { offMs: number; now: Date; blocks: readonly { network: string; time: Date }[] },
  { warnMs, stopMs }: ClockBounds,
): ClockFault[] {
  const faults = [
    { about: 'clock', ms: offMs },
    ...blocks.map(({ network, time }) => ({
      about: network,
      ms: Math.min(0, now.getTime() - time.getTime()),
    })),
  ];
  return faults
    .filter(({ ms }) => Math.abs(ms) > warnMs)
    .map(({ about, ms }) => ({
      about,
      offSeconds: Math.round(ms / 1_000),
      isStopping: Math.abs(ms) > stopMs,
    }));
}
