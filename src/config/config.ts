import { resolve } from 'node:path';
import type { ClockBounds } from '../base/db/database-clock.ts';
import { defaultPoolSize } from '../base/db/pool.ts';
import {
  ConfigError,
  type ConfigFault,
  createEnvReader,
  type Environment,
  type EnvReader,
} from '../base/ground/env-reader.ts';
import { isPlainText, plainly } from '../base/ground/plain-text.ts';
import type { RequestLimits } from '../base/http/limits.ts';
import { networks } from '../chain/chains/networks.ts';
import { minArchiveDays } from '../payments/charges/archive/age.ts';
import { type CardsConfig, readCardsConfig } from './cards-config.ts';
import { type CryptoConfig, readCryptoConfig } from './crypto-config.ts';
import { readable, readDatabaseUrl, writable } from './database-config.ts';
import {
  readPublicAddress,
  readRedirectPort,
  readTls,
  readTrustProxy,
  readWebhookNetworks,
} from './network-config.ts';
import { type PayoutConfig, readPayoutConfig } from './payout-config.ts';

/** The environment, read once. Every variable is documented in docs/operate/configuration.md. */
export interface Config {
  mode: 'sandbox' | 'live';
  host: string;
  port: number;
  /** The four addresses of the contract; '' means this server's own, known once it listens. */
  baseUrl: string;
  legacyAuthUrl: string;
  cryptoBaseUrl: string;
  checkoutUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The database for lists and reports; null: the main one. */
  databaseReadUrl: string | null;
  /** The destination of traces, without /v1/traces; null: tracing is off. */
  otlpEndpoint: string | null;
  /** The maximum of this process's database connections. */
  poolSize: number;
  tls: { cert: string; key: string } | null;
  /** The port that redirects http to https; null: none. */
  redirectPort: number | null;
  trustProxy: string[] | null;
  hstsSubdomains: boolean;
  roles: ReadonlySet<Role>;
  /** The master secret and its predecessors; empty: the sandbox keeps one in the database. */
  secretKeys: Buffer[];
  cards: CardsConfig;
  rateLimits: RateLimits | null;
  metricsToken: string | null;
  logLevel: string;
  demoWebhookUrl: string | null;
  /** Private networks that webhooks may go to, in CIDR notation. */
  webhookNetworks: string[];
  /** The delays before each retry of a webhook. */
  webhookRetryDelaysSeconds: number[];
  /** How long the log of sends is kept. */
  deliveryLogDays: number;
  /** 0: events are kept for ever. */
  eventDays: number;
  /** null: no automatic archiving. */
  archiveDays: number | null;
  /** null: the sandbox's mail catcher. */
  smtpUrl: string | null;
  /** Whether mail may go unencrypted to another machine that offers no TLS. */
  smtpTls: 'required' | 'optional';
  mailFrom: string;
  /** The name of the operator on customers' pages, beside the merchant; null: not shown. */
  operatorName: string | null;
  /** The recipient of alarms, e.g. when a network lags or the books do not match the chain; null: none. */
  alertEmail: string | null;
  /** Whether people without a second factor are refused strong acts. */
  secondFactorDemanded: boolean;
  /** How long a new destination waits before money may go there. */
  newDestinationMs: number;
  /** How long a person with a new role cannot approve. */
  newApproverMs: number;
  /** When the nightly checks start: minutes after midnight, UTC. */
  nightlyMinute: number;
  /** How much our clock may differ from the database's and the chains'. */
  clockBounds: ClockBounds;
  crypto: CryptoConfig;
  payouts: PayoutConfig;
}

const roleNames = ['api', 'worker', 'watcher'] as const;
type Role = (typeof roleNames)[number];

export interface RateLimits extends RequestLimits {
  /** Per hour: refused attempts with one card, and different cards refused from one address at a merchant. */
  refusalsPerCard: number;
  refusalsPerAddress: number;
}

