import type { ServedNetwork } from './chains/served-network.ts';
import { writing } from './chains/writing.ts';
import type { Config } from './config.ts';
import type { Sql } from './db/pool.ts';
import type { Authenticator } from './http/authenticate.ts';
import type { RateLimiter } from './http/limits.ts';
import type { App } from './http/server.ts';
import type { Logger } from './logger.ts';
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

export async function composePayouts(options: PayoutsOptions): Promise<Payouts> {
  const { sql, now } = options;
  return {
    register(app) {
      payoutRoutes(app, {
        sql,
        writing,
        secrets: options.secrets,
        authenticator: options.authenticator,
        now,
      });
    },
    workerJobs: [expirePayoutsJob({ sql, writing, now })],
    async close() {},
  };
}
