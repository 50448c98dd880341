import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { payerOn } from '../kit/chains/payer.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { awaitPayment, choose, openOrder, untilStatus } from '../kit/crypto/orders.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

let receiver: Receiver;
let server: TestServer;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ SANDBOX_CHAINS: 'on', DEMO_WEBHOOK_URL: `${receiver.url}/account` });
});

afterAll(async () => {
  const report = await checkLedger(server.sql);
  await server.stop();
  await receiver.close();
  expect(faultsIn(report)).toEqual([]);
});

describe.each(['ERC20', 'TRC20'])('an order paid on %s', (network) => {
  test('is pending once seen, success once final, and each is told in Payload A', async () => {
    const described = server.networks[network];
    if (!described) throw new Error('no such network');
    const { id, address, units } = await awaitPayment(server, network);
    expect(units).toBe(25_500_000n);
    const payer = payerOn(network, described);
    const transactionHash = await payer.pay(address, units);
    await untilStatus(server, id, 'pending', 'success');
    await payer.finalize();
    await untilStatus(server, id, 'success');

    const received = await until(
      async () => receiver.received.filter(({ body }) => body.includes(transactionHash)),
      (all) => all.length === 2,
    );
    const bodies = received.map(({ path, headers, body }) => {
      expect(path).toBe('/account');
      return new Webhook(server.merchant.webhookSecret).verify(body, headers as Record<string, string>);
    });
    const notice = {
      merchantId: server.merchant.merchantId,
      amount: '25.50',
      cryptoAmount: '25.500000',
      currency: 'USDT',
      walletAddress: address,
      transactionHash,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      orderId: id,
      merchantIdCustom: 'order-17',
      typeTransaction: 'cashin',
      network,
      expected: '25.500000',
      received: '25.500000',
      undecided: '0.000000',
    };
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(bodies).toEqual([
      { status: 'pending', credited: '0.000000', ...notice, eventType: 'order.pending', eventId: ids[0] },
      { status: 'success', credited: '25.500000', ...notice, eventType: 'order.success', eventId: ids[1] },
    ]);
  });
});

test('an order with a return_url takes the customer back to the shop, with what came of it', async () => {
  const described = server.networks.ERC20;
  if (!described) throw new Error('no such network');
  const id = await openOrder(server, { return_url: 'https://shop.example/thanks?lang=es&status=old' });
  const { address, amountUnits, forwardTo } = await choose(server, id, 'ERC20');
  expect(forwardTo).toBeNull();
  const payer = payerOn('ERC20', described);
  await payer.pay(address as string, BigInt(amountUnits as string));
  const seen = await untilStatus(server, id, 'pending');
  expect(seen.forwardTo).toBe(`https://shop.example/thanks?lang=es&reference=${id}&status=pending`);
  await payer.finalize();
  const paid = await untilStatus(server, id, 'success');
  expect(paid.forwardTo).toBe(`https://shop.example/thanks?lang=es&reference=${id}&status=success`);
  const page = await (await fetch(`${server.url}/crypto/${id}`)).text();
  expect(page).toMatch(/<a [^>]*href="https:\/\/shop\.example\/thanks\?/);
});

test('the balance shows what was paid in', async () => {
  const { body } = await call(server, 'GET', '/api/balances', keyHeaders(server.merchant));
  expect(body.data).toContainEqual({ asset: 'USDT', available: '76.500000', reserved: '0.000000' });
});

test('two who choose at once get one choice, and addresses never repeat', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => openOrder(server)));
  const states = await Promise.all(
    ids.flatMap((id) => [choose(server, id, 'ERC20'), choose(server, id, 'TRC20')]),
  );
  const byOrder = ids.map((_, at) => states.slice(2 * at, 2 * at + 2));
  for (const [first, second] of byOrder) expect(first?.address).toBe(second?.address);
  expect(new Set(states.map((state) => state.address)).size).toBe(ids.length);
});
