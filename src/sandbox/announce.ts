import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '../base/http/addresses.ts';
import type { DemoMerchant } from './demo-merchant.ts';
import type { DemoPerson } from './demo-person.ts';
import type { DescribedNetwork } from './networks.ts';
import { mailPath } from './pages/mailbox.ts';

const dashboardPath = '/dashboard';

/** The facts that the sandbox shows to its users. */
export interface SandboxFacts {
  merchant: DemoMerchant;
  person: DemoPerson;
  networks: Record<string, DescribedNetwork>;
}

/** Writes the file by which tools find the sandbox. Written atomically, readable only by the owner. */
export async function writeSandboxFile(
  dataDir: string,
  addresses: Addresses,
  { merchant, person, networks }: SandboxFacts,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'sandbox.json');
  const dashboard = { url: addresses.baseUrl + dashboardPath, ...person };
  const content = { ...addresses, merchant, dashboard, networks, mailUrl: addresses.baseUrl + mailPath };
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

/** The text printed after a start: the URLs, the account, and a first payment of each kind to paste. */
export function describeSandbox(
  addresses: Addresses,
  { merchant, person, networks }: SandboxFacts,
  dataDir: string,
): string {
  const { baseUrl } = addresses;
  const chains = Object.entries(networks).map(([id, { rpcUrl }]) => `  ${id.padEnd(10)} ${rpcUrl}\n`);
  return `
Pasarela sandbox is ready.

  API        ${baseUrl}
  Guides     ${baseUrl}/docs
  Reference  ${baseUrl}/docs/api
  Mail       ${baseUrl}${mailPath}
  Dashboard  ${baseUrl}${dashboardPath}
  Sign in as ${person.email} with ${person.password}
${chains.join('')}  Merchant   ${merchant.merchantId}
  API key    ${merchant.apiKey}
  Also in    ${join(dataDir, 'sandbox.json')}
${networks.ERC20 ? firstOrder(addresses, merchant) : ''}
Create a first charge, then open the urlCheckout it prints and pay with 4242 4242 4242 4242:

  answer=$(curl -s -X POST ${baseUrl}/api/auth/token -H 'x-api-key: ${merchant.apiKey}' -H 'X-Merchant-Id: ${merchant.merchantId}')
  token=$(echo "$answer" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  session=$(echo "$answer" | sed 's/.*"session_id":"\\([^"]*\\)".*/\\1/')
  curl -s -X POST ${baseUrl}/api/transactions/charges \\
    -H "Authorization: Bearer $token" -H "x-session-id: $session" -H 'Content-Type: application/json' \\
    -d '{"flow":"PAYIN","method_code":"CARDS","method_category":"CARD","country":"COL","currency":"USD","amount":10.50,"description":"First charge"}'

`;
}

function firstOrder({ cryptoBaseUrl }: Addresses, { merchantId }: DemoMerchant): string {
  return `
Create a first USDT order, then open the url it prints, choose a network and pay from the funder in sandbox.json:

  hash=$(curl -s -X POST ${cryptoBaseUrl}/payment/create -H 'Content-Type: application/json' \\
    -d '{"country":"COL","origin":"api","amount":"25.50","email":"ana@customer.example"}' | sed 's/.*"hash":"\\([^"]*\\)".*/\\1/')
  curl -s -X POST ${cryptoBaseUrl}/processor -H 'Content-Type: application/json' \\
    -d '{"hash":"'"$hash"'","paymentMethod":"usdt","typePayment":"wallet","typeTransaction":"cashin","merchantId":"${merchantId}"}'
`;
}
