import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCharge } from '../../../test/kit/charges.ts';
import {
  aHeldOrder,
  amountUnits,
  arrive,
  cursorAt,
  recordOutcome,
  timeOf,
} from '../../../test/kit/crypto/held-orders.ts';
import { insertStore } from '../../../test/kit/merchants.ts';
import { secrets } from '../../../test/kit/payouts/payout-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import type { Mail } from '../../accounts/mail/mailer.ts';
import { mailJob } from '../../accounts/mail/send-mails.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { createMemoryLogger } from '../../base/ground/logger.ts';
import { createPaymentLink } from '../../commerce/payment-links/create-payment-link.ts';
import { insertPaymentLinkCharge } from '../../commerce/payment-links/store.ts';
import { collectedMails } from '../../compose/collected-mails.ts';
import { insertCharges } from '../../payments/charges/insert-charges.ts';
import { watchSuspense } from '../../surfaces/metrics/suspense-gauges.ts';
import { earlierPayment } from './earlier-payment.ts';
import { stocksOfPaymentLinks } from './payment-link-stock.ts';

/** Money that arrives after an order's end, or is left over by it: who is notified, and how often. */

let database: TestDatabase;
let sql: Sql;
let merchantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
/** The order expires at block 1,000. */
beforeEach(async () => {
  await sql`TRUNCATE crypto_orders, transfers, deposit_addresses, mails`;
  merchantId = await insertStore(sql);
  await cursorAt(sql, 2_000n);
});

const anOrder = () => aHeldOrder(sql, merchantId, { heldUntil: timeOf(1_000n) });

async function bodies(): Promise<Record<string, unknown>[]> {
  const rows = await sql<
    { body: string }[]
  >`SELECT body FROM events WHERE merchant_id = ${merchantId} ORDER BY id`;
  return rows.map(({ body }) => JSON.parse(body));
}

/** Sends all queued mails regardless of their due time and returns them. */
async function sentMails(alertEmail: string | null = 'ops@company.example'): Promise<Mail[]> {
  await sql`UPDATE mails SET due_at = now()`;
  const sent: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
      return { outcome: 'sent' as const };
    },
  };
  const url = () => 'https://pay.example';
  const urls = { baseUrl: url, cryptoBaseUrl: url, checkoutUrl: url };
  const mails = collectedMails({ ...urls, secrets, alertEmail, logger: createMemoryLogger([]) });
  const job = mailJob({ sql, mailer, domain: 'pay.example', ...mails });
  while ((await job.run()) > 0);
  // Leaves out the customer's receipts.
  return sent
    .filter(({ to }) => !to.endsWith('@cliente.example'))
    .sort((one, other) => one.to.localeCompare(other.to));
}

test.each<[string, [bigint, bigint][], [bigint, bigint], object]>([
  ['a late payment', [], [amountUnits, 1_500n], { orderStatus: 'failed', anomalies: ['late'] }],
  [
    'a late remainder',
    [[40_000_000n, 900n]],
    [60_000_000n, 1_500n],
    { orderStatus: 'failed', anomalies: ['underpaid', 'late'] },
  ],
  [
    'a second payment',
    [[amountUnits, 900n]],
    [amountUnits, 950n],
    { orderStatus: 'success', anomalies: ['overpaid'] },
  ],
])(
  '%s after the end is told once, by event and mail, with its amount and hash',
  async (_what, first, [units, block], about) => {
    const order = await anOrder();
    for (const [amount, at] of first) await arrive(sql, order, amount, at);
    await recordOutcome(sql, order);
    const before = (await bodies()).length;
    const transactionHash = await arrive(sql, order, units, block);
    await recordOutcome(sql, order);
    await recordOutcome(sql, order);
    expect((await bodies()).slice(before)).toEqual([
      expect.objectContaining({
        status: 'pending',
        cryptoAmount: `${units / 1_000_000n}.000000`,
        transactionHash,
        orderId: order.orderId,
        ...about,
      }),
    ]);
    const mails = await sentMails();
    expect(mails.map(({ to }) => to)).toEqual(['ops@company.example', expect.stringContaining('@')]);
    for (const { text } of mails) expect(text).toContain(order.orderId);
    expect(mails[1]?.text).toContain(`POST https://pay.example/payment/${order.orderId}/resolve`);
  },
);

test('what an end leaves over is mailed, and the event of the end is the only one', async () => {
  const order = await anOrder();
  await arrive(sql, order, 40_000_000n, 900n);
  await recordOutcome(sql, order);
  expect(await bodies()).toMatchObject([{ status: 'failed', cryptoAmount: '40.000000' }]);
  expect(await sentMails()).toHaveLength(2);
});

test('too much in one payment is told with what was expected, came, was credited and waits, by event and mail', async () => {
  const order = await anOrder();
  await arrive(sql, order, 150_000_000n, 900n);
  await recordOutcome(sql, order);
  expect(await bodies()).toEqual([
    expect.objectContaining({
      status: 'success',
      cryptoAmount: '150.000000',
      expected: '100.000000',
      received: '150.000000',
      credited: '150.000000',
      undecided: '50.000000',
      anomalies: ['overpaid'],
    }),
  ]);
  const [toOperator, toMerchant] = await sentMails();
  expect(toOperator?.text).toContain('50.000000 USDT too much with the merchant');
  expect(toMerchant?.text).toMatch(/For you to decide: 50\.00 USDT/);
});

