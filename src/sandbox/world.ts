import type { FastifyPluginAsync } from 'fastify';
import type { Addresses } from '../addresses.ts';
import type { Sql } from '../db/pool.ts';
import type { Secrets } from '../secrets.ts';
import { startAcquirer } from './acquirer/start.ts';
import { type DemoMerchant, ensureDemoMerchant } from './demo-merchant.ts';
import { startMailbox } from './mailbox.ts';

/** The embedded world of the sandbox: all that a live installation finds outside. */
export interface Sandbox {
  merchant: DemoMerchant;
  acquirer: { url: string; secret: string };
  smtpUrl: string;
  routes: FastifyPluginAsync;
  close(): Promise<void>;
}

export async function startSandbox(options: {
  sql: Sql;
  secrets: Secrets;
  demoWebhookUrl: string | null;
  addresses(): Addresses;
}): Promise<Sandbox> {
  const { sql, secrets } = options;
  const merchant = await ensureDemoMerchant(sql, secrets, options.demoWebhookUrl);
  const secret = secrets.derive('sandbox-acquirer', 24).toString('hex');
  const acquirer = await startAcquirer({
    sql,
    secret,
    challengeBaseUrl: () => `${options.addresses().checkoutUrl}/sandbox/3ds`,
  });
  const mailbox = await startMailbox(sql);
  return {
    merchant,
    acquirer: { url: acquirer.url, secret },
    smtpUrl: mailbox.smtpUrl,
    routes: async (app) => {
      await app.register(acquirer.challengeRoutes, { prefix: '/sandbox/3ds' });
      await app.register(mailbox.routes);
    },
    async close() {
      await acquirer.close();
      await mailbox.close();
    },
  };
}
