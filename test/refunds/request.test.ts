import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Credentials, call, keyHeaders, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { ledgerFaults } from '../kit/payouts/payout-world.ts';
import { mailsTo, recipientOf } from '../kit/payouts/recipient.ts';
import { aPaidOrder, haveHotWallet } from '../kit/payouts/refunds.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** `POST /payment/{order}/refunds` as merchants use it, and the later acts on a refund. */

let server: TestServer;
let merchant: Credentials;
let order: string;

beforeAll(async () => {
  server = await startTestServer();
  await haveHotWallet(server.sql);
});
afterAll(async () => {
  const faults = await ledgerFaults(server.sql);
  await server.stop();
  expect(faults).toEqual([]);
});
/** An order paid in time and once more, late. */
beforeEach(async () => {
  merchant = await addMerchant(server);
  order = await anOrder({ inTime: [100_000_000n], late: [7_000_000n] });
});

const anOrder = async (paid: { inTime?: bigint[]; late?: bigint[] }): Promise<string> =>
  (await aPaidOrder(server.sql, merchant.merchantId, paid)).orderId;

const ask = (
  id: string,
  body?: unknown,
  headers: Record<string, string> = keyHeaders(merchant),
): Promise<Answer> => call(server, 'POST', `/payment/${id}/refunds`, headers, body);
const act = (id: string, what: string, body?: unknown): Promise<Answer> =>
  call(server, 'POST', `/payment/${id}/${what}`, keyHeaders(merchant), body);
const read = async (id: string) =>
  (await call(server, 'GET', `/payment/${id}`, keyHeaders(merchant))).body.order;
const refundCount = async (): Promise<number> =>
  (await server.sql`SELECT FROM payouts WHERE kind = 'refund' AND merchant_id = ${merchant.merchantId}`)
    .length;

test('first what came late is given back, then what was credited, in parts and to the last unit', async () => {
  expect((await ask(order)).body.refund).toMatchObject({ amount: '7.000000', status: 'open', network: null });
  expect((await ask(order, { amount: '30.5' })).body.refund.amount).toBe('30.500000');
  expect((await ask(order, {})).body.refund.amount).toBe('69.500000');
  const over = await ask(order, {});
  expect([over.httpStatus, over.body.error]).toEqual([409, 'order_not_refundable']);
  expect((await read(order)).refunds.map(({ amount }: { amount: string }) => amount)).toEqual([
    '7.000000',
    '30.500000',
    '69.500000',
  ]);
});

