import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, open, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connect, type Sql } from '../pool.ts';
import { migrate, ownMigrations } from '../schema/migrate.ts';
import type { Account } from './account.ts';
import { type BackupEntry, type BackupFacts, BackupFileError, readBackupFile } from './backup-file.ts';
import { clusterPath, createCluster, stagingPrefix } from './cluster.ts';
import { syncFolder } from './durable-files.ts';
import { startEmbeddedPostgres } from './embedded.ts';

/**
 * Creates the embedded database of an empty data folder from a backup. The backup is unpacked, started, migrated and
 * passed to `prepare` in a folder aside, and moved into place as the last step. If the process is killed before,
 * nothing is in place, and the next start removes the leftovers.
 */
export async function restoreEmbedded<T>(
  dataDir: string,
  path: string,
  prepare: (sql: Sql, facts: BackupFacts) => Promise<T>,
): Promise<T> {
  const target = clusterPath(resolve(dataDir));
  await requireNone(target);
  await mkdir(resolve(dataDir), { recursive: true });
  const aside = join(resolve(dataDir), `${stagingPrefix}${process.pid}-${randomBytes(8).toString('hex')}`);
  await mkdir(aside, { mode: 0o711 });
  try {
    let facts: BackupFacts | null = null;
    await createCluster(aside, async (folder, account) => {
      facts = await unpack(path, folder, account);
    });
    const prepared = await prepareIn(aside, (sql) => prepare(sql, facts as unknown as BackupFacts));
    await requireNone(target);
    await putInPlace(clusterPath(aside), target);
    await syncFolder(resolve(dataDir));
    return prepared;
  } finally {
    const left = await readlink(clusterPath(aside)).catch(() => null);
    if (left !== null && left !== (await readlink(target).catch(() => null))) {
      await rm(left, { recursive: true, force: true });
    }
    await rm(aside, { recursive: true, force: true });
  }
}

async function requireNone(target: string): Promise<void> {
  if (!(await lstat(target).catch(() => null))) return;
  throw new BackupFileError(
    `${target} is there already. A backup is restored into a data folder without a database: give another DATA_DIR.`,
  );
}

async function unpack(path: string, folder: string, account: Account | null): Promise<BackupFacts> {
  const own = async (place: string): Promise<void> => {
    if (account) await chown(place, account.uid, account.gid);
  };
  await mkdir(folder, { mode: 0o700 });
  await own(folder);
  const known = new Set((await ownMigrations()).map(({ name }) => name));
  return await readBackupFile(
    path,
    (facts) => requireUsable(facts, known),
    async ({ name, content }: BackupEntry) => {
      if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(name) || name.split('/').includes('..')) {
        throw new Error(`it has a file named ${JSON.stringify(name)}`);
      }
      const place = join(folder, name);
      if (name.endsWith('/')) {
        for await (const _ of content);
        await mkdir(place, { mode: 0o700 });
      } else {
        const file = await open(place, 'wx', 0o600);
        try {
          for await (const chunk of content) await file.write(chunk);
        } finally {
          await file.close();
        }
      }
      await own(place);
    },
  );
}

/** The files fit one version of PostgreSQL on one kind of machine, and the tables fit one version of ours. */
function requireUsable(
  { platform, migrations, serverVersion }: BackupFacts,
  known: ReadonlySet<string>,
): void {
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new BackupFileError(
      `This backup was made by a newer version of this program (${unknown.join(', ')}). Use that version.`,
    );
  }
  const here = `${process.platform}-${process.arch}`;
  if (platform !== here) {
    throw new BackupFileError(
      `This backup is of PostgreSQL ${serverVersion} on ${platform}; it cannot be restored on ${here}.`,
    );
  }
}

async function prepareIn<T>(dataDir: string, prepare: (sql: Sql) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    const sql = connect(server.url, { max: 4 });
    try {
      await migrate(sql);
      return await prepare(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    await server.stop();
  }
}

/** `rename` never replaces an existing non-empty folder. A symbolic link is created, not moved, for the same reason. */
async function putInPlace(from: string, target: string): Promise<void> {
  const link = await readlink(from).catch(() => null);
  if (link === null) await rename(from, target);
  else await symlink(link, target);
}
