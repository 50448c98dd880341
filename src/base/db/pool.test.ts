import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../test/kit/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { openWire } from '../../../test/kit/wire.ts';
import { isUniqueViolation } from './errors.ts';
import { connect, type Db, type Sql, type Tx } from './pool.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
  await sql`CREATE TABLE pairs (id int PRIMARY KEY, note text, units bigint, at timestamptz, raw bytea)`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE pairs`;
});

describe('values', () => {
  test.each<[string, unknown, string]>([
    ['text', `O'Reilly "\\" 'ñ' {a,b} 🎉 $1 NULL`, 'text'],
    ['an empty text', '', 'text'],
    ['a number', 42, 'int4'],
    ['a fraction', 0.1, 'float8'],
    ['a bigint', 9_223_372_036_854_775_807n, 'int8'],
    ['a negative bigint', -9_223_372_036_854_775_808n, 'int8'],
    ['true', true, 'bool'],
    ['false', false, 'bool'],
    ['a time', new Date('2026-02-28T23:59:59.987Z'), 'timestamptz'],
    ['bytes', Buffer.from([0, 1, 0x5c, 0x22, 0xff]), 'bytea'],
    ['no bytes', Buffer.alloc(0), 'bytea'],
    ['nothing', null, 'text'],
    ['texts', ['a', '', 'NULL', null, '{"x"}', 'back\\slash', 'comma,'], 'text[]'],
    ['numbers', [1, 2], 'int4[]'],
    ['bigints', [1n, 2n ** 60n], 'int8[]'],
    ['times', [new Date(0), null], 'timestamptz[]'],
    ['many bytes', [Buffer.from('a\\'), Buffer.alloc(0)], 'bytea[]'],
    ['an empty list', [], 'uuid[]'],
    [
      'lists of lists',
      [
        ['a', 'b'],
        ['c', null],
      ],
      'text[]',
    ],
  ])('%s comes back as it went, also where the statement is known', async (_name, value, type) => {
    const ask = () => sql`SELECT ${value as string}::${sql.unsafe(type)} AS value, 1 AS one`;
    expect(await ask()).toEqual([{ value, one: 1 }]);
    expect(await ask()).toEqual([{ value, one: 1 }]);
  });

  test('JSON comes back as it went, and exact numbers and dates have one form', async () => {
    const value = { a: [1, 'x', null], b: { c: true } };
    expect(await sql`SELECT ${sql.json(value)} AS value, ${sql.json([1, 2])} AS list`).toEqual([
      { value, list: [1, 2] },
    ]);
    expect(await sql`SELECT 0.10::numeric AS exact, date '2026-11-15' AS day, NULL::int AS nothing`).toEqual([
      { exact: '0.10', day: new Date('2026-11-15T00:00:00Z'), nothing: null },
    ]);
  });

  test('a value has its own type where its place leaves a choice', async () => {
    const at = new Date('2026-01-02T00:00:00Z');
    const [row] = await sql`SELECT ${at} - interval '1 day' AS before, ${5n} / 2 AS half, ${true} AS yes`;
    expect(row).toEqual({ before: new Date('2026-01-01T00:00:00Z'), half: 2n, yes: true });
  });

  test.each([undefined, Symbol('x'), { a: 1 }, () => 1, new Date(Number.NaN)])(
    'what no column can hold is refused before anything is sent: %s',
    async (value) => {
      await expect(sql`SELECT ${value as never}`).rejects.toThrow(/cannot carry|Invalid time/);
    },
  );
});

