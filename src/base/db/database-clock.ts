import type { Sql } from './pool.ts';

/** How far a clock may be off, in milliseconds. */
export interface ClockBounds {
  /** From here on the operator is told, and the database's time is used instead of ours. */
  warnMs: number;
  /** From here on the process is not ready. */
  stopMs: number;
}

/** This process's clock, held to the database's: all processes agree on the time, however wrong the clock of one is. */
export interface DatabaseClock {
  now(): Date;
  /** Ours less the database's; positive: ours is ahead. */
  offMs(): number;
  measure(): Promise<void>;
}

/** Clocks that only run here: the wall clock, which can be set, and one that cannot. */
export interface LocalClocks {
  wallMs(): number;
  steadyMs(): number;
}

const local: LocalClocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };
/** An answer that took longer says too little. */
const maxRoundTripMs = 2_000;

/**
 * Between two measurements the database's time is carried on by the steady clock, so that a wall clock that is set is noticed at
 * once. Until the first measurement ours counts.
 */
export function createDatabaseClock(
  sql: Sql,
  { warnMs }: Pick<ClockBounds, 'warnMs'>,
  clocks: LocalClocks = local,
): DatabaseClock {
  /** The database's time when the steady clock showed 0. */
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

/** What is wrong with the time, in the words of an alarm. */
export interface ClockFault {
  /** `clock`, or the network whose blocks are ahead. */
  about: string;
  offSeconds: number;
  isStopping: boolean;
}

/**
 * A chain may lag, but no block comes from the future: if one is ahead of our time, our time is behind, and so is the database's.
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
