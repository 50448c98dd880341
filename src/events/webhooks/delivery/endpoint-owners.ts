import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { isProcessDead, nameProcess } from './owner-process.ts';

/** A worker's endpoints are free after this, if nobody can see whether it lives. */
export const ownedSeconds = 20;
/** A worker that is alive keeps what it needs long before it would lose it. */
const renewAfterMs = 1_000;
/** Those whose endpoints we would need are looked at so often, to see whether they are dead. */
const lookForDeadMs = 1_000;
/** So long after an endpoint was found to be ours a send to it may begin: its own deadline (15 s) ends before our time. */
export const startWithinMs = (ownedSeconds - 15 - 1) * 1000 - renewAfterMs;

const thisProcess = nameProcess(process.pid);

/**
 * The endpoints that belong to one worker. An endpoint belongs to one worker at a time: what is in
 * flight to it is what that worker has, so that no delivery needs a lease of its own.
 */
export interface OwnEndpoints {
  /** Takes those that are free and keeps those that are ours; answers which of them are ours now. */
  keep(endpoints: bigint[]): Promise<ReadonlySet<bigint>>;
  /** Leaves all of them to other workers at once. */
  release(): Promise<void>;
}

export function createOwnEndpoints(sql: Sql, process = thisProcess): OwnEndpoints {
  const owner = newId();
  /** By our own clock, read before the database reads its own: for us an endpoint is ours no longer than for it. */
  const takenAtMs = new Map<bigint, number>();
  let lookedForDeadAtMs = Number.NEGATIVE_INFINITY;

  async function take(endpoints: bigint[]): Promise<void> {
    const nowMs = performance.now();
    const rows = await sql<{ endpoint: bigint }[]>`
      INSERT INTO endpoint_owners AS known (endpoint, owner, process, owned_until)
      SELECT endpoint, ${owner}, ${process}, now() + make_interval(secs => ${ownedSeconds})
        FROM unnest(${endpoints.map(String)}::bigint[]) AS wanted (endpoint)
       -- Two workers that want the same ones take them in the same order, and so never wait in a circle.
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

  /** Frees what belongs to the dead among these endpoints' owners; answers whether there were any. */
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
    // By the owner, which nobody is twice: what another took of it meanwhile is not touched.
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

/** Of endpoints that nothing was sent to for long; the next delivery to one writes it anew. */
export async function forgetOldOwners(sql: Sql): Promise<void> {
  await sql`
    DELETE FROM endpoint_owners
     WHERE owned_until < now() - interval '1 day'`;
}