/** Reads the environment; throws one ConfigError that lists every fault. */
export function readConfig(env: Environment): Config {
  const reader = createEnvReader(env);
  const { live, get, fault, oneOf, wholeNumber, url } = reader;
  const mode = oneOf('MODE', ['sandbox', 'live'], 'sandbox');
  const required = (name: string, expected: string): void => {
    if (live && !get(name)) fault(name, `${expected} (MODE=live)`);
  };

  const mustEncrypt =
    oneOf('DATABASE_TLS', ['required', 'optional'], live ? 'required' : 'optional') === 'required';
  const databaseUrl = readDatabaseUrl(reader, 'DATABASE_URL', writable, mustEncrypt);
  required('DATABASE_URL', 'the address of your PostgreSQL');
  const databaseReadUrl = readDatabaseUrl(reader, 'DATABASE_READ_URL', readable, mustEncrypt);
  if (databaseReadUrl !== null && !get('DATABASE_URL')) {
    fault('DATABASE_URL', 'the address of the primary, since DATABASE_READ_URL is given');
  }
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  required('SMTP_URL', 'the address of your mail server, e.g. smtps://user:password@host');
  const mailFrom = get('MAIL_FROM') ?? (live ? '' : 'pasarela@localhost.example');
  if (!isEmail(mailFrom)) fault('MAIL_FROM', 'the e-mail address that mail comes from');
  const alertEmail = get('ALERT_EMAIL') ?? null;
  if (alertEmail !== null && !isEmail(alertEmail)) fault('ALERT_EMAIL', 'the e-mail address for alarms');
  const operatorName = get('OPERATOR_NAME') ?? null;
  if (operatorName !== null && !isPlainText(operatorName)) fault('OPERATOR_NAME', `a name ${plainly}`);
  const demoWebhookUrl = live ? null : url('DEMO_WEBHOOK_URL', ['http:', 'https:']);
  if (live && get('DEMO_WEBHOOK_URL')) {
    fault('DEMO_WEBHOOK_URL', 'nothing: it belongs to the sandbox (MODE=live)');
  }
  const metricsToken = get('METRICS_TOKEN') ?? null;
  if (metricsToken !== null && metricsToken.length < 16)
    fault('METRICS_TOKEN', 'at least 16 characters', true);

  const roles = readRoles(reader);
  const config: Config = {
    mode,
    // The name would resolve to two addresses, with a listener for each.
    host: get('HOST')?.replace(/^localhost$/i, '127.0.0.1') ?? '127.0.0.1',
    port: wholeNumber('PORT', 8080, 0, 65_535),
    baseUrl: readPublicAddress(reader, 'BASE_URL'),
    legacyAuthUrl: readPublicAddress(reader, 'LEGACY_AUTH_URL'),
    cryptoBaseUrl: readPublicAddress(reader, 'CRYPTO_BASE_URL'),
    checkoutUrl: readPublicAddress(reader, 'CHECKOUT_URL'),
    dataDir: resolve(get('DATA_DIR') ?? '.data'),
    databaseUrl,
    databaseReadUrl,
    otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/$/, '') ?? null,
    poolSize: wholeNumber('DATABASE_POOL_SIZE', defaultPoolSize, 4, 200),
    tls: readTls(reader),
    redirectPort: readRedirectPort(reader),
    trustProxy: readTrustProxy(reader),
    hstsSubdomains: oneOf('HSTS_SUBDOMAINS', ['on', 'off'], 'off') === 'on',
    roles,
    secretKeys: readSecretKeys(reader),
    cards: readCardsConfig(reader),
    rateLimits: readRateLimits(reader),
    metricsToken,
    logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    demoWebhookUrl,
    webhookNetworks: readWebhookNetworks(reader),
    webhookRetryDelaysSeconds: readRetryDelays(reader),
    deliveryLogDays: wholeNumber('DELIVERY_LOG_DAYS', 30, 1, 3650),
    eventDays: wholeNumber('EVENT_DAYS', 400, 0, 36_500),
    archiveDays: readArchiveDays(reader),
    smtpUrl,
    smtpTls: oneOf('SMTP_TLS', ['required', 'optional'], live ? 'required' : 'optional'),
    mailFrom,
    operatorName,
    alertEmail,
    secondFactorDemanded:
      oneOf('SECOND_FACTOR', ['demanded', 'offered'], live ? 'demanded' : 'offered') === 'demanded',
    newApproverMs: wholeNumber('NEW_APPROVER_HOURS', live ? 24 : 0, 0, 720) * 3_600_000,
    newDestinationMs: wholeNumber('NEW_DESTINATION_HOURS', live ? 24 : 0, 0, 720) * 3_600_000,
    nightlyMinute: readNightlyMinute(reader),
    clockBounds: {
      warnMs: wholeNumber('CLOCK_WARN_SECONDS', 30, 5, 3_600) * 1_000,
      stopMs: wholeNumber('CLOCK_STOP_SECONDS', 300, 5, 86_400) * 1_000,
    },
    crypto: readCryptoConfig(reader, networks),
    payouts: readPayoutConfig(reader, networks, roles.has('worker')),
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  return config;
}

