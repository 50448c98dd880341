import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findAnvil } from './anvil-binary.ts';
import { rpc } from './rpc.ts';
import { prepareState } from './state-file.ts';

const startTimeoutMs = 20_000;
/** Writing the state of a chain that ran for weeks takes seconds; a process that takes longer is stuck. */
const stopTimeoutMs = 30_000;
const pollIntervalMs = 25;
/** Bounds the loss if anvil itself is killed or the machine crashes: a few seconds of blocks. */
const stateIntervalSeconds = 10;

/**
 * Runs anvil, with a watcher that terminates it cleanly when our end of its standard input closes: at `stop`, and also
 * when this process is killed without a chance to clean up. SIGTERM makes anvil write its state, so nothing is lost.
 */
const runUntilInputCloses = `
exec 3<&0
main=$$
( read -r _ <&3; kill -TERM "$main" ) &
exec "$0" "$@" 3<&- </dev/null
`;

/** The content of `anvil.json` in the chain's folder, about the process that runs it. */
type RunFile = { pid: number; port: number; ownerPid: number };

export interface AnvilProcess {
  rpcUrl: string;
  /** Whether another process on the same folder runs it: then that process makes the blocks. */
  shared: boolean;
  stop(): Promise<void>;
}

export async function runAnvil(options: {
  dataDir: string;
  flags: string[];
  port?: number;
}): Promise<AnvilProcess> {
  const { dataDir } = options;
  await mkdir(dataDir, { recursive: true });
  const earlier = await readRunFile(dataDir);
  if (earlier && (await isRunning(earlier.pid, dataDir))) {
    if (isAlive(earlier.ownerPid)) {
      const rpcUrl = urlOf(earlier.port);
      await answers(rpcUrl, () => !isAlive(earlier.pid));
      return { rpcUrl, shared: true, stop: async () => {} };
    }
    await waitUntilGone(earlier.pid, dataDir);
  }

  // Reuses the last port if it is free: addresses in people's wallets and notes stay valid.
  const port = options.port ?? (await freePort(earlier?.port));
  const state = await prepareState(dataDir);
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      runUntilInputCloses,
      findAnvil(),
      ...['--host', '127.0.0.1', '--port', String(port), '--quiet'],
      ...['--state', state, '--state-interval', String(stateIntervalSeconds)],
      ...options.flags,
    ],
    // Its own session: Ctrl-C must reach the server first, which stops the chain after its own work is done.
    { detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const rpcUrl = urlOf(port);
  await writeRunFile(dataDir, { pid: child.pid ?? 0, port, ownerPid: process.pid });
  const output = watch(child);
  try {
    await answers(rpcUrl, () => child.exitCode !== null || child.signalCode !== null);
  } catch {
    await stop(child);
    throw new Error(`The local chain in ${dataDir} did not start: ${output() || 'it gave no reason'}`);
  }
  return { rpcUrl, shared: false, stop: () => stop(child) };
}

/** Neither the process nor its pipe may keep ours from ending. */
function watch(child: ChildProcess): () => string {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  child.on('error', (error) => {
    output += error.message;
  });
  // If anvil ends by itself, this also ends its watcher.
  child.on('exit', () => child.stdin?.destroy());
  child.stdin?.on('error', () => {});
  child.unref();
  for (const stream of [child.stdin, child.stderr]) (stream as unknown as { unref(): void }).unref();
  return () => output.trim();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.ref();
  const exited = once(child, 'exit');
  child.stdin?.end();
  const stuck = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(stuck);
}

/** If its owner was killed, it is about to end and is writing its state. */
async function waitUntilGone(pid: number, dataDir: string): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  while (await isRunning(pid, dataDir)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await delay(pollIntervalMs);
  }
}

async function answers(rpcUrl: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await rpc(rpcUrl, 'eth_chainId');
      return;
    } catch (cause) {
      if (hasEnded() || Date.now() > deadline) throw new Error(`No chain at ${rpcUrl}`, { cause });
      await delay(pollIntervalMs);
    }
  }
}

/** After a reboot the pid in the file may belong to another program: it must be an anvil on this very folder. */
async function isRunning(pid: number, dataDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(dataDir);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const runFile = (dataDir: string) => join(dataDir, 'anvil.json');
const urlOf = (port: number) => `http://127.0.0.1:${port}`;

async function readRunFile(dataDir: string): Promise<RunFile | null> {
  try {
    return JSON.parse(await readFile(runFile(dataDir), 'utf8'));
  } catch {
    return null;
  }
}

async function writeRunFile(dataDir: string, content: RunFile): Promise<void> {
  await writeFile(runFile(dataDir), `${JSON.stringify(content)}\n`);
}

async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(wanted, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort();
  }
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}
