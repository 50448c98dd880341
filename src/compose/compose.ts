import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { mailJob } from '../accounts/mail/send-mails.ts';
import { createSmtpMailer } from '../accounts/mail/smtp.ts';
import { openDirectory } from '../accounts/merchants/directory.ts';
import { createRequestLog } from '../accounts/merchants/requests/request-log.ts';
import { returnUrlFault } from '../accounts/merchants/return-url.ts';
import { createAgentNotes } from '../accounts/merchants/sessions/agent-calls.ts';
import { createAuthenticator } from '../accounts/merchants/sessions/authenticate.ts';
import { legacyRoutes } from '../accounts/merchants/sessions/legacy-routes.ts';
import { createLegacyTokens } from '../accounts/merchants/sessions/legacy-token.ts';
import { merchantRoutes } from '../accounts/merchants/sessions/routes.ts';
import { createSessionTokens } from '../accounts/merchants/sessions/session-token.ts';
import { isProcessed, type MethodCode } from '../accounts/methods/methods.ts';
import { keyMakers } from '../accounts/people/key-makers.ts';
import { readWorkerStates } from '../base/db/citus/citus.ts';
import type { Workers } from '../base/db/citus/workers.ts';
import { createDatabaseClock } from '../base/db/database-clock.ts';
import { createWriteProbe } from '../base/db/driver/write-probe.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Reads } from '../base/db/reads.ts';
import { checkUrl, webhookPolicy } from '../base/egress/guard.ts';
import type { Logger } from '../base/ground/logger.ts';
import { remembering } from '../base/ground/remember.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import { type Addresses, hostsOfFaces } from '../base/http/addresses.ts';
import { createRateLimiter } from '../base/http/limits.ts';
import { documentRoutes } from '../base/http/openapi.ts';
import { watchRoutes } from '../base/http/other-methods.ts';
import { clientAddress } from '../base/http/request/client-address.ts';
import { loggedPath } from '../base/http/request/logged-path.ts';
import { type App, createServer, type RouteConfig } from '../base/http/server.ts';
import { createSharedCounts } from '../base/http/shared-counts.ts';
import { openActivity } from '../base/worker/activity.ts';
import { type Job, startWorker } from '../base/worker/worker.ts';
import type { ServedNetwork } from '../chain/chains/served-network.ts';
import { createCoverWatch } from '../commerce/installation/cover-watch.ts';
import { restoredJob } from '../commerce/installation/restored-job.ts';
import { remindJob } from '../commerce/payment-links/remind.ts';
import { lateEntriesJob, sumHoursJob } from '../commerce/reports/jobs.ts';
import { redMerchantsJob } from '../commerce/settlements/jobs.ts';
import type { Config } from '../config/config.ts';
import { sampleNotice } from '../crypto/orders/sample-notice.ts';
import { makeRowsJob } from '../crypto/payouts/batches/make-rows.ts';
import { followEventsJob } from '../events/notifications/follow-events.ts';
import { notifyPeopleJob } from '../events/notifications/notify-people.ts';
import { pushKeysOf } from '../events/notifications/push/push-keys.ts';
import { sendPushesJob } from '../events/notifications/push/send-pushes.ts';
import { openChanges } from '../events/outbox/changes.ts';
import { openEndpointBook } from '../events/outbox/endpoint-book.ts';
import { cleanUpJob, makePartitions } from '../events/webhooks/delivery/clean-up-job.ts';
import { createDeliverer } from '../events/webhooks/delivery/deliver.ts';
import { createWebhookSender } from '../events/webhooks/delivery/send.ts';
import { finishPausesJob } from '../events/webhooks/endpoints/finish-pauses.ts';
import { endpointRoutes } from '../events/webhooks/endpoints/routes.ts';
import { replayRoutes } from '../events/webhooks/replays/routes.ts';
import { replayJob } from '../events/webhooks/replays/step-replays.ts';
import { eventRoutes } from '../events/webhooks/routes.ts';
import { archiveJob } from '../payments/charges/archive/archive-charges.ts';
import type { ProcessorSetup } from '../payments/processors/settings.ts';
import { createErrorPage } from '../surfaces/checkout/error-page.ts';
import { logoRoutes } from '../surfaces/checkout/logo-routes.ts';
import { createLive } from '../surfaces/dashboard/live-routes.ts';
import { guideRoutes } from '../surfaces/guides/routes.ts';
import { watchAlarms } from '../surfaces/metrics/alarm-gauges.ts';
import { watchChecks } from '../surfaces/metrics/check-gauges.ts';
import { createMetrics } from '../surfaces/metrics/metrics.ts';
import { watchMoney } from '../surfaces/metrics/money-gauges.ts';
import { homeLine, operatorRoutes } from '../surfaces/metrics/operator-routes.ts';
import { watchPool } from '../surfaces/metrics/pool-gauges.ts';
import { watchQueues } from '../surfaces/metrics/queue-gauges.ts';
import { watchReads } from '../surfaces/metrics/read-gauges.ts';
import { watchWorkers } from '../surfaces/metrics/worker-gauges.ts';
import { makeReference } from '../surfaces/openapi/make-reference.ts';
import { createClockWatch } from '../surfaces/operator/clock-job.ts';
import { watchProcesses } from '../surfaces/operator/process-gauges.ts';
import { collectedMails } from './collected-mails.ts';
import { composeCharges } from './compose-charges.ts';
import { composeCrypto } from './compose-crypto.ts';
import { composeDashboard } from './compose-dashboard.ts';
import { composeOperator } from './compose-operator.ts';
import { composePayouts } from './compose-payouts.ts';

