import { type EnvironmentContext, type Option, UsageError } from '../command.ts';
import { readSandboxFile, sandboxFilePath } from './sandbox-file.ts';

/** The merchant whose events are read, on a server that is reached by its API. */
export interface Account {
  baseUrl: string;
  merchantId: string;
  apiKey: string;
  /** Signs what is forwarded; null: no secret is known. */
  webhookSecret: string | null;
}

export const urlOption = {
  kind: 'text',
  value: '<url>',
  help: 'the address of the server; absent: PASARELA_URL, else as in DATA_DIR/sandbox.json',
} as const satisfies Option;

/**
 * The account of PASARELA_API_KEY and PASARELA_MERCHANT_ID, else that of the sandbox in this folder. A key is never an
 * argument: arguments can be read by every user of a machine.
 */
export async function openAccount(
  env: EnvironmentContext['env'],
  givenUrl: string | undefined,
): Promise<Account> {
  const path = sandboxFilePath(env);
  const sandbox = await readSandboxFile(path);
  const { PASARELA_API_KEY: apiKey, PASARELA_MERCHANT_ID: merchantId } = env;
  const isOwn = Boolean(apiKey && merchantId);
  if (!isOwn && (apiKey || merchantId)) {
    throw new UsageError([
      'PASARELA_API_KEY and PASARELA_MERCHANT_ID belong together: set both, or neither.',
    ]);
  }
  const baseUrl = givenUrl ?? (env.PASARELA_URL || sandbox?.baseUrl);
  const merchant = isOwn ? { apiKey: apiKey as string, merchantId: merchantId as string } : sandbox?.merchant;
  if (!baseUrl || !merchant) {
    throw new UsageError([
      `${path} does not name a sandbox. Run this in its folder, or set PASARELA_URL, PASARELA_API_KEY and PASARELA_MERCHANT_ID.`,
    ]);
  }
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError([
      `"${baseUrl}" is not the address of a server: it begins with http:// or https://.`,
    ]);
  }
  const webhookSecret =
    env.PASARELA_WEBHOOK_SECRET || (isOwn ? null : sandbox?.merchant.webhookSecret) || null;
  return { baseUrl, apiKey: merchant.apiKey, merchantId: merchant.merchantId, webhookSecret };
}
