import { type CsvSender, createCsvSender } from '../accounts/dashboard-kit/csv.ts';
import { settingsRoutes } from '../accounts/merchants/dashboard-routes.ts';
import type { Directory } from '../accounts/merchants/directory.ts';
import { keyRoutes } from '../accounts/merchants/keys/dashboard-routes.ts';
import type { MethodCode } from '../accounts/methods/methods.ts';
import { accountRoutes } from '../accounts/people/account-dashboard-routes.ts';
import {
  type CountAttempt,
  createPeopleAuthenticator,
  type PeopleAuthenticator,
} from '../accounts/people/authenticate.ts';
import { peopleRoutes } from '../accounts/people/dashboard-routes.ts';
import { createPasskeys } from '../accounts/people/factors/passkeys.ts';
import { requireProofs } from '../accounts/people/factors/require-proofs.ts';
import { signInRoutes } from '../accounts/people/sign-in/dashboard-routes.ts';
import { createPasswordLane } from '../accounts/people/sign-in/password-lane.ts';
import { createSignIn } from '../accounts/people/sign-in/sign-in.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Reads } from '../base/db/reads.ts';
import { webhookPolicy } from '../base/egress/guard.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import { type Addresses, hostsOfFaces } from '../base/http/addresses.ts';
import type { RateLimiter } from '../base/http/limits.ts';
import { clientAddress } from '../base/http/request/client-address.ts';
import type { App } from '../base/http/server.ts';
import { notation } from '../chain/chains/notation.ts';
import { type PaymentLinkRoutesDeps, paymentLinkRoutes } from '../commerce/payment-links/dashboard-routes.ts';
import { invoiceFileRoutes } from '../commerce/payment-links/invoice-file-routes.ts';
import { invoiceSeriesRoutes } from '../commerce/payment-links/invoice-series-routes.ts';
import { type PaymentRoutesDeps, paymentRoutes } from '../commerce/payment-list/dashboard-routes.ts';
import { viewRoutes } from '../commerce/payment-list/saved-views-dashboard-routes.ts';
import { reportRoutes } from '../commerce/reports/dashboard-routes.ts';
import { homeRoutes } from '../commerce/reports/home-routes.ts';
import { settlementContentRoutes } from '../commerce/reports/settlement-routes.ts';
import { settlementRoutes } from '../commerce/settlements/dashboard-routes.ts';
import { settlementBeside } from '../commerce/settlements/store.ts';
import type { Config } from '../config/config.ts';
import { type PayoutControlDeps, payoutControlRoutes } from '../crypto/payouts/approval/dashboard-routes.ts';
import { payoutBatchRoutes } from '../crypto/payouts/batches/dashboard-routes.ts';
import { payoutRoutes } from '../crypto/payouts/dashboard-routes.ts';
import { payoutMakeRoutes } from '../crypto/payouts/request/dashboard-routes.ts';
import { notificationRoutes } from '../events/notifications/dashboard-routes.ts';
import { pushRoutes } from '../events/notifications/push/dashboard-routes.ts';
import { pushKeysOf } from '../events/notifications/push/push-keys.ts';
import { developerRoutes } from '../events/webhooks/dashboard-routes.ts';
import { disputeRoutes } from '../payments/charges/disputes/dashboard-routes.ts';
import { exportRoutes } from '../surfaces/dashboard/export-routes.ts';
import { webRoutes } from '../surfaces/dashboard/web-routes.ts';
import { searchRoutes } from '../surfaces/lookup/search/dashboard-routes.ts';

export interface DashboardOptions {
  config: Config;
  sql: Sql;
  reads: Reads;
  secrets: Secrets;
  directory: Directory;
  limiter: RateLimiter;
  logger: Logger;
  ensurePerson: (() => Promise<void>) | null;
  addresses(): Addresses;
  /** Whether this installation serves the method at all. */
  isServed(methodCode: MethodCode, currency?: string): boolean;
  now(): Date;
}