export interface ComposeOptions {
  config: Config;
  sql: Sql;
  /** For lists, which may be a few moments old. */
  reads: Reads;
  /** For the most frequent writes of merchants' rows. */
  nodes: Workers;
  secrets: Secrets;
  logger: Logger;
  /** The available card processors with their settings. */
  processorSetups: readonly ProcessorSetup[];
  /** The networks on which crypto orders are paid. */
  networks: ServedNetwork[];
  /** The URL of the mail server. */
  smtpUrl: string;
  /** Pages of the sandbox's simulated outside world. */
  sandboxRoutes: FastifyPluginAsync | null;
  /** Makes the person who signs in to the sandbox; null: people are invited. */
  ensurePerson: (() => Promise<void>) | null;
  /** What the guides say of the sandbox; null: they are read in a live installation. */
  sandboxGuide: { merchantId: string; file: string } | null;
  /** Known once the server listens. */
  addresses(): Addresses;
}

export interface Composed {
  app: App;
  /** The background work of this process's roles. Nothing of it happens before it is run. */
  openJobs(): { jobs: Job[]; close(): Promise<void> };
  /** Runs that work until the result stops it. */
  startJobs(): { stop(): Promise<void> };
  /** Makes the process report that it is ready. */
  open(): void;
  /** Makes the process report that it is not ready, and asks clients to reconnect elsewhere. */
  drain(): void;
  close(): Promise<void>;
}

/** Enough to test a receiver by hand; each makes an outgoing connection to an address of the merchant's choice. */
const testWebhooksPerTenSeconds = 10;

