import { copyFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The chain's state file, ready to be loaded. anvil overwrites it in place, so a kill in the middle leaves half a file,
 * with which it would not start: the copy from the last good start then replaces it.
 */
export async function prepareState(dataDir: string): Promise<string> {
  const state = join(dataDir, 'state.json');
  const copy = join(dataDir, 'state.previous.json');
  if (await isWhole(state)) {
    await copyFile(state, copy);
  } else if (await isWhole(copy)) {
    await copyFile(copy, state);
  } else {
    // There is no copy: the broken file is kept for a person to inspect, out of the way of a new chain.
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