test('the same key answers the same refund and says so, and serves no other', async () => {
  const keyed = { ...keyHeaders(merchant), 'idempotency-key': 'refund-1' };
  const first = await ask(order, { amount: '5' }, keyed);
  const again = await ask(order, { amount: '5.00' }, keyed);
  expect([first.httpStatus, again.httpStatus]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  const other = await ask(order, { amount: '6' }, keyed);
  expect([other.httpStatus, other.body.error]).toEqual([409, 'idempotency_key_reused']);
  expect(await refundCount()).toBe(1);
});

test('a reason is kept with the refund, is part of what a key stands for, and is in audit, file and timeline', async () => {
  const keyed = { ...keyHeaders(merchant), 'idempotency-key': 'refund-why' };
  const body = { amount: '5', reason: 'Se rompió la taza' };
  expect((await ask(order, body, keyed)).body.refund).toMatchObject({ reason: 'Se rompió la taza' });
  expect((await ask(order, { amount: '5' }, keyed)).httpStatus).toBe(409);
  expect((await read(order)).refunds).toMatchObject([{ reason: 'Se rompió la taza' }]);
  const [audit] = await server.sql<{ details: string }[]>`
    SELECT details
      FROM audit_log
     WHERE subject = ${`order ${order}`}
       AND act = 'order_refunded'`;
  expect(JSON.parse(audit?.details ?? '{}')).toMatchObject({ reason: 'Se rompió la taza' });
  const person = await signedIn(server, { merchantId: merchant.merchantId, role: 'owner' });
  const at = { 'x-merchant-id': merchant.merchantId };
  const page = await person.ask('GET', `/dashboard/api/payments/${order}`, undefined, at);
  expect(page.body.data.timeline).toContainEqual(
    expect.objectContaining({ kind: 'refund', outcome: 'pending', subject: 'Se rompió la taza' }),
  );
  const file = await person.ask('GET', '/dashboard/api/payments.csv', undefined, at);
  expect(String(file.body)).toContain('Se rompió la taza');
});

test.each([
  [{ amount: 5 }, ['amount']],
  [{ amount: '' }, ['amount']],
  [{ amount: '-5' }, ['amount']],
  [{ amount: '1e2' }, ['amount']],
  [{ amount: '0' }, ['amount']],
  [{ amount: '0.009999' }, ['amount']],
  [{ amount: '1.0000001' }, ['amount']],
  [{ amount: '9'.repeat(30) }, ['amount']],
  [{ amount: '9'.repeat(31) }, ['amount']],
  [{ amount: '100.000001' }, ['amount']],
  [{ amount: null, note: 7 }, ['amount', 'note']],
  [{ amount: 'all', note: 'to card 4242 4242 4242 4242' }, ['amount', 'note']],
  [{ note: 'x'.repeat(501) }, ['note']],
  [{ amount: '', reason: '' }, ['amount', 'reason']],
  [{ reason: 'card 4242 4242 4242 4242' }, ['reason']],
  [{ note: 'a\u0000b' }, ['note']],
])('a body of %j is refused with all its faults, and nothing is set aside', async (body, fields) => {
  const { httpStatus, body: answer } = await ask(order, body);
  expect(httpStatus).toBe(422);
  expect(answer.fields.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
  expect(await refundCount()).toBe(0);
});

test.each(['[]', '7', '"all"', 'null'])('a body of %s is no refund', async (body) => {
  const answer = await ask(order, body);
  expect([400, 422]).toContain(answer.httpStatus);
  expect(await refundCount()).toBe(0);
});

test('a bad key is refused together with the rest', async () => {
  const { httpStatus, body } = await ask(
    order,
    { amount: '' },
    { ...keyHeaders(merchant), 'idempotency-key': 'a b' },
  );
  expect(httpStatus).toBe(422);
  expect(body.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
    'amount',
    'idempotency-key',
  ]);
});

test('an order of another merchant, a payout, and none at all are not found, and nobody without a key is heard', async () => {
  const other = await addMerchant(server);
  expect((await ask(order, {}, keyHeaders(other))).httpStatus).toBe(404);
  expect((await ask('01890000-0000-7000-8000-000000000000')).httpStatus).toBe(404);
  expect((await ask('nonsense')).httpStatus).toBe(404);
  expect((await ask(order, {}, {})).httpStatus).toBe(401);
  const { refund } = (await ask(order)).body;
  // A refund cannot itself be refunded, and another merchant cannot read, cancel or redirect it.
  expect((await ask(refund.id)).httpStatus).toBe(404);
  for (const what of ['cancel', 'link', 'email']) {
    const body = what === 'email' ? { email: 'eva@other.example' } : {};
    const answer = await call(server, 'POST', `/payment/${refund.id}/${what}`, keyHeaders(other), body);
    expect(answer.httpStatus, what).toBe(404);
  }
  expect((await call(server, 'GET', `/payment/${refund.id}`, keyHeaders(other))).httpStatus).toBe(404);
});

test('a balance that does not hold it is told with what is there', async () => {
  // The platform keeps the fee.
  merchant = await addMerchant(server, { cryptoFeeBasisPoints: 100 });
  const poor = await anOrder({ inTime: [100_000_000n] });
  const { httpStatus, body } = await ask(poor, {});
  expect([httpStatus, body.error]).toEqual([422, 'insufficient_balance']);
  expect(body.message).toContain('99.000000 USDT are available');
});

describe('an open refund', () => {
  let refundId: string;
  let email: string;
  beforeEach(async () => {
    email = `${merchant.merchantId}@customer.example`;
    await server.sql`UPDATE crypto_orders SET email = ${email}, language = 'en' WHERE id = ${order}`;
    refundId = (await ask(order)).body.refund.id;
  });

  async function linkMailedTo(address: string, count = 1): Promise<string> {
    const links = async () =>
      (await mailsTo(server, address)).flatMap(({ text }) => /\/payout\/([\w-]{43})/.exec(text)?.[1] ?? []);
    return (await until(links, (found) => found.length >= count))[0] as string;
  }
  const stateOf = (token: string) => call(server, 'GET', `/payout/${token}/state`);

  test('is opened by the mailed link alone, which stands in no table', async () => {
    const token = await linkMailedTo(email);
    expect((await recipientOf(server, token).state()).status).toBe('open');
    const [mail] = await mailsTo(server, email);
    for (const part of ['7.00 USDT', 'US$7.00', 'Of the payment of: ', 'UTC', 'Give this link to nobody']) {
      expect(mail?.text).toContain(part);
    }
    const stored = await until(
      () => server.sql<{ body: string | null }[]>`SELECT body FROM mails WHERE payout_id = ${refundId}`,
      (rows) => rows.length > 0,
    );
    expect(stored).toEqual([{ body: null }]);
  });

  test('has its link made anew, answered and mailed; the one before is dead', async () => {
    const before = await linkMailedTo(email);
    const { body } = await act(refundId, 'link');
    const token = await until(
      () => linkMailedTo(email, 2),
      (link) => link !== before,
    );
    expect(body.url).toContain(token);
    expect((await stateOf(before)).httpStatus).toBe(404);
    expect((await stateOf(token)).httpStatus).toBe(200);
  });

  test('has its e-mail corrected: another link is mailed there, and the one before is dead', async () => {
    const before = await linkMailedTo(email);
    const right = `eva-${email}`;
    const { httpStatus, body } = await act(refundId, 'email', { email: right });
    expect([httpStatus, body.message]).toEqual([200, expect.stringContaining('a new link is mailed')]);
    const token = await linkMailedTo(right);
    expect((await stateOf(before)).httpStatus).toBe(404);
    expect((await stateOf(token)).httpStatus).toBe(200);
  });

  test('is canceled by its id, which leaves what came late due, to be refunded anew', async () => {
    const { body } = await act(refundId, 'cancel');
    expect(body.order).toMatchObject({ status: 'failed', failure: 'canceled', refundOf: order });
    const wrong = await act(order, 'resolve', { decision: 'accept', reason: 'No quedan' });
    expect([wrong.httpStatus, wrong.body.fields?.[0]?.field]).toEqual([422, 'reason']);
    expect(
      (await act(order, 'resolve', { decision: 'refund', reason: 'No quedan' })).body.order.refunds,
    ).toMatchObject([
      { id: refundId, status: 'failed', failure: 'canceled' },
      { status: 'open', amount: '7.000000' },
    ]);
    expect((await read(order)).refunds.at(-1)).toMatchObject({ reason: 'No quedan' });
  });
});