export interface Dashboard {
  people: PeopleAuthenticator;
  /** Limits the concurrent exports of each person, over all lists. */
  csv: CsvSender;
  /** Makes all later routes require the proofs that they declare. */
  requireProofs(app: App): void;
  /** Registers the routes, with dependencies from the payment parts. */
  register(
    app: App,
    paying: Pick<PaymentLinkRoutesDeps, 'authenticator' | 'isServed' | 'cancelCharge' | 'checkoutUrl'> &
      Pick<PaymentRoutesDeps, 'processors'>,
  ): void;
  /** Registers the payout routes, whose dependencies are known later. */
  registerPayouts(
    app: App,
    opening: Omit<PayoutControlDeps, 'people' | 'reads' | 'notation' | 'newDestinationMs'>,
  ): void;
}

/** The dashboard: sign-in, and its data. */
export function composeDashboard(options: DashboardOptions): Dashboard {
  const { config, sql, reads, secrets, limiter, addresses, isServed, now } = options;
  const baseUrl = () => addresses().baseUrl;
  const urlPolicy = webhookPolicy(config.mode, config.webhookNetworks);
  const limits = config.rateLimits;
  const passwords = createPasswordLane();
  const signIn = createSignIn({ sql, secrets, baseUrl, passwords, prepare: options.ensurePerson, now });
  const people = createPeopleAuthenticator({
    signIn,
    directory: options.directory,
    baseUrl,
    async takeRequest(personId) {
      if (limits) await limiter.take(`person:${personId}`, limits.perMerchant, now());
    },
  });
  const takeTry: CountAttempt = async (request) => {
    if (limits) await limiter.take(`sign-in:${clientAddress(request)}`, limits.perAddress, now());
  };
  const passkeys = createPasskeys({ sql, signIn, baseUrl, now });
  const isDemanded = config.secondFactorDemanded;
  const csv = createCsvSender();
  return {
    people,
    csv,
    requireProofs(app) {
      requireProofs(app, { sql, secrets, signIn, passkeys, isDemanded, now });
    },
    register(app, paying) {
      const inBackground = (what: string, work: Promise<void>): void => {
        work.catch((error) => options.logger.error({ err: error }, `${what} failed`));
      };
      const { newApproverMs } = config;
      signInRoutes(app, {
        sql,
        secrets,
        signIn,
        people,
        passwords,
        takeTry,
        inBackground,
        newApproverMs,
        now,
      });
      accountRoutes(app, {
        sql,
        people,
        passkeys,
        takeTry,
        now,
      });
      peopleRoutes(app, { sql, people, urlPolicy, isDemanded, newApproverMs, now });
      paymentRoutes(app, {
        ...paying,
        sql,
        reads,
        people,
        notation,
        isOneHost: hostsOfFaces(config) === null,
        settlementOf: (merchantId, currency, entryId) =>
          settlementBeside(sql, merchantId, currency, 'after', entryId),
        now,
      });
      disputeRoutes(app, { sql, reads, people, processors: paying.processors, now });
      reportRoutes(app, { sql, reads, people, csv, now });
      settlementContentRoutes(app, { reads, people, csv, now });
      homeRoutes(app, { reads, people, now });
      viewRoutes(app, { sql, people, now });
      notificationRoutes(app, { sql, people });
      pushRoutes(app, { sql, people, urlPolicy, keys: pushKeysOf(secrets), now });
      paymentLinkRoutes(app, { ...paying, sql, reads, now });
      invoiceSeriesRoutes(app, { sql, people, now });
      invoiceFileRoutes(app, { ...paying, reads, people, now });
      keyRoutes(app, { sql, secrets, people, now });
      developerRoutes(app, { sql, reads, secrets, people, urlPolicy, addresses, isServed });
      settingsRoutes(app, { sql, people, urlPolicy, isServed });
      const { alertEmail, newDestinationMs } = config;
      settlementRoutes(app, { sql, reads, people, alertEmail, newDestinationMs, now });
      searchRoutes(app, { ...paying, reads, people, notation, now });
      exportRoutes(app, { ...paying, sql, reads, people, csv, notation, now });
      webRoutes(app);
    },
    registerPayouts(app, opening) {
      const deps = { ...opening, people, reads, notation, newDestinationMs: config.newDestinationMs };
      payoutRoutes(app, deps);
      payoutMakeRoutes(app, deps);
      payoutBatchRoutes(app, deps);
      payoutControlRoutes(app, deps);
    },
  };
}
