import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { SiteId } from '../../../../src/payments/processors/mercadopago/sites.ts';
import type { Payers } from '../local.ts';
import type { CustomerRole, ProcessorSimulator } from '../simulator.ts';
import { createBooks } from './books.ts';
import { createFaults } from './faults.ts';
import { addMethodsApi } from './local.ts';
import { createNotifier } from './notifier.ts';
import { addOlderApi } from './older-api.ts';
import { addOrdersApi, countryOf } from './orders-api.ts';
import { addPage } from './page.ts';
import { addReportsApi } from './reports-api.ts';

export interface MercadopagoSimulator extends ProcessorSimulator {
  /** The customer complains to Mercado Pago; returns the claim's id. `resource`: the claim's subject. */
  openClaim(attemptId: string, resource?: 'payment' | 'shipment'): string;
  /** Mercado Pago marks a payment as fraud after it was made; returns the payment's number. */
  warnOfFraud(attemptId: string): number;
  readonly payers: Payers;
  /** isAsynchronous: the first answer to an order does not yet say what it is paid by. */
  readonly ways: { isAsynchronous: boolean };
}

/** Mercado Pago in memory, by the definitions of its Orders API and of the older APIs that the adapter reads. */
export async function startMercadopagoSimulator(siteId: SiteId = 'MLA'): Promise<MercadopagoSimulator> {
  const accessToken = `APP_USR-1000000001-${randomBytes(16).toString('hex')}`;
  const webhookSecret = randomBytes(32).toString('hex');
  let skewMs = 0;
  const now = () => Date.now() + skewMs;
  const notifier = createNotifier(webhookSecret, now);
  const books = createBooks(siteId, now, notifier.ofOrder);
  const faults = createFaults();

  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/v1/') || request.url.startsWith('/post-purchase/');
    if (isApi && request.headers.authorization !== `Bearer ${accessToken}`)
      return reply
        .code(401)
        .send({ message: 'invalid access token', error: 'unauthorized', status: 401, cause: [] });
  });
  let url = '';
  const ways = { isAsynchronous: false };
  addOrdersApi(app, {
    books,
    faults,
    now,
    ways,
    pageUrl: (order) => `${url}/checkout/v1/redirect/${order.id}`,
  });
  addOlderApi(app, books);
  addMethodsApi(app, siteId);
  addReportsApi(app, books, faults);
  await addPage(app, books);
  url = await app.listen({ host: '127.0.0.1', port: 0 });

  /** The URL to which the page sends the customer; the page itself if it does not. */
  async function press(pageUrl: string, action: CustomerRole | 'leave' | 'fail_challenge'): Promise<string> {
    const body = new URLSearchParams({ action });
    const response = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
    await response.text();
    return response.headers.get('location') ?? pageUrl;
  }

  return {
    name: 'mercadopago',
    url,
    env: {
      MERCADOPAGO_ACCESS_TOKEN: accessToken,
      MERCADOPAGO_WEBHOOK_SECRET: webhookSecret,
      MERCADOPAGO_API_URL: url,
      MERCADOPAGO_COUNTRY: siteId,
    },
    currency: books.site.currency,
    country: countryOf(siteId),
    cards: null,
    cardInOne: null,
    kinds: ['hosted'],
    can: ['pending_refunds'],
    misbehave: faults.misbehave,
    calls: () => faults.calls,
    pay: (pageUrl, role) => press(pageUrl, role),
    failChallenge: (pageUrl) => press(pageUrl, 'fail_challenge'),
    leave: (pageUrl) => press(pageUrl, 'leave'),
    decidePending: async (attemptId, outcome) => books.decidePending(attemptId, outcome),
    holdRefunds: books.holdRefunds,
    endRefund: async (refundId, outcome) => books.endRefund(refundId, outcome),
    refundInPanel: async (attemptId, amountMinor) => books.refundInPanel(attemptId, amountMinor),
    async openDispute(attemptId, amountMinor) {
      const caseId = books.openDispute(attemptId, amountMinor);
      notifier.ofChargeback(caseId);
      return caseId;
    },
    openClaim(attemptId, resource = 'payment') {
      const claimId = books.openClaim(attemptId, resource);
      notifier.ofClaim(claimId);
      return claimId;
    },
    warnOfFraud(attemptId) {
      const number = books.paidNumberOf(attemptId);
      notifier.ofFraud(number);
      return number;
    },
    async closeDispute(disputeId, outcome) {
      books.closeDispute(disputeId, outcome);
      notifier.ofChargeback(disputeId);
    },
    notifications: notifier.notifications,
    notify: notifier.notify,
    capturedMinor: books.capturedMinor,
    refundedMinor: books.refundedMinor,
    capturesOf: books.capturesOf,
    instalmentsOf: () => 1,
    ways,
    payers: {
      pay: async (attemptId) => books.endLocal(attemptId, true),
      expire: async (attemptId) => books.endLocal(attemptId, false),
      begunOf: (attemptId) => books.ordersOf(attemptId).length,
    },
    skewClock(ms) {
      skewMs = ms;
    },
    async close() {
      notifier.stop();
      await app.close();
    },
  };
}
