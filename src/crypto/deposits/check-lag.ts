import { type AlarmDeps, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import { readCursor } from './cursor-store.ts';

export interface LagDeps extends AlarmDeps {
  networks: readonly { id: string; blockSeconds: number }[];
  now(): Date;
}

/** A network lags when the newest block that was read is older than this: two minutes, or 25 blocks on slow chains. */
const minLagSeconds = 120;
const lagBlocks = 25;

export function lagLimitSeconds(blockSeconds: number): number {
  return Math.max(minLagSeconds, lagBlocks * blockSeconds);
}

/**
 * Raises an alarm for a network whose blocks are no longer read in time, for any reason: a dead watcher, nodes that do
 * not answer, a node that stopped following its chain. It uses only the clock and the database, so it works in any
 * process. The alarm ends at half the limit, so that a network near the limit does not ring all day.
 */
export async function checkLag(deps: LagDeps): Promise<void> {
  for (const { id, blockSeconds } of deps.networks) {
    const cursor = await readCursor(deps.sql, id);
    // No payment can be missed on a network that no order uses.
    if (!cursor) continue;
    const behindSeconds = Math.round((deps.now().getTime() - cursor.blockTime.getTime()) / 1000);
    const limitSeconds = lagLimitSeconds(blockSeconds);
    if (behindSeconds > limitSeconds) {
      await raiseAlarm(deps, {
        network: id,
        code: 'chain_lag',
        text: `${id} lags: the newest block that was read is ${behindSeconds} s old`,
        advice:
          'Payments on this network are not noticed until it is read again; none is lost. See whether a process with the role "watcher" runs and whether its nodes answer: pasarela chain status.',
      });
    } else if (behindSeconds <= limitSeconds / 2) {
      await endAlarm(deps, { network: id, code: 'chain_lag', text: `${id} is read as it grows again` });
    }
  }
}
