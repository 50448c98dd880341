import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { checkAlone, distribute, isQuick, letCitusMigrate, readDistribution } from '../citus/citus.ts';
import { startLockIfFree } from '../locks.ts';
import type { Sql, Tx } from '../pool.ts';

const ownFolder = new URL('../../../../migrations/', import.meta.url);

/**
 * The first line of a migration that PostgreSQL refuses inside a transaction, such as CREATE INDEX CONCURRENTLY. Each
 * of its statements ends with a semicolon at a line's end. An interrupted one runs again, so it begins by dropping what
 * it creates, if it exists.
 */
const outsideMark = '-- outside a transaction';

/**
 * A comment at the head of a migration that breaks the previous version, with the reason. Any other migration only
 * adds: processes of the previous version keep running on it, and can start on it.
 */
export const breakingMark = /^(?:--.*\n)*-- breaking: \S/;

/** The interval for checking whether another process is done. */
const waitMs = 50;

/**
 * How long a migration waits for a table that others use. Later statements queue behind it, so it gives up before they
 * time out, lets them through and retries. It also gives up before PostgreSQL's deadlock check (after a second), which
 * might cancel a statement of others. Only after many failures does it wait longer.
 */
const lockWaitMs = (waits: number): number => (waits < 30 ? 200 : 2_000);
const lockRestMs = 500;
/** Spread over some minutes. */
const maxLockWaits = 200;
/** A lock timeout, or a deadlock. */
const lockFailures = new Set(['55P03', '40P01']);

export interface Migration {
  name: string;
  text: string;
  /** SHA-256 of the text. */
  checksum: string;
  isOutside: boolean;
  isAdditive: boolean;
}

export interface MigrateOptions {
  folder?: URL;
  /** Also moves the merchants' rows to the Citus workers, and receives the progress. */
  distributing?: ((line: string) => void) | undefined;
}

/**
 * Applies the missing migrations in the order of their names, all in one transaction: an interrupted start leaves the
 * database as it was. A migration marked as outside a transaction ends the transaction of those before it, unless the
 * database is new.
 */
export async function migrate(
  sql: Sql,
  { folder = ownFolder, distributing }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const done: string[] = [];
  for (let lockWaits = 0; ; ) {
    try {
      const step = await sql.begin((tx) => applyNext(sql, tx, migrations, lockWaitMs(lockWaits)));
      if (step) done.push(...step.applied);
      if (step?.isLast) break;
      if (!step) await delay(waitMs);
    } catch (error) {
      lockWaits += 1;
      if (!lockFailures.has((error as { code?: string }).code ?? '') || lockWaits > maxLockWaits) throw error;
      await delay(lockRestMs);
    }
  }
  await distributeNew(sql, distributing);
  return done;
}

/** The migrations of this version of the program. */
export async function ownMigrations(): Promise<Migration[]> {
  return await readMigrations(ownFolder);
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (name) => {
      // Independent of the checkout's line endings.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return {
        name,
        text,
        checksum: hash('sha256', text),
        isOutside: text.startsWith(`${outsideMark}\n`),
        isAdditive: !breakingMark.test(text),
      };
    }),
  );
}

/** null: another process is migrating. */
async function applyNext(
  sql: Sql,
  tx: Tx,
  migrations: Migration[],
  waitForTableMs: number,
): Promise<{ applied: string[]; isLast: boolean } | null> {
  if (!(await startLockIfFree(tx, 'migrations'))) return null;
  await tx`SET LOCAL lock_timeout = ${tx.unsafe(String(waitForTableMs))}`;
  const missing = await missingOf(tx, migrations);
  // A new database has no other users that would have to be let through.
  const isNew = missing.length === migrations.length;
  const [first] = missing;
  const untilOutside = isNew ? -1 : missing.findIndex(({ isOutside }) => isOutside);
  const next = untilOutside < 0 ? missing : missing.slice(0, untilOutside || 1);
  if (next.length > 0) await tx.unsafe(letCitusMigrate);
  if (untilOutside === 0 && first) await runOutside(sql, tx, first);
  else
    await Promise.all(
      next.map(({ text }) => tx.unsafe(isNew ? text.replaceAll(' CONCURRENTLY ', ' ') : text)),
    );
  const rows = next.map(({ name, checksum, isAdditive }) => ({ name, checksum, is_additive: isAdditive }));
  if (rows.length > 0) await tx`INSERT INTO migrations ${tx(rows)}`;
  return { applied: next.map(({ name }) => name), isLast: next.length === missing.length };
}

/** On Citus new tables are moved to their place. */
async function distributeNew(sql: Sql, distributing: MigrateOptions['distributing']): Promise<void> {
  for (;;) {
    const distribution = await readDistribution(sql);
    if (!distribution || (distribution.isDone && distribution.misplaced.length === 0)) return;
    if (!(await isQuick(sql, distribution))) {
      if (!distributing) {
        throw new Error(
          'The database has Citus, and its tables are not distributed yet. Stop every process, and run: pasarela database distribute',
        );
      }
      await checkAlone(sql);
    }
    const isDone = await sql.begin(async (tx) => {
      if (!(await startLockIfFree(tx, 'migrations'))) return false;
      await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await distribute(sql, distribution, distributing);
      return true;
    });
    if (!isDone) await delay(waitMs);
  }
}

/**
 * The migrations never applied. An applied one must equal today's file: no one knows what a changed one would have
 * done. One applied by a newer version must be marked as additive.
 */
async function missingOf(tx: Tx, migrations: Migration[]): Promise<Migration[]> {
  await tx`
    CREATE TABLE IF NOT EXISTS migrations (
      name        text PRIMARY KEY,
      applied_at  timestamptz NOT NULL DEFAULT now(),
      checksum    text,
      -- NULL for migrations applied before this column existed.
      is_additive boolean
    )`;
  // For tables made before these columns existed.
  await tx`
    ALTER TABLE migrations
      ADD COLUMN IF NOT EXISTS checksum text,
      ADD COLUMN IF NOT EXISTS is_additive boolean`;
  const rows = await tx<{ name: string; checksum: string | null; isAdditive: boolean | null }[]>`
    SELECT name, checksum, is_additive AS "isAdditive"
      FROM migrations
     ORDER BY name`;
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  const breaking = rows.filter(({ name, isAdditive }) => !known.has(name) && isAdditive !== true);
  if (breaking.length > 0) {
    const names = breaking.map(({ name }) => name).join(', ');
    throw new Error(
      `The database was migrated by a newer version of this program (${names}), and this one does not fit it any more. Start that version.`,
    );
  }
  for (const { name, checksum } of migrations) {
    const was = applied.get(name);
    if (was === null) await tx`UPDATE migrations SET checksum = ${checksum} WHERE name = ${name}`;
    else if (was !== undefined && was !== checksum) {
      throw new Error(
        `The migration ${name} is not the one that this database was migrated by. Restore the file; what else is to change needs a migration of its own.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Runs beside the transaction, which holds the lock meanwhile, without a time limit. */
async function runOutside(sql: Sql, tx: Tx, { text }: Migration): Promise<void> {
  await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
  await sql.alone(async (db) => {
    for (const statement of text.split(/;\n/)) if (statement.trim() !== '') await db.unsafe(statement);
  });
}