function isEmail(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+$/.test(text);
}

function readSecretKeys({ live, get, fault }: EnvReader): Buffer[] {
  const current = get('SECRET_KEY');
  if (current === undefined) {
    if (get('SECRET_KEY_PREVIOUS'))
      fault('SECRET_KEY', 'the present key, since SECRET_KEY_PREVIOUS is given');
    if (live)
      fault('SECRET_KEY', '32 random bytes in hex or base64, e.g. from `openssl rand -hex 32` (MODE=live)');
    return [];
  }
  const keys: Buffer[] = [];
  for (const name of ['SECRET_KEY', 'SECRET_KEY_PREVIOUS']) {
    const value = get(name);
    if (value === undefined) continue;
    const key = /^[0-9a-f]+$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
    // Few different bytes mean a placeholder, not a secret. Of 32 random bytes some 30 differ.
    if (key.length < 32) fault(name, 'at least 32 random bytes in hex or base64', true);
    else if (new Set(key).size < 12) fault(name, 'random bytes, not a placeholder', true);
    else keys.push(key);
  }
  return keys;
}

function readRoles({ get, fault }: EnvReader): ReadonlySet<Role> {
  const value = get('ROLES');
  if (value === undefined) return new Set(roleNames);
  const given = value.split(',').map((entry) => entry.trim());
  if (!given.every((entry) => (roleNames as readonly string[]).includes(entry))) {
    fault('ROLES', `any of ${roleNames.join(',')}`);
  }
  return new Set(given as Role[]);
}

function readRateLimits({ live, fault, oneOf, wholeNumber }: EnvReader): RateLimits | null {
  const on = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (!on && live) fault('RATE_LIMITS', 'on (MODE=live)');
  const limits = {
    perMerchant: wholeNumber('LIMIT_PER_MERCHANT', 1000, 1, 1_000_000),
    perAddress: wholeNumber('LIMIT_PER_ADDRESS', 300, 1, 1_000_000),
    refusalsPerCard: wholeNumber('LIMIT_REFUSALS_PER_CARD', 15, 1, 1_000_000),
    refusalsPerAddress: wholeNumber('LIMIT_REFUSALS_PER_ADDRESS', 60, 1, 1_000_000),
  };
  return on ? limits : null;
}

const maxArchiveDays = 36_500;

function readArchiveDays({ get, fault }: EnvReader): number | null {
  const value = get('ARCHIVE_DAYS') ?? 'off';
  if (value === 'off') return null;
  const days = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (days < minArchiveDays || days > maxArchiveDays) {
    fault('ARCHIVE_DAYS', `off, or a whole number from ${minArchiveDays} to ${maxArchiveDays}`);
  }
  return days;
}

function readNightlyMinute({ get, fault }: EnvReader): number {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(get('NIGHTLY_CHECKS_AT') ?? '08:00') ?? [];
  if (hour === undefined) fault('NIGHTLY_CHECKS_AT', 'a time in UTC as HH:MM, e.g. 08:00');
  return Number(hour) * 60 + Number(minute);
}

function readRetryDelays({ get, fault }: EnvReader): number[] {
  const value = get('WEBHOOK_RETRY_DELAYS') ?? '60,900,7200';
  const delays = value.split(',').map((entry) => entry.trim());
  if (delays.length !== 3 || !delays.every((entry) => /^\d{1,6}(\.\d{1,3})?$/.test(entry))) {
    fault('WEBHOOK_RETRY_DELAYS', 'three numbers of seconds, e.g. 60,900,7200');
  }
  return delays.map(Number);
}

/** All faults of the settings; empty: none. */
export function configFaults(env: Environment): ConfigFault[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
