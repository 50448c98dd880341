import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createErrorPage } from '../../src/checkout/error-page.ts';
import type { PayoutCheckout } from '../../src/checkout/payout/payout-checkout.ts';
import { payoutCheckoutRoutes } from '../../src/checkout/payout/routes.ts';
import { createServer } from '../../src/http/server.ts';
import { aPayoutCheckout, token } from '../kit/pages/payout-checkout.ts';

/** The recipient's page over a payout that the test moves through its life by hand; its forms do nothing. */
export interface PayoutDesk {
  url: string;
  checkout: PayoutCheckout;
  stop(): Promise<void>;
}

export async function openPayoutDesk(): Promise<PayoutDesk> {
  const app = createServer({
    config: { tls: null, trustProxy: null },
    logger: pino({ enabled: false }),
    hosts: null,
    errorPage: createErrorPage('sandbox'),
    onResponse() {},
  });
  const desk: PayoutDesk = { url: '', checkout: aPayoutCheckout(), stop: () => app.close() };
  await app.register(
    payoutCheckoutRoutes({
      load: async (given) => (given === token ? desk.checkout : null),
      takeMiss() {},
      takeForm() {},
      propose: async () => ({ kind: 'proposed' }),
      resend: async () => ({ kind: 'sent' }),
      checkCode: async () => ({ kind: 'wrong', triesLeft: 4 }),
      confirm: async () => ({ kind: 'confirmed' }),
      tokens: new Set(),
      now: () => new Date(),
      mode: 'sandbox',
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  desk.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/payout/${token}`;
  return desk;
}
