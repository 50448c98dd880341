import { askWhoAnswers } from './driver/pooler.ts';
import { serversOf } from './driver/servers.ts';
import { connect, type Sql } from './pool.ts';

/**
 * For reads that may be some moments old: lists and reports. They use a replica that answers and is not too far behind,
 * otherwise the primary. To read your own writes, ask the primary itself.
 */
export interface Reads {
  /** Runs `work`, which only reads, on the replica or the primary; repeats it on the primary if the replica fails. */
  read<T>(work: (sql: Sql) => Promise<T>, withinMs?: number): Promise<T>;
  /** The server that the next read uses. */
  source(): 'primary' | 'replica';
  end(): Promise<void>;
}

/** The time limit of a list on the replica before the primary is asked instead. */
const defaultWithinMs = 4_000;
/** A replica that failed is not used for this long. */
const awayMs = 10_000;
/** While the replica is in use, its age is checked this often, within this time limit. */
const checkEveryMs = 5_000;
const checkWithinMs = 1_000;
/** A replica further behind is not read. */
const maxAgeSeconds = 30;
/** Most users read lists one at a time; PostgreSQL's own default limit is 100 for all processes. */
const maxPoolSize = 10;

export function createReads(primary: Sql, replicaUrl: string | null): Reads {
  if (replicaUrl === null) {
    return { read: (work) => work(primary), source: () => 'primary', end: async () => {} };
  }
  let replica: Promise<Sql> | null = null;
  let awayUntilMs = 0;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let isEnding = false;

  /** Opened at the first use: a start does not wait for it, and it may be down. */
  function open(url: string): Promise<Sql> {
    replica ??= askWhoAnswers(serversOf(url)).then((answering) =>
      connect(url, { ...answering, max: Math.min(maxPoolSize, primary.pool().max) }),
    );
    replica.catch(() => {
      replica = null;
    });
    return replica;
  }

  async function check(sql: Sql): Promise<void> {
    if (performance.now() - checkedAtMs < checkEveryMs) return;
    // Set before the check, so that no other reader waits for it.
    checkedAtMs = performance.now();
    const ageSeconds = await within(checkWithinMs, ageOf(sql));
    if (ageSeconds > maxAgeSeconds) throw new Error(`The replica is ${Math.round(ageSeconds)} s behind.`);
  }

  async function readReplica<T>(work: (sql: Sql) => Promise<T>, withinMs: number): Promise<T> {
    const sql = await open(replicaUrl as string);
    await check(sql);
    return await within(withinMs, work(sql));
  }

  const isAway = () => isEnding || performance.now() < awayUntilMs;
  return {
    async read(work, withinMs = defaultWithinMs) {
      if (isAway()) return await work(primary);
      try {
        return await readReplica(work, withinMs);
      } catch {
        // The replica is down, behind, not migrated yet, or cancelled the statement in favour of its replay.
        awayUntilMs = performance.now() + awayMs;
        checkedAtMs = Number.NEGATIVE_INFINITY;
        return await work(primary);
      }
    },
    source: () => (isAway() ? 'primary' : 'replica'),
    async end() {
      isEnding = true;
      await (await replica?.catch(() => null))?.end({ timeout: 1 });
    },
  };
}

/** 0 for a standby that has replayed everything it received and is still receiving: nothing newer is known. */
export async function ageOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ age: number | null }[]>`
    SELECT CASE
             WHEN NOT pg_is_in_recovery() THEN 0
             WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
              AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
             ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())
           END::float8 AS age`;
  return row?.age ?? Number.POSITIVE_INFINITY;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, ms, new Error(`The replica did not answer within ${ms / 1000} s.`));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