test('dust and orders that nobody paid are told to nobody', async () => {
  const [dusty, unpaid] = [await anOrder(), await anOrder()];
  await arrive(sql, dusty, 9_999n, 1_500n);
  for (const order of [dusty, unpaid]) await recordOutcome(sql, order);
  expect((await bodies()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(await sentMails()).toEqual([]);
});

test('many orders make one mail to each, and the metrics count them', async () => {
  for (let made = 0; made < 25; made++) {
    const order = await anOrder();
    await recordOutcome(sql, order);
    await arrive(sql, order, 2_000_000n, 1_500n);
    await recordOutcome(sql, order);
  }
  const [operator, merchant, ...more] = await sentMails();
  expect(more).toEqual([]);
  expect(operator?.subject).toBe('Pasarela: 25 crypto orders wait for a decision');
  expect(operator?.text).toContain('… and 5 more.');
  expect(operator?.text).toContain('2.000000 USDT in suspense');
  expect(merchant?.subject).toMatch(/^25 /);

  const registry = new Registry();
  watchSuspense(registry, sql);
  const metrics = await registry.metrics();
  expect(metrics).toMatch(/^pasarela_orders_waiting 25$/m);
  const [suspense] = await sql<{ usdt: number }[]>`
    SELECT (sum(balance) / 1e6)::float8 AS usdt FROM ledger_balances WHERE account = 'deposit_suspense'`;
  expect(metrics).toMatch(new RegExp(`^pasarela_usdt_in_suspense ${suspense?.usdt}$`, 'm'));
});

test('without ALERT_EMAIL the merchant is written to alone', async () => {
  const order = await anOrder();
  await recordOutcome(sql, order);
  await arrive(sql, order, amountUnits, 1_500n);
  await recordOutcome(sql, order);
  expect(await sentMails(null)).toHaveLength(1);
});

describe('a link that was paid by another payment', () => {
  /** Two USDT charges of one payment link: the second is paid as given, the first may be paid late. */
  async function twoCharges(change: {
    isOnce?: boolean;
    status?: string;
    stock?: number;
  }): Promise<[string, string]> {
    const request = {
      kind: 'link' as const,
      title: 'One coffee',
      country: 'USA',
      currency: 'USD',
      amountMinor: 10_000n,
      minMinor: null,
      maxMinor: null,
      minQuantity: null,
      maxQuantity: null,
      stock: change.stock ?? null,
      methods: ['USDT' as const],
      language: null,
      isOnce: change.isOnce ?? true,
      inParts: false,
      expiresAt: null,
      invoice: null,
      remindAt: null,
      number: null,
    };
    const by = { actor: 'ana', requestKey: null };
    const { link } = await createPaymentLink(
      { sql, now: () => new Date() },
      merchantId,
      request as never,
      by,
    );
    const charges = [0, 1].map(() => ({
      ...aCharge(merchantId, { amountMinor: 10_000n, currency: 'USD' }),
      method: 'USDT' as const,
    }));
    const [first, second] = charges.map(({ id }) => id) as [string, string];
    await sql.begin(async (tx) => {
      await insertCharges(
        tx,
        charges.map((charge) => ({ charge, requestHash: '00' })),
      );
      for (const chargeId of [first, second]) {
        const hashes = { requestHash: '00', clientAddressHash: Buffer.alloc(1) };
        await insertPaymentLinkCharge(tx, {
          merchantId,
          linkId: link.id,
          chargeId,
          createdAt: new Date(),
          pieces: 1,
          pieceState: null,
          ...hashes,
        });
      }
      await tx`UPDATE charges SET status = 'expired', decided_at = now() WHERE merchant_id = ${merchantId} AND id = ${first}`;
    });
    const paid = new Date('2026-01-31T15:04:05Z');
    await sql`
      UPDATE charges SET status = 'approved', decided_at = ${paid}, approved_at = ${paid}
       WHERE merchant_id = ${merchantId} AND id = ${second}`;
    if (change.status) {
      await sql`
        UPDATE charges SET status = ${change.status} WHERE merchant_id = ${merchantId} AND id = ${second}`;
    }
    return [first, second];
  }

  test('the stock of its link is told: what is left when the others are sold or being paid', async () => {
    const [first, second] = await twoCharges({ isOnce: false, stock: 3 });
    const of = { merchantId, chargeId: first };
    expect((await stocksOfPaymentLinks(sql, [of])).get(first)).toEqual({ stock: 3, left: 2, pieces: 1 });
    await sql`UPDATE link_charges SET pieces = 5 WHERE merchant_id = ${merchantId} AND charge_id = ${second}`;
    expect((await stocksOfPaymentLinks(sql, [of])).get(first)).toEqual({ stock: 3, left: 0, pieces: 1 });
    const [none] = await twoCharges({});
    expect((await stocksOfPaymentLinks(sql, [{ merchantId, chargeId: none }])).size).toBe(0);
  });

  test.each([
    ['in USDT as well is named', {}, true],
    ['in part given back is named', { status: 'partially_refunded' }, true],
    ['that was given back is not', { status: 'refunded' }, false],
    ['that a bank took back is not', { status: 'charged_back' }, false],
    ['is nothing where the link is paid many times', { isOnce: false }, false],
  ])('%s', async (_what, change, isNamed) => {
    const [first, second] = await twoCharges(change);
    const found = await earlierPayment(sql, { merchantId, chargeId: first });
    expect(found?.chargeId).toBe(isNamed ? second : undefined);
    // The payment that came first is no second payment, even after the other is paid.
    await sql`
      UPDATE charges SET status = 'approved', approved_at = now() WHERE merchant_id = ${merchantId} AND id = ${first}`;
    expect(await earlierPayment(sql, { merchantId, chargeId: second })).toBeNull();
    expect((await earlierPayment(sql, { merchantId, chargeId: first }))?.method).toBe(
      isNamed ? 'USDT' : undefined,
    );
  });
});