describe('templates', () => {
  test('a part of a statement keeps its own values in their places', async () => {
    const condition = sql`WHERE n > ${2} AND n <> ${4}`;
    const rows =
      await sql`SELECT n * ${10}::int AS n FROM generate_series(1, ${5}::int) AS n ${condition} LIMIT ${9}`;
    expect(rows).toEqual([{ n: 30 }, { n: 50 }]);
  });

  test('rows are inserted with the columns of the first, and columns are set by name', async () => {
    const rows = Array.from({ length: 20 }, (_, id) => ({
      id,
      note: id % 2 ? null : `"${id}"`,
      units: BigInt(id),
    }));
    await sql`INSERT INTO pairs ${sql(rows)}`;
    await sql`INSERT INTO pairs ${sql({ id: 99, units: 1n })}`;
    await sql`UPDATE pairs SET ${sql.set({ note: 'new', units: 7n })} WHERE id = ${3}`;
    expect(await sql`SELECT id, note, units FROM pairs WHERE id IN (2, 3, 99) ORDER BY id`).toEqual([
      { id: 2, note: '"2"', units: 2n },
      { id: 3, note: 'new', units: 7n },
      { id: 99, note: null, units: 1n },
    ]);
    await expect(sql`INSERT INTO pairs ${sql([])}`).rejects.toThrow('at least one row');
  });

  test('an identifier is quoted, whatever it is', async () => {
    const name = 'odd "name"; DROP TABLE pairs';
    await sql`CREATE TABLE ${sql(name)} (n int)`;
    expect(await sql`SELECT * FROM ${sql(name)}`).toEqual([]);
    await sql`DROP TABLE ${sql(name)}`;
  });

  test('a statement that nobody awaits is not sent, and one awaited twice is sent once', async () => {
    void sql`INSERT INTO pairs (id) VALUES (1)`;
    const statement = sql`INSERT INTO pairs (id) VALUES (2)`;
    await statement;
    await statement;
    expect(await sql`SELECT id FROM pairs`).toEqual([{ id: 2 }]);
  });

  test('an unsafe text may hold several statements, and answers the last', async () => {
    const rows = await sql.unsafe('INSERT INTO pairs (id) VALUES (1); SELECT id FROM pairs; SELECT 2 AS two');
    expect(rows).toEqual([{ two: 2 }]);
    expect(await sql.unsafe('SELECT $1::int AS n', [5])).toEqual([{ n: 5 }]);
  });
});

describe('transactions', () => {
  test('all of it is there, or nothing', async () => {
    expect(
      await sql.begin(async (tx) => {
        await tx`INSERT INTO pairs (id) VALUES (1)`;
        return (await tx`SELECT count(*)::int AS n FROM pairs`)[0].n;
      }),
    ).toBe(1);
    const broken = sql.begin(async (tx) => {
      await tx`INSERT INTO pairs (id) VALUES (2)`;
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect(await sql`SELECT id FROM pairs`).toEqual([{ id: 1 }]);
  });

  test('what is to be done after the commit is done then, and never where there is none', async () => {
    const done: string[] = [];
    await sql.begin(async (tx) => {
      tx.afterCommit(() => done.push('kept'));
      expect(done).toEqual([]);
    });
    const broken = sql.begin(async (tx) => {
      tx.afterCommit(() => done.push('lost'));
      await tx`SELECT 1 / 0`;
    });
    await expect(broken).rejects.toThrow();
    expect(done).toEqual(['kept']);
  });

  test('one that goes on after a statement failed is not taken for committed', async () => {
    const swallowed = sql.begin(async (tx) => {
      await tx`INSERT INTO pairs (id) VALUES (1)`;
      await tx`SELECT 1 / 0`.catch(() => {});
    });
    await expect(swallowed).rejects.toThrow('was not committed');
    expect(await sql`SELECT id FROM pairs`).toEqual([]);
  });

  test('a statement that comes after its end is refused', async () => {
    const late = Promise.withResolvers<void>();
    let straggler: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      straggler = late.promise.then(() => tx`INSERT INTO pairs (id) VALUES (1)`);
      await tx`SELECT 1`;
    });
    late.resolve();
    await expect(straggler).rejects.toThrow('This transaction is over.');
    expect(await sql`SELECT id FROM pairs`).toEqual([]);
  });

  test('statements sent together run in their order', async () => {
    const behind = await sql.begin(async (tx) => {
      const answers = await Promise.all([
        ...[1, 2, 3].map((id) => tx`INSERT INTO pairs (id, units) SELECT ${id}, count(*) FROM pairs`),
        tx`SELECT count(*) AS stored FROM pairs`,
      ]);
      return answers.at(-1);
    });
    expect(behind).toEqual([{ stored: 3n }]);
    expect(await sql`SELECT id, units FROM pairs ORDER BY id`).toEqual([
      { id: 1, units: 0n },
      { id: 2, units: 1n },
      { id: 3, units: 2n },
    ]);
  });

  test('of statements sent together those behind one that failed are told why that one did', async () => {
    await sql
      .begin(async (tx) => {
        const told = await Promise.allSettled([tx`SELECT 1 / 0`, tx`SELECT 1`, tx`SELECT 2`]);
        expect(told).toEqual(
          told.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: '22012' }) })),
        );
        throw new Error('seen');
      })
      .catch((error) => expect(error.message).toBe('seen'));
  });

  test('it has the characteristics it was begun with', async () => {
    const notation = sql.begin(
      'ISOLATION LEVEL REPEATABLE READ READ ONLY',
      (tx) => tx`INSERT INTO pairs (id) VALUES (1)`,
    );
    await expect(notation).rejects.toMatchObject({ code: '25006' });
  });

  test('what it reads first travels with its beginning', async () => {
    let writes = 0;
    const wire = await openWire(database.url, (near) => near.on('data', () => (writes += 1)));
    const other = connect(wire.url, { max: 1 });
    await other`SELECT 1`;
    writes = 0;
    await other.begin(async (tx) => {
      await Promise.all([tx`SELECT id FROM pairs`, tx`SELECT note FROM pairs`]);
      await tx`INSERT INTO pairs (id) VALUES (1)`;
    });
    // BEGIN with the reads, the writes, COMMIT.
    expect(writes).toBe(3);
    await other.end();
    await wire.close();
  });

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['writes first', (tx) => tx`INSERT INTO pairs (id) VALUES (1)`],
    [
      'writes behind what it reads',
      (tx) => Promise.all([tx`SELECT id FROM pairs`, tx`INSERT INTO pairs (id) VALUES (1)`]),
    ],
    ['overlooks it', (tx) => tx`INSERT INTO pairs (id) VALUES (1)`.catch(() => {})],
  ])('nothing is done where it cannot begin, and it is told so, also one that %s', async (_name, work) => {
    const other = connect(database.url, { max: 1 });
    await expect(other.begin('NO SUCH THING', work)).rejects.toMatchObject({ code: '42601' });
    expect(await other`SELECT id FROM pairs`).toEqual([]);
    await other.end();
  });
});

