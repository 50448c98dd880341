import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser that the page tests drive: `CHROMIUM_PATH`, else the first known name on the PATH. */
export function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH;
  if (!chosen) return findProgram(['chromium', 'chromium-browser', 'google-chrome']);
  if (!isExecutable(chosen))
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run`);
  return chosen;
}

export function findPgBouncer(): string | null {
  return findProgram(['pgbouncer']);
}

/** Servers are installed where the PATH of an account other than root may not look. */
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
