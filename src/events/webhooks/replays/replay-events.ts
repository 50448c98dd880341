import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { isUniqueViolation } from '../../../base/db/errors.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { countEvents, type EventFilter } from '../../outbox/event-store.ts';
import type { EventFilterFields } from '../event-query.ts';
import { findRunningReplay, insertReplay, type Replay } from './replay-store.ts';

export interface ReplayRequest {
  /** The filter as given, and as parsed. */
  fields: EventFilterFields;
  filter: EventFilter;
  perSecond: number;
  /** The number from the preview; null: the merchant accepts any number. */
  expectedCount: number | null;
}

/** The limit of one count and of one replay: hours of work at the usual rate. */
const maxEvents = 100_000;

/** How many events a replay would send again. */
export async function previewReplay(sql: Sql, merchantId: string, filter: EventFilter): Promise<number> {
  return await countForReplay(sql, merchantId, filter, newId());
}

/** Starts sending many events again; `replayJob` does the work in steps. */
export async function replayEvents(
  sql: Sql,
  merchantId: string,
  request: ReplayRequest,
  /** The signed-in person who asked; null: an API key of the merchant, or the command line. */
  actor: string | null = null,
): Promise<Replay> {
  const id = newId();
  const total = await countForReplay(sql, merchantId, request.filter, id);
  if (request.expectedCount !== null && request.expectedCount !== total) {
    throw new PasarelaError(
      'replay_count_changed',
      `The filter now finds ${total} events, not ${request.expectedCount}: look at them again and repeat.`,
    );
  }
  try {
    return await sql.begin(async (tx) => {
      const { fields: filter, perSecond } = request;
      const replay = await insertReplay(tx, { merchantId, id, filter, perSecond, total });
      if (actor !== null) {
        const details = { replayId: id, filter, total };
        const subject = `merchant ${merchantId}`;
        await appendAudit(tx, { actor, act: 'events_replayed', subject, details }, new Date());
      }
      return replay;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'replays_one_running')) throw error;
    const running = await findRunningReplay(sql, merchantId);
    throw new PasarelaError(
      'replay_running',
      `One replay runs at a time: wait for replay ${running?.id ?? ''} to finish, or cancel it.`,
    );
  }
}

async function countForReplay(
  sql: Sql,
  merchantId: string,
  filter: EventFilter,
  replayId: string,
): Promise<number> {
  const count = await countEvents(sql, merchantId, filter, { beforeId: replayId }, maxEvents + 1);
  if (count > maxEvents) {
    throw new PasarelaError(
      'replay_too_large',
      `The filter finds more than ${maxEvents} events: narrow it, e.g. by created_from and created_to.`,
    );
  }
  return count;
}
