import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './process-tree.ts';

/** Each attempt starts on an empty folder, and then again on the folder that this start left. */
const tries = 3;
/** Short enough for the second decimal of a second. */
const pollMs = 10;
const startTimeoutMs = 60_000;
/** Meanwhile the first blocks become final, and PostgreSQL analyses the new tables. */
const settleMs = 30_000;
const idleMs = 30_000;

/** Seconds from `npm start` until everything reports ready, including the whole sandbox: the slowest attempt. */
export async function measureStart(): Promise<{ first: number; again: number }> {
  const first: number[] = [];
  const again: number[] = [];
  for (let count = 0; count < tries; count++) {
    await inFolder(async (folder) => {
      for (const seconds of [first, again]) {
        const sandbox = await startSandbox(folder);
        seconds.push(sandbox.readySeconds);
        await sandbox.stop();
      }
    });
  }
  return { first: Math.max(...first), again: Math.max(...again) };
}

/** The share of one core that an idle sandbox takes: the program, its database and its chains. */
export async function measureIdlePercent(): Promise<number> {
  return await inFolder(async (folder) => {
    const sandbox = await startSandbox(folder);
    try {
      await delay(settleMs);
      const startedAt = performance.now();
      const before = await cpuSeconds(sandbox.pid);
      await delay(idleMs);
      const seconds = (performance.now() - startedAt) / 1000;
      return (100 * ((await cpuSeconds(sandbox.pid)) - before)) / seconds;
    } finally {
      await sandbox.stop();
    }
  });
}

interface Sandbox {
  /** The process id of npm, the ancestor of all the others. */
  pid: number;
  readySeconds: number;
  stop(): Promise<void>;
}

/** Starts it as the README does. */
async function startSandbox(dataDir: string): Promise<Sandbox> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('The sandbox did not start.');
    if (performance.now() - startedAt > startTimeoutMs) {
      await stop(child);
      throw new Error(`The sandbox is not ready after ${startTimeoutMs / 1000} s.`);
    }
    await delay(pollMs);
  }
  const readySeconds = (performance.now() - startedAt) / 1000;
  return { pid: child.pid as number, readySeconds, stop: () => stop(child) };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-start-'));
  try {
    // If this runs as root, PostgreSQL runs under another account, which must be able to read the folder.
    await chmod(folder, 0o755);
    return await work(join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
