import { execFile, spawn } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayEnter, unprivilegedAccount } from '../../src/base/db/embedded/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/base/db/embedded/embedded.ts';
import { isForbiddenAddress, webhookPolicy } from '../../src/base/egress/guard.ts';
import { type MailCatcher, startMailCatcher } from '../../src/sandbox/mail-catcher.ts';
import type { Step } from '../../src/surfaces/cli/installation/live-steps.ts';
import { until } from '../kit/client.ts';
import { totp, visitor } from '../kit/people.ts';
import { unusedPort } from '../kit/ports.ts';
import { cleanUp, launch, newDataDir, stop } from '../kit/processes/child.ts';
import { type StripeSimulator, startStripeSimulator } from '../kit/processors/stripe-simulator.ts';

/**
 * From an empty folder to a paid charge with only `pasarela init live` and the list that it prints. PostgreSQL, SMTP,
 * TLS, the processes and the commands are real; the card processor is its simulator behind a certificate.
 */

const checkout = join(import.meta.dirname, '../..');
const person = 'ana@company.example';
const password = 'a long enough pass phrase';
const liveKey = 'sk_live_0123456789abcdef';
/** An address of this machine other than loopback, like that of a server in the company's network. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
  .find(({ address, family }) => {
    const network = `${address}/${family === 'IPv4' ? 32 : 128}`;
    return !isForbiddenAddress(address, webhookPolicy('live', [network]));
  });

const run = promisify(execFile);
const haveOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);
const canTry = haveOpenssl && ownAddress !== undefined;

let root: string;
let dir: string;
let cert: string;
let key: string;
let postgres: EmbeddedPostgres;
let mail: MailCatcher;
let stripe: StripeSimulator;
const mails: string[] = [];
const servers: Server[] = [];
const hooks: string[] = [];

beforeAll(async () => {
  if (!canTry) return;
  root = dirname(await newDataDir());
  dir = join(root, 'etc');
  [cert, key] = [join(root, 'cert.pem'), join(root, 'key.pem')];
  const names = `subjectAltName=DNS:localhost,IP:127.0.0.1${ownAddress ? `,IP:${ownAddress.address}` : ''}`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const out = ['-keyout', key, '-out', cert];
  await run('openssl', ['req', '-x509', ...kind, '-subj', '/CN=localhost', '-addext', names, ...out]);
  // The account of the service must be able to read it.
  await chmod(key, 0o644);
  setDefaultCACertificates([...getCACertificates('default'), await readFile(cert, 'utf8')]);
  const settings = { shared_buffers: '16MB', port: String(await unusedPort()) };
  [postgres, mail, stripe] = await Promise.all([
    // A PostgreSQL with fsync, as `doctor` requires.
    startEmbeddedPostgres({ dataDir: join(root, 'data'), settings }),
    startMailCatcher({ port: 0, keep: async ({ subject }) => void mails.push(subject) }),
    startStripeSimulator(),
  ]);
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await stripe?.close();
  await mail?.close();
  await postgres?.stop();
  await cleanUp();
});

async function serve(listener: Parameters<typeof createServer>[1], host: string): Promise<number> {
  const server = createServer({ cert: await readFile(cert), key: await readFile(key) }, listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return (server.address() as AddressInfo).port;
}

/** The simulator as a live account: over https, and with a live key. */
async function serveStripe(): Promise<string> {
  const testKey = stripe.env.STRIPE_SECRET_KEY;
  const port = await serve((request, response) => {
    const headers = { ...request.headers };
    if (headers.authorization === `Bearer ${liveKey}`) headers.authorization = `Bearer ${testKey}`;
    const passed = httpRequest(stripe.url + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }, '127.0.0.1');
  return `https://localhost:${port}`;
}

/** Pastes commands into a shell; `typed` is its standard input. */
async function paste(commands: string[], env: Record<string, string> = {}, typed = ''): Promise<string> {
  const child = spawn('/bin/sh', ['-e', '-c', commands.join('\n')], {
    env: { PATH: process.env.PATH, CURL_CA_BUNDLE: cert, ...env },
    cwd: '/',
  });
  child.stdin.end(typed);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((ended) => child.on('close', ended)),
  ]);
  expect({ code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', stdout: '' });
  return stdout;
}

async function settingsIn(name: string): Promise<Record<string, string>> {
  return parseEnv(await readFile(join(dir, name), 'utf8')) as Record<string, string>;
}

test.runIf(canTry)('by the printed list, from an empty folder to a paid charge', async () => {
  const { address, family } = ownAddress as { address: string; family: string };
  const hookPort = await serve(async (request, response) => {
    hooks.push(await text(request));
    response.end('ok');
  }, address);
  const port = await unusedPort();
  const url = `https://localhost:${port}`;
  const asRoot = process.getuid?.() === 0;
  const nobody = asRoot && (await mayEnter(await unprivilegedAccount(), checkout));
  // Commands switch to the service's account if that can read the checkout.
  const env = asRoot && !nobody ? { SERVICE_USER: '' } : {};

  const printed = await paste(
    [
      [
        `${process.execPath} ${join(checkout, 'bin/pasarela.js')} init live --json --dir ${dir} --user nobody`,
        `--url ${url} --database-url '${postgres.url}' --smtp-url smtp://127.0.0.1:${mail.port}`,
        `--mail-from pay@company.example --alert-email ${person} --cards stripe --tls-cert ${cert} --tls-key ${key}`,
      ].join(' '),
    ],
    {
      STRIPE_SECRET_KEY: liveKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: await serveStripe(),
      NODE_EXTRA_CA_CERTS: cert,
      WEBHOOK_NETWORKS: `${address}/${family === 'IPv4' ? 32 : 128}`,
    },
  );
  const steps: Step[] = JSON.parse(printed).steps;
  const commandsOf = (title: string): string[] => {
    const step = steps.find((each) => each.title === title);
    expect(step, title).toBeDefined();
    return step?.commands ?? [];
  };

  // 1. Does the work of the unit: each role with the shared settings and its own.
  expect(commandsOf('Start it').at(-1)).toContain('pasarela@api pasarela@worker pasarela@watcher');
  const shared = await settingsIn('settings');
  const processes = await Promise.all(
    ['api', 'worker', 'watcher'].map(async (role) => {
      const own = await settingsIn(role);
      // Other programs on this machine may use the port on which a worker reports its health.
      return launch({ ...shared, ...own, ROLES: role, ...(role !== 'api' && { PORT: '0' }) });
    }),
  );
  await until(
    () => fetch(`${url}/health/ready`).then(({ status }) => status, String),
    (status) => status === 200,
  );

  // 2 and 3. The first person, and their second factor.
  const invited = await paste(commandsOf('Invite the first person'), env);
  const link = /#(\S+)/.exec(invited)?.[1];
  const ana = visitor({ url });
  const use = { link, name: 'Ana', password };
  expect((await ana.ask('POST', '/dashboard/api/links/use', use)).body).toMatchObject({ status: 'Success' });
  await ana.signIn(person, password);
  const begun = await ana.ask('POST', '/dashboard/api/second-factor', { password });
  const { uri } = begun.body.data;
  const now = Date.now();
  const proof = await ana.ask('POST', '/dashboard/api/second-factor/proof', { code: totp(uri, now) });
  expect(proof.httpStatus).toBe(200);

  // 4. The merchant, created from that account.
  const created = await paste(commandsOf('Create a merchant'), env, `${totp(uri, now + 30_000)}\n`);
  const { merchantId, settings } = JSON.parse(created);
  expect(settings).toMatchObject({ payoutsEnabled: false, payoutSingleLimit: '0.00' });
  const host = family === 'IPv4' ? address : `[${address}]`;
  const hook = `--webhook-url https://${host}:${hookPort}/hook`;
  await paste([`${dir}/pasarela merchants set ${merchantId} ${hook}`], env);
  const rows = JSON.parse(await paste([`${dir}/pasarela audit list --json`], env));
  expect(rows.map(({ actor, act }: { actor: string; act: string }) => [act, actor])).toEqual(
    expect.arrayContaining([
      ['merchant_created', person],
      ['person_invited', expect.stringMatching(/^user /)],
    ]),
  );

  // Doctor, and the first charge.
  const checked = await paste(commandsOf('Check everything'), env);
  expect(checked).toMatch(/\n0 faults, \d+ warnings\.\n$/);
  expect(mails).toContain('Pasarela: a test mail');
  const charged = await paste(commandsOf('Make a first charge'), { ...env, created });
  const { reference, urlCheckout } = JSON.parse(charged).data;
  // Our page leads the customer to the processor's page and back.
  const card = new URLSearchParams({ email: 'eva@customer.example' });
  const headers = { accept: 'application/json' };
  const posted = await fetch(urlCheckout, { method: 'POST', headers, body: card });
  const { forwardTo } = (await posted.json()) as { forwardTo: string };
  await stripe.pay(forwardTo, 'approved');
  const browser = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  await fetch(`${url}/pay/${reference}/return`, { redirect: 'manual', headers: browser });
  const told = await until(
    async () => hooks.map((body) => JSON.parse(body)),
    (bodies) => bodies.length > 0,
  );
  expect(JSON.stringify(told)).toContain(reference);
  expect(JSON.stringify(told)).toContain('approved');
  for (const each of processes) expect(await stop(each)).toBe(0);
});
