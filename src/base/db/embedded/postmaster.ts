import { spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { serverEnvironment } from './cluster.ts';

/** A fast shutdown writes out every dirty page first: seconds on a disk, minutes on a bad one. */
const stopTimeoutMs = 120_000;
export const pollIntervalMs = 25;
/** Enough to show a fatal line with its hints, short enough for a terminal. */
const logTailLines = 15;

const logFolder = 'log';

/** Sized for a small machine shared with the service itself; durability as PostgreSQL ships it. */
const defaultSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // Fewer checkpoints under load, at the price of a longer recovery after a crash.
  max_wal_size: '4GB',
  // Queues fill and empty within a minute, which is the default interval.
  autovacuum_naptime: '10s',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One file per weekday, overwritten a week later: bounded without a rotation of our own.
  logging_collector: 'on',
  log_directory: logFolder,
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
};

export type PostmasterFile = { pid: number; port: number; status: string };

/** Parses `postmaster.pid`; null if it does not exist or holds only its first bytes. */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7] ?? '' } : null;
}

/**
 * Whether the process is the postmaster of this very folder. After a reboot, or in a restarted container, the pid in
 * the file soon belongs to another process; and an unreaped zombie still counts as alive to `kill`.
 */
export async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return basename(command[0] ?? '') === 'postgres' && command.includes(folder);
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export type LaunchedPostmaster = {
  pid: number | undefined;
  hasExited(): boolean;
  /** Its last output: standard error and the end of its log. */
  lastWords(): Promise<string>;
};

export async function launchPostmaster(launch: {
  folder: string;
  binaries: string;
  account: Account | null;
  settings: Record<string, string>;
  /** A process known not to be the postmaster although `postmaster.pid` names it. */
  impostorPid: number | null;
}): Promise<LaunchedPostmaster> {
  const { folder, binaries, account, impostorPid } = launch;
  const settings = { ...defaultSettings, port: String(await freePort()), ...launch.settings };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries, 'postgres'), ['-D', folder, ...options], {
    ...account,
    cwd: '/',
    // PostgreSQL treats the file as stale if it names this pid, and keeps its other interlock (shared memory). If we
    // removed the file, we could remove that of a postmaster started at the same moment.
    env: { ...serverEnvironment, ...(impostorPid !== null && { PG_GRANDPARENT_PID: String(impostorPid) }) },
    // Its own session: Ctrl-C must reach only our server, which stops the database after its own work is done.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();

  let exited = false;
  let output = '';
  // Not 'exit', which may fire before the last of its output.
  child.on('close', () => {
    exited = true;
  });
  child.on('error', (error) => {
    exited = true;
    output += `${error.message}\n`;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return {
    pid: child.pid,
    hasExited: () => exited,
    lastWords: async () => `${output}${await logTail(folder)}`.trim(),
  };
}

/** Fast shutdown: open transactions roll back, committed data is written out, no recovery is needed later. */
export async function stopPostmaster(pid: number, folder: string): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  if (await isPostmaster(pid, folder)) signal(pid, 'SIGINT');
  while (await isPostmaster(pid, folder)) {
    if (Date.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL (process ${pid}) has not stopped within ${stopTimeoutMs / 1000} s`,
      );
    }
    await delay(pollIntervalMs);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Another program may take the port before PostgreSQL does; the caller then retries with another. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

async function logTail(folder: string): Promise<string> {
  const names = await readdir(join(folder, logFolder)).catch(() => []);
  const logs = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, logFolder, name);
      return { path, changedMs: (await stat(path)).mtimeMs };
    }),
  );
  const newest = logs.sort((a, b) => b.changedMs - a.changedMs)[0];
  if (!newest) return '';
  return (await readFile(newest.path, 'utf8')).trimEnd().split('\n').slice(-logTailLines).join('\n');
}
