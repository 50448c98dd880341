import type { Db } from '../../../base/db/pool.ts';

/** The status of a processor, over all its accounts. */
export interface ProcessorStatus {
  processor: string;
  /** When the last booked movement happened at the processor; null: none was booked. */
  lastLineAt: Date | null;
  /** All its accounts were read at least up to this time; null: none was read. */
  readUntil: Date | null;
  /** Why movements could not be read the last time. */
  failure: string | null;
  notificationsWaiting: bigint;
  attemptsUnresolved: bigint;
}

export async function readProcessorStatus(db: Db, processor: string): Promise<ProcessorStatus> {
  const [line] = await db<{ at: Date }[]>`
    SELECT at
      FROM processor_lines
     WHERE processor = ${processor}
     ORDER BY at DESC
     LIMIT 1`;
  const [cursor] = await db<{ readUntil: Date | null; failure: string | null }[]>`
    SELECT min(read_until) AS "readUntil", min(failure) AS failure
      FROM line_cursors
     WHERE processor = ${processor}`;
  const [notifications] = await db<{ count: bigint }[]>`
    SELECT count(*) AS count
      FROM processor_notifications
     WHERE processor = ${processor}
       AND done_at IS NULL`;
  const [attempts] = await db<{ count: bigint }[]>`
    SELECT count(*) AS count
      FROM attempts
     WHERE processor = ${processor}
       AND status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')`;
  return {
    processor,
    lastLineAt: line?.at ?? null,
    readUntil: cursor?.readUntil ?? null,
    failure: cursor?.failure ?? null,
    notificationsWaiting: notifications?.count ?? 0n,
    attemptsUnresolved: attempts?.count ?? 0n,
  };
}
