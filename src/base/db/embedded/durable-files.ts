import { open } from 'node:fs/promises';
import type { Account } from './account.ts';

/** Writes a new file that only its owner can read. */
export async function writePrivately(path: string, text: string, owner: Account | null): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file's name survives a power cut only once its folder is on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
