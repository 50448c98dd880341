import { hostname } from 'node:os';
import { auditRoutes } from '../accounts/audit/operator-routes.ts';
import type { CsvSender } from '../accounts/dashboard-kit/csv.ts';
import type { PeopleAuthenticator } from '../accounts/people/authenticate.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Reads } from '../base/db/reads.ts';
import type { UrlPolicy } from '../base/egress/guard.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import { version } from '../base/ground/version.ts';
import type { App } from '../base/http/server.ts';
import type { Job } from '../base/worker/worker.ts';
import type { ServedNetwork } from '../chain/chains/served-network.ts';
import type { Config } from '../config/config.ts';
import { outcomeRoutes } from '../crypto/custody/operator-routes.ts';
import { strayRoutes } from '../crypto/deposits/strays/operator-routes.ts';
import { pauseRoutes } from '../crypto/payouts/pauses/operator-routes.ts';
import { caseRoutes } from '../payments/charges/cases/operator-routes.ts';
import { reconciliationRoutes } from '../payments/charges/movements/operator-routes.ts';
import type { PaymentProcessors } from '../payments/charges/payment-processors.ts';
import { operatorExportRoutes } from '../surfaces/operator/export-routes.ts';
import { operatedMerchantRoutes } from '../surfaces/operator/merchant-routes.ts';
import { networkRoutes } from '../surfaces/operator/network-routes.ts';
import type { ProcessReport } from '../surfaces/operator/process-report.ts';
import { processorRoutes } from '../surfaces/operator/processor-routes.ts';
import { createReporter } from '../surfaces/operator/report-job.ts';
import { nightlyJob } from '../surfaces/operator/runs/nightly-job.ts';
import { runJobs } from '../surfaces/operator/runs/run-job.ts';
import { runRoutes } from '../surfaces/operator/runs/run-routes.ts';
import { stateRoutes } from '../surfaces/operator/state-routes.ts';
import type { Crypto } from './compose-crypto.ts';
import type { Payouts } from './compose-payouts.ts';

export interface OperatorOptions {
  config: Pick<Config, 'roles' | 'cards' | 'alertEmail' | 'nightlyMinute'>;
  sql: Sql;
  reads: Reads;
  secrets: Secrets;
  logger: Logger;
  people: PeopleAuthenticator;
  csv: CsvSender;
  processors: PaymentProcessors;
  served: readonly ServedNetwork[];
  crypto: Pick<Crypto, 'nodes'>;
  payouts: Pick<Payouts, 'wallets'>;
  urlPolicy: UrlPolicy;
  now(): Date;
}

/** The operator's part of the dashboard. */
export interface Operator {
  register(app: App): void;
  /** Checks started by people or by the clock, for a worker process. */
  jobs: Job[];
  /** Publishes this process's own status; release removes it. */
  reporter: { job: Job; release(): Promise<void> };
}

export function composeOperator(options: OperatorOptions): Operator {
  const { config, processors } = options;
  const { alertEmail, nightlyMinute } = config;
  return {
    register(app) {
      stateRoutes(app, options);
      operatedMerchantRoutes(app, options);
      networkRoutes(app, options);
      processorRoutes(app, { ...options, use: config.cards });
      pauseRoutes(app, options);
      outcomeRoutes(app, options);
      strayRoutes(app, options);
      caseRoutes(app, options);
      reconciliationRoutes(app, options);
      runRoutes(app, options);
      auditRoutes(app, options);
      operatorExportRoutes(app, options);
    },
    jobs: [...runJobs({ ...options, alertEmail }), nightlyJob({ ...options, nightlyMinute })],
    reporter: createReporter({ ...options, report }),
  };

  function report(): ProcessReport {
    return {
      host: hostname(),
      pid: process.pid,
      roles: [...config.roles],
      version,
      nodes: options.crypto.nodes().flatMap(({ network, nodes }) =>
        nodes.map(({ host, failures, restsUntil, lastFault }) => {
          const isWell = failures === 0 && restsUntil === null;
          return { network, host, isWell, fault: isWell ? null : lastFault };
        }),
      ),
      processors: processors.health().map(({ processor, isFailing, last }) => ({
        processor,
        isFailing,
        lastOutcome: last?.outcome ?? null,
        lastAt: last?.at.toISOString() ?? null,
      })),
      wallets: options.payouts.wallets(),
    };
  }
}
