import { readChecks } from '../metrics/check-gauges.ts';
import type { Command } from './command.ts';
import { formatTime, table } from './format.ts';

export const checksCommand: Command = {
  name: 'checks',
  summary:
    'Show when the ledger, the audit log, custody, card processors and a backup were last checked, and what came of it; exits 1 when something is off',
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
