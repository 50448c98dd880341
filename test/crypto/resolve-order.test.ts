import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/accounts/ledger/check-ledger.ts';
import { type EvmPayer, evmPayer } from '../kit/chains/payer.ts';
import { type Answer, call, keyHeaders, until } from '../kit/client.ts';
import { awaitPayment, endHold, untilStatus } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A merchant decides by API about money that arrived after the order ended. */

let server: TestServer;
let payer: EvmPayer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  payer = evmPayer(server.networks.ERC20 as NonNullable<typeof server.networks.ERC20>);
});
afterAll(async () => {
  const report = await checkLedger(server.sql);
  await server.stop();
  expect(report).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
});

function resolve(id: string, body: object, headers: Record<string, string> = keyHeaders(server.merchant)) {
  return call(server, 'POST', `/payment/${id}/resolve`, headers, body);
}

const read = (id: string): Promise<Answer> =>
  call(server, 'GET', `/payment/${id}`, keyHeaders(server.merchant));

async function paidLate(): Promise<string> {
  const { id, address, units } = await awaitPayment(server, 'ERC20');
  await endHold(server, id);
  await payer.finalize();
  await untilStatus(server, id, 'failed');
  await payer.pay(address, units);
  await payer.finalize();
  await until(
    async () => (await read(id)).body.order.anomalies as string[],
    (anomalies) => anomalies.includes('late'),
  );
  await until(
    async () => (await server.sql`SELECT FROM transfers WHERE order_id = ${id} AND posted`).length,
    (count) => count === 1,
  );
  return id;
}

async function audited(id: string) {
  return await server.sql<{ actor: string; act: string; details: string }[]>`
    SELECT actor, act, details FROM audit_log WHERE subject = ${`order ${id}`} ORDER BY number`;
}

test('accepting a late payment makes it a success, once, and says who and why in the audit log', async () => {
  const id = await paidLate();
  expect((await read(id)).body.order).toMatchObject({
    received: '25.500000',
    transactions: [{ late: true, dust: false }],
  });
  for (let time = 0; time < 2; time++) {
    const { httpStatus, body } = await resolve(id, { decision: 'accept', note: 'the goods are here' });
    expect(httpStatus).toBe(200);
    expect(body).toMatchObject({ status: true, order: { status: 'success', resolution: 'accepted' } });
  }
  const rows = await audited(id);
  expect(rows).toMatchObject([{ actor: expect.stringMatching(/^key [0-9a-f]{12}$/), act: 'order_resolved' }]);
  expect(rows[0]?.details).toContain('the goods are here');
  const statuses = await server.sql<{ status: string; body: string }[]>`
    SELECT status, body FROM events WHERE subject_id = ${id} ORDER BY id`;
  expect(statuses.map(({ status }) => status)).toEqual(['failed', 'pending', 'success']);
  expect(JSON.parse(statuses[2]?.body ?? '')).toMatchObject({ cryptoAmount: '25.500000' });
  // The opposite decision now comes too late.
  expect((await resolve(id, { decision: 'refund' })).httpStatus).toBe(409);
});

async function refundState(id: string) {
  const [transfer] = await server.sql<{ disposition: string; credited: boolean }[]>`
    SELECT disposition, credited FROM transfers WHERE order_id = ${id}`;
  const refunds = await server.sql`SELECT 1 FROM payouts WHERE refund_of = ${id}`;
  return { ...transfer, refunds: refunds.length };
}

test('a refund is opened at once, its customer mailed a link, and the same word again opens no other', async () => {
  const id = await paidLate();
  for (let time = 0; time < 2; time++) {
    const { httpStatus, body } = await resolve(id, { decision: 'refund', note: 'sold out' });
    expect(httpStatus).toBe(200);
    expect(body.message).toContain('mailed a link');
    expect(body.order).toMatchObject({
      status: 'failed',
      resolution: 'refund_due',
      refunds: [{ refundOf: id, status: 'open', amount: '25.500000' }],
    });
  }
  expect(await audited(id)).toMatchObject([{ act: 'order_refunded' }]);
  expect((await resolve(id, { decision: 'accept' })).httpStatus).toBe(409);
  expect(await refundState(id)).toEqual({ disposition: 'refunding', credited: false, refunds: 1 });
});

test('where nothing is sent from here a refund is marked, stays in suspense, and is the operator’s to send', async () => {
  const id = await paidLate();
  await server.sql`UPDATE hot_wallets SET active = false`;
  for (let time = 0; time < 2; time++) {
    const { httpStatus, body } = await resolve(id, { decision: 'refund', note: 'sold out' });
    expect(httpStatus).toBe(200);
    expect(body.message).toContain('not sent yet');
    expect(body.order).toMatchObject({ status: 'failed', resolution: 'refund_due' });
  }
  await server.sql`UPDATE hot_wallets SET active = true`;
  expect(await audited(id)).toMatchObject([{ act: 'order_resolved' }]);
  expect((await resolve(id, { decision: 'accept' })).httpStatus).toBe(409);
  expect(await refundState(id)).toEqual({ disposition: 'refund_due', credited: false, refunds: 0 });
});

test('a decision needs the merchant’s credentials, its own order, money that waits, and a word we know', async () => {
  const { id } = await awaitPayment(server, 'ERC20');
  expect((await resolve(id, { decision: 'accept' }, {})).httpStatus).toBe(401);
  const other = await addMerchant(server);
  expect((await resolve(id, { decision: 'accept' }, keyHeaders(other))).httpStatus).toBe(404);
  expect((await resolve(id, { decision: 'accept' })).httpStatus).toBe(409);
  const { httpStatus, body } = await resolve(id, { decision: 'keep' });
  expect([httpStatus, body.fields?.[0]?.field]).toEqual([422, 'decision']);
  const noted = await resolve(id, { decision: 'accept', note: 'paid by card 4242 4242 4242 4242' });
  expect([noted.httpStatus, noted.body.fields?.[0]?.field]).toEqual([422, 'note']);
});
