import { takeLock } from '../locks.ts';
import type { Db, Sql, Tx } from '../pool.ts';
import { tablesApart, tablesByMerchant, tablesEverywhere } from './spread-tables.ts';

/**
 * Citus distributes the rows of PostgreSQL's tables over several workers. The program is the same on both; it only has
 * to know the place of each table (docs/operate/scale.md, docs/develop/decisions/0024-citus.md).
 */

/** Lets a migration change distributed tables: triggers are created on each shard, and a change runs shard by shard. */
export const letCitusMigrate = `
  SET LOCAL citus.enable_unsafe_triggers = on;
  SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

/** How the tables of this database are distributed. null: an ordinary PostgreSQL, or not migrated yet. */
export interface Distribution {
  /** Tables that are not yet in their place, in the order in which to place them. */
  misplaced: string[];
  /**
   * Tables whose rows were copied to the workers. The old rows still use space on the coordinator, where nothing reads
   * them.
   */
  copied: string[];
  /** The distribution was completed once. */
  isDone: boolean;
}

export async function readDistribution(db: Db): Promise<Distribution | null> {
  const [extension] = await db`
    SELECT FROM pg_extension WHERE extname = 'citus' AND to_regclass('distribution') IS NOT NULL`;
  if (!extension) return null;
  const rows = await db<{ name: string }[]>`
    SELECT relname AS name
      FROM pg_class
     WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p')
       AND NOT relispartition
       AND relname <> ALL (${tablesApart})
       AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)
     ORDER BY relname`;
  const found = rows.map(({ name }) => name);
  const named = [...tablesEverywhere, ...tablesByMerchant];
  const [done] = await db`SELECT FROM distribution`;
  return {
    misplaced: [
      ...named.filter((name) => found.includes(name)),
      ...found.filter((name) => !named.includes(name)),
    ],
    copied: done ? [] : await readCopied(db),
    isDone: done !== undefined,
  };
}

async function readCopied(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT root.relname AS name
      FROM pg_class AS held
      JOIN pg_class AS root ON root.oid = coalesce(pg_partition_root(held.oid), held.oid)
      JOIN pg_dist_partition ON logicalrelid = root.oid
     WHERE held.relkind = 'r'
       AND root.relnamespace = 'public'::regnamespace
     GROUP BY 1
    HAVING sum(pg_relation_size(held.oid)) > 0`;
  const found = rows.map(({ name }) => name);
  return [...tablesByMerchant].reverse().filter((name) => found.includes(name));
}

/** True if no merchant's row has to be moved or removed. The work then takes moments, even beside other connections. */
export async function isQuick(db: Db, { misplaced, copied }: Distribution): Promise<boolean> {
  for (const name of misplaced.filter((table) => tablesByMerchant.includes(table))) {
    const [row] = await db`SELECT FROM ${db(name)} LIMIT 1`;
    if (row) return false;
  }
  return copied.length === 0;
}

/**
 * Moves misplaced tables to their place, each in its own transaction, so an interrupted run resumes at the same table.
 * No one else may use the database meanwhile, unless the work is quick.
 */
export async function distribute(
  sql: Sql,
  { misplaced }: Distribution,
  progress: (line: string) => void = () => {},
): Promise<void> {
  await checkNodes(sql);
  for (const [at, name] of misplaced.entries()) {
    progress(`${at + 1} of ${misplaced.length}: ${name}`);
    await inTurn(sql, async (tx, now) => {
      if (now.misplaced.includes(name)) await place(tx, name);
    });
  }
  const { copied } = (await readDistribution(sql)) as Distribution;
  for (const name of copied) {
    progress(`removing what was copied of ${name}`);
    await inTurn(sql, async (tx, now) => {
      if (!now.copied.includes(name)) return;
      // The triggers that protect the ledger from TRUNCATE would refuse it.
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`SELECT truncate_local_data_after_distributing_table(${name}::regclass)`;
    });
  }
  await sql`INSERT INTO distribution (distributed_at) VALUES (now()) ON CONFLICT DO NOTHING`;
}

/** Runs one step. A step of a killed process may still run on the server: this waits for it without a limit. */
async function inTurn(sql: Sql, step: (tx: Tx, now: Distribution) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
      await tx.unsafe(`SET LOCAL ${limit} = 0`);
    }
    await takeLock(tx, 'distribution');
    await tx.unsafe(letCitusMigrate);
    await tx`SET LOCAL client_min_messages = warning`;
    await step(tx, (await readDistribution(tx)) as Distribution);
  });
}

async function place(tx: Tx, name: string): Promise<void> {
  if (tablesEverywhere.includes(name)) {
    await tx`SELECT create_reference_table(${name})`;
  } else if (tablesByMerchant.includes(name)) {
    await withoutTriggers(tx, name, async () => {
      const [first] = tablesByMerchant;
      await tx`
        SELECT create_distributed_table(${name}, 'merchant_id', colocate_with => ${name === first ? 'default' : (first as string)})`;
    });
  } else {
    await splitTruncateTriggers(tx, name);
    await tx`SELECT citus_add_local_table_to_metadata(${name}::regclass, cascade_via_foreign_keys => true)`;
  }
}

