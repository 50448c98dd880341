import type { CryptoCheckout, SearchResult } from '../../src/surfaces/checkout/crypto/crypto-checkout.ts';
import { cryptoCheckoutRoutes } from '../../src/surfaces/checkout/crypto/routes.ts';
import { aCryptoCheckout, aHold, amountUnits, aTransfer, orderId } from '../kit/pages/crypto-checkout.ts';
import { createPageServer, listen } from '../kit/pages/page-server.ts';

/** The crypto page over an order whose state the test sets by hand. */
export interface CryptoPageWorld {
  url: string;
  checkout: CryptoCheckout;
  found: SearchResult;
  stop(): Promise<void>;
}

export const held = (minutesLeft = 29) => ({
  status: 'awaiting' as const,
  hold: aHold({ heldUntil: new Date(Date.now() + minutesLeft * 60_000) }),
});

/** A payment of the full amount, seen twelve blocks ago. */
export const seen = () =>
  aCryptoCheckout({ ...held(), status: 'pending', seenUnits: amountUnits }, { transfers: [aTransfer()] });

export async function openCryptoPageWorld(): Promise<CryptoPageWorld> {
  const app = createPageServer();
  const world: CryptoPageWorld = {
    url: '',
    checkout: aCryptoCheckout({ opensUntil: new Date(Date.now() + 3_600_000) }),
    found: 'not_in_a_block',
    stop: () => app.close(),
  };
  await app.register(
    cryptoCheckoutRoutes({
      load: async (id) => (id === orderId ? world.checkout : null),
      async choose(_, network) {
        if (!world.checkout.networks.some(({ id }) => id === network)) return 'unknown_network';
        const order = held();
        world.checkout = aCryptoCheckout({ ...order, hold: { ...order.hold, network } });
        return 'chosen';
      },
      async change(_, _from, network) {
        const hold = { ...held().hold, network };
        world.checkout = aCryptoCheckout({ ...world.checkout.order, hold });
        return 'chosen';
      },
      findTransaction: async () => world.found,
      now: () => new Date(),
      mode: 'sandbox',
      operatorName: null,
    }),
  );
  world.url = `${await listen(app)}/crypto/${orderId}`;
  return world;
}
