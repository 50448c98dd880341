import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ConfigFault, Environment } from '../../../base/ground/env-reader.ts';
import { configFaults } from '../../../config/config.ts';

/** How the program runs on the machine. */
export const runners = ['systemd', 'compose'] as const;
export type Runner = (typeof runners)[number];

export type Settings = Record<string, string>;

export interface Place {
  runner: Runner;
  /** The folder of the written files. */
  dir: string;
}

/** Set per process, or only for the sandbox: a shell may have some of them for other reasons. */
const notTaken = ['MODE', 'ROLES', 'HOST', 'PORT', 'DATA_DIR', 'DEMO_WEBHOOK_URL', 'SANDBOX_CHAINS'];
/** Read by Node.js itself: the certificate authority of a company's own mail server or database. */
const ofNode = ['NODE_EXTRA_CA_CERTS'];

/** Settings from the environment, limited to variables that the program reads. */
export function settingsIn(env: Environment, known: Settings): Settings {
  const asked = new Set(ofNode);
  const watched = new Proxy<Environment>(
    { ...env, ...known },
    {
      get(all, name: string) {
        asked.add(name);
        return all[name];
      },
    },
  );
  configFaults(watched);
  const names = [...asked].filter((name) => !notTaken.includes(name) && env[name]?.trim());
  return Object.fromEntries(names.map((name) => [name, env[name] as string]));
}

const httpsPort = 443;

/** Adds the settings that follow from the known ones, and secrets if there are none yet. */
export function completeSettings(known: Settings, { runner, dir }: Place): Settings {
  const { BASE_URL } = known;
  const random = (bytes: number): string => randomBytes(bytes).toString('hex');
  const isCompose = runner === 'compose';
  const DATABASE_PASSWORD = known.DATABASE_PASSWORD ?? random(24);
  return {
    ...(BASE_URL && { LEGACY_AUTH_URL: BASE_URL, CRYPTO_BASE_URL: BASE_URL, CHECKOUT_URL: BASE_URL }),
    SECRET_KEY: random(32),
    METRICS_TOKEN: random(16),
    // A proxy on this machine; containers see it at an address of their own network.
    ...(!known.TLS_CERT && !known.TLS_KEY && { TRUST_PROXY: isCompose ? '172.16.0.0/12' : 'loopback' }),
    ...(known.SIGNER === 'key-file' && {
      SIGNER_KEY_FILE: isCompose ? '/keys/hot-wallet' : join(dir, 'keys', 'hot-wallet'),
      ...(!known.SIGNER_PASSPHRASE_FILE && { SIGNER_PASSPHRASE: random(24) }),
    }),
    // If the program serves https on the default port, it also takes http's default port, for redirects.
    ...(known.TLS_CERT && portOf(known) === httpsPort && { REDIRECT_PORT: '80' }),
    ...known,
    MODE: 'live',
    ...(isCompose && {
      DATABASE_PASSWORD,
      // The URL that the compose file sets up.
      DATABASE_URL: `postgres://pasarela:${DATABASE_PASSWORD}@postgres:5432/pasarela`,
      DATABASE_TLS: 'optional',
    }),
  };
}

/** Why a live installation cannot be set up with these settings. */
export function liveFaults(settings: Settings): ConfigFault[] {
  const faults = configFaults(settings);
  if (settings.ALERT_EMAIL) return faults;
  // A start only warns about it. During setup, somebody is there to enter it.
  return [
    ...faults,
    { name: 'ALERT_EMAIL', given: 'nothing', expected: 'the e-mail address of who is on call' },
  ];
}

const ofSigner = /^SIGNER/;
/** Health ports of processes other than the API; reachable only from this machine. */
const ports = { api: 8080, worker: 8081, watcher: 8082 };

/** The files of settings by name, each with its variables. The signer's settings are only in the worker's. */
export function settingsFiles(
  settings: Settings,
  runner: Runner,
  serviceUser: string | null,
): Record<string, Settings> {
  const { DATABASE_URL, DATABASE_TLS, ...rest } = settings;
  const entries = Object.entries(rest);
  const signing = Object.fromEntries(entries.filter(([name]) => ofSigner.test(name)));
  const shared = Object.fromEntries(entries.filter(([name]) => !ofSigner.test(name)));
  if (runner === 'compose') return { '.env': shared, 'worker.env': signing };
  const tls = settings.TLS_CERT ? { HOST: '0.0.0.0', PORT: String(portOf(settings)) } : null;
  const port = (role: keyof typeof ports): Settings => ({ HOST: '127.0.0.1', PORT: String(ports[role]) });
  const { HOST: _host, PORT: _port, ...common } = shared;
  return {
    settings: {
      ...common,
      DATABASE_URL: DATABASE_URL ?? '',
      ...(DATABASE_TLS && { DATABASE_TLS }),
      ...(serviceUser !== null && { SERVICE_USER: serviceUser }),
    },
    api: tls ?? port('api'),
    worker: { ...port('worker'), ...signing },
    watcher: port('watcher'),
  };
}

/** The port on which the program itself serves https. */
export function portOf({ BASE_URL = '' }: Settings): number {
  return Number(URL.parse(BASE_URL)?.port || httpsPort);
}

/** Lines that systemd, compose and the command line read alike; throws for a value that they would not. */
export function settingsText(settings: Settings): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${quoted(name, value)}\n`)
    .join('');
}

function quoted(name: string, value: string): string {
  if (/^[\w./:@%+=,?&~*-]+$/.test(value)) return value;
  // Inside quotes nothing is expanded, and no character is special.
  if (/^[^'\n\r\\]+$/.test(value)) return `'${value}'`;
  throw new Error(
    `${name}: has a quotation mark, a backslash or a line break, which a file of settings cannot hold.`,
  );
}
