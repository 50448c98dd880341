import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { until } from '../kit/client.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import { simulators } from '../kit/processors/simulators.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type CardCustomer, cardCustomer } from './card-customer.ts';

/** A processor whose clock differs from ours: the dates of its messages, and the lifetime of its pages. */

const minuteMs = 60_000;

/** How far, in minutes, its clock may be ahead of ours for its messages to be accepted. */
const tolerances: Readonly<Record<string, { taken: number[]; refused: number[] }>> = {
  stripe: { taken: [4, -4], refused: [6, -6] },
  mercadopago: { taken: [4, -4], refused: [6, -6] },
  // dLocal repeats a message for days and may keep its date.
  dlocal: { taken: [4, -19 * 60], refused: [6, -21 * 60] },
};

describe.each(Object.entries(simulators))('at %s', (name, startSimulator) => {
  let simulator: ProcessorSimulator;
  let server: TestServer;
  let customer: CardCustomer;
  const { taken, refused } = tolerances[name] ?? { taken: [], refused: [] };

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
  });
  beforeEach(() => simulator.skewClock(0));

  /** Paid at the processor; we have not been notified. */
  async function paidUnheard(minutes: number): Promise<string> {
    simulator.skewClock(minutes * minuteMs);
    const reference = await customer.newCharge();
    await simulator.pay(await customer.openPage(reference), 'approved');
    return reference;
  }

  async function expectPaidOnce(reference: string): Promise<void> {
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'approved',
    );
    expect(await customer.eventsOf(reference)).toMatchObject([{ transactionStatus: 'approved' }]);
    expect(await simulator.capturesOf((await customer.attemptOf(reference)).id)).toBe(1);
  }

  test.each(taken)('%i minutes ahead, what it tells is taken', async (minutes) => {
    const reference = await paidUnheard(minutes);
    expect(await customer.send()).toBe(200);
    await expectPaidOnce(reference);
  });

  test.each(refused)('%i minutes ahead, it is refused, and the payment found by asking', async (minutes) => {
    const reference = await paidUnheard(minutes);
    expect(await customer.send()).toBe(401);
    expect(await customer.statusOf(reference)).toBe('open');
    await customer.askNow('attempts');
    await expectPaidOnce(reference);
  });

  test.each([30, -30])('%i minutes ahead, a dispute is found without a message', async (minutes) => {
    const { reference, attemptId } = await customer.paidCharge();
    simulator.skewClock(minutes * minuteMs);
    await simulator.openDispute(attemptId, 1_000n);
    // dLocal has no list of disputes.
    if (name === 'dlocal') {
      simulator.skewClock(0);
      await customer.send();
    }
    await customer.listDisputesNow();
    await until(
      () => customer.statusOf(reference),
      (status) => status === 'charged_back',
    );
    expect((await customer.eventsOf(reference)).map(({ disputeStatus }) => disputeStatus)).toEqual([
      undefined,
      'open',
    ]);
  });

  test('a page that it takes for run out is closed, and the same link pays', async ({ skip }) => {
    if (name === 'dlocal') skip('its pages are open for a day');
    const reference = await customer.newCharge();
    const page = await customer.openPage(reference);
    simulator.skewClock(61 * minuteMs);
    await simulator.pay(page, 'approved').catch(() => {});
    const { id } = await customer.attemptOf(reference);
    expect(await simulator.capturesOf(id)).toBe(0);
    simulator.skewClock(0);
    await customer.askNow('attempts');
    await until(
      () => customer.attemptOf(reference),
      ({ status }) => status === 'refused',
    );
    await simulator.pay((await customer.submit(reference)).forwardTo, 'approved');
    await customer.visit(`/pay/${reference}/return`);
    expect(await customer.statusOf(reference)).toBe('approved');
  });
});

test('Stripe opens no page that is over too soon by its clock, and nothing is charged', async () => {
  const simulator = await (simulators.stripe as () => Promise<ProcessorSimulator>)();
  const server = await startTestServer({ CARD_PROCESSORS: 'stripe', ...simulator.env });
  const customer = cardCustomer(server, simulator);
  try {
    const reference = await customer.newCharge();
    simulator.skewClock(31 * minuteMs);
    expect(await customer.submit(reference)).toMatchObject({ view: 'form' });
    expect(await customer.attemptOf(reference)).toMatchObject({ refusal: 'not_processed' });
    simulator.skewClock(29 * minuteMs);
    await simulator.pay((await customer.submit(reference)).forwardTo, 'approved');
    await customer.visit(`/pay/${reference}/return`);
    expect(await customer.statusOf(reference)).toBe('approved');
  } finally {
    await server.stop();
    await simulator.close();
  }
});
