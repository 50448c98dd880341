import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { type Credentials, call, keyHeaders } from '../kit/client.ts';
import { createOrder, noticesOf, openOrder } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { recordTransaction } from '../kit/payouts/made-transactions.ts';
import { ledgerFaults, recipient } from '../kit/payouts/payout-world.ts';
import { fund, openPayout, usdtOf } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Reading and canceling a payout. */

let server: TestServer;
let merchant: Credentials;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on', ROLES: 'api' });
  merchant = await addMerchant(server, { payoutFeeBasisPoints: 100 });
  await fund(server, merchant.merchantId, 1_000_000_000n);
});
afterAll(() => server.stop());

const read = (name: string, headers: Record<string, string> = keyHeaders(merchant)) =>
  call(server, 'GET', `/payment/${name}`, headers);
const cancel = (name: string, headers: Record<string, string> = keyHeaders(merchant)) =>
  call(server, 'POST', `/payment/${name}/cancel`, headers);

const made = async () => await openPayout(server, merchant);
const idOf = async (hash: string): Promise<string> => (await read(hash)).body.order.id;

describe('reading', () => {
  test('answers a payout by its hash and its id, and never its link', async () => {
    const { hash, token } = await made();
    const { httpStatus, body } = await read(hash);
    expect(httpStatus).toBe(200);
    expect(body).toEqual({
      status: true,
      message: expect.any(String),
      order: {
        id: expect.any(String),
        type: 'cashout',
        status: 'open',
        anomalies: [],
        amount: '25.50',
        merchantIdCustom: 'order-17',
        currency: 'USDT',
        network: null,
        walletAddress: null,
        cryptoAmount: '25.500000',
        fee: '0.255000',
        failure: null,
        waiting: null,
        transactions: [],
      },
    });
    expect((await read(body.order.id)).body).toEqual(body);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test('tells where it goes, why it waits, and its transactions as the network writes them', async () => {
    const { hash } = await made();
    const id = await idOf(hash);
    const request = { merchantId: merchant.merchantId, payoutId: id, network: 'TRC20', address: recipient };
    await server.sql.begin((tx) => confirmPayout(tx, { ...request, language: 'es' }, new Date()));
    await server.sql`UPDATE payouts SET wait_reason = 'low_gas' WHERE id = ${id}`;
    const payout = { merchantId: merchant.merchantId, id };
    const dead = { number: 1, network: 'TRC20', status: 'dead', hashByte: '11' };
    await recordTransaction(server.sql, payout, dead);
    await recordTransaction(server.sql, payout, { ...dead, number: 2, status: 'sent', hashByte: '22' });
    const { order } = (await read(hash)).body;
    expect(order).toMatchObject({
      status: 'queued',
      network: 'TRC20',
      walletAddress: notation.formatAddress('TRC20', recipient),
      waiting: 'low_gas',
      transactions: [
        { transactionHash: '11'.repeat(32), amount: '25.500000', orphaned: true },
        { transactionHash: '22'.repeat(32), amount: '25.500000', orphaned: false },
      ],
    });
  });

  test('takes credentials of its merchant, also with the hash', async () => {
    const { hash } = await made();
    const id = await idOf(hash);
    const other = await addMerchant(server);
    for (const name of [hash, id]) {
      expect(await read(name, {})).toMatchObject({
        httpStatus: 401,
        body: { status: false, error: 'credentials_missing' },
      });
      expect(await read(name, keyHeaders(other))).toMatchObject({
        httpStatus: 404,
        body: { status: false, error: 'not_found' },
      });
    }
  });

  test('says cashin of orders that are paid to the merchant, and of one not yet processed nothing', async () => {
    const id = await openOrder(server);
    expect((await read(id, keyHeaders(server.merchant))).body.order).toMatchObject({ id, type: 'cashin' });
    expect((await read(await createOrder(server))).body.order).toMatchObject({
      type: null,
      status: 'created',
    });
  });
});

describe('canceling', () => {
  test('gives the money back, tells once, and answers the same again', async () => {
    const before = await usdtOf(server, merchant.merchantId);
    const { hash } = await made();
    const first = await cancel(hash);
    expect(first.httpStatus).toBe(200);
    expect(first.body.order).toMatchObject({ type: 'cashout', status: 'failed', failure: 'canceled' });
    const { id } = first.body.order;
    expect((await cancel(id)).body).toEqual(first.body);
    expect(await usdtOf(server, merchant.merchantId)).toEqual(before);
    expect((await noticesOf(server, id)).map(({ status }) => status)).toEqual(['failed']);
    const events = await call(server, 'GET', `/api/events?reference=${id}`, keyHeaders(merchant));
    expect(events.body.data.events?.length ?? events.body.data.length).toBe(1);
    const rows = await server.sql`
      SELECT actor, act FROM audit_log WHERE subject = ${`payout ${id}`} ORDER BY number`;
    const actor = expect.stringMatching(/^key [0-9a-f]{12}$/);
    expect([...rows]).toEqual([
      { actor, act: 'payout_made' },
      { actor, act: 'payout_canceled' },
    ]);
    expect(await ledgerFaults(server.sql)).toEqual([]);
  });

  test('is too late once it is being sent', async () => {
    const { hash } = await made();
    const id = await idOf(hash);
    await server.sql`
      UPDATE payouts SET status = 'queued', network = 'ERC20', address = '\\x01', confirmed_at = now() WHERE id = ${id}`;
    await server.sql`UPDATE payouts SET status = 'sending', wallet = '\\x01' WHERE id = ${id}`;
    expect(await cancel(hash)).toMatchObject({
      httpStatus: 409,
      body: { status: false, error: 'payout_not_cancelable', message: expect.stringContaining('sending') },
    });
  });

  test('takes credentials of its merchant', async () => {
    const { hash } = await made();
    const id = await idOf(hash);
    const other = await addMerchant(server);
    for (const name of [hash, id]) {
      expect((await cancel(name, {})).httpStatus).toBe(401);
      expect((await cancel(name, keyHeaders(other))).httpStatus).toBe(404);
    }
    expect((await read(hash)).body.order.status).toBe('open');
  });

  test('is for payouts only, and for those there are', async () => {
    const payIn = await openOrder(server);
    expect(await cancel(payIn, keyHeaders(server.merchant))).toMatchObject({
      httpStatus: 409,
      body: { error: 'payout_not_cancelable' },
    });
    for (const name of [newId(), 'nonsense', await createOrder(server)]) {
      expect((await cancel(name)).httpStatus).toBe(404);
    }
  });
});
