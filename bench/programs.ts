import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoMerchant } from '../src/sandbox/demo-merchant.ts';
import type { DescribedNetwork } from '../src/sandbox/networks.ts';

export interface Program {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export interface PasarelaProgram extends Program {
  merchant: DemoMerchant;
  /** The local chains, if they run. */
  networks: Record<string, DescribedNetwork>;
}

const ownCheckout = fileURLToPath(new URL('..', import.meta.url));
const startTimeoutMs = 60_000;
const pollMs = 50;

/**
 * The real program on a database, as an operator starts it: all its roles, its normal log level, its log in a file. The
 * rate limits are off, since one merchant makes all the requests, and so are the sandbox's local chains, which would
 * take their share of two cores.
 */
export async function startPasarela(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string>,
  checkout = ownCheckout,
): Promise<PasarelaProgram> {
  // The Node flags of `npm start`.
  const manifest = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const startFlags: string[] = manifest.scripts.start.match(/--\S+/g) ?? [];
  await mkdir(dataDir, { recursive: true });
  const log = openSync(join(dataDir, 'server.log'), 'a');
  const startedMs = Date.now();
  const child = spawn(process.execPath, [...startFlags, join(checkout, 'src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      SANDBOX_CHAINS: 'off',
      ...env,
      // For `--cpu-prof` and similar flags, which show where the time goes.
      ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
    },
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const { baseUrl, merchant, networks } = await readWhenWritten(
    join(dataDir, 'sandbox.json'),
    child,
    startedMs,
  );
  return { pid: child.pid as number, url: baseUrl, merchant, networks, stop: () => stop(child) };
}

/** The server writes this file when it is ready; a kept folder has one from an earlier run. */
async function readWhenWritten(
  path: string,
  child: ChildProcess,
  startedMs: number,
): Promise<{ baseUrl: string } & Pick<PasarelaProgram, 'merchant' | 'networks'>> {
  const deadline = startedMs + startTimeoutMs;
  for (;;) {
    const written = await stat(path).catch(() => null);
    if (written && written.mtimeMs >= startedMs) return JSON.parse(await readFile(path, 'utf8'));
    if (child.exitCode !== null) throw new Error('The server under test did not start.');
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server under test is not ready after ${startTimeoutMs / 1000} s.`);
    }
    await delay(pollMs);
  }
}

/** A server to compare with: a file of this folder that sends its address once it listens. */
export async function startBaseline(file: string, env: Record<string, string>): Promise<Program> {
  const child = fork(new URL(file, import.meta.url), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: ['--import', new URL('end-with-parent.ts', import.meta.url).href],
  });
  const [url] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The baseline ${file} did not start.`);
    }),
  ]);
  return { url, pid: child.pid as number, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