/**
 * Copies rows without firing triggers: their effects, such as a posting's change of a balance, already happened at the
 * insert.
 */
async function withoutTriggers(tx: Tx, name: string, copy: () => Promise<void>): Promise<void> {
  const [any] = await tx`SELECT FROM pg_trigger WHERE tgrelid = ${name}::regclass AND NOT tgisinternal`;
  if (any) await tx`ALTER TABLE ${tx(name)} DISABLE TRIGGER USER`;
  await copy();
  if (any) await tx`ALTER TABLE ${tx(name)} ENABLE TRIGGER USER`;
}

/**
 * Citus moves the rows of such a table, and its triggers, into a table of another name. A trigger that also covers
 * TRUNCATE stays behind entirely, so its row events get a trigger of their own.
 */
async function splitTruncateTriggers(tx: Tx, name: string): Promise<void> {
  const triggers = await tx<{ name: string; text: string }[]>`
    SELECT tgname AS name, pg_get_triggerdef(oid) AS text
      FROM pg_trigger
     WHERE tgrelid = ${name}::regclass
       AND NOT tgisinternal
       AND pg_get_triggerdef(oid) LIKE '% OR TRUNCATE %'`;
  for (const trigger of triggers) {
    await tx.unsafe(
      trigger.text
        .replace(' OR TRUNCATE ', ' ')
        .replace(`TRIGGER ${trigger.name} `, `TRIGGER ${trigger.name}_rows `),
    );
  }
}

/** A writer would wait while its table is moved, and then find it elsewhere. */
export async function checkAlone(db: Db): Promise<void> {
  const [row] = await db<{ others: number }[]>`
    SELECT count(*)::int AS others
      FROM pg_stat_activity
     WHERE datname = current_database()
       AND application_name LIKE 'pasarela%'
       AND application_name <> current_setting('application_name')`;
  if (row && row.others > 0) {
    throw new Error(
      `${row.others} connections of running processes are open. Stop every process of Pasarela; then repeat this.`,
    );
  }
}

async function checkNodes(db: Db): Promise<void> {
  const [row] = await db<{ hasCoordinator: boolean; workers: number }[]>`
    SELECT coalesce(bool_or(groupid = 0), false) AS "hasCoordinator",
           (count(*) FILTER (WHERE groupid <> 0 AND shouldhaveshards))::int AS workers
      FROM pg_dist_node
     WHERE isactive`;
  if (!row?.hasCoordinator) {
    throw new Error(
      "Citus does not know its coordinator's address yet. As a superuser: SELECT citus_set_coordinator_host('<host>', <port>);",
    );
  }
  if (row.workers === 0) {
    throw new Error(
      "Citus has no node to put merchants' rows on yet. As a superuser: SELECT citus_add_node('<host>', <port>);",
    );
  }
}

export interface TablePlace {
  name: string;
  place: 'by merchant' | 'everywhere' | 'coordinator';
  shards: number;
  size: string;
}

/** The place of every table. null: an ordinary PostgreSQL. */
export async function tablePlaces(db: Db): Promise<TablePlace[] | null> {
  if ((await readDistribution(db)) === null) return null;
  return await db<TablePlace[]>`
    SELECT table_name::text AS name,
           CASE citus_table_type WHEN 'distributed' THEN 'by merchant'
                                 WHEN 'reference' THEN 'everywhere'
                                 ELSE 'coordinator'
           END AS place,
           shard_count::int AS shards,
           table_size AS size
      FROM citus_tables
      JOIN pg_class ON pg_class.oid = table_name
     WHERE NOT relispartition
     ORDER BY 2, 1`;
}

export interface WorkerState {
  /** Host and port. */
  node: string;
  isUp: boolean;
  /** Shards of the table charges; every other table of merchants has as many. */
  shards: number;
  /** null: the worker does not answer. */
  connections: number | null;
  maxConnections: number | null;
}

const loadOfNode = `
  SELECT json_build_object('connections', count(*), 'max', current_setting('max_connections')::int)
    FROM pg_stat_activity
   WHERE backend_type = 'client backend'`;

/** The state of each worker, as the coordinator sees it. */
export async function readWorkerStates(db: Db): Promise<WorkerState[]> {
  const rows = await db<{ node: string; shards: number; isUp: boolean; result: string }[]>`
    SELECT nodename || ':' || nodeport AS node,
           (SELECT count(*)::int
              FROM pg_dist_placement
              JOIN pg_dist_shard USING (shardid)
             WHERE logicalrelid = 'charges'::regclass
               AND groupid = pg_dist_node.groupid) AS shards,
           success AS "isUp",
           result
      FROM run_command_on_all_nodes(${loadOfNode})
      JOIN pg_dist_node USING (nodeid)
     ORDER BY 1`;
  return rows.map(({ result, ...state }) => {
    const load: { connections: number; max: number } | null = state.isUp ? JSON.parse(result) : null;
    return { ...state, connections: load?.connections ?? null, maxConnections: load?.max ?? null };
  });
}
