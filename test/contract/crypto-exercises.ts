import { call, keyHeaders } from '../kit/client.ts';
import { aHeldOrder, arrive, recordOutcome, timeOf } from '../kit/crypto/held-orders.ts';
import { createOrder, openOrder, processOrder, sampleOrder } from '../kit/crypto/orders.ts';
import { fund, openPayout, processPayout } from '../kit/payouts/requests.ts';
import type { TestServer } from '../kit/server.ts';
import {
  disabledMerchant,
  type Exercise,
  get,
  oversized,
  post,
  text,
  unknownId,
  wrongKey,
} from './exercise.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Bodies that every endpoint with a body refuses alike. */
async function badBodies(server: TestServer, path: string) {
  return [
    await post(server, path, {}, '{'),
    await post(server, path, {}, oversized),
    await post(server, path, text, 'hi'),
    await post(server, path, {}, {}),
    await post(server, path, wrongKey(server), {}),
    await post(server, path, await disabledMerchant(server), {}),
  ];
}

async function madePayout(server: TestServer) {
  await fund(server, server.merchant.merchantId, 100_000_000n);
  return await openPayout(server);
}

/** An underpaid order, as the watcher leaves it. */
async function underpaid(server: TestServer): Promise<string> {
  const order = await aHeldOrder(server.sql, server.merchant.merchantId, { heldUntil: timeOf(0n) });
  await arrive(server.sql, order, 25_000_000n, 0n);
  await recordOutcome(server.sql, order);
  return order.orderId;
}

/** Refunds are opened only if there is a wallet to send them. */
async function haveHotWallet({ sql }: TestServer): Promise<void> {
  await sql`
    INSERT INTO hot_wallets (network, address)
    VALUES ('ERC20', decode(${'ab'.repeat(20)}, 'hex'))
        ON CONFLICT DO NOTHING`;
}

/** The operations of the legacy and the crypto address, with every answer that a healthy server can give. */
export const cryptoExercises: Record<string, Exercise> = {
  async legacyAuthenticate(server) {
    const path = '/v1/api/authenticate';
    const disabled = (await disabledMerchant(server))['x-api-key'] as string;
    return [
      await get(server, path, bearer(server.merchant.apiKey)),
      await get(server, path, {}),
      await get(server, path, bearer('wrong')),
      await get(server, path, bearer(disabled)),
    ];
  },
  async createCryptoOrder(server) {
    const path = '/payment/create';
    return [await post(server, path, {}, sampleOrder), ...(await badBodies(server, path))];
  },
  async processCryptoOrder(server) {
    const hash = await createOrder(server);
    return [
      await processOrder(server, hash),
      await processOrder(server, hash, { description: 'Three coffees' }),
      await processPayout(server, await createOrder(server, { amount: '999999' })),
      ...(await badBodies(server, '/processor')),
    ];
  },
  async readCryptoOrder(server) {
    const id = await openOrder(server);
    await call(server, 'POST', `/crypto/${id}/network`, {}, { network: 'TRC20' });
    const path = (name: string) => `/payment/${name}`;
    return [
      await get(server, path(await createOrder(server)), {}),
      await get(server, path(id), keyHeaders(server.merchant)),
      await get(server, path((await madePayout(server)).hash), keyHeaders(server.merchant)),
      await get(server, path(id), {}),
      await get(server, path(id), await disabledMerchant(server)),
      await get(server, path(unknownId), keyHeaders(server.merchant)),
    ];
  },
  async resolveCryptoOrder(server) {
    const path = (name: string) => `/payment/${name}/resolve`;
    const own = keyHeaders(server.merchant);
    const waiting = await underpaid(server);
    const accept = { decision: 'accept', note: 'agreed by phone' };
    return [
      await post(server, path(waiting), own, accept),
      await post(server, path(waiting), own, { decision: 'refund' }),
      await post(server, path(waiting), own, { decision: 'keep' }),
      await post(server, path(waiting), {}, accept),
      await post(server, path(waiting), await disabledMerchant(server), accept),
      await post(server, path(unknownId), own, accept),
      await post(server, path(waiting), own, '{'),
      await post(server, path(waiting), own, oversized),
      await post(server, path(waiting), { ...own, ...text }, 'hi'),
    ];
  },
  async refundCryptoOrder(server) {
    const path = (name: string) => `/payment/${name}/refunds`;
    const own = keyHeaders(server.merchant);
    await haveHotWallet(server);
    const waiting = await underpaid(server);
    return [
      await post(server, path(waiting), own, { amount: '1' }),
      await post(server, path(waiting), own, { note: 'sold out' }),
      await post(server, path(waiting), own, { amount: 'all of it' }),
      await post(server, path(waiting), {}, {}),
      await post(server, path(waiting), await disabledMerchant(server), {}),
      await post(server, path(unknownId), own, {}),
      await post(server, path(waiting), own, '{'),
      await post(server, path(waiting), own, oversized),
      await post(server, path(waiting), { ...own, ...text }, 'hi'),
    ];
  },
  async reissuePayoutLink(server) {
    const path = (name: string) => `/payment/${name}/link`;
    const own = keyHeaders(server.merchant);
    const { hash } = await madePayout(server);
    const canceled = await madePayout(server);
    await post(server, `/payment/${canceled.hash}/cancel`, own);
    return [
      await post(server, path(hash), own),
      await post(server, path(canceled.hash), own),
      await post(server, path(hash), {}),
      await post(server, path(hash), await disabledMerchant(server)),
      await post(server, path(unknownId), own),
      await post(server, path(hash), own, '{'),
      await post(server, path(hash), own, { amount: '1.00' }),
      await post(server, path(hash), own, oversized),
      await post(server, path(hash), { ...own, ...text }, 'hi'),
    ];
  },
  async correctPayoutEmail(server) {
    const path = (name: string) => `/payment/${name}/email`;
    const own = keyHeaders(server.merchant);
    const email = { email: 'eva@right.example' };
    const { hash } = await madePayout(server);
    const canceled = await madePayout(server);
    await post(server, `/payment/${canceled.hash}/cancel`, own);
    return [
      await post(server, path(hash), own, email),
      await post(server, path(hash), own, { email: 'eva' }),
      await post(server, path(canceled.hash), own, email),
      await post(server, path(hash), {}, email),
      await post(server, path(hash), await disabledMerchant(server), email),
      await post(server, path(unknownId), own, email),
      await post(server, path(hash), own, '{'),
      await post(server, path(hash), own, oversized),
      await post(server, path(hash), { ...own, ...text }, 'hi'),
    ];
  },
  async cancelPayout(server) {
    const path = (name: string) => `/payment/${name}/cancel`;
    const own = keyHeaders(server.merchant);
    const { hash } = await madePayout(server);
    return [
      await post(server, path(hash), own),
      await post(server, path(hash), own, {}),
      await post(server, path(await openOrder(server)), own),
      await post(server, path(hash), {}),
      await post(server, path(hash), await disabledMerchant(server)),
      await post(server, path(unknownId), own),
      await post(server, path(hash), own, '{'),
      await post(server, path(hash), own, { amount: '1.00' }),
      await post(server, path(hash), own, oversized),
      await post(server, path(hash), { ...own, ...text }, 'hi'),
    ];
  },
};
