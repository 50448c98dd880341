import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/kit/client.ts';
import { insertStore } from '../../../../test/kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { openWire, type Wire } from '../../../../test/kit/wire.ts';
import { newId } from '../ids.ts';
import { connect, type Db, type Sql } from '../pool.ts';
import { createWorkers, type Workers } from './workers.ts';

let database: TestDatabase;
let coordinator: Sql;
let merchantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  coordinator = connect(database.url, { max: 2, isDistributed: true });
  merchantId = await insertStore(coordinator);
});
afterAll(async () => {
  await coordinator.end();
  await database.drop();
});

const unavailable = { name: 'ConnectionLostError' };
const forgetMs = 150;

/** Without an argument nothing is forgotten during a test. */
function open(forgettingMs?: number): Workers {
  const nodes = createWorkers(coordinator, database.url, forgettingMs);
  onTestFinished(() => nodes.end());
  return nodes;
}

const near = <T>(nodes: Workers, id: string, work: (db: Db) => Promise<T>) =>
  nodes.at(nodes.placeOf(id), work);

/** One PostgreSQL that acts as its own worker behind a wire, and reports itself as Citus would. */
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

  const isNear = (nodes: Workers, id = merchantId) =>
    near(nodes, id, async (db) => {
      await db`SELECT 1`;
      return db !== coordinator;
    });
  const untilNear = (nodes: Workers) => until(() => isNear(nodes), Boolean);
  /** Stays far for as long as lookups are repeated. */
  async function expectFar(nodes: Workers, id = merchantId): Promise<void> {
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
    await expect(near(nodes, merchantId, (db) => db`SELECT 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    expect(await isNear(nodes)).toBe(true);
  });

  test('that was replaced is asked no more', async () => {
    const nodes = open(forgetMs);
    await untilNear(nodes);
    await coordinator`UPDATE pg_dist_node SET isactive = false`;
    await until(
      () => isNear(nodes),
      (isAsked) => !isAsked,
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

  test('that may not be asked is not looked for: each merchant is a place of the coordinator', async () => {
    const nodes = createWorkers(coordinator, null);
    await expectFar(nodes);
    expect(nodes.placeOf(merchantId)).toBe(merchantId);
    await nodes.end();
  });

  test('on one PostgreSQL all merchants are at one place', async () => {
    const single = connect(database.url, { max: 1, isDistributed: false });
    onTestFinished(() => single.end());
    const nodes = createWorkers(single, null);
    expect(nodes.placeOf(merchantId)).toBe(nodes.placeOf(newId()));
  });
});

describe.skipIf(inject('workerUrls').length === 0)('on Citus', () => {
  const merchantCount = 8;
  let merchantIds: string[];
  let nodes: Workers;
  /** Merchants by worker. */
  let byPlace: Map<string, string[]>;
  beforeAll(async () => {
    nodes = createWorkers(coordinator, database.url);
    merchantIds = await Promise.all(Array.from({ length: merchantCount }, () => insertStore(coordinator)));
    byPlace = await until(
      async () => Map.groupBy(merchantIds, (id) => nodes.placeOf(id)),
      (places) => [...places.keys()].every((place) => place.includes(':')),
    );
  });
  afterAll(() => nodes.end());

  async function write(place: string, its: string[]): Promise<string[]> {
    const rows = its.map((id) => ({ merchant_id: id, summed_until: new Date(0) }));
    const written = await nodes.at(
      place,
      (db) => db<{ id: string }[]>`
        INSERT INTO hour_sums_until ${db(rows)}
            ON CONFLICT DO NOTHING
        RETURNING merchant_id AS id`,
    );
    return written.map(({ id }) => id).sort();
  }

  test('the place of a merchant is the node that has its rows', async () => {
    for (const [place, its] of byPlace) {
      const found = await coordinator`
        SELECT DISTINCT nodename || ':' || nodeport AS address
          FROM unnest(${its}::uuid[]) AS id
          JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('charges', id)
          JOIN pg_dist_node USING (groupid)`;
      expect(found).toEqual([{ address: place }]);
      const [asked] = await nodes.at(place, (db) => db`SELECT current_setting('port') AS port`);
      expect(place.split(':')[1]).toBe(asked?.port);
    }
  });

  test('one statement does for all merchants of a node, also by way of one that has their rows no more', async () => {
    const places = [...byPlace.keys()];
    // The second round acts as if all merchants had moved since the lookup.
    const elsewhere = (place: string) => places.find((other) => other !== place) ?? place;
    for (const wayOf of [(place: string) => place, elsewhere]) {
      await coordinator`DELETE FROM hour_sums_until WHERE merchant_id = ANY (${merchantIds}::uuid[])`;
      for (const [place, its] of byPlace) {
        const [first = '', ...others] = its;
        expect(await write(wayOf(place), [first])).toEqual([first]);
        expect(await write(wayOf(place), its)).toEqual(others.sort());
      }
      const rows = await coordinator`SELECT merchant_id AS id FROM hour_sums_until ORDER BY id`;
      expect(rows.map(({ id }) => id)).toEqual([...merchantIds].sort());
    }
  });

  test('no server keeps a plan more for each statement', async () => {
    const [place, its] = [...byPlace][0] as [string, string[]];
    const single = connect(database.url, { max: 1, isDistributed: true });
    onTestFinished(() => single.end());
    const statements: [Sql | null, () => Promise<unknown>][] = [
      [null, () => write(place, its.slice(0, 1))],
      [null, () => write(place, its)],
      [
        single,
        () => single`INSERT INTO order_owners ${single([{ order_id: newId(), merchant_id: merchantId }])}`,
      ],
      [single, () => single`SELECT FROM merchants WHERE id = ${merchantId}`],
    ];
    for (const [on, run] of statements) {
      const usedBytes = async (): Promise<number> => {
        const ask = (db: Db) => db<{ used: number }[]>`
          SELECT sum(used_bytes)::int AS used FROM pg_backend_memory_contexts`;
        const [row] = on ? await ask(on) : await nodes.at(place, ask);
        return row?.used as number;
      };
      for (let n = 0; n < 10; n++) await run();
      await usedBytes();
      const before = await usedBytes();
      for (let n = 0; n < 50; n++) await run();
      // Each plan would be 17 KB or more.
      expect((await usedBytes()) - before).toBeLessThan(50 * 2_000);
    }
  });
});
