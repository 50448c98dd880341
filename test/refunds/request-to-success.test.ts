import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { type EvmPayer, evmPayer } from '../kit/chains/payer.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { choose, noticesOf, openOrder, untilStatus } from '../kit/crypto/orders.ts';
import { ledgerFaults } from '../kit/payouts/payout-world.ts';
import { mailsTo, recipientOf } from '../kit/payouts/recipient.ts';
import { usdtOf } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/**
 * The whole service on its local chains: from a paid order to the customer's refund and the merchant's notification.
 */

let server: TestServer;
let payer: EvmPayer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  payer = evmPayer(server.networks.ERC20 as NonNullable<typeof server.networks.ERC20>);
});
afterAll(() => server.stop());

const codeIn = (text: string) => /^Code: (\d{6})$/m.exec(text)?.[1];

const wallets: Record<string, string> = {
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRC20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
};

test.each(['ERC20', 'TRC20'])(
  'a payment is given back on %s to the wallet its customer confirms',
  async (network) => {
    const email = `${newId()}@customer.example`;
    const id = await openOrder(server, { email });
    const { address, amountUnits } = await choose(server, id, 'ERC20');
    await payer.pay(address as string, BigInt(amountUnits as string));
    await payer.finalize();
    await untilStatus(server, id, 'success');
    const before = await usdtOf(server, server.merchant.merchantId);

    const opened = await call(server, 'POST', `/payment/${id}/refunds`, keyHeaders(server.merchant), {});
    expect(opened.httpStatus).toBe(201);
    expect(opened.body.refund).toMatchObject({ refundOf: id, status: 'open', amount: '25.500000' });
    expect(await usdtOf(server, server.merchant.merchantId)).toMatchObject({ refunds_due: 25_500_000n });

    const link = await until(
      async () => (await mailsTo(server, email)).find(({ text }) => text.includes('/payout/')),
      (mail) => mail !== undefined,
    );
    const token = /\/payout\/([\w-]{43})/.exec(link?.text ?? '')?.[1] ?? '';
    const customer = recipientOf(server, token);
    await customer.propose(network, wallets[network] as string);
    const code = await until(
      async () => (await mailsTo(server, email)).map(({ text }) => codeIn(text)).find(Boolean),
      (digits) => digits !== undefined,
    );
    await customer.enterCode(code as string);
    await customer.confirm();

    const refundId = opened.body.refund.id;
    const { order } = await until(
      async () => (await call(server, 'GET', `/payment/${refundId}`, keyHeaders(server.merchant))).body,
      ({ order }) => order.status === 'success' || order.status === 'failed',
    );
    expect(order).toMatchObject({ status: 'success', type: 'cashout', refundOf: id, fee: '0.000000' });
    const notices = await noticesOf(server, refundId);
    expect(notices.map(({ status }) => status)).toEqual(['pending', 'success']);
    expect(notices[1]).toMatchObject({
      typeTransaction: 'cashout',
      orderId: refundId,
      refundOf: id,
      cryptoAmount: '25.500000',
      walletAddress: wallets[network],
      transactionHash: order.transactions[0].transactionHash,
    });
    const read = await call(server, 'GET', `/payment/${id}`, keyHeaders(server.merchant));
    expect(read.body.order).toMatchObject({
      status: 'success',
      refunds: [{ id: refundId, status: 'success', transactions: order.transactions }],
    });
    const after = await usdtOf(server, server.merchant.merchantId);
    expect(after).toMatchObject({
      merchant_available: (before.merchant_available ?? 0n) - 25_500_000n,
      refunds_due: 0n,
    });
    const receipt = await until(
      async () =>
        (await mailsTo(server, email)).find(({ text }) => text.includes(notices[1].transactionHash)),
      (mail) => mail !== undefined,
    );
    expect(receipt?.text).toContain('25.50 USDT');
    expect(await ledgerFaults(server.sql)).toEqual([]);
  },
);
