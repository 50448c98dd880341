import { copyFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The file a chain is kept in, fit to be loaded. anvil overwrites it in place, so being killed in the middle leaves
 * half a file, with which it would not start: the copy made at the last good start then takes its place.
 */
export async function prepareState(dataDir: string): Promise<string> {
  const state = join(dataDir, 'state.json');
  const copy = join(dataDir, 'state.previous.json');
  if (await isWhole(state)) {
    await copyFile(state, copy);
  } else if (await isWhole(copy)) {
    await copyFile(copy, state);
  } else {
    // Nothing to go back to: kept for a person to look at, out of the way of a new chain.
    await rename(state, join(dataDir, 'state.broken.json')).catch(ignoreMissing);
  }
  return state;
}

async function isWhole(path: string): Promise<boolean> {
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
