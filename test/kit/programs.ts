import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without the parts that only a window needs: the same pages with less CPU time. */
export const headlessShell = 'chromium-headless-shell';

/** The browser that the page tests drive: `CHROMIUM_PATH`, else the first known name on the PATH. */
export function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH;
  if (!chosen) return findProgram([headlessShell, 'chromium', 'chromium-browser', 'google-chrome']);
  if (!isExecutable(chosen))
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run`);
  return chosen;
}

export function findPgBouncer(): string | null {
  return findProgram(['pgbouncer']);
}

/** Prometheus's tool that tests its rules. */
export function findPromtool(): string | null {
  return findProgram(['promtool']);
}

const postgresVersions = '/usr/lib/postgresql';

/** The program folder of Debian's newest PostgreSQL: the embedded one cannot copy itself to a standby. */
export function findPostgres(): string | null {
  if (!existsSync(postgresVersions)) return null;
  const versions = readdirSync(postgresVersions).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(postgresVersions, version, 'bin'));
  const programs = ['initdb', 'postgres', 'pg_basebackup'];
  return folders.find((folder) => programs.every((name) => isExecutable(join(folder, name)))) ?? null;
}

/** Servers are installed in a folder that may be missing in the PATH of an account other than root. */
const serverFolder = '/usr/sbin';

function findProgram(names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = names.flatMap((name) => [...folders, serverFolder].map((folder) => join(folder, name)));
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