/** The only place that knows every part and connects them. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { config, sql, reads, secrets, logger, addresses } = options;
  const live = config.mode === 'live';
  const clock = createDatabaseClock(sql, config.clockBounds);
  await clock.measure();
  const { now } = clock;
  // The library verifies tokens by its own clock, so they are issued by the same one.
  const tokenNow = () => new Date();
  const clockWatch = createClockWatch({
    ...config,
    sql,
    logger,
    clock,
    bounds: config.clockBounds,
    comparesChains: live,
  });
  const metrics = createMetrics();
  watchQueues(metrics.registry, sql);
  watchMoney(metrics.registry, sql);
  const probeWrite = createWriteProbe(sql);
  watchPool(metrics.registry, sql, probeWrite);
  watchAlarms(metrics.registry, sql);
  watchProcesses(metrics.registry, sql);
  watchChecks(metrics.registry, sql, now);
  if (sql.isDistributed) watchWorkers(metrics.registry, () => readWorkerStates(sql));
  if (config.databaseReadUrl !== null) watchReads(metrics.registry, reads);
  const limiter = createRateLimiter(createSharedCounts(sql));
  const limits = config.rateLimits;
  const sessionTokens = createSessionTokens(secrets.tokenKeys);
  const legacyTokens = createLegacyTokens(secrets.tokenKeys);
  const [directory, activity, changes, endpoints] = await Promise.all([
    openDirectory(sql, keyMakers(sql)),
    openActivity(sql),
    openChanges(sql),
    openEndpointBook(sql),
  ]);
  const dashboard = composeDashboard({
    config,
    sql,
    reads,
    secrets,
    directory,
    limiter,
    logger,
    ensurePerson: options.ensurePerson,
    addresses,
    isServed: (method, currency) => isServed(method, currency),
    now,
  });
  const authenticator = createAuthenticator({
    ifSignedIn: dashboard.people.ifSignedIn,
    directory,
    secrets,
    sessionTokens,
    legacyTokens,
    limiter,
    limits,
    noteAgent: createAgentNotes({ sql, limiter: limits && limiter, now }),
    now,
  });
  const crypto = await composeCrypto({
    clockFault: clockWatch.fault,
    config,
    sql,
    secrets,
    logger,
    registry: metrics.registry,
    onReached: metrics.orderReached,
    served: options.networks,
    authenticator,
    directory,
    limiter,
    checkoutUrl: () => addresses().checkoutUrl,
    onSettled: activity.note,
    now,
  });
  const charges = composeCharges({
    config,
    sql,
    reads,
    nodes: options.nodes,
    secrets,
    logger,
    registry: metrics.registry,
    onSettled: metrics.attemptSettled,
    setups: options.processorSetups,
    authenticator,
    directory,
    limiter,
    openCryptoOrder: crypto.openOrder,
    addresses,
    now,
  });
  const watch = createCoverWatch(sql, (line) => logger.warn(line));
  const payouts = await composePayouts({
    config,
    sql,
    secrets,
    logger,
    registry: metrics.registry,
    served: options.networks,
    readers: crypto.readers,
    authenticator,
    limiter,
    mayLeave: watch.look,
    checkoutUrl: () => addresses().checkoutUrl,
    now,
  });
  /** Without a currency: in any. */
  const isServed = (method: MethodCode, currency = 'USD'): boolean =>
    isProcessed(method)
      ? charges.processors.methods.has(method)
      : options.networks.some(({ network }) => network.asset === method) && crypto.isPriced(currency);
  const urlPolicy = webhookPolicy(config.mode, config.webhookNetworks);
  const operator = composeOperator({
    config,
    sql,
    reads,
    secrets,
    logger,
    people: dashboard.people,
    csv: dashboard.csv,
    processors: charges.processors,
    served: options.networks,
    crypto,
    payouts,
    urlPolicy,
    now,
  });

  const requests = createRequestLog({
    sql,
    onFailure: (error) => logger.warn({ err: error }, 'the request log could not be written'),
  });
  const liveStreams = createLive({ people: dashboard.people, changes });
  /** What merchants and their people do shows at once on the pages of others. A token changes nothing. */
  function noteChangeBy(request: FastifyRequest, status: number, route: RouteConfig | undefined): void {
    if (request.method === 'GET' || status >= 400 || route?.url === '/api/auth/token') return;
    const merchantId = request.actor?.merchant?.id ?? request.keyShown?.merchantId;
    if (merchantId !== undefined) changes.note(merchantId);
  }
  let ready = false;
  let draining = false;
  const app = createServer({
    config,
    logger,
    hosts: hostsOfFaces(config),
    errorPage: createErrorPage(config),
    onResponse(request, reply, route, ms) {
      if (draining) reply.header('connection', 'close');
      noteChangeBy(request, reply.statusCode, route);
      // Probes and scrapers also come to an unused service.
      if (route?.face !== 'operator') activity.note();
      metrics.observeResponse(request.method, route?.url, reply.statusCode, ms);
      if (request.keyShown) {
        const { method, url, id: requestId, refusal } = request;
        const answered = { method, url, status: reply.statusCode, durationMs: ms, requestId, refusal };
        requests.note(request.keyShown, answered, Date.now());
      }
      // Metrics count successful requests; a log entry for each would cost more than the answer.
      const level = reply.statusCode >= 500 ? 'warn' : reply.statusCode >= 400 ? 'info' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          reqId: request.id,
          method: request.method,
          path: loggedPath(request.url),
          status: reply.statusCode,
          ms: Math.round(ms),
          // Refusals are investigated by address.
          ...(request.refusal && { code: request.refusal.code, address: clientAddress(request) }),
        },
        'request',
      );
    },
  });
  const closeRoutes = watchRoutes(app);
  dashboard.requireProofs(app);
  const takeRequest = async (request: FastifyRequest): Promise<void> => {
    if (limits) await limiter.take(`reference:${clientAddress(request)}`, limits.perAddress, now());
  };
  documentRoutes(app, {
    addresses,
    showsDashboard: config.mode === 'sandbox',
    make: makeReference,
    takeRequest,
  });
  guideRoutes(app, {
    facts: () => ({
      origin: addresses().baseUrl,
      cryptoOrigin: addresses().cryptoBaseUrl,
      merchantId: options.sandboxGuide?.merchantId ?? 'YOUR_MERCHANT_ID',
      sandboxFile: options.sandboxGuide?.file ?? '.data/sandbox.json',
    }),
    takeRequest,
  });
  app.register(async () => {
    operatorRoutes(app, {
      sql,
      probeWrite,
      reads: config.databaseReadUrl === null ? null : reads,
      metrics,
      metricsToken: config.metricsToken,
      accepting: () => ready && !draining,
      clockFault: clockWatch.fault,
    });
  });
  if (config.roles.has('api')) app.register(async () => registerApi());
  app.register(async () => closeRoutes());
  // Partitions come before any send: without one for its log, a send could not be recorded.
  await Promise.all([app.ready(), makePartitions(sql, now())]);

  function registerApi(): void {
    merchantRoutes(app, { sql, authenticator, tokens: sessionTokens, mode: config.mode, now: tokenNow });
    legacyRoutes(app, { authenticator, tokens: legacyTokens, now: tokenNow });
    const rules = {
      isServed,
      webhookUrlFault: remembering((url: string) => checkUrl(url, urlPolicy)?.message ?? null),
      returnUrlFault: remembering((url: string) => returnUrlFault(url, live)),
    };
    charges.register(app, rules);
    eventRoutes(app, {
      sql,
      reads,
      authenticator,
      urlPolicy,
      sampleNotice,
      async takeTest(merchantId) {
        if (limits) await limiter.take(`webhook-test:${merchantId}`, testWebhooksPerTenSeconds, now());
      },
      now,
    });
    endpointRoutes(app, { sql, secrets, authenticator, urlPolicy, now });
    replayRoutes(app, { sql, authenticator });
    dashboard.register(app, {
      authenticator,
      isServed,
      processors: charges.processors,
      cancelCharge: charges.cancel,
      checkoutUrl: () => addresses().checkoutUrl,
    });
    liveStreams.register(app);
    operator.register(app);
    dashboard.registerPayouts(app, {
      ...crypto.opening,
      urlPolicy,
      checkoutUrl: () => addresses().checkoutUrl,
    });
    logoRoutes(app, { sql });
    crypto.register(app);
    payouts.register(app);
    if (options.sandboxRoutes) app.register(options.sandboxRoutes);
    else homeLine(app);
  }

  function openJobs(): ReturnType<Composed['openJobs']> {
    const mailer = createSmtpMailer({
      url: options.smtpUrl,
      from: config.mailFrom,
      mustEncrypt: config.smtpTls === 'required',
    });
    const sender = createWebhookSender({ policy: urlPolicy });
    const deliverer = createDeliverer({
      sql,
      directory,
      endpoints,
      secrets,
      sender,
      retryDelaysSeconds: config.webhookRetryDelaysSeconds,
      onSent: metrics.webhookSent,
      onFailure: (error) => logger.error({ err: error }, 'a delivery could not be recorded; it comes back'),
      now,
    });
    const nothing = { jobs: [], release: async () => {} };
    const watching = config.roles.has('watcher') ? crypto.watch() : nothing;
    const paying = config.roles.has('worker') ? payouts.work() : nothing;
    const notifying = { sql, baseUrl: () => addresses().baseUrl, now };
    const work = (): Job[] => [
      ...charges.jobs,
      ...crypto.workerJobs,
      ...paying.jobs,
      makeRowsJob(crypto.opening),
      { name: 'deliver-webhooks', idleMs: 200, run: deliverer.run },
      mailJob({
        sql,
        mailer,
        domain: config.mailFrom.split('@')[1] as string,
        ...collectedMails({
          baseUrl: () => addresses().baseUrl,
          cryptoBaseUrl: () => addresses().cryptoBaseUrl,
          checkoutUrl: () => addresses().checkoutUrl,
          secrets,
          alertEmail: config.alertEmail,
          logger,
        }),
      }),
      restoredJob({ sql, logger, watch, alertEmail: config.alertEmail, now }),
      cleanUpJob({ ...config, sql, logger, now }),
      ...(config.archiveDays === null ? [] : [archiveJob(sql, config.archiveDays, now)]),
      replayJob(sql),
      finishPausesJob(sql, now),
      sumHoursJob(sql, now),
      lateEntriesJob({ ...config, sql, logger }),
      redMerchantsJob({ ...config, sql, logger }),
      ...operator.jobs,
      remindJob(sql, now),
      followEventsJob(notifying, changes),
      notifyPeopleJob(notifying),
      sendPushesJob({ ...notifying, keys: pushKeysOf(secrets), sender, logger }),
    ];
    const jobs = [
      ...watching.jobs,
      ...(config.roles.has('worker') ? work() : []),
      operator.reporter.job,
      clockWatch.job,
    ];
    // Not awaited: mail is kept until the server accepts it.
    if (config.roles.has('worker')) {
      void mailer.check().then((reason) => {
        if (reason !== null) logger.error({ reason }, 'SMTP_URL: mail cannot be sent; it waits until it can');
      });
    }
    for (const { name } of jobs) metrics.jobStarts(name);
    return {
      jobs,
      async close() {
        await Promise.all([watching.release(), paying.release(), operator.reporter.release()]);
        await deliverer.drain();
        await Promise.all([sender.close(), mailer.close()]);
      },
    };
  }

  return {
    app,
    openJobs,
    startJobs() {
      const { jobs, close } = openJobs();
      const worker = startWorker(jobs, activity, logger, metrics.jobFailed);
      return {
        async stop() {
          await worker.stop();
          await close();
        },
      };
    },
    open() {
      ready = true;
    },
    drain() {
      draining = true;
      // A stream never ends by itself within the time of a stop.
      liveStreams.close();
    },
    async close() {
      await app.close();
      await requests.close();
      await payouts.close();
      await crypto.close();
      await Promise.all([directory.close(), activity.close(), changes.close(), endpoints.close()]);
    },
  };
}