test('an error names its constraint and who asked', async () => {
  async function insertTwice(): Promise<void> {
    await sql`INSERT INTO pairs (id) VALUES (1)`;
    await sql`INSERT INTO pairs (id) VALUES (1)`;
  }
  const error = await insertTwice().then(
    () => null,
    (thrown) => thrown,
  );
  expect(isUniqueViolation(error, 'pairs_pkey')).toBe(true);
  expect(error.stack).toContain('insertTwice');
});

test('a prepared statement outlives any change of its table', async () => {
  const one = connect(database.url, { max: 1 });
  await one`CREATE TABLE changed (id int, note text)`;
  await one`INSERT INTO changed (id, note) VALUES (1, '7')`;
  const read = () => one`SELECT * FROM changed`;
  expect([await read(), await read()]).toEqual([[{ id: 1, note: '7' }], [{ id: 1, note: '7' }]]);
  await sql`ALTER TABLE changed ADD COLUMN later int`;
  expect(await read()).toEqual([{ id: 1, note: '7', later: null }]);
  await sql`ALTER TABLE changed RENAME COLUMN note TO remark`;
  expect(await read()).toEqual([{ id: 1, remark: '7', later: null }]);
  await sql`ALTER TABLE changed ALTER COLUMN remark TYPE bigint USING remark::bigint`;
  expect([await read(), await read()]).toEqual([
    [{ id: 1, remark: 7n, later: null }],
    [{ id: 1, remark: 7n, later: null }],
  ]);
  await one.end();
});

test.each([
  { isDistributed: false, kept: ['card_tries', 'charges', 'request_counts'] },
  // A Citus coordinator would keep one more plan for each row of its own.
  { isDistributed: true, kept: ['charges', 'request_counts'] },
])('of those that insert these are kept: $kept (Citus: $isDistributed)', async ({ isDistributed, kept }) => {
  const own = connect(database.url, { max: 1, isDistributed });
  try {
    for (const [table, column] of [
      ['charges', 'merchant_id'],
      ['card_tries', 'merchant_id'],
      ['request_counts', 'name_digest'],
    ] as const) {
      const insert = (db: Db) => db`INSERT INTO ${db(table)} ${db([{ [column]: null }])}`;
      await expect(insert(own)).rejects.toThrow();
      await expect(own.begin(insert)).rejects.toThrow();
    }
    const found = await own<{ table: string }[]>`
      SELECT substring(statement FROM 'INSERT INTO "?(\\w+)') AS table FROM pg_prepared_statements`;
    expect(found.flatMap(({ table }) => table ?? []).sort()).toEqual(kept);
  } finally {
    await own.end();
  }
});

