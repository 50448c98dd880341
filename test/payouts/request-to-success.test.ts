import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { type Credentials, call, keyHeaders, until } from '../kit/client.ts';
import { noticesOf } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { ledgerFaults } from '../kit/payouts/payout-world.ts';
import { fund, openPayout, usdtOf } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The whole service on its local chains: from E5 to the merchant's last notification. */

let server: TestServer;
let merchant: Credentials;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  merchant = await addMerchant(server, { payoutFeeBasisPoints: 100 });
  await fund(server, merchant.merchantId, 1_000_000_000n);
});
afterAll(() => server.stop());

test.each(['ERC20', 'TRC20'])('on %s a confirmed payout reaches its recipient', async (network) => {
  const before = await usdtOf(server, merchant.merchantId);
  const { hash, token } = await openPayout(server, merchant);
  const payout = await findPayoutByClaim(server.sql, token);
  const address = `0x${network === 'ERC20' ? 'a1' : 'b2'}${'0f'.repeat(19)}`;
  await server.sql.begin((tx) =>
    confirmPayout(
      tx,
      { merchantId: merchant.merchantId, payoutId: payout?.id ?? '', network, address, language: 'en' },
      new Date(),
    ),
  );
  const { order } = await until(
    async () => (await call(server, 'GET', `/payment/${hash}`, keyHeaders(merchant))).body,
    ({ order }) => order.status === 'success' || order.status === 'failed',
  );
  expect(order).toMatchObject({ status: 'success', network, failure: null, waiting: null });
  expect(order.transactions).toEqual([
    { transactionHash: expect.stringMatching(/^(0x)?[0-9a-f]{64}$/), amount: '25.500000', orphaned: false },
  ]);
  const notices = await noticesOf(server, order.id);
  expect(notices.map(({ status }) => status)).toEqual(['pending', 'success']);
  expect(notices[1]).toMatchObject({
    cryptoAmount: '25.500000',
    walletAddress: order.walletAddress,
    transactionHash: order.transactions[0].transactionHash,
    orderId: order.id,
    merchantIdCustom: 'order-17',
    typeTransaction: 'cashout',
    network,
  });
  const after = await usdtOf(server, merchant.merchantId);
  expect(after).toMatchObject({
    merchant_available: (before.merchant_available ?? 0n) - 25_755_000n,
    merchant_reserved: 0n,
    [`custody_${network}_hot`]: 25_500_000n,
  });
  expect(await ledgerFaults(server.sql)).toEqual([]);
});
