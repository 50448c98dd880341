import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startLocalNetwork } from '../kit/chains/local-network.ts';
import { payerOn } from '../kit/chains/payer.ts';
import { call, keyHeaders, pay, postCharge, sampleCharge, until } from '../kit/client.ts';
import { awaitPayment, stateOf, untilStatus } from '../kit/crypto/orders.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, launch, type RunningServer, startServer, stop } from '../kit/processes/child.ts';

/**
 * The sandbox's chains as processes see them: shared, kept, and restored after the process that ran them was killed.
 */

afterAll(cleanUp);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const start = (change: Record<string, string> = {}, dataDir?: string): Promise<RunningServer> =>
  startServer(
    { DATABASE_URL: database.url, SANDBOX_CHAINS: 'on', ...change },
    dataDir === undefined ? {} : { dataDir },
  );

async function payOn(server: RunningServer, network: string): Promise<string> {
  const order = await awaitPayment(server, network);
  const described = server.networks[network];
  if (!described) throw new Error(`no ${network}`);
  await payerOn(network, described).pay(order.address, order.units);
  return order.id;
}

test('processes on one database share one pair of chains, and outlive the one that ran them', async () => {
  const first = await start();
  const second = await start();
  expect(second.networks.ERC20).toEqual(first.networks.ERC20);
  expect(second.networks.TRC20?.token).toEqual(first.networks.TRC20?.token);
  const before = await payOn(second, 'ERC20');
  await untilStatus(second, before, 'success');

  first.kill('SIGKILL');
  await first.ended;
  const described = second.networks.ERC20 as NonNullable<RunningServer['networks'][string]>;
  await until(
    () => payerOn('ERC20', described).finalize().then(String, String),
    (outcome) => outcome === 'undefined',
  );
  // The chain continues from its last state: payments on it stay paid.
  expect((await stateOf(second, before)).status).toBe('success');
  for (const network of ['ERC20', 'TRC20']) {
    const id = await until(
      () => payOn(second, network).catch(() => null),
      (paid) => paid !== null,
    );
    await untilStatus(second, id as string, 'success');
  }
  expect(await stop(second)).toBe(0);
});

test('a start after kill -9 finds the chains as they were, at the same addresses', async () => {
  const first = await start();
  const paid = await payOn(first, 'TRC20');
  await untilStatus(first, paid, 'success');
  const waiting = await awaitPayment(first, 'ERC20');
  first.kill('SIGKILL');
  await first.ended;

  const second = await start({}, first.dataDir);
  expect(second.networks).toEqual(first.networks);
  expect((await stateOf(second, paid)).status).toBe('success');
  const described = second.networks.ERC20 as NonNullable<RunningServer['networks'][string]>;
  await payerOn('ERC20', described).pay(waiting.address, waiting.units);
  await untilStatus(second, waiting.id, 'success');
  expect(await stop(second)).toBe(0);
});

test('a chain whose folder was deleted is begun anew, and orders on it work', async () => {
  const first = await start();
  const paid = await payOn(first, 'ERC20');
  await untilStatus(first, paid, 'success');
  expect(await stop(first)).toBe(0);
  await rm(first.dataDir, { recursive: true });

  const second = await start({}, first.dataDir);
  expect((await stateOf(second, paid)).status).toBe('success');
  const id = await payOn(second, 'ERC20');
  await untilStatus(second, id, 'success');
  expect(await stop(second)).toBe(0);
});

test('a process that only works or watches serves nothing but health and metrics', async () => {
  const watcher = await start({ ROLES: 'watcher' });
  for (const path of ['/api/transactions', '/v1/api/authenticate', '/payment/x', '/docs/nothing', '/pay/x']) {
    expect((await call(watcher, 'GET', path, keyHeaders(watcher.merchant))).httpStatus, path).toBe(404);
  }
  expect((await call(watcher, 'GET', '/health/ready')).httpStatus).toBe(200);
  expect((await call(watcher, 'GET', '/metrics')).httpStatus).toBe(401);

  const api = await start({ ROLES: 'api' });
  const id = await payOn(api, 'ERC20');
  await untilStatus(api, id, 'success');
  expect(await stop(api)).toBe(0);
  expect(await stop(watcher)).toBe(0);
});

test('without the program that runs chains there is a warning, and cards work all the same', async () => {
  const hide = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    const { existsSync } = fs; fs.existsSync = (path) => !String(path).endsWith('/anvil') && existsSync(path);
    syncBuiltinESMExports();`;
  const server = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hide)}` });
  expect(server.networks).toEqual({});
  await until(
    async () => server.stdout(),
    (printed) => /There are no USDT networks: anvil/.test(printed),
  );
  const { body } = await postCharge(server, server.merchant, sampleCharge);
  expect((await pay(server, body.data.reference, '4242424242424242')).body.status).toBe('approved');
  const usdt = { ...sampleCharge, method_code: 'USDT', method_category: 'CRYPTO' };
  expect((await postCharge(server, server.merchant, usdt)).body.data.error).toBe('method_not_available');
  expect(await stop(server)).toBe(0);
});

test('a node of another network stops the start with one line; one that is away does not', async () => {
  const other = await startLocalNetwork('ERC20', 2);
  const rpcUrl = other.chain.rpcUrl;
  const wrong = await launch({ DATABASE_URL: database.url, ERC20_RPC_URLS: rpcUrl });
  expect(await wrong.ended.finally(() => other.close())).toBe(1);
  expect(wrong.stderr()).toMatch(/^Pasarela cannot start\. ERC20_RPC_URLS: .*\n$/);

  const away = await start({ ERC20_RPC_URLS: 'http://127.0.0.1:1' });
  expect((await call(away, 'GET', '/health/ready')).httpStatus).toBe(200);
  expect(await stop(away)).toBe(0);
});
