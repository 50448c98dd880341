import { type AlarmDeps, endAlarm, raiseAlarm } from '../alarms/alarms.ts';
import type { CustodyChain } from '../chains/port/custody-chain.ts';
import { newId } from '../db/ids.ts';
import type { Job } from '../worker/worker.ts';
import { checkCustody } from './check-custody.ts';
import { isRight } from './custody.ts';
import { claimCheck, finishCheck } from './custody-store.ts';

const restSeconds = 3_600;
/** What is off is looked at again soon: told only when it is off twice, and that it is over as soon as it is. */
const againSeconds = 60;
const leaseSeconds = 300;

/** Compares custody with the chain every hour. Gaps of deposit addresses have an alarm of their own. */
export function custodyJob(deps: AlarmDeps & { chain: CustodyChain }): Job {
  const { sql, chain } = deps;
  const { network } = chain;
  const token = newId();
  return {
    name: `custody-${network}`,
    idleMs: 30_000,
    async run() {
      const claim = await claimCheck(sql, network, token, leaseSeconds);
      if (!claim) return 0;
      const { places } = await checkCustody(deps);
      const off = places.filter((report) =>
        report.place === 'deposits' ? report.unexplainedUnits !== 0n : !isRight(report),
      );
      const isOff = off.length > 0;
      if (isOff && claim.wasOff) {
        await raiseAlarm(deps, {
          network,
          code: 'custody_gap',
          text: `${network}: what lies in ${off.map(({ place }) => place).join(' and ')} is not what is booked`,
          advice:
            'pasarela custody check names the transactions. What you moved yourself is entered by pasarela custody book; what you did not, somebody with a key did: stop payouts with pasarela payouts pause and move what is left.',
        });
      } else if (!isOff) {
        const text = `${network}: hot wallets and treasury hold what is booked`;
        await endAlarm(deps, { network, code: 'custody_gap', text });
      }
      await finishCheck(sql, network, token, { isOff, restSeconds: isOff ? againSeconds : restSeconds });
      return 0;
    },
  };
}
