import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { payerOn } from '../kit/chains/payer.ts';
import { until } from '../kit/client.ts';
import { type Awaited, awaitPayment } from '../kit/crypto/orders.ts';
import { deadlines } from '../kit/deadlines.ts';
import { cleanUp, startServer, stop } from '../kit/processes/child.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** `kill -9` of the watching process, repeatedly, while payments arrive on both networks. */

const kills = 6;
const ordersPerKill = 4;
const amount = '10.00';
const units = 10_000_000n;

vi.setConfig({ testTimeout: deadlines.longTest });

let server: TestServer;

beforeAll(async () => {
  // This server answers and works; the processes that are killed do the watching.
  server = await startTestServer({ SANDBOX_CHAINS: 'on', ROLES: 'api,worker' });
});
afterAll(async () => {
  await cleanUp();
  await server.stop();
});

const startWatcher = () =>
  startServer({ DATABASE_URL: server.databaseUrl, SANDBOX_CHAINS: 'on', ROLES: 'watcher' });

test('no transfer is missed and none is counted twice', async () => {
  let watcher = await startWatcher();
  const paid: Awaited[] = [];
  const networks = ['ERC20', 'TRC20'] as const;
  await until(
    () => server.sql`SELECT FROM chain_cursors`,
    (rows) => rows.length === networks.length,
  );
  for (let kill = 0; kill < kills; kill++) {
    for (let i = 0; i < ordersPerKill; i++) {
      const network = networks[i % 2] as (typeof networks)[number];
      const described = server.networks[network];
      if (!described) throw new Error(`no ${network}`);
      const order = await awaitPayment(server, network, amount);
      await payerOn(network, described).pay(order.address, order.units);
      paid.push(order);
    }
    // Killed at a different point of its work every time: after the first, the second… of these was recorded.
    await until(
      () => server.sql`SELECT FROM transfers`,
      (rows) => rows.length > paid.length - ordersPerKill + (kill % ordersPerKill),
    );
    watcher.kill('SIGKILL');
    await watcher.ended;
    watcher = await startWatcher();
  }
  await until(
    () => server.sql`SELECT FROM crypto_orders WHERE status = 'success'`,
    (rows) => rows.length === paid.length,
  );
  expect(await stop(watcher)).toBe(0);

  const [transfers] = await server.sql`
    SELECT count(*)::int AS count, sum(amount_units)::bigint AS units
      FROM transfers
     WHERE NOT orphaned`;
  expect(transfers).toEqual({ count: paid.length, units: BigInt(paid.length) * units });
  const told = await server.sql<{ status: string; count: number }[]>`
    SELECT status, count(*)::int
      FROM events
     GROUP BY status`;
  expect(told.find(({ status }) => status === 'success')?.count).toBe(paid.length);
  const balances = await server.sql<{ account: string; total: bigint }[]>`
    SELECT account, sum(balance)::bigint AS total
      FROM ledger_balances
     GROUP BY account`;
  const totals = Object.fromEntries(balances.map(({ account, total }) => [account, total]));
  const half = (BigInt(paid.length) * units) / 2n;
  expect(totals).toMatchObject({
    merchant_available: 2n * half,
    custody_ERC20: -half,
    custody_TRC20: -half,
  });
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});
