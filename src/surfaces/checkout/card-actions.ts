import type { Directory } from '../../accounts/merchants/directory.ts';
import { methods } from '../../accounts/methods/methods.ts';
import { tokenOfCharge } from '../../commerce/payment-links/store.ts';
import { type PayDeps, payCharge } from '../../payments/charges/attempts/pay-charge.ts';
import {
  inquireAttempt,
  leaveAttempt,
  unresolvedAttempt,
} from '../../payments/charges/attempts/resolve-attempt.ts';
import { type CancelDeps, cancelCharge } from '../../payments/charges/cancel-charge.ts';
import { brandIdOf } from '../../payments/charges/cards/card-brands.ts';
import type { Attempt, Charge } from '../../payments/charges/charge.ts';
import { findChargeWithAttempt } from '../../payments/charges/charge-with-attempt.ts';
import { type ChooseDeps, chooseMethod } from '../../payments/charges/offers/choose-method.ts';
import { type OfferDeps, offersOf } from '../../payments/charges/offers/offers.ts';
import type { Route } from '../../payments/charges/payment-processors.ts';
import { findChargeById } from '../../payments/charges/store.ts';
import { unexpectedOf } from '../../payments/charges/unexpected/unexpected-store.ts';
import type { Checkout, CheckoutDeps } from './checkout.ts';
import { payeeOf } from './payee.ts';

/** The hosted page's actions on a charge, which it knows only by id. */
export function createCardActions(
  deps: ChooseDeps &
    CancelDeps &
    Pick<OfferDeps, 'isServed'> &
    Omit<PayDeps, 'brandOf' | 'merchantOf'> &
    Pick<CheckoutDeps, 'openCryptoOrder'> &
    Pick<CheckoutDeps, 'mode' | 'operatorName'> & { directory: Directory },
): CheckoutDeps {
  const { sql, now, mode, processors } = deps;

  const merchantOf: PayDeps['merchantOf'] = async (merchantId) =>
    (await deps.directory.get(merchantId))?.merchant ?? null;

  async function withUnresolved(chargeId: string, act: (attempt: Attempt) => Promise<void>): Promise<void> {
    const charge = await findChargeById(sql, chargeId);
    const attempt = charge && (await unresolvedAttempt(sql, charge));
    if (attempt?.status === 'authenticating' || attempt?.status === 'awaiting') await act(attempt);
  }

  return {
    now,
    mode,
    operatorName: deps.operatorName,
    openCryptoOrder: deps.openCryptoOrder,
    async loadCheckout(chargeId) {
      const found = await findChargeWithAttempt(sql, chargeId);
      if (!found) return null;
      const { charge } = found;
      const isOpen = charge.status === 'open';
      // No card pays late or a second time: its pages need not ask.
      const mayBeUnexpected = charge.anyMethod || methods[charge.method].way !== 'card';
      const { attempt } = found;
      const [listing, routes, unexpected, linkToken, waiting] = await Promise.all([
        deps.directory.get(charge.merchantId),
        isOpen && charge.method !== 'ALL' ? processors.routesOf(charge, null) : [],
        mayBeUnexpected ? unexpectedOf(sql, charge.merchantId, charge.id) : [],
        // A payment link leaves its id in the metadata of its charges.
        charge.metadata?.payment_link ? tokenOfCharge(sql, charge.merchantId, charge.id, deps.now()) : null,
        attempt?.status === 'awaiting' ? processors.of(attempt) : null,
      ]);
      return {
        ...found,
        ...payeeOf(listing?.merchant ?? null),
        ...(await whoTakes(routes, charge)),
        unexpected,
        staysPayable: (attempt && waiting?.keepsOpen?.(attempt.method)) ?? false,
        linkToken,
        offered:
          isOpen && charge.method === 'ALL' && listing
            ? (await offersOf(deps, listing.merchant, placeOf(charge))).map(({ method }) => method)
            : [],
      };
    },
    payCharge: (charge, payment) => payCharge({ ...deps, brandOf: brandIdOf, merchantOf }, charge, payment),
    async chooseMethod(charge, method, isBeside) {
      const listing = await deps.directory.get(charge.merchantId);
      const offers = listing ? await offersOf(deps, listing.merchant, placeOf(charge)) : [];
      // What is not offered is not chosen: the page shows the choice again.
      if (method !== 'ALL' && !offers.some((offer) => offer.method === method)) return;
      await chooseMethod(deps, charge, method, isBeside);
    },
    finishChallenge: (chargeId) => withUnresolved(chargeId, (attempt) => inquireAttempt(deps, attempt)),
    abandonChallenge: (chargeId, isBeside) =>
      withUnresolved(chargeId, (attempt) => leaveAttempt(deps, attempt, isBeside)),
    async cancelByCustomer(chargeId) {
      const charge = await findChargeById(sql, chargeId);
      if (!charge) return 'not_payable';
      const { kind } = await cancelCharge(deps, charge);
      return kind === 'not_cancelable' ? 'not_payable' : kind;
    },
  };
}

type Takers = Pick<
  Checkout,
  'processorKind' | 'brands' | 'wallets' | 'payerFields' | 'banks' | 'instalments'
>;

/**
 * The page follows the first processor in the order; it also asks for the fields that another processor of the same
 * kind would need. Our own page takes nothing but cards.
 */
async function whoTakes(routes: Route[], charge: Charge): Promise<Takers> {
  const { country, method } = charge;
  const first = routes[0]?.processor;
  const isCard = methods[method].way === 'card';
  const alike = routes.flatMap(({ processor }) =>
    !isCard || processor.kind === first?.kind ? [processor] : [],
  );
  const payerFields = [...new Set(alike.flatMap((processor) => processor.payerFields(country, method)))];
  const kind = first && !isCard ? 'hosted' : first?.kind;
  return {
    processorKind: kind ?? null,
    brands: isCard ? (first?.brands ?? []) : [],
    wallets: isCard ? (first?.wallets ?? []) : [],
    payerFields,
    // Without its banks a processor could not be asked: the page says so, and the customer tries again.
    banks: payerFields.includes('bank') ? ((await first?.banks?.(method).catch(() => null)) ?? null) : [],
    instalments: isCard ? (first?.instalments(charge) ?? []) : [],
  };
}

function placeOf({ country, amount }: Charge) {
  return { country, currency: amount.currency, amountMinor: amount.amountMinor };
}
