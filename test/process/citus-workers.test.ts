import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Merchant } from '../../src/accounts/merchants/merchant.ts';
import { findMerchant, updateMerchant } from '../../src/accounts/merchants/store.ts';
import { readWorkerStates } from '../../src/base/db/citus/citus.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { maxUnrecorded } from '../../src/events/webhooks/delivery/endpoint-queues.ts';
import type { DescribedNetwork } from '../../src/sandbox/networks.ts';
import { type Credentials, until } from '../kit/client.ts';
import { deadlines } from '../kit/deadlines.ts';
import { addMerchant } from '../kit/merchants.ts';
import { fund } from '../kit/payouts/requests.ts';
import { unusedPort } from '../kit/ports.ts';
import { asAdmin, joinedDatabase, urlOfDatabase } from '../kit/postgres.ts';
import { cleanUp, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { startStripeSimulator } from '../kit/processors/stripe-simulator.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';
import { expectTakenOnce, type PagePaying, startPayingOnPage } from './paying-on-page.ts';
import { expectPaidOnce, type PaidOut, startPayingOut } from './paying-out.ts';
import { expectWhole, startTrading, type Trades } from './trader.ts';

/** If the run uses a Citus of scripts/citus.sh (`CITUS_URL`): its workers are killed under load, and started again. */

const run = promisify(execFile);
vi.setConfig({ testTimeout: deadlines.longTest, hookTimeout: deadlines.longTest });

/** A worker that can be killed: its postmaster, and the folder in which it is started again. */
interface Node {
  kill(): Promise<void>;
  start(): Promise<void>;
}

async function nodeAt(url: string): Promise<Node> {
  const sql = connect(url, { max: 1 });
  const [row] = await sql<{ folder: string; pid: string }[]>`
    SELECT current_setting('data_directory') AS folder, split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`;
  await sql.end();
  const { folder, pid } = row as { folder: string; pid: string };
  const account = (await run('stat', ['-c', '%U', folder])).stdout.trim();
  const options = ['-D', folder, '-l', `${folder}.log`, '-w', '-s', 'start'];
  const start = async (): Promise<boolean> =>
    await run('runuser', ['-u', account, '--', '/usr/lib/postgresql/15/bin/pg_ctl', ...options]).then(
      () => true,
      () => false,
    );
  return {
    async kill() {
      // Later tests need it even if this one failed; if it runs already this does nothing.
      onTestFinished(async () => void (await start()));
      process.kill(Number(pid), 'SIGKILL');
    },
    async start() {
      await until(start, (started) => started);
    },
  };
}

/** Creates and starts one more worker, and adds it to the cluster of this database; it ends with all tests. */
async function addNode(databaseUrl: string): Promise<{ port: number }> {
  const sql = connect(inject('workerUrls')[0] as string, { max: 1 });
  const [row] = await sql<{ folder: string; account: string }[]>`
    SELECT current_setting('data_directory') AS folder, current_user::text AS account`;
  await sql.end();
  const { folder, account } = row as { folder: string; account: string };
  const owner = (await run('stat', ['-c', '%U', folder])).stdout.trim();
  const port = await unusedPort();
  const added = `${folder}-added-${port}`;
  const as = (program: string, ...rest: string[]) =>
    run('runuser', ['-u', owner, '--', `/usr/lib/postgresql/15/bin/${program}`, '-D', added, ...rest]);
  await as('initdb', '-U', account, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8');
  const settings = (await readFile(`${folder}/postgresql.conf`, 'utf8')).replace(
    /^port = .*$/m,
    `port = ${port}`,
  );
  await writeFile(`${added}/postgresql.conf`, settings);
  await as('pg_ctl', '-l', `${added}.log`, '-w', '-s', 'start');
  stopAdded = async () => {
    await as('pg_ctl', '-m', 'immediate', '-w', '-s', 'stop');
    await Promise.all([added, `${added}.log`].map((path) => rm(path, { recursive: true })));
  };
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.port = String(port);
  await asAdmin(urlOfDatabase(url.href, 'postgres'), async (admin) => {
    // The database is a copy of the joined one, so Citus expects that one on the new worker, too.
    for (const each of [joinedDatabase, name]) await admin`CREATE DATABASE ${admin(each)}`;
  });
  await asAdmin(url.href, (admin) => admin`CREATE EXTENSION citus`);
  await asAdmin(databaseUrl, (admin) => admin`SELECT citus_add_node(${url.hostname}, ${port}::int)`);
  return { port };
}

let stopAdded = async (): Promise<void> => {};

describe.skipIf(!process.env.CITUS_URL)('on Citus', () => {
  /** Runs the local chains and answers; it is not killed. */
  let host: TestServer;
  let sql: Sql;
  let servers: RunningServer[];
  /** A merchant on each of the two workers; `going` is on the one that is killed. */
  let staying: Shop;
  let going: Shop;
  const all: Trades = { charges: new Set(), approved: new Set(), statuses: new Map(), cuts: 0 };
  const payouts: PaidOut[] = [];
  /** Kills of workers and processes. */
  let kills = 0;

  beforeAll(async () => {
    host = await startTestServer({ SANDBOX_CHAINS: 'on', ROLES: 'api' });
    sql = host.sql;
    servers = await Promise.all([startOne(), startOne()]);
    [staying, going] = await openShops(sql);
  });
  afterAll(async () => {
    await cleanUp();
    await host.stop();
    await stopAdded();
    await Promise.all([staying, going].map(({ receiver }) => receiver.close()));
  });

  const startOne = () =>
    startServer({
      DATABASE_URL: host.databaseUrl,
      SANDBOX_CHAINS: 'on',
      LIMIT_PER_MERCHANT: '1000000',
      LIMIT_REFUSALS_PER_CARD: '1000',
    });

  /** Charges and payouts of a merchant, each with its notification. */
  function startBusiness(of: Shop, alive = () => servers): Business {
    const trading = startTrading(alive, of, 3);
    const paying = startPayingOut(alive, sql, of);
    return {
      trades: trading.trades,
      async more() {
        const told = of.receiver.received.length;
        await Promise.all([trading.more(10), paying.more(2)]);
        await until(
          async () => of.receiver.received.length - told,
          (more) => more >= 10,
        );
      },
      async stop() {
        await Promise.all([trading.stop(), paying.stop()]);
        for (const id of trading.trades.charges) all.charges.add(id);
        for (const id of trading.trades.approved) all.approved.add(id);
        payouts.push(...paying.payouts);
      },
    };
  }

  /** Everything acknowledged exists and happened once, in the ledger, on the chain and at the merchants. */
  async function expectAllWhole(): Promise<void> {
    await expectPaidOnce(sql, payouts, host.networks.ERC20 as DescribedNetwork);
    await expectWhole(sql, all);
    for (const shop of [staying, going]) {
      await expectTold(sql, shop);
      // Webhooks in flight at a kill are sent again with the same id: once per kill, and nothing else.
      const times = timesTold(shop);
      expect(Math.max(...times)).toBeLessThanOrEqual(1 + kills);
      expect(shop.receiver.received.length - times.length).toBeLessThanOrEqual(kills * maxUnrecorded);
    }
  }

  test('a worker node is killed: its merchants wait, all others go on, and then everybody', async () => {
    const node = await nodeAt(inject('workerUrls')[1] as string);
    const others = startBusiness(staying);
    const its = startBusiness(going);
    await Promise.all([others.more(), its.more()]);
    await node.kill();
    kills += 1;
    // Merchants of the killed worker get 503 meanwhile, the others never.
    await until(
      async () => its.trades.statuses.get(503) ?? 0,
      (refused) => refused > 3,
    );
    await others.more();
    expect((await readWorkerStates(sql)).filter(({ isUp }) => !isUp)).toHaveLength(1);
    await node.start();
    await Promise.all([others.more(), its.more()]);
    await Promise.all([others.stop(), its.stop()]);
    expect([...others.trades.statuses.keys()]).toEqual([200]);
    expect([...its.trades.statuses.keys()].sort()).toEqual([200, 503]);
    await expectAllWhole();
    expect(Math.max(...timesTold(staying))).toBe(1);
  });

  test('the coordinator is killed: all wait, and then go on', async () => {
    const node = await nodeAt(inject('postgresUrl'));
    const business = [startBusiness(staying), startBusiness(going)];
    await Promise.all(business.map((each) => each.more()));
    await node.kill();
    kills += 1;
    await until(
      async () => business.every(({ trades }) => (trades.statuses.get(503) ?? 0) > 0),
      (refused) => refused,
    );
    await node.start();
    await Promise.all(business.map((each) => each.more()));
    await Promise.all(business.map((each) => each.stop()));
    for (const { trades } of business) expect([...trades.statuses.keys()].sort()).toEqual([200, 503]);
    await expectAllWhole();
  });

  test('a worker is added and rows are moved to it under load: nothing is refused or lost', async () => {
    const business = [startBusiness(staying), startBusiness(going)];
    await Promise.all(business.map((each) => each.more()));
    const added = await addNode(host.databaseUrl);
    await sql`SELECT citus_rebalance_start()`;
    // Webhooks in flight while a merchant's rows are moved may be sent again, as after a kill.
    kills += 1;
    await until(
      async () => {
        await Promise.all(business.map((each) => each.more()));
        return await sql<{ state: string; details: object }[]>`
          SELECT state::text, details FROM citus_rebalance_status()`;
      },
      ([job]) => {
        if (job?.state === 'failed' || job?.state === 'failing') throw new Error(JSON.stringify(job.details));
        return job?.state === 'finished';
      },
    );
    const node = (await readWorkerStates(sql)).find((each) => each.node.endsWith(`:${added.port}`));
    expect(node).toMatchObject({ isUp: true, shards: expect.any(Number) });
    expect(node?.shards).toBeGreaterThan(0);
    await Promise.all(business.map((each) => each.more()));
    await Promise.all(business.map((each) => each.stop()));
    for (const { trades } of business) expect([...trades.statuses.keys()]).toEqual([200]);
    await expectAllWhole();
  });

  test('each process is killed in turn: nothing is lost', async () => {
    const business = startBusiness(going);
    await business.more();
    for (const killed of [...servers]) {
      servers = servers.filter((server) => server !== killed);
      expect(await stop(killed, 'SIGKILL')).toBe('SIGKILL');
      kills += 1;
      await business.more();
      servers = [...servers, await startOne()];
    }
    await business.more();
    await business.stop();
    await expectAllWhole();
  });

  test('a worker node is killed while customers are on the page of a processor: what they paid is taken once, and told', async () => {
    const stripe = await startStripeSimulator();
    onTestFinished(() => stripe.close());
    const server = await startTestServer({ CARD_PROCESSORS: 'stripe', ...stripe.env });
    onTestFinished(() => server.stop());
    stripe.notify(`${server.url}/processors/stripe/notifications`);
    const shops = await openShops(server.sql);
    onTestFinished(async () => void (await Promise.all(shops.map(({ receiver }) => receiver.close()))));
    const node = await nodeAt(inject('workerUrls')[1] as string);
    const [others, its] = shops.map((shop) => startPayingOnPage(server, stripe, shop)) as [
      PagePaying,
      PagePaying,
    ];
    await Promise.all([others.trading.more(5), its.trading.more(5)]);
    // This customer is on the page when the worker dies, and pays before it is back.
    const { reference, page } = await its.openOne();
    await node.kill();
    await until(
      async () => its.trading.trades.statuses.get(503) ?? 0,
      (refused) => refused > 3,
    );
    await its.payOne(reference, page);
    await others.trading.more(5);
    await node.start();
    await Promise.all([others.trading.more(5), its.trading.more(5)]);
    await Promise.all([others.trading.stop(), its.trading.stop()]);

    expect([...others.trading.trades.statuses.keys()].filter((status) => status >= 400)).toEqual([]);
    expect([...its.trading.trades.statuses.keys()].filter((status) => status >= 400)).toEqual([503]);
    expect(its.paid).toContain(reference);
    await expectTakenOnce(server.sql, stripe, new Set([...others.paid, ...its.paid]));
    for (const shop of shops) await expectTold(server.sql, shop);
  });
});

/** A merchant with money to pay out, and its server, which receives all notifications. */
interface Shop extends Credentials {
  receiver: Receiver;
}

interface Business {
  trades: Trades;
  /** Waits until more was paid in, paid out and notified. */
  more(): Promise<void>;
  stop(): Promise<void>;
}

/** One merchant on each of the two workers, in their order. */
async function openShops(sql: Sql): Promise<[Shop, Shop]> {
  const byPort = new Map<number, Shop>();
  while (byPort.size < 2) {
    const shop = await openShop(sql);
    const [row] = await sql<{ port: number }[]>`
      SELECT nodeport AS port
        FROM pg_dist_placement
        JOIN pg_dist_node USING (groupid)
       WHERE shardid = get_shard_id_for_distribution_column('charges', ${shop.merchantId}::uuid)`;
    await byPort.get(row?.port as number)?.receiver.close();
    byPort.set(row?.port as number, shop);
  }
  return inject('workerUrls').map((url) => byPort.get(Number(new URL(url).port))) as [Shop, Shop];
}

async function openShop(sql: Sql): Promise<Shop> {
  const receiver = await startReceiver();
  const merchant = await addMerchant({ sql });
  const { settings } = (await findMerchant(sql, merchant.merchantId)) as Merchant;
  await updateMerchant(sql, merchant.merchantId, {
    webhookUrl: `${receiver.url}/hook`,
    // Payouts continue for minutes: their sum must never require a person.
    settings: { ...settings, payoutAutoApproveUpTo: '1000000.00' },
  });
  await fund({ sql }, merchant.merchantId, 100_000_000_000n);
  return { ...merchant, receiver };
}

/** Every event reached the merchant, and no delivery failed once. */
async function expectTold(sql: Sql, { merchantId, receiver }: Shop): Promise<void> {
  await until(
    () => sql`SELECT 1 FROM deliveries WHERE merchant_id = ${merchantId} AND status = 'pending'`,
    (waiting) => waiting.length === 0,
  );
  const deliveries = await sql<{ id: string; status: string; failures: number }[]>`
    SELECT event_id AS id, status, failures FROM deliveries WHERE merchant_id = ${merchantId}`;
  expect(deliveries.filter(({ status, failures }) => status !== 'delivered' || failures > 0)).toEqual([]);
  const told = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(told).toEqual(new Set(deliveries.map(({ id }) => id)));
}

/** How often a merchant was notified of each event. */
function timesTold({ receiver }: Shop): number[] {
  const byEvent = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']);
  return [...byEvent.values()].map(({ length }) => length);
}
