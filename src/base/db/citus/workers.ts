import { serversOf } from '../driver/servers.ts';
import { spoilsConnection } from '../errors.ts';
import { connect, type Db, type Sql } from '../pool.ts';

/**
 * Sends statements to the Citus workers directly. Every worker knows the place of all rows and accepts any statement;
 * it executes a statement about its own rows alone. This spares the coordinator and half the way, and, as on one
 * PostgreSQL, one statement and one flush serve all merchants of a worker. If a merchant's worker is not known yet or
 * not reachable from here, the coordinator is used as for everything else.
 */
export interface Workers {
  /** The place that serves this merchant's rows now. Rows of the same place can share a statement. */
  placeOf(merchantId: string): string;
  /** Runs `work`, one statement about rows of this place. */
  at<T>(place: string, work: (db: Db) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

interface Node {
  address: string;
  sql: Sql;
}

/** Per worker. PostgreSQL's own default limit is 100 for all processes. */
const maxPoolSize = 10;
/** Lookups that arrive within this window are batched. */
const lookAfterMs = 100;
/**
 * Rows may move and workers may be replaced, so all lookups are repeated after this time. Meanwhile a worker that no
 * longer has the rows forwards the statement to the one that has them.
 */
const defaultForgetMs = 30_000;

/** `url` is the coordinator's. null: there are no workers, or they must not be used directly. */
export function createWorkers(coordinator: Sql, url: string | null, forgetMs = defaultForgetMs): Workers {
  // On one PostgreSQL all merchants share a place. Through the coordinator a statement has one merchant, so that it
  // goes to one worker.
  const farPlaceOf = (merchantId: string): string => (coordinator.isDistributed ? merchantId : '');
  if (url === null) return { placeOf: farPlaceOf, at: (_, work) => work(coordinator), end: async () => {} };
  const max = Math.min(maxPoolSize, coordinator.pool().max);
  /** Keyed by address. */
  const nodes = new Map<string, Node>();
  /** The worker of each merchant. null: unknown, or not to be used directly. */
  const known = new Map<string, Node | null>();
  let wanted: string[] = [];
  let isEnding = false;
  const forgetting = setInterval(() => known.clear(), forgetMs).unref();

  /** Returns at once: until the lookup is done the coordinator serves the merchant. */
  function nodeOf(merchantId: string): Node | null {
    const node = known.get(merchantId);
    if (node !== undefined) return node;
    known.set(merchantId, null);
    if (wanted.push(merchantId) === 1) setTimeout(() => void look(), lookAfterMs).unref();
    return null;
  }

  async function look(): Promise<void> {
    const merchantIds = wanted;
    wanted = [];
    try {
      const found = Map.groupBy(await findAddresses(coordinator, merchantIds), addressOf);
      await Promise.all([...found].map(([address, its]) => settle(address, its)));
    } catch {
      // The next round of lookups retries them.
    }
  }

  /**
   * A worker is used only after it has answered once and proved to belong to this coordinator: only then does it know
   * its merchants. An address meant for traffic between workers may lead nowhere from here, or to another database.
   */
  async function settle(address: string, its: Found[]): Promise<void> {
    if (isEnding) return;
    const first = its[0] as Found;
    const node = nodes.get(address) ?? { address, sql: openNode(url as string, first, max) };
    nodes.set(address, node);
    const [merchant] = await node.sql`SELECT FROM merchants WHERE id = ${first.merchantId}`;
    if (merchant) for (const { merchantId } of its) known.set(merchantId, node);
  }

  /** Forgets a failed worker. It is looked up again and used once it answers. */
  function leave(gone: Node): void {
    for (const [merchantId, node] of known) if (node === gone) known.delete(merchantId);
  }

  return {
    placeOf: (merchantId) => (isEnding ? null : nodeOf(merchantId))?.address ?? farPlaceOf(merchantId),
    async at(place, work) {
      const node = nodes.get(place);
      if (!node) return await work(coordinator);
      try {
        return await work(node.sql);
      } catch (error) {
        if (spoilsConnection(error)) leave(node);
        throw error;
      }
    },
    async end() {
      isEnding = true;
      clearInterval(forgetting);
      await Promise.all([...nodes.values()].map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

interface Found {
  merchantId: string;
  host: string;
  port: number;
}

/** Only workers that know the place of all rows. */
async function findAddresses(coordinator: Sql, merchantIds: string[]): Promise<Found[]> {
  return await coordinator<Found[]>`
    SELECT merchant_id AS "merchantId", nodename AS host, nodeport AS port
      FROM unnest(${merchantIds}::uuid[]) AS wanted (merchant_id)
      JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('charges', merchant_id)
      JOIN pg_dist_node USING (groupid)
     WHERE groupid <> 0
       AND noderole = 'primary'
       AND isactive
       AND metadatasynced`;
}

function addressOf({ host, port }: Found): string {
  return `${host}:${port}`;
}

/** Opens the same database with the same account. */
function openNode(coordinatorUrl: string, { host, port }: Found, max: number): Sql {
  const url = new URL(serversOf(coordinatorUrl).urls[0] as string);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  const { searchParams } = url;
  for (const name of ['host', 'port']) searchParams.delete(name);
  // For its own rows a worker keeps one more plan each time a prepared statement is executed (Citus 13.2: 17 KB a row),
  // until it runs out of memory.
  const options = [searchParams.get('options'), '-c plan_cache_mode=force_custom_plan'];
  searchParams.set('options', options.filter(Boolean).join(' '));
  return connect(url.href, { max, isDistributed: true });
}
