import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockWaits } from '../../../test/kit/lock-waits.ts';
import { type Pooler, startPgBouncer } from '../../../test/kit/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { openWire } from '../../../test/kit/wire.ts';
import { driverError, isDatabaseUnavailable } from './errors.ts';
import { newId } from './ids.ts';
import { connect, type Db, type Sql, type Tx } from './pool.ts';

let database: TestDatabase;
let pooler: Pooler;
let direct: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
  direct = connect(database.url, { max: 2 });
  await direct`CREATE TABLE halves (owner text, half int)`;
});
afterAll(async () => {
  await direct.end();
  await pooler.stop();
  await database.drop();
});
beforeEach(async () => {
  await direct`TRUNCATE halves`;
});

/** The stored rows by owner: a transaction writes two halves. */
async function stored(): Promise<Record<string, number>> {
  const rows = await direct`SELECT owner, count(*)::int AS halves FROM halves GROUP BY owner`;
  return Object.fromEntries(rows.map(({ owner, halves }) => [owner, halves]));
}

const unavailable = { name: 'ConnectionLostError' };

const pools = [
  { max: 1, isPooled: false },
  { max: 5, isPooled: false },
  { max: 1, isPooled: true },
  { max: 5, isPooled: true },
];
const urlOf = (isPooled: boolean): string => (isPooled ? pooler.url : database.url);

describe.each(pools)('with a pool of $max (through PgBouncer: $isPooled)', ({ max, isPooled }) => {
  let sql: Sql;
  beforeEach(() => {
    sql = connect(urlOf(isPooled), { max, isPooled });
  });
  afterEach(() => sql.end({ timeout: 1 }));

  test('every statement has the settings and limits of ours, whatever the server has', async () => {
    const ask = (db: Db) => db`
      SELECT current_setting('datestyle') AS datestyle,
             current_setting('timezone') AS timezone,
             current_setting('intervalstyle') AS intervalstyle,
             current_setting('bytea_output') AS bytea_output,
             current_setting('statement_timeout') AS statement_timeout,
             current_setting('lock_timeout') AS lock_timeout,
             ${new Date('2026-02-01T05:00:00Z')} AS at,
             ${Buffer.from([0, 0x5c, 0xff])} AS bytes`;
    const expected = {
      datestyle: 'ISO, YMD',
      timezone: 'UTC',
      intervalstyle: 'postgres',
      bytea_output: 'hex',
      statement_timeout: '15s',
      lock_timeout: '5s',
      at: new Date('2026-02-01T05:00:00Z'),
      bytes: Buffer.from([0, 0x5c, 0xff]),
    };
    expect(await ask(sql)).toEqual([expected]);
    expect(await sql.begin(ask)).toEqual([expected]);
    expect(await sql`SELECT '2026-02-01 00:00+00'::timestamptz::text AS at`).toEqual([
      { at: '2026-02-01 00:00:00+00' },
    ]);
    const isolation = (db: Db) => db`SELECT current_setting('transaction_isolation') AS level`;
    expect(await sql.begin(isolation)).toEqual([{ level: 'read committed' }]);
    await expect(sql`SELECT ${'x'}::int`).rejects.toMatchObject({ code: '22P02' });
    expect(await sql.unsafe('SELECT 1 AS one; SELECT 2 AS two')).toEqual([{ two: 2 }]);
  });

  test('a single statement that loses a race is sent again, however strict the default isolation is', async () => {
    await direct`INSERT INTO halves VALUES ('both', 0)`;
    const adding = await direct.begin(async (tx) => {
      await tx`UPDATE halves SET half = 1 WHERE owner = 'both'`;
      const other = sql`UPDATE halves SET half = half + 1 WHERE owner = 'both'`.then((rows) => rows);
      await expect.poll(() => lockWaits(direct)).toBe(1);
      return { other };
    });
    await adding.other;
    expect(await direct`SELECT half FROM halves`).toEqual([{ half: 2 }]);
  });

  /**
   * The server ends A's connection while A waits for something else; B begins after that. Then A continues as planned.
   * In every case B must be complete and A must see that it failed.
   */
  async function play(goOn: (tx: Tx) => Promise<unknown>): Promise<void> {
    const killed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<number>();
    const a = sql
      .begin(async (tx) => {
        const [{ pid }] = await tx`SELECT pg_backend_pid() AS pid`;
        await tx`INSERT INTO halves VALUES ('A', 1)`;
        begun.resolve(pid);
        await killed.promise;
        await goOn(tx);
      })
      .then(
        () => 'committed',
        (error) => error,
      );
    await direct`SELECT pg_terminate_backend(${await begun.promise}::int)`;
    const b = sql.begin(async (tx) => {
      await tx`INSERT INTO halves VALUES ('B', 1)`;
      killed.resolve();
      await expect.poll(() => Promise.race([a, 'under way'])).not.toBe('under way');
      await tx`INSERT INTO halves VALUES ('B', 2)`;
    });
    // With a pool of one, B waits for A unless the pool knows that A's connection is gone.
    killed.resolve();
    await b;
    expect(await a).not.toBe('committed');
    expect(isDatabaseUnavailable(await a) || (await a).message === 'no').toBe(true);
    expect(await stored()).toEqual({ B: 2 });
  }

  test('a transaction that lost its connection and goes on writing writes into no other', async () => {
    await play((tx) => tx`INSERT INTO halves VALUES ('A', 2)`);
  });

  test('one that lost its connection and only commits, commits no other', async () => {
    await play(async () => {});
  });

  test('one that lost its connection and throws, rolls no other back', async () => {
    await play(async () => {
      throw new Error('no');
    });
  });

  test('one that overlooks the loss and goes on is told in the end', async () => {
    await play(async (tx) => {
      await tx`INSERT INTO halves VALUES ('A', 2)`.catch(() => {});
      await tx`INSERT INTO halves VALUES ('A', 3)`.catch(() => {});
    });
  });
});

