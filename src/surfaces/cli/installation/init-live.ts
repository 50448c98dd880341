import { chmod, chown, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { networks } from '../../../chain/chains/networks.ts';
import { type Command, type Input, type Option, type Result, UsageError } from '../command.ts';
import { accountOf, isRoot, machineUser } from '../service-user.ts';
import { type LiveFile, liveFiles } from './live-files.ts';
import {
  completeSettings,
  liveFaults,
  type Place,
  runners,
  type Settings,
  settingsIn,
} from './live-settings.ts';
import { describeSteps, type LiveFacts, liveSteps } from './live-steps.ts';

/** Options with another name than the variable they set. */
const settingOptions: Readonly<Record<string, { variable: string; option: Option }>> = {
  url: {
    variable: 'BASE_URL',
    option: { kind: 'text', value: '<https address>', help: 'the public address of the installation' },
  },
  'database-url': {
    variable: 'DATABASE_URL',
    option: { kind: 'text', value: '<address>', help: 'your PostgreSQL; compose brings its own' },
  },
  'smtp-url': {
    variable: 'SMTP_URL',
    option: { kind: 'text', value: '<address>', help: 'your mail server' },
  },
  'mail-from': {
    variable: 'MAIL_FROM',
    option: { kind: 'text', value: '<e-mail>', help: 'the sender address of mail' },
  },
  'alert-email': {
    variable: 'ALERT_EMAIL',
    option: { kind: 'text', value: '<e-mail>', help: 'who is on call' },
  },
  cards: {
    variable: 'CARD_PROCESSORS',
    option: { kind: 'text', value: '<processors>', help: 'card processors, separated by commas, or none' },
  },
  signer: {
    variable: 'SIGNER',
    option: { kind: 'text', value: '<how>', help: 'who signs payouts: key-file, remote or none' },
  },
  'tls-cert': {
    variable: 'TLS_CERT',
    option: { kind: 'text', value: '<file>', help: 'serve https without a proxy, with this certificate' },
  },
  'tls-key': {
    variable: 'TLS_KEY',
    option: { kind: 'text', value: '<file>', help: 'the key of that certificate' },
  },
};

/** The user in the image. */
const imageUser = { uid: 10_001, gid: 10_001 };

export const initLiveCommand: Command = {
  name: 'init live',
  summary:
    'Write the settings of a live installation, what starts it and what stands in front, and tell the next steps',
  operands: [],
  options: {
    dir: { kind: 'text', value: '<folder>', help: 'where to write (default /etc/pasarela)' },
    for: { kind: 'text', value: '<how>', help: `what runs it: ${runners.join(' or ')} (default systemd)` },
    user: { kind: 'text', value: '<account>', help: 'the account it runs as (default pasarela)' },
    ...Object.fromEntries(Object.entries(settingOptions).map(([name, { option }]) => [name, option])),
    person: {
      kind: 'text',
      value: '<e-mail>',
      help: 'e-mail of the first account (default the alert address)',
    },
    replace: { kind: 'flag', help: 'overwrite existing files; their secrets are kept' },
  },
  needs: 'environment',
  async run({ env, ask }, input) {
    const place = readPlace(input);
    const account = readAccount(input, place);
    const kept = await readWritten(place.dir);
    const settings = await gather({ ...kept, ...given(input) }, env, place, ask);
    const checkout = resolve(import.meta.dirname, '../../../..');
    const files = liveFiles(settings, place, { checkout, ...account });
    const written = await write(place.dir, files, input.flag('replace'), account.owner);
    const steps = liveSteps(factsOf(settings, place, input.text('person')));
    return tell(place.dir, files, written, steps);
  },
};

function readPlace(input: Input): Place {
  const runner = runners.find((each) => each === (input.text('for') ?? 'systemd'));
  if (!runner) throw new UsageError([`--for: must be one of ${runners.join(', ')}.`]);
  const dir = resolve(input.text('dir') ?? '/etc/pasarela');
  // It is used in commands and in units.
  if (!/^[\w./-]+$/.test(dir))
    throw new UsageError(['--dir: must be of letters, digits, dots, dashes and slashes.']);
  const faults = [
    ...(runner === 'compose' && input.isGiven('database-url')
      ? ['--database-url: compose brings a PostgreSQL of its own; with another use --for systemd.']
      : []),
    ...(runner === 'compose' && input.isGiven('tls-cert')
      ? ['--tls-cert: containers are reached through a proxy, which has the certificate.']
      : []),
  ];
  if (faults.length > 0) throw new UsageError(faults);
  return { runner, dir };
}

interface ServiceAccount {
  serviceUser: string;
  /** Whether the command line, if started by root, switches to that user. */
  setsUser: boolean;
  /** The owner of the folder of keys; null: the user who writes it. */
  owner: { uid: number; gid: number } | null;
}

function readAccount(input: Input, { runner }: Place): ServiceAccount {
  if (!isRoot()) return { serviceUser: machineUser(), setsUser: false, owner: null };
  if (runner === 'compose') return { serviceUser: 'pasarela', setsUser: false, owner: imageUser };
  const serviceUser = input.text('user') ?? 'pasarela';
  const owner = accountOf(serviceUser);
  if (!owner) {
    throw new UsageError([
      `--user: there is no account ${serviceUser} on this machine. Make it: useradd --system --no-create-home ${serviceUser}`,
    ]);
  }
  if (owner.uid === 0) throw new UsageError(['--user: must be another account than root.']);
  return { serviceUser, setsUser: true, owner };
}

/** Settings that an earlier run wrote. They are kept, because their secrets are in use. */
async function readWritten(dir: string): Promise<Settings> {
  const settings: Settings = {};
  for (const name of ['.env', 'worker.env', 'settings', 'worker']) {
    const text = await readFile(join(dir, name), 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '';
      throw new UsageError([`${join(dir, name)} cannot be read (${error.code}).`]);
    });
    Object.assign(settings, parseEnv(text));
  }
  const { HOST: _host, PORT: _port, SERVICE_USER: _user, ...rest } = settings;
  return rest;
}

