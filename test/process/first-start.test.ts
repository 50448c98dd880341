import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { isRoot, mayEnter } from '../../src/base/db/embedded/account.ts';
import { until } from '../kit/client.ts';
import {
  cleanUp,
  launch,
  newCharge,
  postmasterOf,
  readCharge,
  startServer,
  stop,
} from '../kit/processes/child.ts';

afterAll(cleanUp);

const local = /^http:\/\/127\.0\.0\.1:\d+/;
const nobody = { uid: 65534, gid: 65534 };
const nobodyMayRead = isRoot() && (await mayEnter(nobody, join(import.meta.dirname, '../..')));

/** Where the first test starts, and later ones start again. */
let dataDir: string;

test('on an empty disk it starts, tells how to use it, and what it tells works', async () => {
  const server = await startServer({ SANDBOX_CHAINS: 'on' });
  dataDir = server.dataDir;
  const path = join(server.dataDir, 'sandbox.json');
  const file = JSON.parse(await readFile(path, 'utf8'));
  expect(file).toEqual({
    baseUrl: server.url,
    legacyAuthUrl: server.url,
    cryptoBaseUrl: server.url,
    checkoutUrl: server.url,
    mailUrl: `${server.url}/sandbox/mail`,
    merchant: {
      merchantId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      apiKey: expect.any(String),
      webhookSecret: expect.stringMatching(/^whsec_/),
      contactEmail: expect.stringContaining('@'),
    },
    dashboard: {
      url: `${server.url}/dashboard`,
      email: expect.stringContaining('@'),
      password: expect.stringMatching(/^.{16}$/),
    },
    networks: {
      ERC20: {
        rpcUrl: expect.stringMatching(local),
        token: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        funder: {
          address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
          privateKey: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
      },
      TRC20: {
        rpcUrl: expect.stringMatching(local),
        fullNodeUrl: expect.stringMatching(local),
        token: expect.stringMatching(/^T\w{33}$/),
        funder: {
          address: expect.stringMatching(/^T\w{33}$/),
          privateKey: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
      },
    },
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { merchantId, apiKey } = file.merchant;
  for (const told of [server.url, merchantId, apiKey, path]) expect(server.stdout()).toContain(told);

  const { url, email, password } = file.dashboard;
  for (const told of [url, email, password]) expect(server.stdout()).toContain(told);
  const signedIn = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);

  const lines = server.stdout().split('\n');
  const paste = async (first: RegExp, last: RegExp) => {
    const from = lines.findIndex((line) => first.test(line));
    const to = lines.findIndex((line, at) => at > from && last.test(line));
    const script = lines.slice(from, to + 1).join('\n');
    return JSON.parse((await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])).stdout);
  };
  expect(await paste(/^ *answer=/, /First charge/)).toMatchObject({
    status: 'Success',
    code: 200,
    data: { amount: 10.5 },
  });
  const order = await paste(/^ *hash=/, /"cashin"/);
  expect(order).toMatchObject({ status: true });
  expect((await fetch(order.url)).status).toBe(200);

  expect(await stop(server)).toBe(0);
  expect(server.stderr()).toBe('');
  expect(await postmasterOf(server.dataDir)).toBeNull();
});

test('a second start keeps the data and the credentials; Ctrl-C stops it as cleanly', async () => {
  const first = await startServer({}, { dataDir });
  const reference = await newCharge(first, { amount: 12.34 });
  expect(await stop(first, 'SIGINT')).toBe(0);
  expect(await postmasterOf(dataDir)).toBeNull();

  const second = await startServer({}, { dataDir });
  expect(second.merchant).toEqual(first.merchant);
  const { body } = await readCharge(second, reference);
  expect(body.data).toMatchObject({ reference, amount: 12.34, status: 'open' });
  expect(await stop(second, 'SIGINT')).toBe(0);
  expect(await postmasterOf(dataDir)).toBeNull();
});

test.runIf(nobodyMayRead)('it runs for an ordinary user on a folder of their own', async () => {
  const server = await startServer({}, { account: nobody });
  expect(await newCharge(server)).toMatch(/^[0-9a-f-]{36}$/);
  expect((await stat(join(server.dataDir, 'postgres'))).uid).toBe(nobody.uid);
  expect((await stat(join(server.dataDir, 'sandbox.json'))).uid).toBe(nobody.uid);
  expect(await stop(server)).toBe(0);
  expect(await postmasterOf(server.dataDir)).toBeNull();
});

test('a start that is broken off leaves no database behind', async () => {
  const program = await launch();
  await until(
    () => postmasterOf(program.dataDir),
    (running) => running !== null,
  );
  expect(await stop(program, 'SIGINT')).toBe(0);
  expect(await postmasterOf(program.dataDir)).toBeNull();
});

test('a second server on the same folder leaves the first its database', async () => {
  const first = await startServer({}, { dataDir });
  const running = await postmasterOf(dataDir);
  const second = await startServer({}, { dataDir });
  const refused = await launch({ PORT: new URL(second.url).port }, { dataDir });
  expect(await refused.ended).toBe(1);
  expect(await stop(first)).toBe(0);
  expect(await postmasterOf(dataDir)).toEqual(running);
  expect(await newCharge(second)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await stop(second)).toBe(0);
  expect(await postmasterOf(dataDir)).toBeNull();
});

test('the embedded database comes back by itself after kill -9, and stops with the server', async () => {
  const server = await startServer({}, { dataDir });
  const reference = await newCharge(server);
  const before = await postmasterOf(server.dataDir);
  process.kill(before?.pid as number, 'SIGKILL');
  const { body } = await until(
    () => readCharge(server, reference),
    ({ httpStatus }) => httpStatus === 200,
  );
  expect(body.data.status).toBe('open');
  expect(await newCharge(server)).not.toBe(reference);
  const after = await postmasterOf(server.dataDir);
  expect(after?.pid).not.toBe(before?.pid);
  expect(await stop(server)).toBe(0);
  expect(await postmasterOf(server.dataDir)).toBeNull();
});