describe.each(pools)(
  'over a wire that breaks, with a pool of $max (through PgBouncer: $isPooled)',
  ({ max, isPooled }) => {
    test('a reset in a transaction fails it and nothing else', async () => {
      const wire = await openWire(urlOf(isPooled));
      const sql = connect(wire.url, { max, isPooled });
      const broken = sql.begin(async (tx) => {
        await tx`INSERT INTO halves VALUES ('A', 1)`;
        wire.reset();
        await tx`INSERT INTO halves VALUES ('A', 2)`;
      });
      await expect(broken).rejects.toMatchObject(unavailable);
      expect(await sql`SELECT 4 AS four`).toEqual([{ four: 4 }]);
      expect(await stored()).toEqual({});
      await sql.end();
      await wire.close();
    });

    test('a reset while nothing is under way is noticed before the next statement', async () => {
      const wire = await openWire(urlOf(isPooled));
      const sql = connect(wire.url, { max, isPooled });
      for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: max }, () => sql`SELECT 1`));
        wire.reset();
        await expect.poll(wire.openCount).toBe(0);
        // This answer comes after the resets, so the resets have been received.
        await direct`SELECT 1`;
        expect(await sql`SELECT 4 AS four`).toEqual([{ four: 4 }]);
      }
      await sql.end();
      await wire.close();
    });

    test('a transaction that finds dead connections is made on a living one, in its order', async () => {
      const wire = await openWire(urlOf(isPooled));
      const sql = connect(wire.url, { max, isPooled });
      const countOf = (tx: Tx) => tx<{ halves: number }[]>`SELECT count(*)::int AS halves FROM halves`;
      // Opens the maximum number of connections, each in use.
      const allThere = Promise.withResolvers<void>();
      let there = 0;
      const takeOne = async (tx: Tx): Promise<void> => {
        await tx`SELECT 1`;
        there += 1;
        if (there === max) allThere.resolve();
        await allThere.promise;
      };
      await Promise.all(Array.from({ length: max }, () => sql.begin(takeOne)));
      // The reset is not noticed before the transaction begins.
      wire.reset();
      const counts = await sql.begin(async (tx) => {
        const [before, , after] = await Promise.all([
          countOf(tx),
          tx`INSERT INTO halves VALUES ('A', 1)`,
          countOf(tx),
        ]);
        await tx`INSERT INTO halves VALUES ('A', 2)`;
        return [...before, ...after];
      });
      expect(counts).toEqual([{ halves: 0 }, { halves: 1 }]);
      expect(await stored()).toEqual({ A: 2 });
      await sql.end();
      await wire.close();
    });

    test('one that is left while it still looks for a living connection keeps none', async () => {
      const wire = await openWire(urlOf(isPooled));
      const sql = connect(wire.url, { max, isPooled });
      await sql`SELECT 1`;
      wire.reset();
      const lost = driverError(new Error('lost somewhere else'));
      const left = Array.from({ length: max }, () => sql.begin(() => Promise.reject(lost)));
      for (const each of left) await expect(each).rejects.toBe(lost);
      // The first round may still be served before the abandoned transactions end.
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: max }, () => sql.begin((tx) => tx`SELECT 1`)));
      }
      expect(
        await Promise.race([sql.end({ timeout: 10 }), delay(5_000, 'one was kept', { ref: false })]),
      ).toBeUndefined();
      await wire.close();
    });

    test.each(['before a word', 'after the first words'])(
      'a reset during the start, %s, is an error to the caller',
      async (when) => {
        let breaks = 2 * max;
        const wire = await openWire(urlOf(isPooled), (near, far) => {
          if (breaks-- <= 0) return;
          if (when === 'before a word') near.resetAndDestroy();
          else far.once('data', () => near.resetAndDestroy());
        });
        const sql = connect(wire.url, { max, isPooled });
        for (let round = 0; round < 2; round++) {
          const answers = await Promise.allSettled(Array.from({ length: max }, () => sql`SELECT 1`));
          for (const answer of answers) expect(answer).toMatchObject({ reason: unavailable });
        }
        expect(await sql`SELECT 4 AS four`).toEqual([{ four: 4 }]);
        await sql.end();
        await wire.close();
      },
    );

    test('after resets at any moment, what was said to be committed is whole and the rest is absent', async () => {
      const wire = await openWire(urlOf(isPooled));
      const sql = connect(wire.url, { max, isPooled });
      const said = new Set<string>();
      const failed: unknown[] = [];
      const write = async (owner: string): Promise<void> => {
        await sql.begin(async (tx) => {
          await tx`INSERT INTO halves VALUES (${owner}, 1)`;
          await tx`INSERT INTO halves VALUES (${owner}, 2)`;
        });
        said.add(owner);
      };
      for (let round = 0; round < 60; round++) {
        const writes = Array.from({ length: 8 }, (_, n) =>
          write(`${round}-${n}`).catch((error) => failed.push(error)),
        );
        setTimeout(() => wire.reset(), Math.random() * 12);
        await Promise.all(writes);
      }
      const kept = await stored();
      expect(Object.values(kept).every((halves) => halves === 2)).toBe(true);
      expect([...said].filter((owner) => !(owner in kept))).toEqual([]);
      expect(failed.every(isDatabaseUnavailable)).toBe(true);
      expect(failed.length).toBeGreaterThan(0);
      expect(said.size).toBeGreaterThan(0);
      await sql.end();
      await wire.close();
    });
  },
);

test.skipIf(!process.env.CITUS_URL)(
  'a node of Citus that is gone at the commit is the database away',
  async () => {
    const writing = direct.begin(async (tx) => {
      await tx`UPDATE charges SET description = '' WHERE merchant_id = ${newId()}`;
      const [ended] = await direct<{ ended: number }[]>`
      SELECT sum(result::int)::int AS ended
        FROM run_command_on_workers($$
               SELECT count(pg_terminate_backend(pid, 5000))
                 FROM pg_stat_activity
                WHERE datname = current_database()
                  AND state = 'idle in transaction'$$)`;
      expect(ended).toEqual({ ended: 1 });
    });
    await expect(writing).rejects.toSatisfy(isDatabaseUnavailable);
  },
);
