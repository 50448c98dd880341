import { afterAll, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import type { ProcessorKind } from '../../src/payments/charges/payment-processor.ts';
import { call, keyHeaders, readTransaction, until } from '../kit/client.ts';
import { createTestDatabase } from '../kit/postgres.ts';
import { cleanUp, startServer, stop } from '../kit/processes/child.ts';
import { startProxyTo } from '../kit/processors/outage.ts';
import { simulators } from '../kit/processors/simulators.ts';
import { cardCustomer } from './card-customer.ts';

/**
 * A processor is down for an hour while payments, refunds and disputes are in progress: afterwards each has happened
 * once.
 */

const minuteMs = 60_000;
const metricsToken = 'a-token-for-the-metrics-of-this-test';

afterAll(cleanUp);

/** Moves all times back, as if everything had begun earlier. Row by row: the service may lock several rows. */
async function pass(sql: Sql, ms: number): Promise<void> {
  const times = {
    charges: ['created_at', 'expires_at'],
    attempts: ['created_at', 'due_at', 'lease_until'],
    refunds: ['created_at', 'due_at', 'lease_until'],
    processor_notifications: ['received_at', 'due_at'],
  };
  for (const [table, columns] of Object.entries(times)) {
    // In UTC: Citus refuses expressions that depend on the time zone here.
    const earlier = columns
      .map((name) => `${name} = (${name} AT TIME ZONE 'UTC' - interval '${ms} ms') AT TIME ZONE 'UTC'`)
      .join(', ');
    for (const { id } of await sql<{ id: string }[]>`SELECT id::text FROM ${sql(table)}`) {
      await sql`UPDATE ${sql(table)} SET ${sql.unsafe(earlier)} WHERE id::text = ${id}`;
    }
  }
}

const cases: [string, ProcessorKind][] = Object.keys(simulators).flatMap((name) =>
  (name === 'mercadopago' ? ['hosted'] : ['hosted', 'direct']).map((kind): [string, ProcessorKind] => [
    name,
    kind as ProcessorKind,
  ]),
);
/** The call that charges a card entered on our page. */
const chargingCalls: Readonly<Record<string, string>> = { stripe: '/confirm', dlocal: '/secure_payments' };

// Concurrent: most of the time is waiting.
test.concurrent.each(cases)('%s, %s', async (name, kind) => {
  const simulator = await (simulators[name] as () => ReturnType<(typeof simulators)[string]>)();
  const line = await startProxyTo(simulator);
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 2 });
  const server = await startServer({
    DATABASE_URL: database.url,
    METRICS_TOKEN: metricsToken,
    CARD_PROCESSORS: name,
    ...(kind === 'direct' && { CARD_DIRECT: 'on' }),
    ...line.env,
  });
  const customer = cardCustomer({ ...server, sql }, simulator);
  const metric = async (name: string): Promise<number> => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { body } = await call(server, 'GET', '/metrics', headers);
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(body)?.[1]);
  };
  /** Returns the view that the page shows next. */
  const number = kind === 'direct' ? simulator.cards?.approved?.number : '';
  const begin = async (reference: string) => (await customer.submit(reference, number)).view;
  /** Pays while the processor is up. */
  async function finish(reference: string): Promise<void> {
    const page = kind === 'hosted' ? await customer.openPage(reference) : null;
    if (page) await simulator.pay(line.past(page), 'approved');
    else await begin(reference);
    await customer.visit(`/pay/${reference}/return`);
    expect(await customer.statusOf(reference)).toBe('approved');
  }

  const [underWay, left, refunded, disputed, late] = (await Promise.all(
    Array.from({ length: 5 }, () => customer.newCharge()),
  )) as [string, string, string, string, string];
  const triedMeanwhile = await Promise.all(Array.from({ length: 5 }, () => customer.newCharge()));
  await finish(refunded);
  await finish(disputed);
  const disputedAttempt = (await customer.attemptOf(disputed)).id;

  // The processor goes down in the middle of a payment.
  if (kind === 'hosted') {
    await customer.openPage(left);
    await simulator.pay(line.past(await customer.openPage(underWay)), 'approved');
    await line.goDown('failing');
    await customer.visit(`/pay/${underWay}/return`);
  } else {
    line.goDownAfter(chargingCalls[name] ?? '');
    expect(await begin(underWay)).toBe('processing');
  }
  const underWayAttempt = (await customer.attemptOf(underWay)).id;
  expect(await customer.attemptOf(underWay)).toMatchObject({ status: 'unknown' });
  const path = `/api/transactions/${refunded}/refunds`;
  const { body: asked } = await call(server, 'POST', path, keyHeaders(server.merchant), { amount: 30 });
  expect(asked.data).toMatchObject({ status: 'pending' });
  await simulator.openDispute(disputedAttempt, 4_000n);
  expect(await customer.send()).toBe(200);

  // Customers arrive meanwhile, in each kind of outage.
  const [first, second, ...others] = triedMeanwhile as [string, string, ...string[]];
  await begin(first);
  await line.goDown('refused');
  await Promise.all(others.map(begin));
  await line.goDown('silent');
  await begin(second);
  await line.goDown('refused');
  for (const reference of triedMeanwhile) {
    expect(await customer.statusOf(reference)).toBe('open');
    expect(await simulator.capturesOf((await customer.attemptOf(reference)).id)).toBe(0);
  }
  expect(await metric('pasarela_card_processor_failing')).toBe(1);

  await pass(sql, 60 * minuteMs);
  expect(await metric('pasarela_attempts_oldest_unresolved_seconds')).toBeGreaterThan(3_500);
  expect(await metric('pasarela_card_notifications_waiting')).toBeGreaterThan(0);
  const looks = async () => {
    const [row] = await sql<{ inquiries: number; tries: number }[]>`
      SELECT (SELECT inquiries FROM attempts WHERE id = ${underWayAttempt}) AS inquiries,
             (SELECT max(tries)::int FROM processor_notifications) AS tries`;
    return row ?? { inquiries: 0, tries: 0 };
  };
  const before = await looks();
  await pass(sql, 10 * minuteMs);
  await until(looks, (now) => now.inquiries > before.inquiries && now.tries > before.tries);
  expect(await customer.statusOf(underWay)).toBe('open');
  expect(await customer.statusOf(disputed)).toBe('approved');

  await line.comeBack();
  await until(
    async () => {
      // A request made just before it came back is repeated after a minute.
      await pass(sql, minuteMs);
      return await Promise.all([underWay, refunded, disputed].map(customer.statusOf));
    },
    (statuses) => statuses.join() === 'approved,partially_refunded,charged_back',
  );
  await finish(late);
  for (const reference of triedMeanwhile) await finish(reference);
  if (kind === 'hosted') {
    await until(
      () => customer.attemptOf(left),
      ({ refusal }) => refusal === 'left_page',
    );
  }

  const told = async (reference: string) =>
    (await customer.eventsOf(reference)).map(({ transactionStatus }) => transactionStatus);
  expect(await told(underWay)).toEqual(['approved']);
  expect(await told(refunded)).toEqual(['approved', 'partially_refunded']);
  expect(await told(disputed)).toEqual(['approved', 'charged_back']);
  expect(await simulator.capturesOf(underWayAttempt)).toBe(1);
  expect(await simulator.refundedMinor()).toBe(3_000n);
  const { body } = await readTransaction(server, disputed);
  expect(body.data.disputes).toMatchObject([{ status: 'open', amount: 40 }]);
  for (const reference of [late, ...triedMeanwhile]) {
    expect(await told(reference)).toEqual(['approved']);
    const { attempts } = (await readTransaction(server, reference)).body.data;
    const captures = await Promise.all(attempts.map(({ id }: { id: string }) => simulator.capturesOf(id)));
    expect(captures.reduce((sum, count) => sum + count, 0)).toBe(1);
  }
  expect(await simulator.capturedMinor()).toBe(9n * 10_000n);
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
  for (const gone of [
    'pasarela_card_processor_failing',
    'pasarela_attempts_oldest_unresolved_seconds',
    'pasarela_card_notifications_waiting',
  ]) {
    await until(
      () => metric(gone),
      (value) => value === 0,
    );
  }

  expect(await stop(server)).toBe(0);
  await sql.end();
  await database.drop();
  await line.close();
  await simulator.close();
});
