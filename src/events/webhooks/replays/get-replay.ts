import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { findReplay, type Replay } from './replay-store.ts';

/** The merchant's own replay; another merchant's counts as not found. */
export async function getReplay(sql: Sql, merchantId: string, replayId: string): Promise<Replay> {
  const id = readId(replayId);
  const replay = id && (await findReplay(sql, merchantId, id));
  if (!replay) throw new PasarelaError('not_found', 'There is no replay with this id.');
  return replay;
}
