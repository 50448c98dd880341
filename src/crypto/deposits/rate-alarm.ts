import { type AlarmDeps, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { Rate, RateFault } from '../../chain/rates/combine.ts';
import type { RateBoard } from '../../chain/rates/rate-board.ts';
import type { RateCode } from '../../chain/rates/rate-source.ts';

/** Rates may go unused for hours. This check still polls them, so that no customer is the first to notice an outage. */
const everyMs = 15 * 60_000;

export interface RateAlarm {
  /** Raises an alarm when no rate is available, and ends it when one is again. */
  tell(code: RateCode, rate: Rate | RateFault): Promise<void>;
  job(boards: ReadonlyMap<RateCode, Pick<RateBoard, 'whole'>>): Job;
}

export function createRateAlarm(deps: AlarmDeps): RateAlarm {
  /** Pairs for which this process raised an alarm. */
  const failing = new Set<RateCode>();
  /** Pairs that lacked a source at this process's last check. */
  const missed = new Set<RateCode>();

  async function tell(code: RateCode, rate: Rate | RateFault): Promise<void> {
    if ('fault' in rate) {
      if (failing.has(code)) return;
      failing.add(code);
      await raiseAlarm(deps, {
        network: code,
        code: 'rates_failing',
        text: `There is no reliable rate for ${code}: ${rate.fault}`,
        advice: `No crypto order or payout that needs it can be fixed until enough sources agree.\n${rate.causes.join('\n')}`,
      });
    } else if (failing.has(code)) await end(code);
  }

  /** One missed check is no outage: a source that misses two in a row rings. */
  async function tellWithout(code: RateCode, without: readonly string[]): Promise<void> {
    if (without.length === 0) {
      missed.delete(code);
      await endAlarm(deps, {
        network: code,
        code: 'rate_source_away',
        text: `All sources of rates count again for ${code}`,
      });
    } else if (missed.has(code)) {
      await raiseAlarm(deps, {
        network: code,
        code: 'rate_source_away',
        text: `A source of rates does not count for ${code}`,
        advice: `The others agree, and orders go on. If one more is lost there may be no rate.\n${without.join('\n')}`,
      });
    } else missed.add(code);
  }

  async function end(code: RateCode): Promise<void> {
    failing.delete(code);
    await endAlarm(deps, {
      network: code,
      code: 'rates_failing',
      text: `There is a rate for ${code} again`,
    });
  }

  return {
    tell,
    job: (boards) => ({
      name: 'watch-rates',
      idleMs: everyMs,
      quietMs: everyMs,
      async run() {
        for (const [code, board] of boards) {
          const rate = await board.whole();
          // Also ends alarms that another or an earlier process raised.
          if ('fault' in rate) await tell(code, rate);
          else {
            await end(code);
            await tellWithout(code, rate.without);
          }
        }
        return 0;
      },
    }),
  };
}
