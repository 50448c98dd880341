import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The account that PostgreSQL runs as when we are root, since it refuses to run as root. */
export type Account = { uid: number; gid: number };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** `postgres` is made for this; `nobody` exists on every system. */
const accountNames = ['postgres', 'nobody'];

export async function unprivilegedAccount(): Promise<Account> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of accountNames) {
    const entry = entries.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root and /etc/passwd has neither of ${accountNames.join(', ')}: ` +
      'start Pasarela as an ordinary user, or set DATABASE_URL',
  );
}

/** Tested by trying: modes alone do not answer it (ACLs, mounts, every parent folder). */
export async function mayEnter(account: Account, folder: string): Promise<boolean> {
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** A folder owned by root that the account can reach, for files that it cannot reach in the checkout. */
export async function sharedFolder(account: Account): Promise<string> {
  const candidates = ['/var/lib/pasarela', join(tmpdir(), 'pasarela')];
  for (const folder of candidates) {
    if ((await isSafelyOurs(folder)) && (await mayEnter(account, folder))) return folder;
  }
  throw new Error(
    `PostgreSQL has to run as user ${account.uid}, who can reach neither the checkout nor ${candidates.join(' nor ')}: ` +
      'move the checkout, start Pasarela as an ordinary user, or set DATABASE_URL',
  );
}

async function isSafelyOurs(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    // The umask may have removed the permission of others to pass through.
    await chmod(folder, 0o755);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  // Binaries run from here: a folder in /tmp that another account made, or can write to, must not be trusted.
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}
