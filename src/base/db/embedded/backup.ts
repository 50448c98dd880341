import { type FileHandle, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Sql } from '../pool.ts';
import { type BackupEntry, type BackupFacts, writeBackupFile } from './backup-file.ts';
import { clusterPath } from './cluster.ts';

/** Recreated by every start, or useless elsewhere; the folders stay, empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'log',
]);
const leftOut = /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;
/** Read last: it names the position from which recovery starts. */
const controlFile = 'global/pg_control';
/** Unique per process; the slot disappears with the connection. */
const slotName = () => `pasarela_backup_${process.pid}`;

export interface Backup {
  facts: BackupFacts;
  sizeBytes: number;
  sha256: string;
}

/**
 * Writes the folder of the embedded PostgreSQL into one file while it is in use. Changes made meanwhile are in the WAL,
 * which is included: a start on the copy recovers to the end of the backup.
 */
export async function backupEmbedded(sql: Sql, dataDir: string, path: string): Promise<Backup> {
  const folder = await realpath(clusterPath(dataDir));
  const facts = await readFacts(sql);
  return await sql.alone(async (db) => {
    // Without the slot the server could remove a part of its WAL before it is copied.
    await db`SELECT pg_create_physical_replication_slot(${slotName()}, true, true)`;
    const [start] = await db<{ file: string }[]>`
      SELECT pg_walfile_name(pg_backup_start('pasarela', true)) AS file`;
    const written = await writeBackupFile(path, facts, entriesOf(db, folder, start?.file ?? ''));
    return { facts, ...written };
  });
}

async function readFacts(sql: Sql): Promise<BackupFacts> {
  const [row] = await sql<{ serverVersion: string; systemIdentifier: string; mode: string | null }[]>`
    SELECT current_setting('server_version') AS "serverVersion",
           system_identifier::text AS "systemIdentifier",
           (SELECT value FROM installation WHERE name = 'mode') AS mode
      FROM pg_control_system()`;
  const migrations = await sql<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`;
  return {
    ...(row as NonNullable<typeof row>),
    takenAt: new Date(),
    platform: `${process.platform}-${process.arch}`,
    migrations: migrations.map(({ name }) => name),
  };
}

async function* entriesOf(db: Db, folder: string, firstLog: string): AsyncGenerator<BackupEntry> {
  yield* filesIn(folder, '');
  yield* fileAt(folder, controlFile);
  const [stop] = await db<{ label: string; file: string }[]>`
    SELECT labelfile AS label, pg_walfile_name(lsn) AS file
      FROM pg_backup_stop(false)`;
  if (!stop) throw new Error('PostgreSQL did not end the backup');
  const label = Buffer.from(stop.label);
  yield { name: 'backup_label', sizeBytes: label.length, content: once(label) };
  const logs = (await readdir(join(folder, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const name of logs.toSorted()) {
    if (name >= firstLog && name <= stop.file) yield* fileAt(folder, `pg_wal/${name}`);
  }
}

async function* filesIn(root: string, under: string): AsyncGenerator<BackupEntry> {
  for (const entry of await readdir(join(root, under), { withFileTypes: true })) {
    const name = `${under}${entry.name}`;
    if (leftOut.test(entry.name) || name === controlFile) continue;
    if (entry.isFile()) {
      yield* fileAt(root, name);
    } else if (entry.isDirectory()) {
      yield { name: `${name}/`, sizeBytes: 0, content: once(Buffer.alloc(0)) };
      if (!emptied.has(name)) yield* filesIn(root, `${name}/`);
    }
  }
}

/** A table, and its file, may be dropped meanwhile: the WAL records this too. */
async function* fileAt(root: string, name: string): AsyncGenerator<BackupEntry> {
  const file = await open(join(root, name)).catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield { name, sizeBytes: size, content: exactly(file, size) };
  } finally {
    await file.close();
  }
}

/** Exactly the announced number of bytes: later additions are in the WAL, and a truncated part is padded. */
async function* exactly(file: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes; ) {
    const chunk = Buffer.alloc(Math.min(256 * 1024, sizeBytes - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    at += bytesRead || chunk.length;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
