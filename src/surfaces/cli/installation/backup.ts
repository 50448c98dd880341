import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openDatabase } from '../../../base/db/database.ts';
import { backupEmbedded } from '../../../base/db/embedded/backup.ts';
import { type Command, type FolderContext, UsageError } from '../command.ts';
import { formatTime } from '../format.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary:
    'Write the embedded database into one file, also while the server runs; the file is for your eyes only',
  operands: ['<file>'],
  options: {},
  needs: 'folder',
  async run({ config }, { operands: [given = ''] }) {
    requireEmbedded(config);
    const path = resolve(given);
    if (await lstat(path).catch(() => null)) {
      throw new UsageError([`${path} is there already. Give a name that is free.`]);
    }
    const { sql, close } = await openDatabase(config);
    try {
      const { facts, sizeBytes, sha256 } = await backupEmbedded(sql, config.dataDir, path);
      return {
        json: { path, sizeBytes, sha256, ...facts },
        text: [
          `${path}: the database as of ${formatTime(facts.takenAt)}, ${Math.ceil(sizeBytes / 1024)} KiB.`,
          `SHA-256 of its content ${sha256}`,
          'It holds personal data and sealed secrets: keep it where nobody else reads it. SECRET_KEY and key files are not in it.',
        ].join('\n'),
      };
    } finally {
      await close();
    }
  },
};

/** An external PostgreSQL has its own tools, which do more. */
export function requireEmbedded({ databaseUrl }: FolderContext['config']): void {
  if (databaseUrl === null) return;
  throw new UsageError([
    'DATABASE_URL: is set, and this is for the embedded database. docs/operate/backup.md says how an external one is backed up and restored.',
  ]);
}
