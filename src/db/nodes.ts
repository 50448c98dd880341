import { spoilsConnection } from './errors.ts';
import { connect, type Db, type Sql } from './pool.ts';
import { serversOf } from './servers.ts';

/**
 * The nodes of Citus, asked directly. Every node knows where all rows are and takes any statement; one about a single merchant's
 * is carried out by the node that has them without anybody else. So it costs the coordinator nothing, and half the way.
 * The coordinator is asked as before where that node is not known yet, or not to be reached from here.
 */
export interface Nodes {
  /** Does `work`, one statement about rows of this merchant, as near to them as can be. */
  near<T>(merchantId: string, work: (db: Db) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

interface Node {
  address: string;
  sql: Sql;
}

/** For each node. A batch of statements takes few; PostgreSQL's own default limit is 100 for all processes. */
const poolSize = 10;
/** Those who come in this time are looked for together. */
const lookAfterMs = 100;
/**
 * Rows may be moved, and nodes replaced: after so long all are looked for again. Meanwhile a node that no longer has the rows passes
 * the statement on to the one that has them.
 */
const defaultForgetMs = 30_000;

/** `url` is the coordinator's; null: there are no nodes, or they are not to be asked. */
export function createNodes(coordinator: Sql, url: string | null, forgetMs = defaultForgetMs): Nodes {
  if (url === null) return { near: (_, work) => work(coordinator), end: async () => {} };
  const nodes = new Map<string, Node>();
  /** The nodes of merchants; null: the coordinator is to be asked. */
  const places = new Map<string, Node | null>();
  let wanted: string[] = [];
  let isEnding = false;
  const forgetting = setInterval(() => places.clear(), forgetMs).unref();

  /** Nobody waits for it: until it is known the coordinator does. */
  function nodeOf(merchantId: string): Node | null {
    const known = places.get(merchantId);
    if (known !== undefined) return known;
    places.set(merchantId, null);
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
    const node = nodes.get(address) ?? { address, sql: openNode(url as string, its[0] as Found) };
    nodes.set(address, node);
    const [known] = await node.sql`SELECT FROM merchants WHERE id = ${(its[0] as Found).merchantId}`;
    if (known) for (const { merchantId } of its) places.set(merchantId, node);
  }

  /** It is looked for again, and asked when it answers. */
  function leave(gone: Node): void {
    for (const [merchantId, node] of places) if (node === gone) places.delete(merchantId);
  }

  return {
    async near(merchantId, work) {
      const node = isEnding ? null : nodeOf(merchantId);
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
function openNode(coordinatorUrl: string, { host, port }: Found): Sql {
  const url = new URL(serversOf(coordinatorUrl).urls[0] as string);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return connect(url.href, { max: poolSize, isDistributed: true });
}
