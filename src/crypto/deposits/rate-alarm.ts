import { type AlarmDeps, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { Rate, RateFault } from '../../chain/rates/combine.ts';
import type { RateBoard } from '../../chain/rates/rate-board.ts';

/** Rates may go unused for hours. This check still polls them, so that no customer is the first to notice an outage. */
const everyMs = 15 * 60_000;

export interface RateAlarm {
  /** Raises an alarm when no rate is available, and ends it when one is again. */
  tell(asset: AssetCode, rate: Rate | RateFault): Promise<void>;
  job(boards: ReadonlyMap<AssetCode, Pick<RateBoard, 'whole'>>): Job;
}

export function createRateAlarm(deps: AlarmDeps): RateAlarm {
  /** Assets for which this process raised an alarm. */
  const failing = new Set<AssetCode>();
  /** Assets that lacked a source at this process's last check. */
  const missed = new Set<AssetCode>();

  async function tell(asset: AssetCode, rate: Rate | RateFault): Promise<void> {
    if ('fault' in rate) {
      if (failing.has(asset)) return;
      failing.add(asset);
      await raiseAlarm(deps, {
        network: asset,
        code: 'rates_failing',
        text: `There is no reliable rate for ${asset}: ${rate.fault}`,
        advice: `No crypto order or payout can be fixed until enough sources agree.\n${rate.causes.join('\n')}`,
      });
    } else if (failing.has(asset)) await end(asset);
  }

  /** One missed check is no outage: a source that misses two in a row rings. */
  async function tellWithout(asset: AssetCode, without: readonly string[]): Promise<void> {
    if (without.length === 0) {
      missed.delete(asset);
      await endAlarm(deps, {
        network: asset,
        code: 'rate_source_away',
        text: `All sources of rates count again for ${asset}`,
      });
    } else if (missed.has(asset)) {
      await raiseAlarm(deps, {
        network: asset,
        code: 'rate_source_away',
        text: `A source of rates does not count for ${asset}`,
        advice: `The others agree, and orders go on. If one more is lost there may be no rate.\n${without.join('\n')}`,
      });
    } else missed.add(asset);
  }

  async function end(asset: AssetCode): Promise<void> {
    failing.delete(asset);
    await endAlarm(deps, {
      network: asset,
      code: 'rates_failing',
      text: `There is a rate for ${asset} again`,
    });
  }

  return {
    tell,
    job: (boards) => ({
      name: 'watch-rates',
      idleMs: everyMs,
      quietMs: everyMs,
      async run() {
        for (const [asset, board] of boards) {
          const rate = await board.whole();
          // Also ends alarms that another or an earlier process raised.
          if ('fault' in rate) await tell(asset, rate);
          else {
            await end(asset);
            await tellWithout(asset, rate.without);
          }
        }
        return 0;
      },
    }),
  };
}
