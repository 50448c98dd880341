import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { reachDatabase } from '../base/db/database.ts';
import type { Logger } from '../base/ground/logger.ts';
import { beginTrail } from '../base/ground/trail.ts';
import { type Addresses, resolveAddresses } from '../base/http/addresses.ts';
import { watchConnections } from '../base/http/drain.ts';
import { startRedirect } from '../base/http/redirect.ts';
import { networks } from '../chain/chains/networks.ts';
import type { ServedNetwork } from '../chain/chains/served-network.ts';
import { openInstallation } from '../commerce/installation/installation.ts';
import { noticeRestore } from '../commerce/installation/mark-restored.ts';
import { liveAdvice } from '../config/advice.ts';
import type { Config } from '../config/config.ts';
import type { ProcessorSetup } from '../payments/processors/settings.ts';
import type { SandboxFacts } from '../sandbox/announce.ts';
import type { Sandbox } from '../sandbox/world.ts';

export interface Pasarela {
  addresses: Addresses;
  /** Facts about the sandbox for its users. */
  sandbox: SandboxFacts | null;
  metricsToken: string | null;
  /** Finishes the work under way, then stops. */
  stop(): Promise<void>;
}

type Parts = Awaited<ReturnType<typeof loadParts>>;

/** Nearly all of the program, which takes longer to load than the database to start: both run at once. */
export async function loadParts(config: Config) {
  const { compose } = await import('./compose.ts');
  if (config.mode !== 'sandbox') return { compose, startSandbox: null, beginChains: null };
  const { startSandbox } = await import('../sandbox/world.ts');
  if (!config.crypto.localChains) return { compose, startSandbox, beginChains: null };
  const { beginChains } = await import('../sandbox/networks.ts');
  return { compose, startSandbox, beginChains };
}

