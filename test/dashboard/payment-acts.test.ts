import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstIdAt } from '../../src/base/db/ids.ts';
import { insertOrder } from '../../src/crypto/orders/store.ts';
import { createCharge, pay, until } from '../kit/client.ts';
import { aHeldOrder, arrive, cursorAt, recordOutcome, timeOf } from '../kit/crypto/held-orders.ts';
import { signedIn, type TestPerson, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Acts on payments other than refunds: decide, send receipts, keep views, find old ones. */

let server: TestServer;
let merchantId: string;
let place: Record<string, string>;
let finance: Visitor & { person: TestPerson };
beforeAll(async () => {
  server = await startTestServer();
  merchantId = server.merchant.merchantId;
  place = { 'x-merchant-id': merchantId };
  finance = await signedIn(server, { merchantId, role: 'finance' });
});
afterAll(() => server.stop());

const read = async (id: string) =>
  (await finance.ask('GET', `/dashboard/api/payments/${id}`, undefined, place)).body.data;

describe('money that came short', () => {
  test('is shown with what waits, and taken by a person under their name', async () => {
    const order = await aHeldOrder(server.sql, merchantId, { heldUntil: timeOf(1_000n) });
    await cursorAt(server.sql, 2_000n);
    expect((await read(order.orderId)).decision).toBeNull();
    await arrive(server.sql, order, 40_000_000n, 900n);
    await recordOutcome(server.sql, order);
    const waiting = await read(order.orderId);
    expect(waiting.decision).toEqual({ reasons: ['underpaid'], amount: '40.000000', asset: 'USDT' });
    expect(waiting.timeline).toContainEqual(
      expect.objectContaining({ kind: 'transfer', amount: { value: '40.000000', unit: 'USDT' } }),
    );
    const decide = () =>
      finance.ask('POST', `/payment/${order.orderId}/resolve`, { decision: 'accept' }, place);
    expect((await decide()).body).toMatchObject({ status: true, message: 'Accepted as the payment' });
    // The same decision again.
    expect((await decide()).httpStatus).toBe(200);
    expect(await read(order.orderId)).toMatchObject({
      state: 'paid',
      decision: null,
      can_send_receipt: true,
    });
    const acts = await server.sql`
      SELECT actor, act FROM audit_log WHERE subject = ${`order ${order.orderId}`}`;
    expect(acts).toEqual([{ actor: finance.person.email, act: 'order_resolved' }]);
  });
});

describe('a receipt', () => {
  const send = (id: string) => finance.ask('POST', `/dashboard/api/payments/${id}/receipt`, undefined, place);
  const receiptsOf = (email: string) => server.sql`
    SELECT 1 FROM sandbox_mail.mails WHERE mail -> 'to' ? ${email} AND mail ->> 'subject' LIKE 'Receipt for%'`;

  test('is sent once more to the customer, and not again at once', async () => {
    const email = 'again@customer.example';
    const paid = await createCharge(server, { email, language: 'en' });
    expect((await read(paid)).can_send_receipt).toBe(false);
    expect((await send(paid)).body.data.error).toBe('receipt_missing');
    await pay(server, paid, '4242424242424242');
    expect((await read(paid)).can_send_receipt).toBe(true);
    const answers = await Promise.all([send(paid), send(paid), send(paid)]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409, 409]);
    await until(
      () => receiptsOf(email),
      ({ length }) => length === 2,
    );
    const timeline = (await read(paid)).timeline as { kind: string; outcome: string; subject: string }[];
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'person', outcome: 'receipt_resent', subject: finance.person.email }),
    );
  });

  test('of a USDT payment is made anew of what was paid', async () => {
    const [order] = await server.sql<{ id: string }[]>`SELECT id FROM crypto_orders WHERE status = 'success'`;
    expect((await send(order?.id ?? '')).httpStatus).toBe(200);
    const mails = await server.sql<{ body: string }[]>`
      SELECT coalesce(body, subject) AS body FROM mails WHERE kind = 'payment_receipt' AND recipient = 'ana@cliente.example'`;
    expect(mails).toHaveLength(2);
  });
});

describe('a saved view', () => {
  const path = '/dashboard/api/views';
  const names = ({ body }: { body: { data: { views: { name: string }[] } } }) =>
    body.data.views.map(({ name }) => name);

  test('is kept for whoever saved it alone, replaced by one of its name, and removed', async () => {
    const save = (body: object, who: Visitor = finance) => who.ask('POST', path, body, place);
    await save({ name: 'Paid', state: 'paid', method: 'CARDS' });
    const saved = await save({ name: 'Paid', search: '=cmd()' });
    expect(saved.body.data.views).toEqual([
      { id: expect.any(String), name: 'Paid', search: '=cmd()', state: null, method: null },
    ]);
    const other = await signedIn(server, { merchantId, role: 'viewer' });
    expect(names(await other.ask('GET', path, undefined, place))).toEqual([]);
    const { id } = saved.body.data.views[0];
    expect((await other.ask('DELETE', `${path}/${id}`, undefined, place)).httpStatus).toBe(404);
    expect(names(await finance.ask('GET', path, undefined, place))).toEqual(['Paid']);
    expect(names(await finance.ask('DELETE', `${path}/${id}`, undefined, place))).toEqual([]);
    expect((await finance.ask('DELETE', `${path}/${id}`, undefined, place)).httpStatus).toBe(404);
    for (let count = 0; count < 20; count++) await save({ name: `View ${count}` });
    expect((await save({ name: 'One more' })).httpStatus).toBe(422);
    expect(names(await finance.ask('GET', path, undefined, place))).toHaveLength(20);
  });
});

test('orders of long ago are found by e-mail and by the merchant’s own number', async () => {
  const longAgo = new Date(Date.now() - 400 * 86_400_000);
  const id = firstIdAt(longAgo);
  await server.sql.begin((tx) =>
    insertOrder(
      tx,
      {
        merchantId,
        id,
        chargeId: null,
        country: 'COL',
        origin: 'api',
        price: { currency: 'USD', amountMinor: 10_000n },
        asset: 'USDT',
        email: 'Old@Customer.example',
        merchantIdCustom: 'OLD-1',
        description: null,
        metadata: null,
        language: null,
        returnUrl: null,
        opensUntil: longAgo,
        createdAt: longAgo,
      },
      Buffer.alloc(0),
    ),
  );
  for (const search of ['old@customer.example', 'OLD-1']) {
    const { body } = await finance.ask('GET', `/dashboard/api/payments?search=${search}`, undefined, place);
    expect(body.data.payments.map((payment: { id: string }) => payment.id)).toEqual([id]);
  }
  const indexes = await server.sql<{ name: string }[]>`
    SELECT indexname AS name FROM pg_indexes WHERE tablename = 'crypto_orders' AND indexname LIKE 'crypto_orders_by_%'`;
  expect(indexes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['crypto_orders_by_email_text', 'crypto_orders_by_own_id_text']),
  );
});
