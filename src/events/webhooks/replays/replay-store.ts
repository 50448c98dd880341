import { firstId } from '../../../base/db/ids.ts';
import { type Leased, unleased } from '../../../base/db/leases.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { EventFilterFields } from '../event-query.ts';

export interface Replay {
  merchantId: string;
  /** Events with ids up to this one existed when the replay was made. */
  id: string;
  status: 'running' | 'finished' | 'canceled';
  /** Unparsed. */
  filter: EventFilterFields;
  perSecond: number;
  /** The number of events at the start. */
  total: number;
  /** How many events were put back. */
  done: number;
  afterEventId: string;
  createdAt: Date;
}

const replayColumns = `
  merchant_id AS "merchantId", id, status, filter, per_second AS "perSecond", total, done,
  after_event_id AS "afterEventId", created_at AS "createdAt"`;

export async function insertReplay(
  db: Db,
  replay: Pick<Replay, 'merchantId' | 'id' | 'filter' | 'perSecond' | 'total'>,
): Promise<Replay> {
  const [row] = await db<Replay[]>`
    INSERT INTO replays (merchant_id, id, filter, per_second, total, after_event_id)
    VALUES (${replay.merchantId}, ${replay.id}, ${db.json(replay.filter)}, ${replay.perSecond}, ${replay.total},
            ${firstId})
    RETURNING ${db.unsafe(replayColumns)}`;
  return row as Replay;
}

export async function findReplay(db: Db, merchantId: string, id: string): Promise<Replay | null> {
  const [replay] = await db<Replay[]>`
    SELECT ${db.unsafe(replayColumns)}
      FROM replays
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return replay ?? null;
}

export async function findRunningReplay(db: Db, merchantId: string): Promise<Replay | null> {
  const [replay] = await db<Replay[]>`
    SELECT ${db.unsafe(replayColumns)}
      FROM replays
     WHERE merchant_id = ${merchantId}
       AND status = 'running'`;
  return replay ?? null;
}

/** False if it is no longer running; then nothing happens. Waits for a step under way. */
export async function setCanceled(db: Db, merchantId: string, id: string): Promise<boolean> {
  const canceled = await db`
    UPDATE replays
       SET status = 'canceled'
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'running'
    RETURNING id`;
  return canceled.length > 0;
}

/** A merchant's newest replay; null: none. */
export async function findLatestReplay(db: Db, merchantId: string): Promise<Replay | null> {
  const [replay] = await db<Replay[]>`
    SELECT ${db.unsafe(replayColumns)}
      FROM replays
     WHERE merchant_id = ${merchantId}
     ORDER BY id DESC
     LIMIT 1`;
  return replay ?? null;
}

/** The replay under this lease, locked for the rest of the transaction; null: leased by another worker, or over. */
export async function lockLeasedReplay(tx: Tx, lease: Leased): Promise<Replay | null> {
  const [replay] = await tx<Replay[]>`
    SELECT ${tx.unsafe(replayColumns)}
      FROM replays
     WHERE merchant_id = ${lease.merchantId}
       AND id = ${lease.id}
       AND lease_token = ${lease.leaseToken}
       AND status = 'running'
       FOR UPDATE`;
  return replay ?? null;
}

export async function saveStep(
  tx: Tx,
  replay: Replay,
  step: { status: 'running' | 'finished'; afterEventId: string; putBack: number; restSeconds: number },
): Promise<void> {
  await tx`
    UPDATE replays
       SET status = ${step.status},
           after_event_id = ${step.afterEventId},
           done = done + ${step.putBack},
           due_at = now() + make_interval(secs => ${step.restSeconds}),
           ${unleased(tx)}
     WHERE merchant_id = ${replay.merchantId}
       AND id = ${replay.id}`;
}