export async function start(
  config: Config,
  logger: Logger,
  /** Runs before the process reports that it is ready, so that everything is written by then. */
  announce?: (addresses: Addresses, sandbox: SandboxFacts | null) => Promise<void>,
): Promise<Pasarela> {
  checkTls(config.tls);
  for (const line of liveAdvice(config)) logger.warn(line);
  const closers: (() => Promise<void>)[] = [];
  async function closeAll(): Promise<void> {
    for (const close of closers.splice(0).reverse()) {
      // A part that cannot stop cleanly (the database may be away) must not keep the others running.
      await close().catch((error) => logger.warn({ err: error }, 'a part did not stop cleanly'));
    }
  }

  try {
    closers.push(await beginFollowing(config, logger));
    let loading: Promise<Parts> | null = null;
    const load = (): Promise<Parts> => {
      loading ??= loadParts(config);
      return loading;
    };
    const onWait = () => void load().catch(() => {});
    const database = await reachDatabase(config, { ownership: 'server', logger, onWait });
    closers.push(database.close);
    const { sql, reads, nodes } = database;
    const { compose, startSandbox, beginChains } = await load();
    const migrating = database.migrate();
    const sharedDatabase = config.databaseUrl !== null;
    const chains = beginChains?.({ sql, logger, dataDir: config.dataDir, sharedDatabase, migrating }) ?? null;
    if (chains) closers.push(chains.close);
    tellMigrations(await migrating, config, logger);
    const secrets = await openInstallation(sql, config);
    await noticeRestore(sql, logger, new Date());
    let addresses: Addresses | null = null;
    const knownAddresses = (): Addresses => addresses ?? resolveAddresses(config, '');

    let sandbox: Sandbox | null = null;
    if (startSandbox) {
      sandbox = await startSandbox({
        sql,
        secrets,
        config,
        chains,
        addresses: knownAddresses,
      });
      closers.push(sandbox.close);
      // Prometheus needs a token in the sandbox too; it derives from the master secret.
      config = {
        ...config,
        metricsToken: config.metricsToken ?? secrets.derive('metrics', 24).toString('hex'),
        payouts: { ...config.payouts, signer: config.payouts.signer ?? sandbox.networks.signer },
      };
    }
    const composed = await compose({
      config,
      sql,
      reads,
      nodes,
      secrets,
      logger,
      processorSetups: chooseSetups(config, sandbox),
      networks: chooseNetworks(config, sandbox),
      smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
      sandboxRoutes: sandbox?.routes ?? null,
      ensurePerson: sandbox?.ensurePerson ?? null,
      sandboxGuide: sandbox && {
        merchantId: sandbox.merchant.merchantId,
        file: resolve(config.dataDir, 'sandbox.json'),
      },
      addresses: knownAddresses,
    });
    closers.push(composed.close);
    const drainConnections = watchConnections(composed.app.server);
    const listeningOn = await listen(composed.app, config);
    addresses = resolveAddresses(config, listeningOn);
    if (config.redirectPort !== null && config.roles.has('api')) {
      const at = { host: config.host, port: config.redirectPort };
      const urls = Object.values(addresses);
      const redirect = await startRedirect(at, urls).catch((error) => {
        throw listenFault('REDIRECT_PORT', at, error);
      });
      closers.push(redirect.close);
    }
    const facts = sandbox && {
      merchant: sandbox.merchant,
      person: sandbox.person,
      networks: sandbox.networks.described,
    };
    await announce?.(addresses, facts);
    closers.push(composed.startJobs().stop);
    composed.open();
    sandbox?.networks.signer
      ?.make()
      .catch((error) => logger.warn({ err: error }, "the file of the sandbox's keys could not be made"));
    return {
      addresses,
      sandbox: facts,
      metricsToken: config.metricsToken,
      async stop() {
        composed.drain();
        await drainConnections();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Logs each migration. A new sandbox logs none, because it prints its instructions instead. */
function tellMigrations(applied: readonly string[], { mode }: Config, logger: Logger): void {
  const isNew = applied.some((name) => name.startsWith('0001'));
  if (mode === 'sandbox' && isNew) return;
  for (const migration of applied) logger.info({ migration }, 'migration applied');
}

/** Starts the log entries about money, and traces if an endpoint is configured. */
async function beginFollowing(
  { otlpEndpoint: endpoint, roles }: Config,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (endpoint === null) {
    const end = beginTrail(logger, null);
    return async () => end();
  }
  const { startOpenTelemetry } = await import('../base/ground/open-telemetry.ts');
  const tracing = startOpenTelemetry({ endpoint, roles }, logger);
  const end = beginTrail(logger, tracing.startSpan);
  return async () => {
    end();
    await tracing.stop();
  };
}

/** Processors get their keys from the configuration; the sandbox's come from the acquirer that was started. */
function chooseSetups({ cards }: Config, sandbox: Sandbox | null): ProcessorSetup[] {
  return sandbox ? [...cards.setups, { name: 'sandbox', settings: sandbox.acquirer }] : cards.setups;
}

/** The sandbox's own chains, or the networks whose nodes are configured. */
function chooseNetworks(config: Config, sandbox: Sandbox | null): ServedNetwork[] {
  const configured = networks.flatMap((network) => {
    const node = config.crypto.nodes.get(network.id);
    return node ? [{ network, ...node, isPublic: true }] : [];
  });
  return configured.length > 0 ? configured : (sandbox?.networks.served ?? []);
}

async function listen(
  app: { listen(options: { host: string; port: number }): Promise<string> },
  { host, port }: Config,
): Promise<string> {
  return await app.listen({ host, port }).catch((error) => {
    throw listenFault('PORT', { host, port }, error);
  });
}

/** The reason why the server cannot listen, with the names of the variables. */
function listenFault(
  variable: string,
  { host, port }: { host: string; port: number },
  error: unknown,
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Error(
      `${variable}: ${port} on ${host} is taken. Stop what listens there, or set another ${variable}.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Error(`HOST and ${variable}: cannot listen on ${host}:${port} (${code}).`);
  }
  return error;
}

/** Checked before anything starts, with the names of the variables. */
function checkTls(tls: Config['tls']): void {
  if (!tls) return;
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new Error(
      `TLS_CERT and TLS_KEY: expected a certificate and its key in PEM (${(error as Error).message}).`,
    );
  }
}
