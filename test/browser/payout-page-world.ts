import type { PayoutCheckout } from '../../src/surfaces/checkout/payout/payout-checkout.ts';
import { payoutCheckoutRoutes } from '../../src/surfaces/checkout/payout/routes.ts';
import { createPageServer, listen } from '../kit/pages/page-server.ts';
import { aPayoutCheckout, token } from '../kit/pages/payout-checkout.ts';

/** The recipient's page over a payout whose state the test sets by hand; its forms do nothing. */
export interface PayoutPageWorld {
  url: string;
  checkout: PayoutCheckout;
  stop(): Promise<void>;
}

export async function openPayoutPageWorld(): Promise<PayoutPageWorld> {
  const app = createPageServer();
  const world: PayoutPageWorld = { url: '', checkout: aPayoutCheckout(), stop: () => app.close() };
  await app.register(
    payoutCheckoutRoutes({
      load: async (given) => (given === token ? world.checkout : null),
      async takeMiss() {},
      async takeForm() {},
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
  world.url = `${await listen(app)}/payout/${token}`;
  return world;
}
