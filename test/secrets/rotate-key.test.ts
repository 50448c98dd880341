import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { type Pasarela, start } from '../../src/compose/start.ts';
import { readConfig } from '../../src/config/config.ts';
import type { SandboxFacts } from '../../src/sandbox/announce.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { call, getToken, until } from '../kit/client.ts';
import { createOrder, processOrder } from '../kit/crypto/orders.ts';
import { actingUser, machineUser } from '../kit/machine-user.ts';
import { fund, processPayout } from '../kit/payouts/requests.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** SECRET_KEY from A to B to C, each rotation to its end. */

const [keyA, keyB, keyC] = Array.from({ length: 3 }, () => randomBytes(32).toString('hex')) as [
  string,
  string,
  string,
];
const only = (key: string) => ({ SECRET_KEY: key });
const changing = (key: string, previous: string) => ({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous });

let database: TestDatabase;
let sql: Sql;
let receiver: Receiver;
let folder: string;
const running = new Set<Pasarela>();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'pasarela-rotation-'));
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await receiver.close();
  await sql.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Server {
  url: string;
  sql: Sql;
  merchant: SandboxFacts['merchant'];
  stop(): Promise<void>;
}

/** A server on the shared database. Its network's node is unreachable: payouts are created, not sent. */
async function serve(keys: Record<string, string>, merchant: Server['merchant']): Promise<Server> {
  const env = {
    ...{ PORT: '0', DATABASE_URL: database.url, DATA_DIR: folder, RATE_LIMITS: 'off' },
    ...{ SANDBOX_CHAINS: 'off', ERC20_RPC_URLS: 'http://127.0.0.1:9', ROLES: 'api,worker' },
    ...keys,
  };
  const server = await start(readConfig(env), createMemoryLogger([]));
  running.add(server);
  return {
    url: server.addresses.baseUrl,
    sql,
    merchant,
    async stop() {
      running.delete(server);
      await server.stop();
    },
  };
}

async function cli(keys: Record<string, string>, ...argv: string[]) {
  const { stdout, stderr } = await run([...argv, '--json'], { DATABASE_URL: database.url, ...keys });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function newMerchant(keys: Record<string, string>): Promise<Server['merchant']> {
  const created = await cli(
    keys,
    ...['merchants', 'create', '--name', 'Tienda', '--email', 'ana@tienda.example'],
    ...['--webhook-url', `${receiver.url}/hook`],
  );
  await fund({ sql }, created.merchantId, 1_000_000_000n);
  return created;
}

/** Everything that a merchant or a recipient holds and that was made under one key. */
async function makeThings(server: Server) {
  const order = await createOrder(server);
  const page = (await processOrder(server, order)).body.url.split('/').at(-1) as string;
  const payout = await createOrder(server);
  const link = (await processPayout(server, payout)).body.url.split('/').at(-1) as string;
  return { ticket: await createOrder(server), order, page, payout, link };
}

async function expectAllWorks(
  server: Server,
  keys: Record<string, string>,
  things: Awaited<ReturnType<typeof makeThings>>,
) {
  // The API key.
  expect((await getToken(server, server.merchant)).authorization).not.toContain('undefined');
  // Hashes that merchants hold: read without credentials, and turned into an order.
  expect((await call(server, 'GET', `/payment/${things.order}`)).body.order.id).toBe(things.page);
  expect((await processOrder(server, things.ticket)).httpStatus).toBe(200);
  // The recipient's link, and the repeated request that returns it once more.
  expect((await call(server, 'GET', `/payout/${things.link}/state`)).httpStatus).toBe(200);
  expect((await processPayout(server, things.payout)).body.url).toBe(`${server.url}/payout/${things.link}`);
  // The webhook secret signs.
  const { eventId } = await cli(keys, 'webhooks', 'test', server.merchant.merchantId);
  const sent = await until(
    async () => receiver.received.find(({ headers }) => headers['webhook-id'] === eventId),
    (received) => received !== undefined,
  );
  const headers = sent?.headers as Record<string, string>;
  expect(() => new Webhook(server.merchant.webhookSecret).verify(sent?.body ?? '', headers)).not.toThrow();
}

const stripeSettings = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};

async function giveCardAccount(keys: Record<string, string>, merchantId: string): Promise<void> {
  const set = ['cards', 'accounts', 'set', merchantId, 'stripe', '--from-env'];
  await cli({ ...keys, ...stripeSettings }, ...set);
}

async function cardSettings(keys: Record<string, string>): Promise<unknown> {
  const secrets = await openInstallation(sql, readConfig(keys));
  const [account] = await sql<{ sealed: Buffer }[]>`SELECT settings_sealed AS sealed FROM card_accounts`;
  return account && JSON.parse(secrets.open(account.sealed, 'card-account'));
}

test('rotated from A to B and from B to C, each old key goes and everything made under it still works', async () => {
  const first = await newMerchant(only(keyA));
  await giveCardAccount(only(keyA), first.merchantId);
  const before = await serve(only(keyA), first);
  const madeUnderA = await makeThings(before);
  await before.stop();

  // Every process has both keys; the old one cannot go yet.
  const between = await serve(changing(keyB, keyA), first);
  await expect(openInstallation(sql, readConfig(only(keyB)))).rejects.toThrow('SECRET_KEY_PREVIOUS');
  const report = await cli(changing(keyB, keyA), 'secrets', 'reseal', '--by', machineUser);
  expect(report).toMatchObject({ unreadable: [], payoutLinks: 1, cardAccounts: 1 });
  // The sandbox's demo merchant differs by key: this is the one of A.
  expect(report.webhookSecrets).toBe(2);
  expect(new Date(report.previousMayGoAt).getTime() - new Date(report.resealedAt).getTime()).toBe(3_600_000);
  await expectAllWorks(between, changing(keyB, keyA), madeUnderA);
  await between.stop();

  const underB = await serve(only(keyB), first);
  await expectAllWorks(underB, only(keyB), { ...madeUnderA, ticket: await createOrder(underB) });
  const second = await newMerchant(only(keyB));
  const madeUnderB = await makeThings({ ...underB, merchant: second });
  await underB.stop();

  const secondReport = await cli(changing(keyC, keyB), 'secrets', 'reseal', '--by', machineUser);
  expect(secondReport).toMatchObject({ unreadable: [], payoutLinks: 2, cardAccounts: 1 });
  const underC = await serve(only(keyC), first);
  await expectAllWorks(underC, only(keyC), { ...madeUnderA, ticket: await createOrder(underC) });
  await expectAllWorks({ ...underC, merchant: second }, only(keyC), madeUnderB);
  await underC.stop();
  expect(await cli(only(keyC), 'secrets', 'reseal')).toMatchObject({
    ...{ webhookSecrets: 0, payoutLinks: 0, cardAccounts: 0 },
    resealedAt: secondReport.resealedAt,
  });
  expect(await cardSettings(only(keyC))).toEqual(stripeSettings);

  const [audited] =
    await sql`SELECT count(*) FROM audit_log WHERE act = 'secrets_resealed' AND actor = ${actingUser}`;
  expect(Number(audited.count)).toBe(2);
});
