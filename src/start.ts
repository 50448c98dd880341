import { setTimeout as delay } from 'node:timers/promises';
import { type Addresses, resolveAddresses } from './addresses.ts';
import type { CardProcessor } from './charges/card-processor.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { openInstallation } from './installation.ts';
import type { Logger } from './logger.ts';
import { processors } from './processors/registry.ts';
import type { DemoMerchant } from './sandbox/demo-merchant.ts';
import { type Sandbox, startSandbox } from './sandbox/world.ts';

export interface Pasarela {
  addresses: Addresses;
  demoMerchant: DemoMerchant | null;
  metricsToken: string | null;
  /** Finishes what is under way, then stops. */
  stop(): Promise<void>;
}

/**
 * Between refusing new work and closing connections: clients on open connections get one more
 * answer that tells them to reconnect, and a balancer sees that we are no longer ready.
 */
const drainMs = 500;

export async function start(config: Config, logger: Logger): Promise<Pasarela> {
  const closers: (() => Promise<void>)[] = [];
  async function closeAll(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
  }

  try {
    const database = await openDatabase(config, logger, 'server');
    closers.push(database.close);
    const { sql } = database;
    const secrets = await openInstallation(sql, config);
    let addresses: Addresses | null = null;
    const knownAddresses = (): Addresses => addresses ?? resolveAddresses(config, '');

    let sandbox: Sandbox | null = null;
    if (config.mode === 'sandbox') {
      sandbox = await startSandbox({
        sql,
        secrets,
        demoWebhookUrl: config.demoWebhookUrl,
        addresses: knownAddresses,
      });
      closers.push(sandbox.close);
      // Prometheus needs a token in the sandbox too; it follows from the master secret.
      config = {
        ...config,
        metricsToken: config.metricsToken ?? secrets.derive('metrics', 24).toString('hex'),
      };
    }
    const composed = await compose({
      config,
      sql,
      secrets,
      logger,
      processor: chooseProcessor(config, sandbox),
      sandboxRoutes: sandbox?.routes ?? null,
      addresses: knownAddresses,
    });
    closers.push(composed.close);
    const listeningOn = await listen(composed.app, config);
    addresses = resolveAddresses(config, listeningOn);
    if (config.roles.has('worker')) closers.push(composed.startJobs().stop);

    return {
      addresses,
      demoMerchant: sandbox?.merchant ?? null,
      metricsToken: config.metricsToken,
      async stop() {
        composed.drain();
        await delay(drainMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function chooseProcessor(config: Config, sandbox: Sandbox | null): CardProcessor | null {
  const name = config.cardProcessor;
  if (name === null) return null;
  if (name === 'sandbox' && sandbox) return processors.sandbox(sandbox.acquirer);
  throw new Error(
    `CARD_PROCESSOR: given "${name}", expected one of ${Object.keys(processors).join(', ')}, none.`,
  );
}

async function listen(
  app: { listen(options: { host: string; port: number }): Promise<string> },
  { host, port }: Config,
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`PORT: ${port} on ${host} is taken. Stop what listens there, or set another PORT.`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new Error(`HOST and PORT: cannot listen on ${host}:${port} (${code}).`);
    }
    throw error;
  }
}
