import pg from 'pg';
import { firstId } from '../ids.ts';
import type { Sql } from '../pool.ts';
import type { Statement } from '../sql.ts';
import { amongMerchants } from './owners.ts';

/**
 * Reads over all merchants, for jobs that poll for work. If a Citus worker is down, the read is repeated for the
 * merchants on the other workers, so only that worker's merchants wait.
 *
 *   acrossMerchants(sql, (within) => sql`SELECT … WHERE due_at <= now() ${within}`)
 *
 * Never use it for a result that must be complete: sums of money fail instead.
 */
export async function acrossMerchants<T>(
  sql: Sql,
  read: (within: Statement<unknown[]>) => PromiseLike<T>,
): Promise<T> {
  const known = reachable.get(sql);
  if (known && known.until > Date.now()) return await read(amongMerchants(sql, known.merchants));
  reachable.delete(sql);
  try {
    return await read(amongMerchants(sql, null));
  } catch (error) {
    if (!sql.isDistributed || !isWorkerAway(error)) throw error;
    const merchants = await reachableMerchants(sql);
    reachable.set(sql, { merchants, until: Date.now() + rememberMs });
    return await read(amongMerchants(sql, merchants));
  }
}

/** Workers that are down are not asked again for this long. */
const rememberMs = 2_000;
const reachable = new WeakMap<Sql, { merchants: string[]; until: number }>();

/** The coordinator answered and reported that a worker did not. */
export function isWorkerAway(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && /^08|^57P0/.test(error.code ?? '') && error.severity === 'ERROR'
  );
}

/** Merchants whose worker answers now. */
export async function reachableMerchants(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT merchant.id
      FROM (SELECT id FROM merchants UNION ALL SELECT ${firstId}::uuid) AS merchant
      JOIN pg_dist_placement AS placement ON placement.shardid = get_shard_id_for_distribution_column('charges', merchant.id)
      JOIN pg_dist_node AS node USING (groupid)
     WHERE (node.nodename, node.nodeport) IN (
             SELECT nodename, nodeport
               FROM run_command_on_workers('SELECT 1')
              WHERE success)`;
  return rows.map(({ id }) => id);
}
