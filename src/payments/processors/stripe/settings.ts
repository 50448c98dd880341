import { type EnvReader, withoutLastSlashes } from '../../../base/ground/env-reader.ts';

export interface StripeSettings {
  secretKey: string;
  /** More than one while a secret is rotated. */
  webhookSecrets: readonly string[];
  apiUrl: string;
  /** 1: none are offered. */
  maxInstalments: number;
  timeoutMs?: number;
}

export const realApiUrl = 'https://api.stripe.com';
/** Stripe keeps an old secret valid beside a new one. */
const maxWebhookSecrets = 4;

/**
 * Reads STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL and STRIPE_MAX_INSTALMENTS; null: a fault was
 * reported.
 */
export function readStripeSettings(reader: EnvReader): StripeSettings | null {
  const secretKey = readSecretKey(reader);
  const webhookSecrets = readWebhookSecrets(reader);
  const apiUrl = readApiUrl(reader);
  const maxInstalments = reader.wholeNumber('STRIPE_MAX_INSTALMENTS', 1, 1, 24);
  if (secretKey === null || webhookSecrets === null || apiUrl === null) return null;
  return { secretKey, webhookSecrets, apiUrl, maxInstalments };
}

function readSecretKey(reader: EnvReader): string | null {
  const name = 'STRIPE_SECRET_KEY';
  const mode = reader.live ? 'live' : 'test';
  const key = reader.get(name);
  const match = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]{8,255}$/.exec(key ?? '');
  if (key !== undefined && match?.[1] === mode) return key;
  const why = match
    ? reader.live
      ? ': a live installation takes no test key'
      : ': a sandbox takes no live key'
    : '';
  reader.fault(name, `a secret or restricted key of Stripe, sk_${mode}_… or rk_${mode}_…${why}`, true);
  return null;
}

function readWebhookSecrets(reader: EnvReader): string[] | null {
  const name = 'STRIPE_WEBHOOK_SECRET';
  const secrets = (reader.get(name) ?? '').split(',').map((secret) => secret.trim());
  const isSecret = (secret: string): boolean => /^whsec_[A-Za-z0-9+/=_-]{16,255}$/.test(secret);
  if (secrets.every(isSecret) && secrets.length <= maxWebhookSecrets) return secrets;
  reader.fault(
    name,
    `the signing secret of the webhook endpoint, whsec_…; up to ${maxWebhookSecrets}, separated by commas`,
    true,
  );
  return null;
}

function readApiUrl(reader: EnvReader): string | null {
  const name = 'STRIPE_API_URL';
  const given = reader.get(name);
  if (given === undefined) return realApiUrl;
  const url = URL.parse(given);
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && (url.protocol === 'https:' || (!reader.live && isLoopbackHttp(url)))) {
    return withoutLastSlashes(given);
  }
  const expected = reader.live
    ? 'an address that starts with https://'
    : 'an address that starts with https://, or with http:// on this machine';
  // The URL may contain a password.
  reader.fault(name, expected, given.includes('@'));
  return null;
}

function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
