import type { Registry } from 'prom-client';
import type { Directory } from '../accounts/merchants/directory.ts';
import type { Authenticator } from '../accounts/merchants/sessions/authenticate.ts';
import type { Workers } from '../base/db/citus/workers.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Reads } from '../base/db/reads.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { RateLimiter } from '../base/http/limits.ts';
import type { App } from '../base/http/server.ts';
import type { Job } from '../base/worker/worker.ts';
import type { Config } from '../config/config.ts';
import { chargeCrypto } from '../crypto/orders/charge-crypto.ts';
import { dropUnopenedOrder } from '../crypto/orders/drop-unopened-order.ts';
import { endUnpaidOrder } from '../crypto/orders/end-unpaid-order.ts';
import { type CancelDeps, cancelCharge } from '../payments/charges/cancel-charge.ts';
import type { Charge } from '../payments/charges/charge.ts';
import type { ChargeRules } from '../payments/charges/charge-request.ts';
import { createChargeWriter } from '../payments/charges/create-charge.ts';
import { chargeJobs } from '../payments/charges/jobs.ts';
import { notificationRoutes } from '../payments/charges/notifications/notification-routes.ts';
import type { ChooseDeps } from '../payments/charges/offers/choose-method.ts';
import { methodRoutes } from '../payments/charges/offers/method-routes.ts';
import type { PaymentProcessors } from '../payments/charges/payment-processors.ts';
import { chargeRoutes } from '../payments/charges/routes.ts';
import { openPaymentProcessors } from '../payments/processors/payment-processors.ts';
import { processorEntries } from '../payments/processors/registry.ts';
import type { ProcessorSetup } from '../payments/processors/settings.ts';
import { createBankActions } from '../surfaces/checkout/bank-refund/bank-checkout.ts';
import { bankRefundCheckoutRoutes } from '../surfaces/checkout/bank-refund/routes.ts';
import { createCardActions } from '../surfaces/checkout/card-actions.ts';
import { payRedirect } from '../surfaces/checkout/pay-redirect.ts';
import { createPaymentLinkActions } from '../surfaces/checkout/payment-link/payment-link-actions.ts';
import { paymentLinkCheckoutRoutes } from '../surfaces/checkout/payment-link/routes.ts';
import { checkoutRoutes } from '../surfaces/checkout/routes.ts';
import { watchCards } from '../surfaces/metrics/card-gauges.ts';
import type { Crypto } from './compose-crypto.ts';

export interface ChargesOptions {
  config: Config;
  sql: Sql;
  reads: Reads;
  nodes: Workers;
  secrets: Secrets;
  logger: Logger;
  registry: Registry;
  onSettled: NonNullable<CancelDeps['onSettled']>;
  setups: readonly ProcessorSetup[];
  authenticator: Authenticator;
  directory: Directory;
  limiter: RateLimiter;
  /** Makes the order for a customer who pays by crypto. */
  openCryptoOrder: Crypto['openOrder'];
  addresses(): Addresses;
  now(): Date;
}

/** The part of the service that takes charges, by API and by payment link, and their card payments. */
export interface Charges {
  processors: PaymentProcessors;
  takesCards: boolean;
  cancel(charge: Charge): ReturnType<typeof cancelCharge>;
  register(app: App, rules: Omit<ChargeRules, 'settings'>): void;
  jobs: Job[];
}

/** Downloads of one invoice in ten seconds: writing one takes as long as a hundred pages. */
const filesPerTenSeconds = 5;

export function composeCharges(options: ChargesOptions): Charges {
  const { config, sql, reads, secrets, directory, limiter, openCryptoOrder, addresses, now } = options;
  const limits = config.rateLimits;
  const takesCards = config.cards.used.length > 0;
  const processors = openPaymentProcessors({
    sql,
    secrets,
    registry: processorEntries,
    setups: options.setups,
    used: config.cards.used,
    direct: config.cards.direct,
    live: config.mode === 'live',
    now,
  });
  watchCards(options.registry, processors, sql);
  const resolving: CancelDeps & ChooseDeps = {
    endUnpaidOrder,
    dropUnopenedOrder,
    sql,
    onSettled: options.onSettled,
    now,
    processors,
    addresses: {
      returnUrl: (chargeId) => `${addresses().checkoutUrl}/pay/${chargeId}/return`,
      cancelUrl: (chargeId) => `${addresses().checkoutUrl}/pay/${chargeId}?left`,
      notificationUrl: (processor, merchantId) =>
        `${addresses().baseUrl}/processors/${processor}/notifications${merchantId === null ? '' : `/${merchantId}`}`,
    },
  };
  const cancel = (charge: Charge) => cancelCharge(resolving, charge);
  /** Shared by the pages of both. */
  const pages = { ...resolving, secrets, directory, mode: config.mode, operatorName: config.operatorName };

  return {
    processors,
    takesCards,
    cancel,
    register(app, rules) {
      chargeRoutes(app, {
        ...resolving,
        secrets,
        authenticator: options.authenticator,
        reads,
        writer: createChargeWriter(sql, options.nodes),
        rules,
        cryptoOf: (chargeId) => chargeCrypto(sql, chargeId),
        checkoutUrl: () => addresses().checkoutUrl,
      });
      methodRoutes(app, { authenticator: options.authenticator, processors, isServed: rules.isServed });
      app.register(notificationRoutes({ sql, processors, now }));
      app.register(
        takesCards
          ? checkoutRoutes(createCardActions({ ...pages, limits, openCryptoOrder, isServed: rules.isServed }))
          : payRedirect({ sql, openCryptoOrder }),
      );
      const takeVisit = async (address: string): Promise<void> => {
        if (limits) await limiter.take(`link:${address}`, limits.perAddress, now());
      };
      const takeFile = async (linkId: string): Promise<void> => {
        if (limits) await limiter.take(`invoice:${linkId}`, filesPerTenSeconds, now());
      };
      const checkoutUrl = (): string => addresses().checkoutUrl;
      app.register(
        paymentLinkCheckoutRoutes(
          createPaymentLinkActions({
            ...pages,
            rules,
            cancelCharge: cancel,
            takeVisit,
            takeFile,
            checkoutUrl,
          }),
        ),
      );
      app.register(bankRefundCheckoutRoutes(createBankActions({ ...pages, takeVisit })));
    },
    jobs: chargeJobs({ ...resolving, logger: options.logger, alertEmail: config.alertEmail }),
  };
}
