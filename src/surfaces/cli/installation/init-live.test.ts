import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { configFaults, readConfig } from '../../../config/config.ts';
import { run } from '../run.ts';
import { settingsText } from './live-settings.ts';
import { describeSteps, liveSteps } from './live-steps.ts';

const exec = promisify(execFile);
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pasarela-init-'));
  // The service's account must be able to enter it.
  await chmod(root, 0o755);
});
afterAll(() => rm(root, { recursive: true }));

const words = {
  '--user': 'nobody',
  '--url': 'https://pay.company.example',
  '--database-url': 'postgres://pay:hush@127.0.0.1:5432/pay',
  '--smtp-url': 'smtps://user:hush@mail.company.example',
  '--mail-from': 'pay@company.example',
  '--alert-email': 'oncall@company.example',
  '--cards': 'none',
};
const wordsBut = (...names: string[]): string[] =>
  Object.entries(words).flatMap(([name, value]) => (names.includes(name) ? [] : [name, value]));
const init = (dir: string, more: string[] = [], env: Record<string, string> = {}) =>
  run(['init', 'live', '--dir', dir, ...more], env);

/** Each file's variables, as systemd passes them to the processes. */
async function read(dir: string, name: string): Promise<Record<string, string | undefined>> {
  return parseEnv(await readFile(join(dir, name), 'utf8'));
}

test('writes settings that each role starts with, and what signs payouts for the worker alone', async () => {
  const dir = join(root, 'systemd');
  const nodes = { ERC20_RPC_URLS: 'https://node.example/key' };
  const { exitCode, stdout, stderr } = await init(dir, [...wordsBut(), '--signer', 'key-file'], nodes);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const shared = await read(dir, 'settings');
  for (const role of ['api', 'worker', 'watcher']) {
    const own = await read(dir, role);
    expect(readConfig({ ...shared, ...own, ROLES: role })).toMatchObject({ mode: 'live' });
    expect((await stat(join(dir, role))).mode & 0o777).toBe(0o600);
    const signing = Object.keys({ ...shared, ...own }).filter((name) => name.startsWith('SIGNER'));
    expect(signing.length > 0).toBe(role === 'worker');
  }
  expect((await stat(join(dir, 'settings'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, 'keys'))).mode & 0o777).toBe(0o700);
  expect(shared).toMatchObject({ ERC20_RPC_URLS: nodes.ERC20_RPC_URLS, TRUST_PROXY: 'loopback' });
  for (const file of ['settings', 'worker']) {
    for (const [name, value = ''] of Object.entries(await read(dir, file))) {
      if (/SECRET|TOKEN|PASS/.test(name)) expect(stdout).not.toContain(value);
    }
  }
  expect(stdout).not.toContain('hush');
  const unit = await readFile(join(dir, 'pasarela@.service'), 'utf8');
  expect(unit).toContain(`EnvironmentFile=-${dir}/%i`);
  const nginx = await readFile(join(dir, 'nginx.conf'), 'utf8');
  expect(nginx).toMatch(/listen 80;[^}]*server_name pay\.company\.example;[\s\S]*return 308 https:/);
  expect(await readFile(join(dir, 'Caddyfile'), 'utf8')).toContain('\npay.company.example {');
  expect(stdout).toMatch(/1\. Start it[\s\S]*custody book ERC20 hot[\s\S]*doctor[\s\S]*first charge/);
});

test('says what is there and leaves it; told to replace, it keeps the secrets', async () => {
  const dir = join(root, 'again');
  await init(dir, wordsBut());
  const before = await read(dir, 'settings');
  await rm(join(dir, 'Caddyfile'));
  const again = await init(dir, ['--user', 'nobody', '--mail-from', 'other@company.example']);
  expect(again.stdout).toContain(`${dir}/settings: is there and was left as it is`);
  expect(again.stdout).toContain(`${dir}/Caddyfile: written`);
  expect(await read(dir, 'settings')).toEqual(before);
  await init(dir, ['--user', 'nobody', '--mail-from', 'other@company.example', '--replace']);
  expect(await read(dir, 'settings')).toEqual({ ...before, MAIL_FROM: 'other@company.example' });
});

test('what is missing is told at once with its option, and nothing is written', async () => {
  const dir = join(root, 'missing');
  const { exitCode, stderr } = await init(dir, wordsBut('--smtp-url', '--alert-email', '--cards'));
  expect(exitCode).toBe(1);
  expect(stderr.split('\n').map((line) => line.split(': ')[0])).toEqual([
    'SMTP_URL (--smtp-url)',
    'CARD_PROCESSORS (--cards)',
    'ALERT_EMAIL (--alert-email)',
    '',
  ]);
  expect(await readdir(root)).not.toContain('missing');
});

