import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { isProcessDead, nameProcess } from './owner-process.ts';

/** A worker's endpoints become free after this time if its process cannot be checked. */
export const ownedSeconds = 20;
/** A live worker renews its endpoints long before it would lose them. */
const renewAfterMs = 1_000;
/** How often the owners of needed endpoints are checked for being dead. */
const lookForDeadMs = 1_000;
/**
 * A send may start within this time after the endpoint was confirmed as ours: its own deadline (15 s) ends before our
 * ownership.
 */
export const startWithinMs = (ownedSeconds - 15 - 1) * 1000 - renewAfterMs;

const thisProcess = nameProcess(process.pid);

/**
 * The endpoints that belong to one worker. An endpoint belongs to one worker at a time, and only that worker sends to
 * it, so that no delivery needs its own lease.
 */
export interface OwnEndpoints {
  /** Takes free endpoints and renews ours; returns which of them are ours now. */
  keep(endpoints: bigint[]): Promise<ReadonlySet<bigint>>;
  /** Releases all of them to other workers at once. */
  release(): Promise<void>;
}

export function createOwnEndpoints(sql: Sql, process = thisProcess): OwnEndpoints {
  const owner = newId();
  /**
   * Uses our own clock, read before the database reads its own: our view of the ownership never outlasts the
   * database's.
   */
  const takenAtMs = new Map<bigint, number>();
  let lookedForDeadAtMs = Number.NEGATIVE_INFINITY;

  async function take(endpoints: bigint[]): Promise<void> {
    const nowMs = performance.now();
    const rows = await sql<{ endpoint: bigint }[]>`
      INSERT INTO endpoint_owners AS known (endpoint, owner, process, owned_until)
      SELECT endpoint, ${owner}, ${process}, now() + make_interval(secs => ${ownedSeconds})
        FROM unnest(${endpoints.map(String)}::bigint[]) AS wanted (endpoint)
       -- A fixed order prevents deadlocks between two workers that want the same endpoints.
       ORDER BY endpoint
          ON CONFLICT (endpoint) DO UPDATE
         SET owner = excluded.owner,
             process = excluded.process,
             owned_until = excluded.owned_until
       WHERE known.owner = excluded.owner
          OR known.owned_until < now()
      RETURNING endpoint`;
    for (const { endpoint } of rows) takenAtMs.set(endpoint, nowMs);
  }

  /** Releases the endpoints of dead owners among these; returns whether there were any. */
  async function buryOwners(endpoints: bigint[]): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs < lookedForDeadAtMs + lookForDeadMs) return false;
    lookedForDeadAtMs = nowMs;
    const owners = await sql<{ owner: string; process: string }[]>`
      SELECT DISTINCT owner, process
        FROM endpoint_owners
       WHERE endpoint = ANY (${endpoints.map(String)}::bigint[])
         AND process IS NOT NULL`;
    const dead = owners.filter((row) => isProcessDead(row.process)).map((row) => row.owner);
    if (dead.length === 0) return false;
    // Deletes by owner id, which is unique: endpoints that another worker took meanwhile stay unchanged.
    await sql`DELETE FROM endpoint_owners WHERE owner = ANY (${dead}::uuid[])`;
    return true;
  }

  return {
    async keep(endpoints) {
      const staleMs = performance.now() - renewAfterMs;
      for (const [endpoint, atMs] of takenAtMs) if (atMs < staleMs) takenAtMs.delete(endpoint);
      const wanted = endpoints.filter((endpoint) => !takenAtMs.has(endpoint));
      if (wanted.length > 0) await take(wanted);
      const foreign = wanted.filter((endpoint) => !takenAtMs.has(endpoint));
      if (foreign.length > 0 && (await buryOwners(foreign))) await take(foreign);
      return new Set(endpoints.filter((endpoint) => takenAtMs.has(endpoint)));
    },
    async release() {
      takenAtMs.clear();
      await sql`DELETE FROM endpoint_owners WHERE owner = ${owner}`;
    },
  };
}

/** Deletes owners of endpoints unused for long; the next delivery inserts them again. */
export async function forgetOldOwners(sql: Sql): Promise<void> {
  await sql`
    DELETE FROM endpoint_owners
     WHERE owned_until < now() - interval '1 day'`;
}
