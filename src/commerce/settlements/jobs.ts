import { type AlarmDeps, alarmsOf, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import { namesOf } from '../../accounts/merchants/store.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Job } from '../../base/worker/worker.ts';
import { listOwed } from './store.ts';

const everyMs = 60_000;
/** The dashboard lists more. */
const maxTold = 500;
const code = 'merchant_in_the_red';

/** Notifies the operator of each merchant in the red, until it no longer is. */
export function redMerchantsJob(deps: AlarmDeps): Job {
  return {
    name: 'red-merchants',
    idleMs: everyMs,
    quietMs: everyMs,
    mayBeCutOff: true,
    async run() {
      const { sql } = deps;
      const query = { merchantId: null, isRed: true, after: null, limit: maxTold };
      const red = Map.groupBy(await listOwed(sql, query), ({ merchantId }) => merchantId);
      const names = await namesOf(sql, [...red.keys()]);
      for (const [merchantId, owed] of red) {
        const sums = owed.map(
          ({ availableMinor, currency }) =>
            `${formatDecimal(availableMinor, decimalsOf(currency))} ${currency}`,
        );
        await raiseAlarm(deps, {
          network: merchantId,
          code,
          text: `${names.get(merchantId) ?? merchantId} is in the red: ${sums.join(', ')}.`,
          advice: 'Its settlements wait for a decision: see the page "Settlements".',
        });
      }
      for (const merchantId of await alarmsOf(sql, code)) {
        if (red.has(merchantId)) continue;
        const name = (await namesOf(sql, [merchantId])).get(merchantId) ?? merchantId;
        await endAlarm(deps, { network: merchantId, code, text: `${name} is not in the red any more.` });
      }
      return 0;
    },
  };
}
