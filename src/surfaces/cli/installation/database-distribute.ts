import { tablePlaces } from '../../../base/db/citus/citus.ts';
import { type Command, UsageError } from '../command.ts';
import { table } from '../format.ts';

export const databaseDistributeCommand: Command = {
  name: 'database distribute',
  summary:
    'Move an installation onto the nodes of Citus, while no process runs; broken off, it goes on where it was',
  operands: [],
  options: {},
  needs: 'database',
  distributes: true,
  // Opening the database has already moved the rows, with progress: this shows the result.
  async run({ sql }) {
    const places = await tablePlaces(sql);
    if (places === null) {
      throw new UsageError([
        'This database has no Citus. As a superuser, on every node: CREATE EXTENSION citus; docs/operate/scale.md tells the rest.',
      ]);
    }
    return {
      json: places,
      text: `${table(
        ['TABLE', 'PLACE', 'SHARDS', 'SIZE'],
        places.map(({ name, place, shards, size }) => [name, place, String(shards), size]),
        '',
      )}\n\nEvery table is where it belongs.`,
    };
  },
};
