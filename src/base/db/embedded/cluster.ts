import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, isRoot, mayEnter, sharedFolder, unprivilegedAccount } from './account.ts';
import { locateBinaries } from './binaries.ts';
import { syncFolder, writePrivately } from './durable-files.ts';

export const superuser = 'pasarela';

/**
 * The server does not inherit our environment: it may hold secrets, and PG* variables would change the server's
 * behaviour.
 */
export const serverEnvironment = { PATH: process.env.PATH, LC_ALL: 'C' };

/** The cluster of a data folder: a folder, or a symbolic link to it. */
export const clusterPath = (dataDir: string): string => join(dataDir, 'postgres');

export const stagingPrefix = 'postgres.init-';
/** Inside the cluster's folder, so that a cluster and its password appear, move and disappear together. */
const credentialsFile = 'pasarela.json';

type Cluster = {
  /** The real path, even if `<dataDir>/postgres` is a symbolic link. */
  folder: string;
  binaries: string;
  account: Account | null;
  password: string;
};

/** Opens the cluster at `<dataDir>/postgres`, and creates it first if it does not exist. */
export async function openCluster(dataDir: string, durable: boolean, onWait: () => void): Promise<Cluster> {
  const path = clusterPath(dataDir);
  await mkdir(dataDir, { recursive: true });
  await removeLeftovers(dataDir, path);
  if (!(await lstat(path).catch(() => null))) {
    await createCluster(dataDir, (folder, account) => initialise(folder, account, durable, onWait));
  }

  const folder = await realpath(path).catch(async (cause) => {
    // Never recreated silently: an unmounted disk must not look like an empty database.
    throw new Error(
      `${path} points at ${await readlink(path)}, which is gone: bring it back, or remove the link to start empty`,
      { cause },
    );
  });
  // An existing cluster keeps its owner: PostgreSQL runs it under no other account.
  const { uid, gid } = await stat(folder);
  const account = isRoot() ? { uid, gid } : null;
  if (account && !(await mayEnter(account, folder))) {
    throw new Error(
      `${folder} belongs to user ${uid}, who may not enter a folder above it: open that folder`,
    );
  }
  const credentials = await readFile(join(folder, credentialsFile), 'utf8').catch((cause) => {
    throw new Error(`${folder} is not a database that Pasarela made and may use: ${cause.message}`, {
      cause,
    });
  });
  return {
    folder,
    binaries: await locateBinaries(account),
    account,
    password: JSON.parse(credentials).password,
  };
}

/**
 * Builds the cluster aside and renames it into place in one step, so that neither a kill half-way nor a second process
 * leaves a half-made cluster at `path`. The process id in the name separates leftovers from work under way.
 */
export async function createCluster(
  dataDir: string,
  fill: (folder: string, account: Account | null) => Promise<void>,
): Promise<void> {
  const path = clusterPath(dataDir);
  const random = randomBytes(8).toString('hex');
  const staging = join(dataDir, `${stagingPrefix}${process.pid}-${random}`);
  const account = isRoot() ? await unprivilegedAccount() : null;
  const elsewhere = account !== null && !(await mayEnter(account, dataDir));
  // A random name, not one derived from the path: a deleted DATA_DIR must never find its old data again.
  const folder = elsewhere ? join(await sharedFolder(account), `cluster-${random}`) : staging;
  try {
    // The symbolic link is made before its target, so that a leftover of a crash can be found.
    if (elsewhere) await symlink(folder, staging);
    await fill(folder, account);
    await syncFolder(dirname(folder));
    if (elsewhere) await symlink(folder, path);
    else await rename(staging, path);
    await syncFolder(dataDir);
    if (elsewhere) await rm(staging);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await rm(staging, { force: true });
    // Another process was faster: its cluster is used.
    if (!(await lstat(path).catch(() => null))) throw error;
  }
}

async function initialise(
  folder: string,
  account: Account | null,
  durable: boolean,
  onWait: () => void,
): Promise<void> {
  const password = randomBytes(24).toString('hex');
  const passwordFile = `${folder}.password`;
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  try {
    await writePrivately(passwordFile, password, account);
    const initdb = join(await locateBinaries(account), 'initdb');
    const options = [
      `--pgdata=${folder}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Many iterations protect passwords that people choose. This one cannot be guessed, and every connection pays for
      // the iterations.
      '--set=scram_iterations=1',
      '--encoding=UTF8',
      '--locale=C',
      // Sorts by code point like C, but knows upper and lower case beyond ASCII, independent of the host.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
      // One call instead of one per file, of which there are a thousand.
      ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
    ];
    const running = promisify(execFile)(initdb, options, { ...account, cwd: '/', env: serverEnvironment });
    onWait();
    await running;
    await writePrivately(join(folder, credentialsFile), JSON.stringify({ password }), account);
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL could not be set up in ${folder}: ${(cause as Error).message}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function removeLeftovers(dataDir: string, path: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = name.startsWith(stagingPrefix) ? Number.parseInt(name.slice(stagingPrefix.length), 10) : null;
    if (pid === null || isAlive(pid)) continue;
    const leftover = join(dataDir, name);
    // A restore builds its cluster in a data folder of its own.
    const link = await readlink(clusterPath(leftover)).catch(() => null);
    const target = link ?? (await readlink(leftover).catch(() => null));
    // The process may have died just after it put the cluster in place: then only the symbolic link is left.
    if (target !== null && target !== (await readlink(path).catch(() => null))) {
      await discard(target);
      await discard(`${target}.password`);
    }
    await discard(leftover);
  }
}

/** The `initdb` of a killed process runs on for a moment: files that it still adds are removed at the next start. */
async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {});
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
