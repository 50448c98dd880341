import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../kit/client.ts';

/** A benchmark that is stopped leaves no process running. */

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['PostgreSQL starts', (folder: string) => existsSync(join(folder, 'postgres', 'postmaster.pid'))],
  [
    'it measures',
    (folder: string) => readdirSync(folder).some((name) => existsSync(join(folder, name, 'sandbox.json'))),
  ],
])('SIGTERM, twice as npm passes it on, while %s ends all that it started', async (_moment, hasCome) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-stop-'));
  const postmasterFile = join(folder, 'postgres', 'postmaster.pid');
  const child = spawn(process.execPath, ['bench/run.ts', 'token_vs_empty'], {
    env: { PATH: process.env.PATH, BENCH_FOLDER: folder },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  try {
    await until(async () => hasCome(folder), Boolean);
    const [pid = ''] = readFileSync(postmasterFile, 'utf8').split('\n');
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    await exited;
    expect(isRunning(Number(pid))).toBe(false);
    expect(existsSync(postmasterFile)).toBe(false);
  } finally {
    child.kill('SIGKILL');
    if (existsSync(postmasterFile))
      process.kill(Number(readFileSync(postmasterFile, 'utf8').split('\n')[0]), 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  }
});
