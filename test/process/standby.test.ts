import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listAudit } from '../../src/accounts/audit/audit-log.ts';
import { isDatabaseUnavailable } from '../../src/base/db/errors.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { ageOf, createReads } from '../../src/base/db/reads.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import {
  cleanUp,
  newCharge,
  type RunningServer,
  startServer,
  stop,
  untilReady,
} from '../kit/processes/child.ts';
import { type Pair, promote, startPair, urlOfPair } from '../kit/processes/standby.ts';
import { expectWhole, startTrading } from './trader.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
});
afterAll(async () => {
  await cleanUp();
  await pair.close();
});

test('of two servers the one that takes writes is found, in whatever order they stand', async () => {
  const { primary, standby } = pair;
  const sql = connect(`postgres://pasarela@${standby.host},${primary.host}/postgres`, { max: 2 });
  expect(await sql`SELECT pg_is_in_recovery() AS "isStandby"`).toEqual([{ isStandby: false }]);
  const heard: string[] = [];
  await sql.listen(
    'told',
    (payload) => heard.push(payload),
    () => {},
  );
  await sql`SELECT pg_notify('told', 'here')`;
  await expect.poll(() => heard).toEqual(['here']);
  await sql.end();
});

test('a commit that nobody waited out is not taken for done, though PostgreSQL says so', async () => {
  const goOn = await pair.standby.freeze();
  const sql = connect(pair.primary.url, { max: 1, applicationName: 'in doubt' });
  try {
    const making = sql`CREATE TABLE in_doubt (n int)`.catch((error) => error);
    await until(
      () => pair.primary.sql`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'in doubt' AND wait_event = 'SyncRep'`,
      (canceled) => canceled.length === 1,
    );
    expect(isDatabaseUnavailable(await making)).toBe(true);
  } finally {
    goOn();
    await sql.end();
  }
});

test('a server that refuses to be changed counts as away, and its connection is not used again', async () => {
  const sql = connect(pair.standby.url, { max: 1 });
  const pid = async () => (await sql`SELECT pg_backend_pid() AS pid`)[0].pid;
  const before = await pid();
  expect(await pid()).toBe(before);
  const failure = await sql`CREATE TABLE never (n int)`.catch((error) => error);
  expect(failure).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(await pid()).not.toBe(before);
  await sql.end();
});

describe('what may be old', () => {
  const isStandby = async (sql: Sql) => (await sql`SELECT pg_is_in_recovery() AS yes`)[0].yes as boolean;

  test('is read from the standby, and from the primary while that does not answer', async () => {
    const { primary, standby } = pair;
    const reads = createReads(primary.sql, standby.url);
    expect(await reads.read(isStandby)).toBe(true);
    expect(reads.source()).toBe('replica');
    const goOn = await standby.freeze();
    try {
      expect(await reads.read(isStandby, 200)).toBe(false);
      expect(reads.source()).toBe('primary');
      // The second read does not wait for it.
      expect(await reads.read(isStandby, Number.POSITIVE_INFINITY)).toBe(false);
    } finally {
      goOn();
    }
    await reads.end();
  });

  test('is read from the primary where there is nobody at the address of the replica, or something else', async () => {
    for (const url of [`postgres://127.0.0.1:1/postgres`, `${pair.standby.url}_of_another`]) {
      const reads = createReads(pair.primary.sql, url);
      expect(await reads.read(isStandby)).toBe(false);
      await reads.end();
    }
  });

  test('has an age where the standby has not replayed all that it got', async () => {
    const { primary, standby } = pair;
    await primary.sql`CREATE TABLE aging (n int)`;
    const age = () => ageOf(standby.sql);
    await until(age, (seconds) => seconds === 0);
    await standby.sql`SELECT pg_wal_replay_pause()`;
    await primary.sql`INSERT INTO aging VALUES (1)`;
    expect(await age()).toBeGreaterThan(0);
    await standby.sql`SELECT pg_wal_replay_resume()`;
    await until(age, (seconds) => seconds === 0);
  });
});

/**
 * Creates and sends one payout after another, whatever happens to the database; payouts that could not be created do
 * not count.
 */
function startPaying(world: EngineWorld) {
  let ended = 0;
  let isOver = false;
  const unlessAway = (error: unknown): null => {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  };
  async function pay(): Promise<void> {
    let next: Payout | null = null;
    while (!isOver) {
      next ??= await world.payout().catch(unlessAway);
      await world.sender.step().catch(unlessAway);
      await world.payer.mine(1);
      const now = next && (await world.read(next.id).catch(unlessAway));
      if (now?.status === 'success') {
        ended += 1;
        next = null;
      }
    }
  }
  const paying = pay();
  onTestFinished(() => {
    isOver = true;
  });
  return {
    async more(count: number) {
      const from = ended;
      await until(
        async () => ended - from,
        (made) => made >= count,
      );
    },
    async stop() {
      isOver = true;
      await paying;
    },
  };
}

test('the primary is killed under load and the standby promoted: nothing acknowledged is lost, and all go on by themselves', async () => {
  const env = {
    DATABASE_URL: urlOfPair(pair),
    DATABASE_READ_URL: urlOfPair(pair, '?target_session_attrs=prefer-standby'),
  };
  const servers: RunningServer[] = await Promise.all([startServer(env), startServer(env)]);
  const [one] = servers as [RunningServer];
  const trading = startTrading(() => servers, one.merchant, 8);
  const world = await startEngineWorld('ERC20', { url: urlOfPair(pair), drop: async () => {} });
  onTestFinished(() => world.close());
  const paying = startPaying(world);
  await paying.more(3);
  await trading.more(40);
  const list = () => call(one, 'GET', '/api/transactions?limit=100', keyHeaders(one.merchant));
  await until(list, ({ body }) => body.data?.transactions.length >= 40);
  expect((await call(one, 'GET', '/health/ready')).body).toEqual({ status: 'ok', reads: 'replica' });

  await pair.primary.kill();
  await until(
    () => call(one, 'GET', '/health/ready').then(({ httpStatus }) => httpStatus),
    (status) => status === 503,
  );
  await promote(pair.standby);
  await trading.more(40);
  await trading.stop();
  await paying.more(3);
  await paying.stop();
  await Promise.all(servers.map(untilReady));

  expect([...trading.trades.statuses.keys()].sort()).toEqual([200, 503]);
  await expectWhole(pair.standby.sql, trading.trades);
  await world.drain();
  // Includes payouts whose creation was never acknowledged.
  const payouts = await pair.standby.sql<{ address: Buffer; amountUnits: bigint }[]>`
    SELECT address, amount_units AS "amountUnits" FROM payouts`;
  for (const { address, amountUnits } of payouts) {
    expect(await world.received(`0x${address.toString('hex')}`)).toEqual([amountUnits]);
  }
  const acts = await listAudit(pair.standby.sql, { subject: 'installation' }, 10);
  expect(acts.map(({ act }) => act)).toEqual(['standby_promoted']);
  expect((await list()).httpStatus).toBe(200);
  expect(await newCharge(one)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await Promise.all(servers.map((server) => stop(server)))).toEqual([0, 0]);
});