test('a known statement that failed answers the next time, and many at once answer in their order', async () => {
  const one = connect(database.url, { max: 1 });
  const halve = (by: number) => one<{ half: number }[]>`SELECT 12 / ${by}::int AS half`;
  expect([await halve(2), await halve(3)]).toEqual([[{ half: 6 }], [{ half: 4 }]]);
  const answers = await Promise.allSettled([halve(1), halve(0), halve(4), halve(6)]);
  expect(answers).toMatchObject([
    { value: [{ half: 12 }] },
    { reason: { code: '22012' } },
    { value: [{ half: 3 }] },
    { value: [{ half: 2 }] },
  ]);
  await one.end();
});

test('whoever waits too long for a connection hears so, and the pool is closed in the end', async () => {
  const one = connect(database.url, { max: 1 });
  const slow = one`SELECT pg_sleep(60)`.catch((error) => error);
  await one.end({ timeout: 0.1 });
  expect(await slow).toMatchObject({ name: 'ConnectionLostError' });
});

describe('an answer that does not come', () => {
  const name = 'waits for ever';
  let one: Sql;
  beforeAll(() =>
    // The server's limits do not cover a commit and its deferred work.
    sql.unsafe(`
      CREATE TABLE slow_to_commit (n int);
      CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON slow_to_commit
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_long()`),
  );
  beforeEach(() => {
    // Fakes only these: sockets wait in real time.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    one = connect(database.url, { max: 1, applicationName: name });
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const { pid } of await hanging()) await sql`SELECT pg_terminate_backend(${pid}::int)`;
    await until(hanging, (found) => found.length === 0);
    await one.end({ timeout: 1 });
  });

  const hanging = () =>
    sql`SELECT pid FROM pg_stat_activity WHERE application_name = ${name} AND wait_event = 'PgSleep'`;
  const untilItHangs = () => until(hanging, (found) => found.length === 1);

  test.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['a commit', (one) => one.begin((tx) => tx`INSERT INTO slow_to_commit VALUES (1)`)],
    ['a statement of a transaction', (one) => one.begin((tx) => tx`SELECT pg_sleep(600)`)],
    ['a statement by itself', (one) => one`SELECT pg_sleep(600)`.then((rows) => rows)],
  ])('to %s is given up, and others go on', async (_name, ask) => {
    const asking = ask(one).catch((error) => error);
    await untilItHangs();
    vi.advanceTimersByTime(30_000);
    expect(await asking).toMatchObject({ name: 'ConnectionLostError' });
    expect(await one`SELECT 4 AS four`).toEqual([{ four: 4 }]);
  });

  test('is waited for by whoever lifted the limit', async () => {
    const asking = one.begin(async (tx) => {
      await tx`SET LOCAL statement_timeout = 0`;
      return await tx`SELECT pg_sleep(600)`;
    });
    const told = asking.catch((error) => error);
    await untilItHangs();
    vi.advanceTimersByTime(30_000);
    // The server ends it later, not we.
    const [{ pid }] = await hanging();
    await sql`SELECT pg_terminate_backend(${pid}::int)`;
    expect(await told).toMatchObject({ code: '57P01' });
  });
});

test('what a caller waits for a free connection is counted', async () => {
  const one = connect(database.url, { max: 1 });
  try {
    await one`SELECT 1`;
    const { waits: before, waitedMs } = one.pool();
    const held = Promise.withResolvers<void>();
    const first = one.begin(() => held.promise);
    const second = one`SELECT 2`.then((rows) => rows);
    await expect.poll(() => one.pool()).toMatchObject({ max: 1, open: 1, busy: 1, waiting: 1 });
    held.resolve();
    await Promise.all([first, second]);
    const after = one.pool();
    expect(after).toMatchObject({ busy: 0, waiting: 0, waits: before + 1 });
    expect(after.waitedMs).toBeGreaterThan(waitedMs);
  } finally {
    await one.end();
  }
});

test('announcements are heard, also after the connection that hears them was lost', async () => {
  const name = 'listens_here';
  const listening = connect(database.url, { max: 1, applicationName: name });
  const heard: string[] = [];
  let times = 0;
  await listening.listen(
    'changed',
    (payload) => heard.push(payload),
    () => {
      times += 1;
    },
  );
  await sql`SELECT pg_notify('changed', 'first')`;
  await expect.poll(() => heard).toEqual(['first']);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${name}`;
  await expect.poll(() => times).toBe(2);
  await sql`SELECT pg_notify('changed', 'second')`;
  await expect.poll(() => heard).toEqual(['first', 'second']);
  await listening.end();
});
