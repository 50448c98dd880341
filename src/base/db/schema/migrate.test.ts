import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../test/kit/client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { connect, type Sql } from '../pool.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let sql: Sql;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  sql = connect(database.url, { max: 4 });
  folder = await mkdtemp(join(tmpdir(), 'pasarela-migrations-'));
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const run = () => migrate(sql, { folder: pathToFileURL(`${folder}/`) });
const isThere = async (table: string) =>
  (await sql`SELECT to_regclass(${table}) IS NOT NULL AS there`)[0]?.there as boolean;

test('what is missing is applied in the order of the names, once', async () => {
  await write('0002_b.sql', 'ALTER TABLE a ADD COLUMN b int;\n');
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(await run()).toEqual([]);
});

test('of several that start at once each finds every migration applied once', async () => {
  await write('0000_new.sql', 'CREATE TABLE new (new int);\n');
  await run();
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  await write('0002_b.sql', '-- outside a transaction\nCREATE INDEX CONCURRENTLY b ON a (a);\n');
  const others = [connect(database.url, { max: 3 }), connect(database.url, { max: 3 })];
  const runs = [sql, ...others].map((each) => migrate(each, { folder: pathToFileURL(`${folder}/`) }));
  expect((await Promise.all(runs)).flat().sort()).toEqual(['0001_a.sql', '0002_b.sql']);
  await Promise.all(others.map((other) => other.end()));
});

test('one that fails leaves the database as it was, and names what is wrong', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  await write('0002_b.sql', 'CREATE TABLE b (b nothing);\n');
  await expect(run()).rejects.toThrow('type "nothing" does not exist');
  expect(await isThere('a')).toBe(false);
});

test('one that was changed after it was applied is refused, however its lines end', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  await run();
  await write('0001_a.sql', 'CREATE TABLE a (a int);\r\n');
  expect(await run()).toEqual([]);
  await write('0001_a.sql', 'CREATE TABLE a (a bigint);\n');
  await write('0002_b.sql', 'CREATE TABLE b (b int);\n');
  await expect(run()).rejects.toThrow('The migration 0001_a.sql is not the one');
  expect(await isThere('b')).toBe(false);
});

test('a database that was migrated before there were checksums gets them', async () => {
  await sql`CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
  await sql`INSERT INTO migrations (name) VALUES ('0001_a.sql')`;
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  expect(await run()).toEqual([]);
  await write('0001_a.sql', 'CREATE TABLE a (a bigint);\n');
  await expect(run()).rejects.toThrow('0001_a.sql');
});

describe('a database of a newer version', () => {
  beforeEach(async () => {
    await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  });

  test('is good for the one before where that one only added to it', async () => {
    await write('0002_b.sql', '-- More about a.\nALTER TABLE a ADD COLUMN b int;\n');
    await run();
    await rm(join(folder, '0002_b.sql'));
    expect(await run()).toEqual([]);
  });

  test('is refused where one of its migrations says that it breaks the one before', async () => {
    await write('0002_b.sql', 'ALTER TABLE a ADD COLUMN b int;\n');
    await write('0003_c.sql', '-- Less about a.\n-- breaking: a is gone\nALTER TABLE a DROP COLUMN a;\n');
    await run();
    await Promise.all(['0002_b.sql', '0003_c.sql'].map((name) => rm(join(folder, name))));
    await expect(run()).rejects.toThrow('migrated by a newer version of this program (0003_c.sql)');
  });

  test('is refused where it is not known what was done to it', async () => {
    await run();
    await sql`INSERT INTO migrations (name) VALUES ('0002_b.sql')`;
    await expect(run()).rejects.toThrow('migrated by a newer version of this program (0002_b.sql)');
  });
});

test('one that has to wait for a table lets others through meanwhile, and is applied in the end', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  await run();
  await write('0002_b.sql', 'ALTER TABLE a ADD COLUMN b int;\n');
  const other = connect(database.url, { max: 2 });
  const isRead = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const reading = other.begin(async (tx) => {
    await tx`SELECT a FROM a`;
    isRead.resolve();
    await isOver.promise;
  });
  await isRead.promise;
  const migrating = run();
  await until(
    () => sql`SELECT FROM pg_locks WHERE relation = 'a'::regclass AND NOT granted`,
    (waiting) => waiting.length === 1,
  );
  // It queues behind the migration, and runs as soon as the migration stops waiting for its lock.
  expect(await other`SELECT a FROM a`).toEqual([]);
  isOver.resolve();
  await reading;
  expect(await migrating).toEqual(['0002_b.sql']);
  await other.end();
});

test('a new database is made in one transaction, also what is marked as outside one', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (a int);\n');
  await write('0002_b.sql', '-- outside a transaction\nCREATE INDEX CONCURRENTLY b ON a (a);\n');
  await write('0003_c.sql', 'CREATE TABLE c (c nothing);\n');
  await expect(run()).rejects.toThrow('type "nothing" does not exist');
  expect(await isThere('a')).toBe(false);
  await write('0003_c.sql', 'CREATE TABLE c (c int);\n');
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  expect(await isThere('b')).toBe(true);
});

test('one marked as outside a transaction runs there, between those before and after it', async () => {
  await write('0000_new.sql', 'CREATE TABLE new (new int);\n');
  await run();
  await write('0001_a.sql', 'CREATE TABLE a (a int);\nINSERT INTO a VALUES (1);\n');
  await write(
    '0002_b.sql',
    '-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS b;\nCREATE UNIQUE INDEX CONCURRENTLY b ON a (a);\n',
  );
  await write('0003_c.sql', 'ALTER TABLE a ADD CONSTRAINT c UNIQUE USING INDEX b;\n');
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
});

test('one outside that was cut off in the middle is made whole by the next start', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (a int);\nINSERT INTO a VALUES (1), (1);\n');
  await run();
  await write(
    '0002_b.sql',
    '-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS b;\nCREATE UNIQUE INDEX CONCURRENTLY b ON a (a);\n',
  );
  // A duplicate in a unique index ends its build like a crash: an invalid index is left.
  await expect(run()).rejects.toThrow('could not create unique index');
  const isValid = async () =>
    (await sql`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'b'::regclass`)[0]?.valid;
  expect(await isValid()).toBe(false);
  await sql`DELETE FROM a WHERE ctid IN (SELECT ctid FROM a LIMIT 1)`;
  expect(await run()).toEqual(['0002_b.sql']);
  expect(await isValid()).toBe(true);
});
