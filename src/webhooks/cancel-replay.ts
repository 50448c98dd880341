import type { Sql } from '../db/pool.ts';
import { PasarelaError } from '../ground/errors.ts';
import { getReplay } from './get-replay.ts';
import { type Replay, setCanceled } from './replay-store.ts';

/** Stops a replay where it is. What it put back to work already is sent. */
export async function cancelReplay(sql: Sql, merchantId: string, replayId: string): Promise<Replay> {
  const { id } = await getReplay(sql, merchantId, replayId);
  await setCanceled(sql, merchantId, id);
  const replay = await getReplay(sql, merchantId, id);
  if (replay.status === 'finished') {
    throw new PasarelaError('replay_finished', 'This replay has finished: there is nothing left to cancel.');
  }
  return replay;
}
