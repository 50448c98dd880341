import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../../../src/base/db/embedded/account.ts';
import {
  isPostmaster,
  readPostmasterFile,
  stopPostmaster,
} from '../../../src/base/db/embedded/postmaster.ts';
import type { SandboxFacts } from '../../../src/sandbox/announce.ts';
import { type Answer, call, keyHeaders, postCharge, sampleCharge, until } from '../client.ts';
import { databaseFolder } from '../database-folder.ts';

/** The program as an operator runs it: a separate process, known only by its output and its answers. */
export interface Program {
  pid: number;
  dataDir: string;
  stdout(): string;
  stderr(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
}

export interface RunningServer extends Program {
  url: string;
  merchant: SandboxFacts['merchant'];
  /** Empty unless it was started with SANDBOX_CHAINS=on. */
  networks: SandboxFacts['networks'];
}

export interface LaunchOptions {
  dataDir?: string;
  /** The account it runs as; unset: our own. */
  account?: Account;
  cwd?: string;
  /** The folder of another version of the program. */
  checkout?: string;
}

const ownCheckout = join(import.meta.dirname, '../../..');
const children: ChildProcess[] = [];
const folders: string[] = [];

/** Starts the program and returns at once. Nothing of the tests' own environment reaches it. */
export async function launch(
  env: Record<string, string> = {},
  options: LaunchOptions = {},
): Promise<Program> {
  const dataDir = options.dataDir ?? (await newDataDir(options.account));
  const checkout = options.checkout ?? ownCheckout;
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts')], {
    ...options.account,
    cwd: options.cwd ?? '/',
    env: {
      PATH: process.env.PATH,
      // The value that `npm start` sets.
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'),
      PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return {
    pid: child.pid as number,
    dataDir,
    stdout: () => stdout,
    stderr: () => stderr,
    // Not 'exit', which may come before the last output.
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
    kill: (signal) => child.kill(signal),
  };
}

/** Starts a sandbox server and waits until it reports that it is ready. */
export async function startServer(
  env: Record<string, string> = {},
  options: LaunchOptions = {},
): Promise<RunningServer> {
  const quick = { RATE_LIMITS: 'off', SANDBOX_CHAINS: 'off', LOG_LEVEL: 'warn' };
  const program = await launch({ ...quick, ...env }, options);
  const printed = await printedBy(program, /^ +API +(http\S+)$/m);
  const { merchant, networks } = await readSandboxFile(program.dataDir);
  const server = { ...program, url: printed[1] as string, merchant, networks };
  await untilReady(server);
  return server;
}

/** Waits until the program has printed this; fails if it ends before. */
async function printedBy(program: Program, pattern: RegExp): Promise<RegExpExecArray> {
  let ended: number | string | null = null;
  program.ended.then((how) => {
    ended = how;
  });
  const found = await until(
    async () => pattern.exec(program.stdout()),
    (match) => match !== null || ended !== null,
  );
  if (!found) throw new Error(`the program ended (${ended}):\n${program.stderr()}${program.stdout()}`);
  return found;
}

export async function untilReady(server: { url: string }): Promise<void> {
  await until(
    () => fetch(`${server.url}/health/ready`).then(({ status }) => status, String),
    (status) => status === 200,
  );
}

/** Creates a charge and returns its reference. */
export async function newCharge(server: RunningServer, change: object = {}): Promise<string> {
  const { body } = await postCharge(server, server.merchant, { ...sampleCharge, ...change });
  return body.data.reference;
}

export async function readCharge(server: RunningServer, reference: string): Promise<Answer> {
  return await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant));
}

/** Asks it to stop and returns how it ended. */
export async function stop(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
  program.kill(signal);
  return await program.ended;
}

async function readSandboxFile(dataDir: string): Promise<SandboxFacts> {
  return JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'));
}

/** The path of a folder that does not exist yet, inside one that every account may enter. */
export async function newDataDir(owner?: Account): Promise<string> {
  const root = await mkdtemp(join(databaseFolder(), 'pasarela-process-'));
  await chmod(root, 0o755);
  const dataDir = join(root, 'data');
  folders.push(root);
  if (owner) {
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, owner.uid, owner.gid);
  }
  return dataDir;
}

/** The embedded PostgreSQL that runs on this folder; null: none does. */
export async function postmasterOf(dataDir: string): Promise<{ pid: number; folder: string } | null> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null);
  const file = folder && (await readPostmasterFile(folder));
  return file && (await isPostmaster(file.pid, folder)) ? { pid: file.pid, folder } : null;
}

/** For afterAll: ends all processes that tests left running, also after a failure. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  }
  for (const root of folders.splice(0)) {
    const left = await postmasterOf(join(root, 'data'));
    if (left) await stopPostmaster(left.pid, left.folder);
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  }
}
