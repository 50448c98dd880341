import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { connect, type Sql } from '../../src/base/db/pool.ts';

/** Later than anything that real clocks wrote before the simulation began. */
const beginning = Date.UTC(2030, 0, 1);

const pauseMs = 2;

/** The one time of a simulated world: of the program, of PostgreSQL, and of the blocks. */
export interface SimulatedClock {
  nowMs(): number;
  /** Time passes, for all. */
  pass(ms: number): Promise<void>;
  /** Gives the time to a copy that has taken the place of the database. */
  enter(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Replaces `Date`, `performance.now` and PostgreSQL's clock functions. A pause before a next try is cut short. Timers
 * that end a wait for somebody else stay real.
 */
export async function simulateTime(databaseUrl: string): Promise<SimulatedClock> {
  const sql = connect(databaseUrl, { max: 1 });
  await createDatabaseTime(sql);
  const search = async (): Promise<void> => {
    const database = new URL(databaseUrl).pathname.slice(1);
    await sql.unsafe(`ALTER DATABASE "${database}" SET search_path = public, simulation, pg_catalog`);
  };
  await search();
  let atMs = beginning;
  const real = { Date: globalThis.Date, now: performance.now.bind(performance) };
  class SimulatedDate extends real.Date {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [atMs] : given) as [number]));
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
    static override now(): number {
      return atMs;
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  performance.now = () => atMs - beginning;
  const pause = timers.setTimeout;
  timers.setTimeout = ((ms, value, options) =>
    pause(options?.ref === false ? ms : Math.min(ms ?? 0, pauseMs), value, options)) as typeof pause;
  syncBuiltinESMExports();
  const tell = () => sql`UPDATE simulation.clock SET at = ${new real.Date(atMs)}`;
  await tell();
  return {
    nowMs: () => atMs,
    async pass(ms) {
      atMs += ms;
      await tell();
    },
    async enter() {
      await search();
      await tell();
    },
    async close() {
      globalThis.Date = real.Date;
      performance.now = real.now;
      timers.setTimeout = pause;
      syncBuiltinESMExports();
      await sql.end();
    },
  };
}

/** Found before PostgreSQL's own by every session, and by the defaults of columns. */
async function createDatabaseTime(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE SCHEMA simulation;
    CREATE TABLE simulation.clock (at timestamptz NOT NULL);
    INSERT INTO simulation.clock VALUES (now());
    CREATE FUNCTION simulation.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT at FROM simulation.clock';
    CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT at FROM simulation.clock';
    CREATE FUNCTION simulation.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT at FROM simulation.clock';
    DO $$
    DECLARE set_now text;
    BEGIN
      FOR set_now IN
        SELECT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', adrelid::regclass, attname,
                      replace(replace(pg_get_expr(adbin, adrelid), 'clock_timestamp()', 'simulation.now()'), 'now()',
                              'simulation.now()'))
          FROM pg_attrdef
          JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
          JOIN pg_class ON pg_class.oid = adrelid
         WHERE pg_get_expr(adbin, adrelid) LIKE '%now()%'
           AND NOT relispartition
      LOOP
        EXECUTE replace(set_now, 'simulation.simulation.', 'simulation.');
      END LOOP;
    END $$`);
}
