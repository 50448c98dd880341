import type { FastifyPluginAsync } from 'fastify';
import type { Sql } from '../base/db/pool.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { startAcquirer } from './acquirer/start.ts';
import { type DemoMerchant, ensureDemoMerchant } from './demo-merchant.ts';
import { type DemoPerson, demoPerson, ensureDemoPerson } from './demo-person.ts';
import type { LocalChains, SandboxNetworks } from './networks.ts';
import { homeRoutes } from './pages/home.ts';
import { startMailbox } from './pages/mailbox.ts';
import { testPaymentRoutes } from './pages/test-payment.ts';
import { playRoutes } from './plays/routes.ts';
import { testWalletRoutes } from './test-wallet/wallet-routes.ts';

/** The embedded world of the sandbox: everything that a live installation finds outside. */
export interface Sandbox {
  merchant: DemoMerchant;
  person: DemoPerson;
  /** Creates the person if there is none yet. */
  ensurePerson(): Promise<void>;
  acquirer: { url: string; secret: string };
  smtpUrl: string;
  networks: SandboxNetworks;
  routes: FastifyPluginAsync;
  close(): Promise<void>;
}

interface SandboxOptions {
  sql: Sql;
  secrets: Secrets;
  config: { dataDir: string; demoWebhookUrl: string | null };
  /** Left running when the sandbox closes; null: there are none. */
  chains: LocalChains | null;
  addresses(): Addresses;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { sql, secrets, config } = options;
  const secret = secrets.derive('sandbox-acquirer', 24).toString('hex');
  const challengeBaseUrl = () => `${options.addresses().checkoutUrl}/sandbox/3ds`;
  const localPageBaseUrl = () => `${options.addresses().checkoutUrl}/sandbox/pay`;
  const started: { close(): Promise<void> }[] = [];
  const noted = async <Part extends { close(): Promise<void> }>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting;
    started.push(part);
    return part;
  };
  const close = async (): Promise<void> => {
    for (const part of started.splice(0).reverse()) await part.close();
  };
  const starting = [
    noted(openNetworks(options)),
    ensureDemoMerchant(sql, secrets, config.demoWebhookUrl),
    noted(startAcquirer({ sql, secret, challengeBaseUrl, localPageBaseUrl })),
    noted(startMailbox(sql)),
  ] as const;
  const [networks, merchant, acquirer, mailbox] = await Promise.all(starting).catch(async (error) => {
    await Promise.allSettled(starting);
    await close();
    throw error;
  });
  return {
    merchant,
    person: demoPerson(secrets),
    ensurePerson: () => ensureDemoPerson(sql, secrets, merchant.merchantId),
    acquirer: { url: acquirer.url, secret },
    smtpUrl: mailbox.smtpUrl,
    networks,
    routes: async (app) => {
      await app.register(acquirer.challengeRoutes, { prefix: '/sandbox/3ds' });
      await app.register(acquirer.localRoutes, { prefix: '/sandbox/pay' });
      await app.register(mailbox.routes);
      const rpcUrls = () =>
        Object.fromEntries(Object.entries(networks.described).map(([id, { rpcUrl }]) => [id, rpcUrl]));
      const { addresses } = options;
      const person = demoPerson(secrets);
      await app.register(homeRoutes({ sql, addresses, rpcUrls, person, dataDir: config.dataDir }));
      await app.register(testPaymentRoutes({ merchant, addresses }));
      await app.register(playRoutes({ sql, chains: networks.wallet, addresses }));
      if (networks.wallet.size > 0) {
        await app.register(testWalletRoutes({ sql, chains: networks.wallet }), { prefix: '/sandbox/wallet' });
      }
    },
    close,
  };
}

async function openNetworks({ sql, secrets, config, chains }: SandboxOptions): Promise<SandboxNetworks> {
  if (!chains)
    return {
      served: [],
      described: {},
      wallet: new Map(),
      signer: null,
      tronFaults: null,
      close: async () => {},
    };
  // Loaded only if needed.
  const { startNetworks } = await import('./networks.ts');
  return await startNetworks({ sql, secrets, dataDir: config.dataDir, chains });
}