function given(input: Input): Settings {
  return Object.fromEntries(
    Object.entries(settingOptions).flatMap(([option, { variable }]) => {
      const value = input.text(option)?.trim();
      return value ? [[variable, value]] : [];
    }),
  );
}

/** Prompts until nothing is missing or wrong; without a terminal, reports all faults at once. */
async function gather(
  known: Settings,
  env: Readonly<Record<string, string | undefined>>,
  place: Place,
  ask: ((prompt: string, how?: 'shown') => Promise<string>) | null,
): Promise<Settings> {
  const typed: Settings = {};
  for (;;) {
    const settings = completeSettings({ ...settingsIn(env, known), ...known, ...typed }, place);
    const faults = liveFaults(settings);
    const [fault] = faults;
    if (!fault) return settings;
    if (!ask) {
      throw new UsageError(
        faults.map(
          ({ name, given, expected }) => `${name}${optionOf(name)}: given ${given}, expected ${expected}.`,
        ),
      );
    }
    const { name, expected } = fault;
    const isSecret = /SECRET|KEY|TOKEN|PASS|LOGIN/.test(name) && !/^TLS_/.test(name);
    const answer = (await ask(`${name}: ${expected}\n> `, isSecret ? undefined : 'shown')).trim();
    if (answer === '')
      throw new UsageError([`${name}${optionOf(name)}: nothing was given, and nothing is written.`]);
    typed[name] = answer;
  }
}

function optionOf(variable: string): string {
  const found = Object.entries(settingOptions).find(([, each]) => each.variable === variable);
  return found ? ` (--${found[0]})` : '';
}

/** Writes the files that do not exist yet, or all of them with `replace`; returns their names. */
async function write(
  dir: string,
  files: readonly LiveFile[],
  replace: boolean,
  owner: ServiceAccount['owner'],
): Promise<Set<string>> {
  await mkdir(dir, { recursive: true, mode: 0o755 });
  const keys = join(dir, 'keys');
  await mkdir(keys, { recursive: true });
  await chmod(keys, 0o700);
  if (owner) await chown(keys, owner.uid, owner.gid);
  const written = new Set<string>();
  for (const { name, text, mode } of files) {
    const path = join(dir, name);
    if (!replace && (await isThere(path))) continue;
    // Written to a draft first, so that nobody sees half of it, or reads it before its mode is set.
    const draft = `${path}.new`;
    await writeFile(draft, text, { mode: 0o600 });
    await chmod(draft, mode);
    await rename(draft, path);
    written.add(name);
  }
  return written;
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

function factsOf(settings: Settings, { runner, dir }: Place, person: string | undefined): LiveFacts {
  const { SIGNER = 'none', BASE_URL = '', ALERT_EMAIL = '', CARD_PROCESSORS, CARD_PROCESSOR } = settings;
  return {
    program: `${dir}/pasarela`,
    dir,
    runner,
    person: person ?? ALERT_EMAIL,
    baseUrl: BASE_URL,
    networks: networks.filter(({ id }) => settings[`${id}_RPC_URLS`]).map(({ id }) => id),
    signer: SIGNER === 'key-file' || SIGNER === 'remote' ? SIGNER : 'none',
    hasProxy: !settings.TLS_CERT,
    takesCards: (CARD_PROCESSORS ?? CARD_PROCESSOR) !== 'none',
  };
}

function tell(
  dir: string,
  files: readonly LiveFile[],
  written: ReadonlySet<string>,
  steps: ReturnType<typeof liveSteps>,
): Result {
  const lines = files.map(({ name, mode }) => {
    const how = written.has(name)
      ? `written, mode ${mode.toString(8).padStart(4, '0')}`
      : 'is there and was left as it is; --replace writes it anew';
    return `${join(dir, name)}: ${how}`;
  });
  return {
    json: {
      dir,
      files: files.map(({ name }) => ({ name, written: written.has(name) })),
      steps,
    },
    text: `${lines.join('\n')}\n\nKeep SECRET_KEY of these files where you keep secrets, too. Next:\n\n${describeSteps(steps)}`,
  };
}
