import type { Db, Sql } from './pool.ts';

/**
 * Citus spreads the rows of PostgreSQL's tables over many nodes. The program is the same there; what it has to know is
 * where each table lies (docs/SCALE.md, docs/decisions/0024-citus.md).
 */

/** Rows lie with their merchant's, all of one merchant on one node. A table stands after those that it refers to. */
export const tablesByMerchant: readonly string[] = [
  'ledger_entries',
  'ledger_balances',
  'ledger_postings',
  'charges',
  'attempts',
  'refunds',
  'disputes',
  'processor_lines',
  'archived_charges',
  'events',
  'deliveries',
  'delivery_attempts',
  'replays',
  'mails',
  'crypto_orders',
  'former_addresses',
  'transfers',
  'order_resolutions',
];

/** A few rows that never change: every node has a copy. */
export const tablesEverywhere: readonly string[] = [
  'charge_transitions',
  'attempt_transitions',
  'crypto_order_transitions',
];

/** On the coordinator, and Citus knows nothing of them: no transaction writes to one of them and to a merchant's rows. */
export const tablesApart: readonly string[] = [
  'migrations',
  'distribution',
  'endpoint_owners',
  'request_counts',
];

// All others are on the coordinator, too: what belongs to the installation, to chains and to wallets. Citus is told of them, so
// that a transaction over one of them and a merchant's rows commits on both nodes or on neither.

/** Lets a migration change what is distributed: triggers are made on each shard, and a change goes from one to the next. */
export const letCitusMigrate = `
  SET LOCAL citus.enable_unsafe_triggers = on;
  SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

/** What of this database is on which nodes; null: it is an ordinary PostgreSQL. */
export interface Distribution {
  /** Tables that are not yet where they belong, in the order in which they are to be placed. */
  misplaced: string[];
  /** None of them holds a row of a merchant. */
  isQuick: boolean;
}

export async function readDistribution(db: Db): Promise<Distribution | null> {
  const [extension] = await db`SELECT FROM pg_extension WHERE extname = 'citus'`;
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
  const misplaced = [
    ...named.filter((name) => found.includes(name)),
    ...found.filter((name) => !named.includes(name)),
  ];
  let isQuick = true;
  for (const name of misplaced.filter((table) => tablesByMerchant.includes(table))) {
    const [row] = await db`SELECT FROM ${db(name)} LIMIT 1`;
    isQuick &&= row === undefined;
  }
  return { misplaced, isQuick };
}

/**
 * Places what is not where it belongs, table by table, each in a transaction of its own: cut off, it goes on where it was.
 * Nobody may use the database meanwhile, unless the tables are empty.
 */
export async function distribute(
  sql: Sql,
  { misplaced, isQuick }: Distribution,
  progress: (line: string) => void = () => {},
): Promise<void> {
  if (misplaced.length === 0) return;
  await checkNodes(sql);
  if (!isQuick) await checkAlone(sql);
  await sql.alone(async (db) => {
    await db.unsafe('SET citus.enable_unsafe_triggers = on; SET client_min_messages = warning');
    for (const [at, name] of misplaced.entries()) {
      progress(`${at + 1} of ${misplaced.length}: ${name}`);
      await place(db, name);
    }
    await db`INSERT INTO distribution (distributed_at) VALUES (now()) ON CONFLICT DO NOTHING`;
    if (isQuick) return;
    // What was copied to the nodes is still on the coordinator's disk, where nothing reads it any more. The triggers that keep
    // the ledger from being emptied would refuse that.
    await db.unsafe('SET session_replication_role = replica');
    for (const name of [...tablesByMerchant].reverse()) {
      await db`SELECT truncate_local_data_after_distributing_table(${name}::regclass)`;
    }
  });
}

async function place(db: Db, name: string): Promise<void> {
  if (tablesEverywhere.includes(name)) {
    await db`SELECT create_reference_table(${name})`;
  } else if (tablesByMerchant.includes(name)) {
    const [first] = tablesByMerchant;
    await db`
      SELECT create_distributed_table(${name}, 'merchant_id', colocate_with => ${name === first ? 'default' : (first as string)})`;
  } else {
    // One that another refers to may have come with it.
    await db`
      SELECT citus_add_local_table_to_metadata(pg_class.oid, cascade_via_foreign_keys => true)
        FROM pg_class
       WHERE oid = ${name}::regclass
         AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)`;
  }
}

/** Whoever writes to a table while it is moved would wait, and then find it elsewhere. */
async function checkAlone(db: Db): Promise<void> {
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

/** Where every table is; null: this is an ordinary PostgreSQL. */
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
