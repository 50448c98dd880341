import { type AlarmDeps, endAlarm, raiseAlarm, raisedAlarms } from '../../accounts/alarms/alarms.ts';
import type { Logger } from '../../base/ground/logger.ts';
import type { Job } from '../../base/worker/worker.ts';
import { isRestored } from '../../crypto/payouts/pauses/pauses.ts';
import type { CoverWatch } from './cover-watch.ts';
import { noticeRestore } from './mark-restored.ts';

/** The alarm belongs to no single network. */
const network = 'all';
const code = 'restored';

/** A database may be restored, or a standby promoted, while processes run. The alarm rings until a person confirms. */
export function restoredJob(deps: AlarmDeps & { logger: Logger; watch: CoverWatch; now(): Date }): Job {
  const { sql, logger } = deps;
  return {
    name: 'notice-restore',
    idleMs: 10_000,
    async run() {
      await noticeRestore(sql, logger, deps.now(), deps.watch);
      await deps.watch.look();
      const isTold = (await raisedAlarms(sql, network)).includes(code);
      const isOpen = await isRestored(sql);
      if (isOpen && !isTold) {
        await raiseAlarm(deps, {
          network,
          code,
          text: 'The database was restored; payouts and sweeps wait for your word',
          advice:
            'It may not know what was sent since its backup. pasarela restored status shows what left the hot wallets without its knowledge, beside the payouts it would send; pasarela restored confirm lets them go on. See docs/operate/backup.md.',
        });
      } else if (!isOpen && isTold) {
        await endAlarm(deps, { network, code, text: 'The restore was confirmed; payouts are sent again' });
      }
      return 0;
    },
  };
}
