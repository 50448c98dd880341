import { afterAll, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { connect } from '../../src/base/db/pool.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { createTestDatabase } from '../kit/postgres.ts';
import { cleanUp, startServer, stop } from '../kit/processes/child.ts';
import { simulators } from '../kit/processors/simulators.ts';
import { cardCustomer } from './card-customer.ts';

/**
 * Two processes on one database get the same notifications, twice each and at the same instant: each takes effect once.
 */

const charges = 6;
const tellings = 2;

afterAll(cleanUp);

test('one settlement, one event and one entry for each payment, refund and dispute', async () => {
  const worlds = await Promise.all(Object.values(simulators).map((startSimulator) => startSimulator()));
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 2 });
  const rules = worlds.map(({ name, country }) => ({ countries: [country], use: [{ processor: name }] }));
  await sql`
    INSERT INTO card_routes (merchant_id, rules, changed_at)
    VALUES ('00000000-0000-0000-0000-000000000000', ${JSON.stringify(rules)}::text::jsonb, now())`;
  const env = Object.assign(
    { DATABASE_URL: database.url, CARD_PROCESSORS: Object.keys(simulators).join() },
    ...worlds.map((simulator) => simulator.env),
  );
  const first = await startServer(env);
  const second = await startServer(env);

  for (const simulator of worlds) {
    const customer = cardCustomer({ ...first, sql }, simulator);
    let told = simulator.notifications.length;
    /** Sends all new notifications to both at once. */
    async function tell(): Promise<void> {
      const fresh = simulator.notifications.slice(told);
      told = simulator.notifications.length;
      expect(fresh.length).toBeGreaterThan(0);
      const sent = fresh.flatMap((notification) =>
        [first, second].flatMap(({ url }) =>
          Array.from({ length: tellings }, () =>
            customer.send(notification, `${url}/processors/${simulator.name}/notifications`),
          ),
        ),
      );
      expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    }
    const all = async (status: string) =>
      await until(
        () => Promise.all(references.map(customer.statusOf)),
        (statuses) => statuses.every((each) => each === status),
      );

    const references = await Promise.all(Array.from({ length: charges }, () => customer.newCharge()));
    for (const reference of references) {
      await simulator.pay(await customer.openPage(reference), 'approved');
    }
    await tell();
    await all('approved');

    simulator.holdRefunds(charges);
    for (const reference of references) {
      const path = `/api/transactions/${reference}/refunds`;
      const { body } = await call(first, 'POST', path, keyHeaders(first.merchant), { amount: 30 });
      expect(body.data.status).toBe('pending');
      await simulator.endRefund(body.data.id, 'succeeded');
    }
    await tell();
    await all('partially_refunded');

    for (const reference of references) {
      const { id } = await customer.attemptOf(reference);
      expect(await simulator.capturesOf(id)).toBe(1);
      await simulator.openDispute(id, 4_000n);
    }
    await tell();
    await all('charged_back');

    for (const reference of references) {
      const events = await customer.eventsOf(reference);
      expect(events.map(({ transactionStatus }) => transactionStatus)).toEqual([
        'approved',
        'partially_refunded',
        'charged_back',
      ]);
    }
  }

  const entries = await sql<{ kind: string; count: number; subjects: number }[]>`
    SELECT kind, count(*)::int AS count, count(DISTINCT subject_id)::int AS subjects
      FROM ledger_entries
     WHERE kind IN ('charge_approved', 'refund', 'charge_back')
     GROUP BY kind`;
  const each = worlds.length * charges;
  expect(entries.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual(
    ['charge_approved', 'charge_back', 'refund'].map((kind) => ({ kind, count: each, subjects: each })),
  );
  expect(faultsIn(await checkLedger(sql))).toEqual([]);

  expect(await Promise.all([stop(first), stop(second)])).toEqual([0, 0]);
  await sql.end();
  await database.drop();
  await Promise.all(worlds.map((simulator) => simulator.close()));
});
