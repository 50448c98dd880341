import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { until } from '../../test/kit/client.ts';
import { insertStore } from '../../test/kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../../test/kit/postgres.ts';
import { openWire, type Wire } from '../../test/kit/wire.ts';
import { newId } from './ids.ts';
import { createNodes, type Nodes } from './nodes.ts';
import { connect, type Db, type Sql } from './pool.ts';

let database: TestDatabase;
let coordinator: Sql;
let merchantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  coordinator = connect(database.url, { max: 2 });
  merchantId = await insertStore(coordinator);
});
afterAll(async () => {
  await coordinator.end();
  await database.drop();
});

const unavailable = { name: 'ConnectionLostError' };
const forgetMs = 150;

/** Without a time it forgets nothing while a test goes on. */
function open(forgettingMs?: number): Nodes {
  const nodes = createNodes(coordinator, database.url, forgettingMs);
  onTestFinished(() => nodes.end());
  return nodes;
}

const portOf = (nodes: Nodes, id: string) =>
  nodes.near(
    id,
    async (db) => ((await db`SELECT current_setting('port')::int AS port`)[0] as { port: number }).port,
  );

/** One PostgreSQL, which is its own node by way of a wire, and says so as Citus does. */
describe.skipIf(inject('workerUrls').length > 0)('a node', () => {
  let wire: Wire;
  beforeAll(async () => {
    await coordinator`CREATE TABLE pg_dist_placement (shardid int, groupid int)`;
    await coordinator`
      CREATE TABLE pg_dist_node (
        groupid int, nodename text, nodeport int, noderole text, isactive boolean, metadatasynced boolean)`;
    await coordinator`
      CREATE FUNCTION get_shard_id_for_distribution_column (text, uuid) RETURNS int LANGUAGE sql AS 'SELECT 1'`;
    await coordinator`INSERT INTO pg_dist_placement VALUES (1, 1)`;
  });
  beforeEach(async () => {
    wire = await openWire(database.url);
    onTestFinished(() => wire.close());
    await coordinator`DELETE FROM pg_dist_node`;
    await coordinator`
      INSERT INTO pg_dist_node VALUES (1, '127.0.0.1', ${Number(new URL(wire.url).port)}, 'primary', true, true)`;
  });

  const isNear = (nodes: Nodes, id = merchantId) =>
    nodes.near(id, async (db: Db) => {
      await db`SELECT 1`;
      return db !== coordinator;
    });
  const untilNear = (nodes: Nodes) => until(() => isNear(nodes), Boolean);
  /** For as long as it is looked for again. */
  async function expectFar(nodes: Nodes, id = merchantId): Promise<void> {
    const startMs = performance.now();
    while (performance.now() - startMs < 3 * forgetMs) expect(await isNear(nodes, id)).toBe(false);
  }

  test('is asked when it is known, and nobody waits for that', async () => {
    const nodes = open();
    expect(await isNear(nodes)).toBe(false);
    await untilNear(nodes);
    expect(wire.openCount()).toBeGreaterThan(0);
  });

  test('that does not know the merchant is some other database, and is not asked', async () => {
    const nodes = open(forgetMs);
    await untilNear(nodes);
    await expectFar(nodes, newId());
  });

  test.each([
    ['is a standby', { noderole: 'secondary' }],
    ['is switched off', { isactive: false }],
    ['does not know where all rows are', { metadatasynced: false }],
    ['is the coordinator', { groupid: 0 }],
  ])('that %s is not asked', async (_, change) => {
    await coordinator`UPDATE pg_dist_node SET ${coordinator.set(change)}`;
    await expectFar(open(forgetMs));
  });

  test('that cannot be reached from here is not asked, until it can', async () => {
    await wire.cut();
    const nodes = open(forgetMs);
    await expectFar(nodes);
    await wire.mend();
    await untilNear(nodes);
  });

  test('that goes away is left to the coordinator', async () => {
    const nodes = open();
    await untilNear(nodes);
    await wire.cut();
    await expect(isNear(nodes)).rejects.toMatchObject(unavailable);
    expect(await isNear(nodes)).toBe(false);
  });

  test('that refuses one statement is asked for the next', async () => {
    const nodes = open();
    await untilNear(nodes);
    await expect(nodes.near(merchantId, (db) => db`SELECT 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    expect(await isNear(nodes)).toBe(true);
  });

  test('that was replaced is asked no more', async () => {
    const nodes = open(forgetMs);
    await untilNear(nodes);
    await coordinator`UPDATE pg_dist_node SET isactive = false`;
    await until(
      () => isNear(nodes),
      (near) => !near,
    );
    await expectFar(nodes);
  });

  test('is asked for nothing once all is closed', async () => {
    const nodes = open();
    await untilNear(nodes);
    await nodes.end();
    await until(
      async () => wire.openCount(),
      (count) => count === 0,
    );
    expect(await isNear(nodes)).toBe(false);
  });

  test('without nodes all is asked of the one there is', async () => {
    const nodes = createNodes(coordinator, null);
    expect(await isNear(nodes)).toBe(false);
    await nodes.end();
  });
});

describe.skipIf(inject('workerUrls').length === 0)('on Citus', () => {
  test("a merchant's node is asked, and any other knows of its rows, too", async () => {
    const ports = inject('workerUrls').map((url) => Number(new URL(url).port));
    const nodes = open();
    const port = await until(
      () => portOf(nodes, merchantId),
      (answering) => ports.includes(answering),
    );
    await nodes.near(
      merchantId,
      (db) => db`
      INSERT INTO hour_sums_until ${db([{ merchant_id: merchantId, summed_until: new Date(0) }])}`,
    );
    for (const url of inject('workerUrls')) {
      const other = connect(Object.assign(new URL(url), { pathname: new URL(database.url).pathname }).href, {
        max: 1,
      });
      expect(
        await other`SELECT summed_until AS until FROM hour_sums_until WHERE merchant_id = ${merchantId}`,
      ).toEqual([{ until: new Date(0) }]);
      await other.end();
    }
    const [place] = await coordinator`
      SELECT nodeport
        FROM pg_dist_placement
        JOIN pg_dist_node USING (groupid)
       WHERE shardid = get_shard_id_for_distribution_column('charges', ${merchantId}::uuid)`;
    expect(place).toEqual({ nodeport: port });
  });
});
