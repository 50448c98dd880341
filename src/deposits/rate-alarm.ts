import { type AlarmDeps, endAlarm, raiseAlarm } from '../alarms/alarms.ts';
import type { AssetCode } from '../money/asset.ts';
import type { Rate, RateFault } from '../rates/combine.ts';
import type { RateBoard } from '../rates/rate-board.ts';
import type { Job } from '../worker/worker.ts';

/** Nobody may want a rate for hours: it is looked for all the same, so that the next customer is not the first to learn. */
const everyMs = 15 * 60_000;

export interface RateAlarm {
  /** Rings when there is no rate to be had, and ends when there is one again. */
  tell(asset: AssetCode, rate: Rate | RateFault): Promise<void>;
  job(boards: ReadonlyMap<AssetCode, Pick<RateBoard, 'fresh'>>): Job;
}

export function createRateAlarm(deps: AlarmDeps): RateAlarm {
  /** Told by this process. */
  const failing = new Set<AssetCode>();

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
          const rate = await board.fresh();
          // Also what another process, or one before this, rang for.
          if ('fault' in rate) await tell(asset, rate);
          else await end(asset);
        }
        return 0;
      },
    }),
  };
}
