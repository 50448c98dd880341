import { serversOf } from '../driver/servers.ts';
import { spoilsConnection } from '../errors.ts';
import { connect, type Db, type Sql } from '../pool.ts';

/**
 * The nodes of Citus, asked directly. Every node knows where all rows are and takes any statement; one about rows of its own it
 * carries out by itself. So it costs the coordinator nothing, and half the way; and as on one PostgreSQL, one statement and
 * one flush do for all merchants there. The coordinator is asked as for all else where a merchant's node is not known yet, or not
 * to be reached from here.
 */
export interface Workers {
  /** Where rows of this merchant are asked for now. What has the same place may stand in one statement. */
  placeOf(merchantId: string): string;
  /** Does `work`, one statement about rows of this place. */
  at<T>(place: string, work: (db: Db) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

interface Node {
  address: string;
  sql: Sql;
}

/** For each node. PostgreSQL's own default limit is 100 for all processes. */
const maxPoolSize = 10;
/** Those who come in this time are looked for together. */
const lookAfterMs = 100;
/**
 * Rows may be moved, and nodes replaced: after so long all are looked for again. Meanwhile a node that no longer has the rows passes
 * the statement on to the one that has them.
 */
const defaultForgetMs = 30_000;

/** `url` is the coordinator's; null: there are no nodes, or they are not to be asked. */
export function createWorkers(coordinator: Sql, url: string | null, forgetMs = defaultForgetMs): Workers {
  // On one PostgreSQL all are at one place; through the coordinator a statement is one merchant's, so that it goes to one node.
  const farPlaceOf = (merchantId: string): string => (coordinator.isDistributed ? merchantId : '');
  if (url === null) return { placeOf: farPlaceOf, at: (_, work) => work(coordinator), end: async () => {} };
  const max = Math.min(maxPoolSize, coordinator.pool().max);
  /** By their addresses. */
  const nodes = new Map<string, Node>();
  /** The nodes of merchants; null: not known, or not to be asked. */
  const known = new Map<string, Node | null>();
  let wanted: string[] = [];
  let isEnding = false;
  const forgetting = setInterval(() => known.clear(), forgetMs).unref();

  /** Nobody waits for it: until it is known the coordinator does. */
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
      // They are looked for again when all are.
    }
  }

  /**
   * A node is asked only when it has answered once, and is a node of this coordinator: it alone can tell of its merchants. At an address
   * that is meant for nodes among themselves there may be nothing, or some other database.
   */
  async function settle(address: string, its: Found[]): Promise<void> {
    if (isEnding) return;
    const first = its[0] as Found;
    const node = nodes.get(address) ?? { address, sql: openNode(url as string, first, max) };
    nodes.set(address, node);
    const [merchant] = await node.sql`SELECT FROM merchants WHERE id = ${first.merchantId}`;
    if (merchant) for (const { merchantId } of its) known.set(merchantId, node);
  }

  /** It is looked for again, and asked when it answers. */
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

/** Of nodes that know where all rows are. */
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

/** The same database by the same account. */
function openNode(coordinatorUrl: string, { host, port }: Found, max: number): Sql {
  const url = new URL(serversOf(coordinatorUrl).urls[0] as string);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  const { searchParams } = url;
  for (const name of ['host', 'port']) searchParams.delete(name);
  // Where the rows are its own, a node keeps one plan more for each time that a kept statement is carried out (Citus 13.2: 17 KB a
  // row), until it has no memory left.
  const options = [searchParams.get('options'), '-c plan_cache_mode=force_custom_plan'];
  searchParams.set('options', options.filter(Boolean).join(' '));
  return connect(url.href, { max, isDistributed: true });
}
