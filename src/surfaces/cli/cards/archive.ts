import { readTime, timeExpected } from '../../../base/http/request/list-values.ts';
import { minArchiveDays } from '../../../payments/charges/archive/age.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTime } from '../format.ts';

/** Prints the progress after this many charges. */
const progressCharges = 10_000;

export const archiveCommand: Command = {
  name: 'archive',
  summary:
    'Move charges that were over before a day to the archive, where they are found and shown as before; stopped anywhere, it goes on when repeated',
  operands: [],
  options: {
    before: {
      kind: 'text',
      value: '<date>',
      help: `the day, at least ${minArchiveDays} days ago, e.g. 2026-01-31`,
      required: true,
    },
  },
  needs: 'database',
  writes: 'places',
  async run({ sql, progress }, input) {
    const before = readTime(input.text('before') ?? '');
    if (!before) throw new UsageError([`--before: must be ${timeExpected}.`]);
    if (before.getTime() > Date.now() - minArchiveDays * 86_400_000) {
      throw new UsageError([`--before: must be at least ${minArchiveDays} days ago.`]);
    }
    const { archiveCharges } = await import('../../../payments/charges/archive/archive-charges.ts');
    let archived = 0;
    for await (const count of archiveCharges(sql, before)) {
      if (Math.floor((archived + count) / progressCharges) > Math.floor(archived / progressCharges))
        progress(`${archived + count} charges archived`);
      archived += count;
    }
    return {
      json: { before, archived },
      text: `${archived} charges that were over before ${formatTime(before)} are in the archive now.`,
    };
  },
};
