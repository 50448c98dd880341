import { createPayoutChain } from './chains/create-payout-chain.ts';
import { networkById } from './chains/networks.ts';
import type { ServedNetwork } from './chains/served-network.ts';
import { writing } from './chains/writing.ts';
import { createPayoutDesk } from './checkout/payout/desk.ts';
import { payoutCheckoutRoutes } from './checkout/payout/routes.ts';
import type { Config } from './config.ts';
import type { Sql } from './db/pool.ts';
import type { Authenticator } from './http/authenticate.ts';
import type { RateLimiter } from './http/limits.ts';
import type { App } from './http/server.ts';
import type { Logger } from './logger.ts';
import { claimHashes } from './payouts/claim.ts';
import { expirePayoutsJob } from './payouts/jobs.ts';
import { payoutRoutes } from './payouts/routes.ts';
import type { Secrets } from './secrets.ts';
import type { Job } from './worker.ts';

export interface PayoutsOptions {
  config: Config;
  sql: Sql;
  secrets: Secrets;
  logger: Logger;
  served: ServedNetwork[];
  authenticator: Authenticator;
  limiter: RateLimiter;
  checkoutUrl(): string;
  now(): Date;
}

/** The half of the service that pays USDT out. */
export interface Payouts {
  /** The cancelling of a payout and the recipient's page. */
  register(app: App): void;
  workerJobs: Job[];
  close(): Promise<void>;
}

/** Links that lead nowhere, followed from one address in ten seconds: nobody mistypes so often. */
const missesPerTenSeconds = 20;
/** Forms sent on one payout's page in ten seconds; some ask a node, some mail a code. */
const formsPerTenSeconds = 20;

export async function composePayouts(options: PayoutsOptions): Promise<Payouts> {
  const { config, sql, served, limiter, now } = options;
  const limits = config.rateLimits;
  const chains = new Map(served.map((each) => [each.network.id, createPayoutChain(each, config.payouts)]));
  return {
    register(app) {
      payoutRoutes(app, {
        sql,
        writing,
        secrets: options.secrets,
        authenticator: options.authenticator,
        now,
      });
      const desk = createPayoutDesk({
        sql,
        chains,
        served,
        hashes: claimHashes(options.secrets),
        formatAddress: writing.formatAddress,
        networkTitle: (network) => networkById(network)?.title ?? network,
        takeMiss(clientAddress) {
          if (limits) limiter.take(`payout-miss:${clientAddress}`, missesPerTenSeconds, now());
        },
        takeForm(payoutId) {
          if (limits) limiter.take(`payout-form:${payoutId}`, formsPerTenSeconds, now());
        },
        now,
        mode: config.mode,
      });
      app.register(payoutCheckoutRoutes(desk));
    },
    workerJobs: [expirePayoutsJob({ sql, writing, now })],
    async close() {
      await Promise.all([...chains.values()].map((chain) => chain.close()));
    },
  };
}
