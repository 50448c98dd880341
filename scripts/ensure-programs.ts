// Runs before the tests, so that one command is enough on a fresh machine: the tests need a real browser, a real
// pooler, a PostgreSQL that can be copied, and promtool.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  findChromium,
  findPgBouncer,
  findPostgres,
  findPromtool,
  headlessShell,
} from '../test/kit/programs.ts';

interface Needed {
  isThere(): boolean;
  /** Called once apt-get knows which packages it can install. */
  packages(): string[];
  /** Instructions for a person if apt-get cannot help. */
  instruction: string;
}

const needed: Needed[] = [
  {
    isThere: () => findChromium() !== null,
    packages: () => [isOffered(headlessShell) ? headlessShell : 'chromium', 'fonts-liberation'],
    instruction: 'Install Chromium (or set CHROMIUM_PATH to one): the tests of the pages run in it',
  },
  {
    isThere: () => findPgBouncer() !== null,
    packages: () => ['pgbouncer'],
    instruction: 'Install PgBouncer: the tests of pooled connections run through it',
  },
  {
    isThere: () => findPostgres() !== null,
    packages: () => ['postgresql'],
    instruction: 'Install PostgreSQL with pg_basebackup: the tests of a standby run on it',
  },
  {
    isThere: () => findPromtool() !== null,
    packages: () => ['prometheus'],
    instruction: 'Install promtool, which comes with Prometheus: the alarms are tried out by it',
  },
];

try {
  const missing = needed.filter(({ isThere }) => !isThere());
  if (missing.length > 0) installWithApt(missing);
  preferHeadlessShell();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function installWithApt(missing: Needed[]): void {
  const instruction = missing.map(({ instruction }) => instruction).join('. ');
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`${instruction}.`);
  aptGet(instruction, 'update', '-qq');
  const packages = missing.flatMap(({ packages }) => packages());
  console.log(`Installing what the tests need with apt-get: ${packages.join(', ')}.`);
  aptGet(instruction, 'install', '-y', '--no-install-recommends', ...packages);
  const absent = missing.filter(({ isThere }) => !isThere());
  if (absent.length > 0) {
    throw new Error(
      `${absent.map(({ instruction }) => instruction).join('. ')}; apt-get installed none that can be found.`,
    );
  }
}

/** A Chromium with windows works too, at the cost of CPU time: a missing headless shell is no fault. */
function preferHeadlessShell(): void {
  if (process.env.CHROMIUM_PATH || findChromium()?.endsWith(headlessShell)) return;
  try {
    aptGet('', 'update', '-qq');
    if (isOffered(headlessShell)) aptGet('', 'install', '-y', '--no-install-recommends', headlessShell);
  } catch {
    console.log(`${headlessShell} could not be installed; the tests take the Chromium that is there.`);
  }
}

/** Some systems with apt-get lack some of Debian's packages. */
function isOffered(name: string): boolean {
  return spawnSync('/usr/bin/apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
}

function aptGet(instruction: string, ...options: string[]): void {
  // `-n`: without a terminal, a password prompt would wait for ever.
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [program = '', ...rest] = [
    ...sudo,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    // Another program may be installing packages at the moment.
    '-o',
    'DPkg::Lock::Timeout=300',
    ...options,
  ];
  const { status, error } = spawnSync(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    throw new Error(
      `${instruction}; apt-get ${options[0]} failed (${error?.message ?? `exit status ${status}`}).`,
    );
  }
}
