import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { distribute, letCitusMigrate, readDistribution } from './citus.ts';
import { tryStartLock } from './locks.ts';
import type { Sql, Tx } from './pool.ts';

const ownFolder = new URL('../../migrations/', import.meta.url);

/**
 * The first line of a migration that PostgreSQL refuses inside a transaction, such as CREATE INDEX CONCURRENTLY. Each of its
 * statements ends with a line. It is run once more where it was cut off, so it begins by dropping what it makes, if it is
 * there.
 */
const outsideMark = '-- outside a transaction';

/** Before it is seen again whether another process is done. */
const waitMs = 50;

interface Migration {
  name: string;
  text: string;
  /** Of the text. */
  checksum: string;
  isOutside: boolean;
}

export interface MigrateOptions {
  folder?: URL;
  /** Moves the rows of merchants to the nodes of Citus, too, and tells how far it is. */
  distributing?: ((line: string) => void) | undefined;
}

/**
 * Applies the migrations that this database lacks, in the order of their names, all in one transaction: a start that is cut
 * off leaves the database as it was. One marked as outside a transaction ends the transaction of those before it.
 */
export async function migrate(
  sql: Sql,
  { folder = ownFolder, distributing }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const done: string[] = [];
  for (;;) {
    const step = await sql.begin((tx) => applyNext(sql, tx, migrations));
    if (step) done.push(...step.applied);
    if (step?.isLast) break;
    if (!step) await delay(waitMs);
  }
  await distributeNew(sql, distributing);
  return done;
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (name) => {
      // However a checkout ends its lines.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: hash('sha256', text), isOutside: text.startsWith(`${outsideMark}\n`) };
    }),
  );
}

/** null: another process is at it. */
async function applyNext(
  sql: Sql,
  tx: Tx,
  migrations: Migration[],
): Promise<{ applied: string[]; isLast: boolean } | null> {
  if (!(await tryStartLock(tx, 'migrations'))) return null;
  const missing = await missingOf(tx, migrations);
  const [first] = missing;
  const untilOutside = missing.findIndex(({ isOutside }) => isOutside);
  const next = first?.isOutside ? [first] : untilOutside < 0 ? missing : missing.slice(0, untilOutside);
  if (next.length > 0) await tx.unsafe(letCitusMigrate);
  if (first?.isOutside) await runOutside(sql, tx, first);
  else for (const { text } of next) await tx.unsafe(text);
  for (const { name, checksum } of next) {
    await tx`INSERT INTO migrations (name, checksum) VALUES (${name}, ${checksum})`;
  }
  return { applied: next.map(({ name }) => name), isLast: next.length === missing.length };
}

/** On Citus new tables go where they belong. */
async function distributeNew(sql: Sql, distributing: MigrateOptions['distributing']): Promise<void> {
  for (;;) {
    const distribution = await readDistribution(sql);
    if (!distribution || distribution.misplaced.length === 0) return;
    if (!distribution.isQuick && !distributing) {
      throw new Error(
        'The database has Citus, and its tables are not distributed yet. Stop every process, and run: pasarela database distribute',
      );
    }
    const isDone = await sql.begin(async (tx) => {
      if (!(await tryStartLock(tx, 'migrations'))) return false;
      await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await distribute(sql, distribution, distributing);
      return true;
    });
    if (!isDone) await delay(waitMs);
  }
}

/** Those that were never applied. What was must be what is there now: nobody knows what else a changed one would have done. */
async function missingOf(tx: Tx, migrations: Migration[]): Promise<Migration[]> {
  await tx`
    CREATE TABLE IF NOT EXISTS migrations (
      name       text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now(),
      checksum   text
    )`;
  // Where it was made before there were checksums.
  await tx`ALTER TABLE migrations ADD COLUMN IF NOT EXISTS checksum text`;
  const rows = await tx<{ name: string; checksum: string | null }[]>`SELECT name, checksum FROM migrations`;
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of this program (${unknown.join(', ')}). Start that version.`,
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

/** Beside the transaction, which holds the lock meanwhile, however long it takes. */
async function runOutside(sql: Sql, tx: Tx, { text }: Migration): Promise<void> {
  await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
  await sql.alone(async (db) => {
    for (const statement of text.split(/;\n/)) if (statement.trim() !== '') await db.unsafe(statement);
  });
}
