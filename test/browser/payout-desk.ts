import type { PayoutCheckout } from '../../src/checkout/payout/payout-checkout.ts';
import { payoutCheckoutRoutes } from '../../src/checkout/payout/routes.ts';
import { createPageServer, listen } from '../kit/pages/page-server.ts';
import { aPayoutCheckout, token } from '../kit/pages/payout-checkout.ts';

/** The recipient's page over a payout that the test moves through its life by hand; its forms do nothing. */
export interface PayoutDesk {
  url: string;
  checkout: PayoutCheckout;
  stop(): Promise<void>;
}

export async function openPayoutDesk(): Promise<PayoutDesk> {
  const app = createPageServer();
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
      operatorName: null,
    }),
  );
  desk.url = `${await listen(app)}/payout/${token}`;
  return desk;
}