test('at a terminal it asks for what is missing, and hides keys', async () => {
  const dir = join(root, 'asked');
  const asked: [string, string | undefined][] = [];
  const answers: Record<string, string> = {
    SMTP_URL: 'smtps://mail.company.example',
    CARD_PROCESSORS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  };
  const { exitCode } = await run(
    ['init', 'live', '--dir', dir, ...wordsBut('--smtp-url', '--cards')],
    {},
    () => {},
    async (prompt, how) => {
      const name = prompt.split(':')[0] ?? '';
      asked.push([name, how]);
      return answers[name] ?? '';
    },
  );
  expect(exitCode).toBe(0);
  expect(asked).toEqual([
    ['SMTP_URL', 'shown'],
    ['CARD_PROCESSORS', 'shown'],
    ['STRIPE_SECRET_KEY', undefined],
    ['STRIPE_WEBHOOK_SECRET', undefined],
  ]);
  expect(await read(dir, 'settings')).toMatchObject(answers);
});

test('for compose it writes the file of ops/compose with the settings beside it', async () => {
  const dir = join(root, 'compose');
  const { exitCode, stdout } = await init(dir, [
    ...wordsBut('--database-url'),
    ...['--for', 'compose', '--signer', 'key-file'],
  ]);
  expect(exitCode).toBe(0);
  const { services } = parseYaml(await readFile(join(dir, 'compose.yml'), 'utf8'), { merge: true });
  expect(services.worker.env_file).toEqual(['.env', { path: 'worker.env', required: false }]);
  expect(services.api.env_file).toBe('.env');
  const shared = await read(dir, '.env');
  expect(Object.keys(shared).filter((name) => name.startsWith('SIGNER'))).toEqual([]);
  const inContainer = { DATABASE_URL: 'postgres://pasarela:x@postgres/pasarela', DATABASE_TLS: 'optional' };
  expect(configFaults({ ...shared, ...inContainer, ROLES: 'api' })).toEqual([]);
  expect(configFaults({ ...shared, ...inContainer, ...(await read(dir, 'worker.env')) })).toEqual([]);
  expect(stdout).toContain(`docker compose -f ${dir}/compose.yml up -d --build`);
});

test('the command line reads the settings itself; what the environment has wins', async () => {
  const dir = join(root, 'systemd');
  const bin = join(import.meta.dirname, '../../../../bin/pasarela.js');
  const cli = (env: Record<string, string>, ...argv: string[]) =>
    exec(process.execPath, [bin, ...argv], { env: { PATH: process.env.PATH, ...env } }).catch(
      (error) => error,
    );
  const own = await cli({ PASARELA_SETTINGS: dir }, 'merchants', 'list');
  expect(own.stderr).toMatch(/^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:5432|password/);
  const DATABASE_URL = 'postgres://pay@127.0.0.1:1/pay';
  const other = await cli({ PASARELA_SETTINGS: dir, DATABASE_URL }, 'merchants', 'list');
  expect(other.stderr).toMatch(/^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 /);
  const none = await cli({ PASARELA_SETTINGS: join(root, 'nowhere') }, 'merchants', 'list');
  expect(none.stderr).toMatch(/^There is no file \S+nowhere\/settings: `pasarela init live --dir /);
});

test.runIf(process.getuid?.() === 0)('started by root it goes on as the account of the service', async () => {
  const probe = join(root, 'probe.ts');
  const source = join(import.meta.dirname, '../service-user.ts');
  await writeFile(
    probe,
    `import { becomeServiceUser } from ${JSON.stringify(source)};
     becomeServiceUser('nobody');
     try { process.setuid(0); } catch { console.log(process.getuid() > 0, process.getgroups().includes(0)); }`,
  );
  expect((await exec(process.execPath, [probe])).stdout).toBe('true false\n');
  const missing = await init(join(root, 'x'), ['--user', 'no-such-account']);
  expect(missing.stderr).toMatch(/Make it: useradd --system --no-create-home no-such-account\n$/);
});

test('a value is written so that every reader takes it for the same, or refused', () => {
  const value = 'Tienda #1 "de" $HOME & más';
  expect(parseEnv(settingsText({ OPERATOR_NAME: value }))).toEqual({ OPERATOR_NAME: value });
  expect(() => settingsText({ OPERATOR_NAME: "it's" })).toThrow(/^OPERATOR_NAME: /);
});

test('the page on going live shows the list that is printed', async () => {
  const steps = liveSteps({
    program: '/etc/pasarela/pasarela',
    dir: '/etc/pasarela',
    runner: 'systemd',
    person: 'ana@company.example',
    baseUrl: 'https://pay.company.example',
    networks: ['ERC20'],
    signer: 'key-file',
    hasProxy: true,
    takesCards: true,
  });
  const page = await readFile(join(import.meta.dirname, '../../../../docs/operate/going-live.md'), 'utf8');
  expect(page).toContain(`\`\`\`text\n${describeSteps(steps)}\n\`\`\``);
});
