import { type Act, appendAudit } from '../../../accounts/audit/audit-log.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { getReplay } from './get-replay.ts';
import { type Replay, setCanceled } from './replay-store.ts';

/** Stops a replay where it is. Events already put back are sent. */
export async function cancelReplay(
  sql: Sql,
  merchantId: string,
  replayId: string,
  /** The signed-in person who asked; null: an API key of the merchant, or the command line. */
  actor: string | null = null,
): Promise<Replay> {
  const { id } = await getReplay(sql, merchantId, replayId);
  await sql.begin(async (tx) => {
    if (!(await setCanceled(tx, merchantId, id)) || actor === null) return;
    const act: Act = {
      actor,
      act: 'replay_canceled',
      subject: `merchant ${merchantId}`,
      details: { replayId: id },
    };
    await appendAudit(tx, act, new Date());
  });
  const replay = await getReplay(sql, merchantId, id);
  if (replay.status === 'finished') {
    throw new PasarelaError('replay_finished', 'This replay has finished: there is nothing left to cancel.');
  }
  return replay;
}
