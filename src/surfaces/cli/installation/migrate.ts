import type { Command } from '../command.ts';
import { formatTime, table } from '../format.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the tables of the database up to date, and stop',
  operands: [],
  options: {},
  needs: 'database',
  // Opening the database, as every command does, has already applied the missing migrations: this shows them.
  async run({ sql }) {
    const migrations = await sql<{ name: string; appliedAt: Date }[]>`
      SELECT name, applied_at AS "appliedAt"
        FROM migrations
       ORDER BY name`;
    return {
      json: migrations,
      text: `${table(
        ['MIGRATION', 'APPLIED'],
        migrations.map(({ name, appliedAt }) => [name, formatTime(appliedAt)]),
        '',
      )}\n\nThe database is up to date.`,
    };
  },
};
