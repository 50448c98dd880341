import { resolve } from 'node:path';
import { verifyAuditLog } from '../../../accounts/audit/audit-log.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import type { BackupFacts } from '../../../base/db/embedded/backup-file.ts';
import { restoreEmbedded } from '../../../base/db/embedded/restore.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { markRestored } from '../../../commerce/installation/mark-restored.ts';
import { describeAuditReport } from '../audit.ts';
import type { Command } from '../command.ts';
import { formatTime } from '../format.ts';
import { describeReport } from '../ledger-text.ts';
import { optionalByOption } from '../person.ts';
import { requireEmbedded } from './backup.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary:
    'Make the embedded database of a new DATA_DIR out of a backup, check it, and hold payouts and sweeps until `restored confirm`; exits 1 when a check fails',
  operands: ['<file>'],
  options: { by: optionalByOption },
  writes: 'acts',
  needs: 'folder',
  async run({ config, progress, whoActs }, input) {
    requireEmbedded(config);
    const path = resolve(input.operands[0] ?? '');
    const { facts, ledger, audit } = await restoreEmbedded(config.dataDir, path, async (sql, facts) => {
      const person = await (await whoActs(sql)).by();
      progress(`Unpacked: the database as of ${formatTime(facts.takenAt)}. Checking it.`);
      const checked = await check(sql);
      const reason = `Restored from a backup of ${formatTime(facts.takenAt)}.`;
      await markRestored(sql, { person, reason }, new Date());
      return { facts, ...checked };
    });
    const failed = faultsIn(ledger).length > 0 || audit.faults.length > 0;
    return {
      json: { ok: !failed, dataDir: config.dataDir, ...facts, ledger, audit },
      text: [
        `${config.dataDir} has the database as of ${formatTime((facts as BackupFacts).takenAt)}.`,
        describeReport(ledger),
        describeAuditReport(audit),
        'Payouts and sweeps wait. Start the server, then see `pasarela restored status`; `pasarela restored confirm` lets them go on.',
      ].join('\n\n'),
      failed,
    };
  },
};

/** Checks the data as restored, before we add anything to it. */
async function check(sql: Sql) {
  const audit = await verifyAuditLog(sql, null);
  return { ledger: await checkLedger(sql), audit };
}
