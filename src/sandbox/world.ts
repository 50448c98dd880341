import type { FastifyPluginAsync } from 'fastify';
import type { Addresses } from '../addresses.ts';
import type { Config } from '../config.ts';
import type { Sql } from '../db/pool.ts';
import type { Logger } from '../logger.ts';
import type { Secrets } from '../secrets.ts';
import { startAcquirer } from './acquirer/start.ts';
import { type DemoMerchant, ensureDemoMerchant } from './demo-merchant.ts';
import { homeRoutes } from './home.ts';
import { startMailbox } from './mailbox.ts';
import type { SandboxNetworks } from './networks.ts';

/** The embedded world of the sandbox: all that a live installation finds outside. */
export interface Sandbox {
  merchant: DemoMerchant;
  acquirer: { url: string; secret: string };
  smtpUrl: string;
  networks: SandboxNetworks;
  routes: FastifyPluginAsync;
  close(): Promise<void>;
}

export async function startSandbox(options: {
  sql: Sql;
  secrets: Secrets;
  config: Pick<Config, 'demoWebhookUrl' | 'dataDir' | 'databaseUrl' | 'crypto'>;
  logger: Logger;
  addresses(): Addresses;
}): Promise<Sandbox> {
  const { sql, secrets, config, logger } = options;
  const merchant = await ensureDemoMerchant(sql, secrets, config.demoWebhookUrl);
  const secret = secrets.derive('sandbox-acquirer', 24).toString('hex');
  const acquirer = await startAcquirer({
    sql,
    secret,
    challengeBaseUrl: () => `${options.addresses().checkoutUrl}/sandbox/3ds`,
  });
  const mailbox = await startMailbox(sql);
  const close = async (): Promise<void> => {
    await acquirer.close();
    await mailbox.close();
  };
  let networks: SandboxNetworks = { served: [], described: {}, signer: null, close: async () => {} };
  try {
    if (config.crypto.localChains) {
      const { dataDir, databaseUrl } = config;
      // Loaded only where it is wanted: it takes as long as all the rest.
      const { startNetworks } = await import('./networks.ts');
      networks = await startNetworks({ sql, secrets, logger, dataDir, sharedDatabase: databaseUrl !== null });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    merchant,
    acquirer: { url: acquirer.url, secret },
    smtpUrl: mailbox.smtpUrl,
    networks,
    routes: async (app) => {
      await app.register(acquirer.challengeRoutes, { prefix: '/sandbox/3ds' });
      await app.register(mailbox.routes);
      const rpcUrls = () =>
        Object.fromEntries(Object.entries(networks.described).map(([id, { rpcUrl }]) => [id, rpcUrl]));
      await app.register(homeRoutes({ sql, addresses: options.addresses, rpcUrls }));
    },
    async close() {
      await networks.close();
      await close();
    },
  };
}
