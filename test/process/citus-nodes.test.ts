import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { connect, type Sql } from '../../src/db/pool.ts';
import { type Credentials, until } from '../kit/client.ts';
import { deadlines } from '../kit/deadlines.ts';
import { addMerchant } from '../kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { expectWhole, startTrading, type Trades } from './trader.ts';

/** Where the run is on a Citus of scripts/citus.sh (`CITUS_URL`): its nodes are killed under load, and started again. */

const run = promisify(execFile);
vi.setConfig({ testTimeout: deadlines.longTest, hookTimeout: deadlines.longTest });

/** A node that can be killed: its postmaster, and the folder that it is started again in. */
interface Node {
  kill(): Promise<void>;
  start(): Promise<void>;
}

async function nodeAt(url: string): Promise<Node> {
  const read = async () => {
    const sql = connect(url, { max: 1 });
    const [row] = await sql<{ folder: string; pid: string }[]>`
      SELECT current_setting('data_directory') AS folder, split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`;
    await sql.end();
    return row as { folder: string; pid: string };
  };
  const { folder } = await read();
  return {
    async kill() {
      const { pid } = await read();
      process.kill(Number(pid), 'SIGKILL');
    },
    async start() {
      const account = (await run('stat', ['-c', '%U', folder])).stdout.trim();
      await until(
        () =>
          run('runuser', [
            '-u',
            account,
            '--',
            '/usr/lib/postgresql/15/bin/pg_ctl',
            '-D',
            folder,
            '-l',
            `${folder}.log`,
            '-w',
            '-s',
            'start',
          ]).then(
            () => true,
            () => false,
          ),
        (started) => started,
      );
    },
  };
}

describe.skipIf(!process.env.CITUS_URL)('on Citus', () => {
  let database: TestDatabase;
  let sql: Sql;
  let servers: RunningServer[];
  /** A merchant on each of the two workers, the one that is killed last. */
  let staying: Credentials;
  let going: Credentials;
  const all: Trades = { charges: new Set(), approved: new Set(), statuses: new Map(), cuts: 0 };

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = connect(database.url, { max: 2 });
    const env = {
      DATABASE_URL: database.url,
      LIMIT_PER_MERCHANT: '1000000',
      LIMIT_REFUSALS_PER_CARD: '1000',
    };
    servers = [await startServer(env), await startServer(env)];
    const byPort = new Map<number, Credentials>();
    while (byPort.size < 2) {
      const merchant = await addMerchant({ sql });
      const [row] = await sql<{ port: number }[]>`
        SELECT nodeport AS port
          FROM pg_dist_placement
          JOIN pg_dist_node USING (groupid)
         WHERE shardid = get_shard_id_for_distribution_column('charges', ${merchant.merchantId}::uuid)`;
      byPort.set(row?.port as number, merchant);
    }
    const [first, last] = inject('workerUrls').map((url) => byPort.get(Number(new URL(url).port)));
    staying = first as Credentials;
    going = last as Credentials;
  });
  afterAll(async () => {
    await cleanUp();
    await sql.end();
    await database.drop();
  });

  const noteAll = (trades: Trades): void => {
    for (const id of trades.charges) all.charges.add(id);
    for (const id of trades.approved) all.approved.add(id);
  };

  test('a worker node is killed: its merchants wait, all others go on, and then everybody', async () => {
    const node = await nodeAt(inject('workerUrls')[1] as string);
    const others = startTrading(() => servers, staying, 3);
    const its = startTrading(() => servers, going, 3);
    await Promise.all([others.more(10), its.more(10)]);
    await node.kill();
    // Those who wait get 503 meanwhile, and the others never.
    await until(
      async () => its.trades.statuses.get(503) ?? 0,
      (refused) => refused > 3,
    );
    await others.more(20);
    await node.start();
    await Promise.all([others.more(10), its.more(10)]);
    await Promise.all([others.stop(), its.stop()]);
    expect([...others.trades.statuses.keys()]).toEqual([200]);
    expect([...its.trades.statuses.keys()].sort()).toEqual([200, 503]);
    noteAll(others.trades);
    noteAll(its.trades);
    await expectWhole(sql, all);
  });

  test('the coordinator is killed: all wait, and then go on', async () => {
    const node = await nodeAt(inject('postgresUrl'));
    const trading = [staying, going].map((merchant) => startTrading(() => servers, merchant, 3));
    await Promise.all(trading.map((each) => each.more(10)));
    await node.kill();
    await until(
      async () => trading.every(({ trades }) => (trades.statuses.get(503) ?? 0) > 0),
      (refused) => refused,
    );
    await node.start();
    await Promise.all(trading.map((each) => each.more(10)));
    await Promise.all(trading.map((each) => each.stop()));
    for (const { trades } of trading) {
      expect([...trades.statuses.keys()].sort()).toEqual([200, 503]);
      noteAll(trades);
    }
    await expectWhole(sql, all);
  });

  test('a process is killed: nothing is lost', async () => {
    const [killed, other] = servers as [RunningServer, RunningServer];
    let alive = servers;
    const trading = startTrading(() => alive, going, 4);
    await trading.more(10);
    expect(await stop(killed, 'SIGKILL')).toBe('SIGKILL');
    alive = [other];
    await trading.more(10);
    await trading.stop();
    noteAll(trading.trades);
    await expectWhole(sql, all);
  });
});
