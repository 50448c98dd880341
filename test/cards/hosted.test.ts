import { Pool } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { call, keyHeaders, readTransaction, until } from '../kit/client.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import { simulators } from '../kit/processors/simulators.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type CardCustomer, cardCustomer } from './card-customer.ts';

/**
 * Payments on the pages of real processors, through the whole service: link, page, processor, notification, event,
 * ledger.
 */

describe.each(Object.entries(simulators))('at %s', (name, startSimulator) => {
  let simulator: ProcessorSimulator;
  let server: TestServer;
  let customer: CardCustomer;

  beforeAll(async () => {
    simulator = await startSimulator();
    server = await startTestServer({ CARD_PROCESSORS: name, ...simulator.env });
    customer = cardCustomer(server, simulator);
  });

  afterAll(async () => {
    const report = await checkLedger(server.sql);
    await server.stop();
    await simulator.close();
    expect(faultsIn(report)).toEqual([]);
    for (const [variable, value] of Object.entries(simulator.env)) {
      if (/SECRET|KEY|TOKEN/.test(variable)) expect(server.logs.join('\n')).not.toContain(value);
    }
  });

  beforeEach(() => simulator.notify(null));

  test('the customer goes there, pays, comes back, and everybody is told', async () => {
    const reference = await customer.newCharge();
    const page = await customer.openPage(reference);
    expect(new URL(page).origin).toBe(simulator.url);
    const back = await simulator.pay(page, 'approved');
    expect(new URL(back).pathname).toBe(`/pay/${reference}/return`);
    await customer.visit(new URL(back).pathname);
    const { body } = await readTransaction(server, reference);
    expect(body.data).toMatchObject({
      status: 'approved',
      attempts: [{ status: 'approved', processor: name }],
    });
    expect(body.data.attempts[0].card?.last4).toMatch(/^\d{4}$/);
    expect(body.data.attempts[0].route).toBe('the usual order');
    expect(await customer.eventsOf(reference)).toMatchObject([
      { transactionStatus: 'approved', totalAmount: 100 },
    ]);
    const shown = await (await customer.visit(`/pay/${reference}`)).text();
    expect(shown).toContain('Pago aprobado');
  });

  test('who pays and closes the tab is told of by the notification', async () => {
    simulator.notify(customer.notificationsUrl);
    const reference = await customer.newCharge();
    await simulator.pay(await customer.openPage(reference), 'approved');
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'approved',
    );
  });

  test('and where no notification comes, by asking', async () => {
    const reference = await customer.newCharge();
    await simulator.pay(await customer.openPage(reference), 'approved');
    await customer.askNow('attempts');
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'approved',
    );
    expect(await simulator.capturesOf((await customer.attemptOf(reference)).id)).toBe(1);
  });

  test('who leaves the page finds the way back to it, and a way to begin anew', async () => {
    const reference = await customer.newCharge();
    const page = await customer.openPage(reference);
    const back = new URL(await simulator.leave(page));
    const arrived = await customer.visit(back.pathname + back.search);
    // Some processors have one return address for all payments, which redirects to our page.
    const shown =
      arrived.status === 303 ? await customer.visit(arrived.headers.get('location') as string) : arrived;
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('Continuar al pago');
    // Following the link again opens no second page.
    expect((await customer.visit(`/pay/${reference}`)).status).toBe(200);
    await fetch(`${server.url}/pay/${reference}/other-card`, { method: 'POST', redirect: 'manual' });
    expect(await customer.attemptOf(reference)).toMatchObject({ status: 'refused', refusal: 'left_page' });
    await simulator.pay(page, 'approved').catch(() => {});
    const second = (await customer.submit(reference)).forwardTo;
    expect(second).not.toBe(page);
    await simulator.pay(second, 'approved');
    await customer.visit(`/pay/${reference}/return`);
    expect(await customer.statusOf(reference)).toBe('approved');
    expect((await readTransaction(server, reference)).body.data.attempts).toHaveLength(2);
  });

  test('a preview of the link opens no page', async () => {
    const reference = await customer.newCharge();
    const before = Object.values(simulator.calls()).reduce((sum, count) => sum + count, 0);
    await fetch(`${server.url}/pay/${reference}`, { redirect: 'manual' });
    const prefetch = {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-purpose': 'prefetch',
    };
    await fetch(`${server.url}/pay/${reference}`, { redirect: 'manual', headers: prefetch });
    expect(Object.values(simulator.calls()).reduce((sum, count) => sum + count, 0)).toBe(before);
  });

  test('a cancelled charge closes the page', async () => {
    const reference = await customer.newCharge();
    const page = await customer.openPage(reference);
    const path = `/api/transactions/${reference}/cancel`;
    expect((await call(server, 'POST', path, keyHeaders(server.merchant))).httpStatus).toBe(200);
    await simulator.pay(page, 'approved').catch(() => {});
    expect(await simulator.capturesOf((await customer.attemptOf(reference)).id)).toBe(0);
  });

  test('while the processor is down nothing is charged, and afterwards the same link pays', async () => {
    const reference = await customer.newCharge();
    simulator.misbehave('error_before', 100);
    const visited = await customer.visit(`/pay/${reference}`);
    simulator.misbehave('error_before', 0);
    expect(visited.status).toBe(200);
    await simulator.pay((await customer.submit(reference)).forwardTo, 'approved');
    await customer.visit(`/pay/${reference}/return`);
    expect(await customer.statusOf(reference)).toBe('approved');
  });

  test('a refund that takes its time ends when it ends, and a failed one is told', async ({ skip }) => {
    if (!simulator.can.includes('pending_refunds')) skip('it refunds at once');
    const { reference } = await customer.paidCharge();
    const refund = async (amount: number) => {
      simulator.holdRefunds(1);
      const path = `/api/transactions/${reference}/refunds`;
      const { body } = await call(server, 'POST', path, keyHeaders(server.merchant), { amount });
      expect(body.data.status).toBe('pending');
      return body.data.id as string;
    };
    const first = await refund(30);
    await simulator.endRefund(first, 'succeeded');
    await customer.send();
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'partially_refunded',
    );
    const second = await refund(70);
    await simulator.endRefund(second, 'failed');
    await customer.askNow('refunds');
    const events = await until(
      () => customer.eventsOf(reference),
      (all) => all.some(({ refundStatus }) => refundStatus === 'failed'),
    );
    expect(events.at(-1)).toMatchObject({ refundId: second, refundStatus: 'failed', refundedAmount: 30 });
    expect(await customer.statusOf(reference)).toBe('partially_refunded');
  });

  test('a refund that fails after it had succeeded is taken back in the books, and told', async ({
    skip,
  }) => {
    if (!simulator.can.includes('late_refund_failure')) skip('a refund that succeeded stands');
    const { reference } = await customer.paidCharge();
    const path = `/api/transactions/${reference}/refunds`;
    const { body } = await call(server, 'POST', path, keyHeaders(server.merchant), {});
    expect(await customer.statusOf(reference)).toBe('refunded');
    await simulator.endRefund(body.data.id, 'failed');
    await customer.send();
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'approved',
    );
    expect((await customer.eventsOf(reference)).at(-1)).toMatchObject({
      transactionStatus: 'approved',
      refundStatus: 'failed',
      refundedAmount: 0,
    });
  });

  test.each(['won', 'lost'] as const)('a dispute in part that is %s', async (outcome) => {
    const { reference, attemptId } = await customer.paidCharge();
    const disputeId = await simulator.openDispute(attemptId, 4_000n);
    await customer.send();
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'charged_back',
    );
    expect((await customer.eventsOf(reference)).at(-1)).toMatchObject({
      transactionStatus: 'charged_back',
      disputeStatus: 'open',
      disputedAmount: 40,
    });
    await simulator.closeDispute(disputeId, outcome);
    await customer.askNow('disputes');
    const events = await until(
      () => customer.eventsOf(reference),
      (all) => all.at(-1)?.disputeStatus === outcome,
    );
    const status = outcome === 'won' ? 'approved' : 'charged_back';
    expect(events.at(-1)).toMatchObject({ transactionStatus: status, disputedAmount: 40 });
    const { body } = await readTransaction(server, reference);
    expect(body.data).toMatchObject({ status, disputes: [{ status: outcome, amount: 40 }] });
  });

  describe('notifications', () => {
    test('that are doubled, late and out of order change nothing wrong', async () => {
      const from = simulator.notifications.length;
      const { reference, attemptId } = await customer.paidCharge();
      await simulator.openDispute(attemptId, 1_000n);
      const all = simulator.notifications.slice(from).reverse();
      for (const notification of [...all, ...all, ...all.reverse()])
        expect(await customer.send(notification)).toBe(200);
      await until(
        () => customer.statusOf(reference),
        (status) => status === 'charged_back',
      );
      const events = await customer.eventsOf(reference);
      expect(events.map(({ transactionStatus }) => transactionStatus)).toEqual(['approved', 'charged_back']);
      expect(await simulator.capturesOf(attemptId)).toBe(1);
    });

    test('that are forged, changed, too old, huge or for nobody are refused and leave nothing', async () => {
      const reference = await customer.newCharge();
      await customer.openPage(reference);
      const { headers, query, body } = (simulator.notifications[0] ?? (await anyNotification())).signed();
      const post = async (init: RequestInit, path = customer.notificationsUrl) =>
        (await fetch(`${path}${query && `?${query}`}`, { method: 'POST', ...init })).status;
      const count = async () =>
        (await server.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM processor_notifications`)[0]
          ?.count;
      const before = await count();
      expect(await post({ headers: { 'content-type': 'application/json' }, body })).toBe(401);
      // A processor that does not sign the body sends nothing in it that is relied on.
      if (simulator.can.includes('body_signed')) expect(await post({ headers, body: `${body} ` })).toBe(401);
      expect(await post({ headers, body: 'x'.repeat(300_000) })).toBe(413);
      expect(await post({ headers, body }, `${server.url}/processors/nobody/notifications`)).toBe(404);
      const merchant = server.merchant.merchantId;
      expect(await post({ headers, body }, `${customer.notificationsUrl}/${merchant}`)).toBe(404);
      expect(await count()).toBe(before);
    });

    async function anyNotification() {
      await customer.paidCharge();
      return simulator.notifications.at(-1) as (typeof simulator.notifications)[number];
    }

    test('forged by the thousand leave the service as it was', async ({ skip }) => {
      if (name !== Object.keys(simulators)[0]) skip('they are refused in the same way');
      const { hostname, port, pathname } = new URL(customer.notificationsUrl);
      const pool = new Pool(`http://${hostname}:${port}`, { connections: 20 });
      const forge = async (at: number): Promise<number> => {
        const answer = await pool.request({
          method: 'POST',
          path: pathname,
          headers: {
            'content-type': 'application/json',
            'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
          },
          body: JSON.stringify({ id: `evt_${at}`, type: 'payment_intent.succeeded', data: { object: {} } }),
        });
        await answer.body.dump();
        return answer.statusCode;
      };
      try {
        for (let at = 0; at < 10_000; at += 200) {
          const statuses = await Promise.all(Array.from({ length: 200 }, (_, each) => forge(at + each)));
          expect(new Set(statuses)).toEqual(new Set([401]));
        }
      } finally {
        await pool.close();
      }
      await customer.paidCharge();
    });
  });
});
