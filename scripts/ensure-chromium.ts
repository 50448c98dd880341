// Runs before the tests: the page tests need a real browser, and one command has to be enough on a fresh machine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../test/kit/chromium.ts';

const INSTRUCTION = 'Install Chromium (or set CHROMIUM_PATH to one): the tests of the pages run in it';

try {
  if (findChromium() === null) installWithApt();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function installWithApt(): void {
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`${INSTRUCTION}.`);
  console.log('No Chromium found: installing it with apt-get for the tests of the pages.');
  aptGet('update', '-qq');
  aptGet('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
  if (findChromium() === null) throw new Error(`${INSTRUCTION}; apt-get installed none that can be found.`);
}

function aptGet(...options: string[]): void {
  // `-n`: without a terminal a question for a password would wait for ever.
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [program = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options];
  const { status, error } = spawnSync(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    throw new Error(
      `${INSTRUCTION}; apt-get ${options[0]} failed (${error?.message ?? `exit status ${status}`}).`,
    );
  }
}
