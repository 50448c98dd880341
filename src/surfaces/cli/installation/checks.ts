import { readChecks } from '../../metrics/check-gauges.ts';
import type { Command } from '../command.ts';
import { formatTime, table } from '../format.ts';

export const checksCommand: Command = {
  name: 'checks',
  summary:
    'Show the last result of each check: ledger, audit log, custody, card processors, backup; exits 1 when one found something wrong',
  operands: [],
  options: {},
  needs: 'database',
  async run({ sql }) {
    const checks = await readChecks(sql);
    return {
      json: checks,
      text: table(
        ['CHECK', 'ABOUT', 'DONE', 'FOUND'],
        checks.map(({ check, about, checkedAt, found }) => [
          check,
          about,
          formatTime(checkedAt),
          found === 0 ? 'nothing' : String(found),
        ]),
        'Nothing was checked yet. A worker checks the ledger and the audit log every night.',
      ),
      failed: checks.some(({ found }) => found > 0),
    };
  },
};
