import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import type { ProcessorMovement } from '../../payments/charges/payment-processor.ts';
import { sandbox } from '../../payments/processors/sandbox/sandbox-processor.ts';
import { capturePayment } from './captures.ts';
import { decideDispute, disputesAfter } from './disputes.ts';
import { actOn, findLocalPayment, takeLocalPayment } from './local-payments.ts';
import { type NewPayment, takePayment } from './payments.ts';
import { refundInPanel, refundPayment } from './refunds.ts';
import { type Acquirer, startAcquirer } from './start.ts';
import type { Verdict } from './test-cards.ts';

/** What moved on the account, as the adapter reads it. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let acquirer: Acquirer;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
  acquirer = await startAcquirer({
    sql,
    secret: 'secret',
    challengeBaseUrl: () => 'https://pay.example/sandbox/3ds',
    localPageBaseUrl: () => 'https://pay.example/sandbox/pay',
  });
});

afterAll(async () => {
  await acquirer?.close();
  await sql?.end();
  await database?.drop();
});

const money = { amountMinor: 10_000n, currency: 'COP' };
const day = 24 * 60 * 60 * 1000;

async function pay(does: Verdict['behaviour']['does'], more: Partial<NewPayment> = {}): Promise<string> {
  const id = newId();
  const payment = {
    id,
    ...money,
    instalments: 1,
    capturesAtOnce: true,
    description: null,
    returnUrl: 'https://a',
  };
  const verdict = { behaviour: { does }, cardBrand: 'visa', cardLast4: '4242' } as Verdict;
  await takePayment(sql, { ...payment, ...more }, verdict, 0);
  return id;
}

async function movements(from = new Date(Date.now() - day), to = new Date(Date.now() + day)) {
  const processor = sandbox.open({ url: acquirer.url, secret: 'secret' }, 'direct');
  const lines: ProcessorMovement[] = [];
  for await (const line of processor.linesBetween(from, to)) lines.push(line);
  return lines;
}

const of = async (attemptId: string) =>
  (await movements())
    .filter((line) => line.attemptId === attemptId)
    .map(({ kind, amount: { amountMinor } }) => `${kind} ${amountMinor}`);

test('a payment moves money once, when it is taken, and not when it is held or refused', async () => {
  const approved = await pay('approve');
  expect(await of(approved)).toEqual(['payment 10000']);
  const held = await pay('approve', { capturesAtOnce: false });
  expect(await of(held)).toEqual([]);
  await capturePayment(sql, held, 4_000n);
  await capturePayment(sql, held, 4_000n);
  expect(await of(held)).toEqual(['payment 4000']);
  expect(await of(await pay('challenge'))).toEqual([]);
});

test('a refund that is granted moves money back, and a refused one none', async () => {
  const paymentId = await pay('approve');
  const refund = { id: newId(), paymentId, amountMinor: 3_000n, currency: 'COP' };
  await refundPayment(sql, refund);
  await refundPayment(sql, refund);
  await refundPayment(sql, { ...refund, id: newId(), amountMinor: 8_000n });
  expect(await of(paymentId)).toEqual(['payment 10000', 'refund -3000']);
  expect((await movements()).find(({ kind }) => kind === 'refund')).toMatchObject({ refundId: refund.id });
});

test('a refund of its panel has a number and no id of the caller’s, and gives back what is left, once', async () => {
  const paymentId = await pay('approve');
  const own = { id: newId(), paymentId, amountMinor: 3_000n, currency: 'COP' };
  await refundPayment(sql, own);
  const made = await refundInPanel(sql, paymentId, null);
  expect(made).toMatchObject({ amountMinor: 7_000n, status: 'refunded' });
  expect(await refundInPanel(sql, paymentId, null)).toBeNull();
  expect(await refundInPanel(sql, paymentId, 1n)).toBeNull();
  const lines = (await movements()).filter((line) => line.attemptId === paymentId && line.kind === 'refund');
  expect(lines).toMatchObject([
    { refundId: own.id, reference: expect.stringMatching(/^SBR-/) },
    { refundId: null, reference: `SBR-${made?.reference}`, amount: { amountMinor: -7_000n } },
  ]);
});

test('a dispute takes the money, and gives it back when it is won', async () => {
  const paymentId = await pay('approve_then_open_dispute');
  await disputesAfter(sql, 0n);
  await decideDispute(sql, paymentId, 'won');
  expect(await of(paymentId)).toEqual(['payment 10000', 'dispute -10000', 'dispute_won 10000']);
  const lost = await pay('approve_then_dispute');
  await disputesAfter(sql, 0n);
  expect(await of(lost)).toEqual(['payment 10000', 'dispute -10000']);
});

test('a payment by a local method moves what was paid', async () => {
  const id = newId();
  await takeLocalPayment(sql, {
    id,
    method: 'SPEI',
    amountMinor: 5_000n,
    currency: 'MXN',
    description: null,
    paymentOf: newId(),
    returnUrl: 'https://a',
    notifyUrl: 'https://a',
    payableSeconds: 60,
  });
  const payment = await findLocalPayment(sql, id);
  if (!payment) throw new Error('it is not there');
  await actOn(sql, payment, { does: 'delay' });
  expect(await of(id)).toEqual([]);
  await actOn(sql, payment, { does: 'pay', amountMinor: 4_900n });
  expect(await of(id)).toEqual(['payment 4900']);
});

test('a period is read whole, page by page, oldest first', async () => {
  const [from, to] = [new Date('2020-01-01T00:00:00.000Z'), new Date('2020-01-02T00:00:00.000Z')];
  // 250 in one moment: a page ends in the middle of it.
  await sql`
    INSERT INTO sandbox_acquirer.movements (kind, payment_id, amount_minor, currency, at)
    SELECT 'payment', 'p' || number, number, 'COP',
           CASE WHEN number <= 250 THEN ${from}::timestamptz ELSE ${to}::timestamptz END
      FROM generate_series(1, 260) AS number`;
  const read = await movements(from, to);
  expect(read.map(({ amount: { amountMinor } }) => amountMinor)).toEqual(
    Array.from({ length: 250 }, (_, at) => BigInt(at + 1)),
  );
});
