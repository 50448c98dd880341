import type { EnvReader } from '../../../base/ground/env-reader.ts';
import { type SiteId, siteIds } from './sites.ts';

export interface MercadopagoSettings {
  /** The base URL of its API. */
  url: string;
  accessToken: string;
  /** The application's secrets that sign its notifications: several while they are rotated. */
  webhookSecrets: readonly string[];
  site: SiteId;
  timeoutMs?: number;
  /** Between two checks whether a report is ready. */
  reportPollMs?: number;
}

const apiUrl = 'https://api.mercadopago.com';

const tokenPattern = /^(?:TEST|APP_USR)-[\w-]{20,200}$/;
const secretPattern = /^[\x21-\x2b\x2d-\x7e]{16,200}$/;
const maxWebhookSecrets = 4;

export function readMercadopagoSettings(reader: EnvReader): MercadopagoSettings | null {
  const faultsBefore = reader.faults.length;
  const url = readUrl(reader);
  const accessToken = readToken(reader);
  const webhookSecrets = (reader.get('MERCADOPAGO_WEBHOOK_SECRET') ?? '')
    .split(',')
    .map((text) => text.trim());
  if (webhookSecrets.length > maxWebhookSecrets || !webhookSecrets.every((text) => secretPattern.test(text)))
    reader.fault(
      'MERCADOPAGO_WEBHOOK_SECRET',
      `the secret signature of the application: Your integrations > Webhooks; up to ${maxWebhookSecrets}, separated by commas`,
      true,
    );
  const site = siteIds.find((id) => id === reader.get('MERCADOPAGO_COUNTRY'));
  if (!site) reader.fault('MERCADOPAGO_COUNTRY', `the country of the account: one of ${siteIds.join(', ')}`);
  if (!site || reader.faults.length > faultsBefore) return null;
  return { url, accessToken, webhookSecrets, site };
}

/**
 * A test account's credentials start with APP_USR- like any other's, so a sandbox cannot detect those of a real
 * account.
 */
function readToken(reader: EnvReader): string {
  const name = 'MERCADOPAGO_ACCESS_TOKEN';
  const token = reader.get(name) ?? '';
  if (!tokenPattern.test(token))
    reader.fault(name, 'an access token: APP_USR-… (or TEST-… in a sandbox)', true);
  else if (reader.live && token.startsWith('TEST-'))
    reader.fault(name, 'production credentials (APP_USR-…) where MODE is live', true);
  return token;
}

function readUrl(reader: EnvReader): string {
  const name = 'MERCADOPAGO_API_URL';
  const faultsBefore = reader.faults.length;
  const url = reader.url(name, ['https:', 'http:']);
  if (url === null || reader.faults.length > faultsBefore) return apiUrl;
  const { protocol, hostname, username, password } = new URL(url);
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  if (username || password) reader.fault(name, 'an address without a name or a password', true);
  else if (protocol !== 'https:' && (reader.live || !isLoopback))
    reader.fault(name, `${apiUrl}, or an address that starts with https://`);
  return url;
}
