import { type AlarmDeps, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import { newId } from '../../base/db/ids.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import { checkCustody } from './check-custody.ts';
import { isRight, type PlaceReport, unlistedUnits } from './custody.ts';
import { claimCheck, finishCheck } from './custody-store.ts';

const restSeconds = 3_600;
/**
 * A place that is off is checked again soon. An alarm rings only if it is off twice, and ends at the first check that
 * is right.
 */
const againSeconds = 60;
const leaseSeconds = 300;

/** Compares custody with the chain every hour. Gaps of deposit addresses have their own alarm. */
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
        report.place === 'deposits' ? unlistedUnits(report) !== 0n : !isRight(report),
      );
      await tellSentAfterFailed(deps, places);
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

/** The most severe alarm: the merchant has the money back, and the recipient has it too. It rings at first sight. */
async function tellSentAfterFailed(
  deps: AlarmDeps & { chain: CustodyChain },
  places: readonly PlaceReport[],
): Promise<void> {
  const { network } = deps.chain;
  const code = 'sent_after_failed';
  const sent = places.flatMap(({ parts }) => parts.filter(({ kind }) => kind.startsWith('failed_')));
  if (sent.length === 0) {
    await endAlarm(deps, { network, code, text: `${network}: nothing that failed has left a wallet` });
    return;
  }
  const named = [...new Set(sent.map(({ subject }) => subject))].join(', ');
  await raiseAlarm(deps, {
    network,
    code,
    text: `${network}: a payout or sweep that was declared failed has left the wallet: ${named}`,
    advice:
      'The merchant has the money back, and the recipient has it, too. pasarela custody check names the transactions. Stop payouts with pasarela payouts pause, settle with the merchant, then enter each transfer with pasarela custody book.',
  });
}
