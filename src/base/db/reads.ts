import { askWhoAnswers } from './driver/pooler.ts';
import { serversOf } from './driver/servers.ts';
import { connect, type Sql } from './pool.ts';

/**
 * For what may be some moments old: lists and reports. They are read from a replica, where there is one that answers and
 * is not too far behind, else from the primary. Whoever wants to read what was just written asks the primary itself.
 */
export interface Reads {
  /** Does `work`, which only reads, on one of the two; once more on the primary where the replica failed it. */
  read<T>(work: (sql: Sql) => Promise<T>, withinMs?: number): Promise<T>;
  /** Where the next is read. */
  source(): 'primary' | 'replica';
  end(): Promise<void>;
}

/** What a list may take on the replica before the primary is asked instead. */
const defaultWithinMs = 4_000;
/** A replica that failed is left alone so long. */
const awayMs = 10_000;
/** While it is used it is asked that often how old it is, and has so long to say it. */
const checkEveryMs = 5_000;
const checkWithinMs = 1_000;
/** Further behind nothing is read from it. */
const maxAgeSeconds = 30;
/** Lists are read one at a time by most; PostgreSQL's own default limit is 100 for all processes. */
const maxPoolSize = 10;

export function createReads(primary: Sql, replicaUrl: string | null): Reads {
  if (replicaUrl === null) {
    return { read: (work) => work(primary), source: () => 'primary', end: async () => {} };
  }
  let replica: Promise<Sql> | null = null;
  let awayUntilMs = 0;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let isEnding = false;

  /** When it is first used: a start does not wait for it, and it may be away. */
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
    // Nobody else has to wait for it.
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
        // It is away, behind, not migrated yet, or ended the statement for what it had to replay.
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

/** Of a standby that has replayed all it got, and still gets more, 0: then nothing newer is known of. */
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
