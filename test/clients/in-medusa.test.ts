import { type ChildProcess, execFile, fork } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProvider } from '../../plugins/medusa/build.ts';
import { Pasarela } from '../../sdk/typescript/src/index.ts';
import { until } from '../kit/client.ts';
import { createEmptyDatabase, type TestDatabase } from '../kit/postgres.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** The provider in Medusa's own payment module, on PostgreSQL, where MEDUSA_DIR names a folder with Medusa. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const plugin = join(root, 'plugins/medusa');
const medusaFolder = process.env.MEDUSA_DIR;
if (!medusaFolder) console.log('MEDUSA_DIR is not set: the provider is not run in Medusa.');

describe.skipIf(!medusaFolder)('in Medusa', () => {
  let server: TestServer;
  let receiver: Receiver;
  let database: TestDatabase;
  let pasarela: Pasarela;
  let folder: string;
  let medusa: ChildProcess;
  let calls = 0;

  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  type Answer = any;

  function ask(method: string, ...given: unknown[]): Promise<Answer> {
    const id = calls++;
    return new Promise((done, fail) => {
      medusa.on('message', function heard(message: { id: number; answer?: unknown; error?: string }) {
        if (message.id !== id) return;
        medusa.off('message', heard);
        if (message.error === undefined) done(message.answer);
        else fail(new Error(message.error));
      });
      medusa.send({ id, method, given });
    });
  }

  beforeAll(async () => {
    [server, receiver, database, folder] = await Promise.all([
      startTestServer(),
      startReceiver(),
      createEmptyDatabase(),
      mkdtemp(join(tmpdir(), 'pasarela-in-medusa-')),
    ]);
    await symlink(join(String(medusaFolder), 'node_modules'), join(folder, 'node_modules'));
    await buildProvider(join(folder, 'index.cjs'));
    const { apiKey, merchantId } = server.merchant;
    pasarela = new Pasarela({ baseUrl: server.url, apiKey, merchantId });
    const { secret } = await pasarela.webhooks.endpoints.create({ url: receiver.url, events: ['charge.*'] });
    const options = {
      baseUrl: server.url,
      apiKey,
      merchantId,
      webhookSecret: secret,
      country: 'COL',
      method: 'CARDS',
      capture: 'manual',
    };
    const env = {
      ...process.env,
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      PROVIDER: join(folder, 'index.cjs'),
      OPTIONS: JSON.stringify(options),
    };
    const script = join(plugin, 'tests/in-medusa.cjs');
    await run(process.execPath, [script, 'migrate'], { env, cwd: String(medusaFolder) });
    medusa = fork(script, { env, cwd: String(medusaFolder) });
    await new Promise<void>((ready, fail) => {
      medusa.once('message', () => ready());
      medusa.once('exit', () => fail(new Error('Medusa did not start.')));
    });
  });
  afterAll(async () => {
    medusa?.disconnect();
    await receiver?.close();
    await server?.stop();
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  async function begin(amount = 30.25): Promise<{ collection: Answer; session: Answer }> {
    const collection = await ask('createPaymentCollections', { currency_code: 'usd', amount });
    const session = await ask('createPaymentSession', collection.id, {
      provider_id: 'pp_pasarela_main',
      currency_code: 'usd',
      amount,
      data: { email: 'ana@customer.example' },
    });
    expect(session.data).toMatchObject({ session_id: session.id, url: expect.stringContaining('/pay/') });
    return { collection, session };
  }
  const pay = async ({ data }: Answer) => {
    await pasarela.sandbox.charge(data.reference, 'approve');
    await until(
      async () => await pasarela.charges.retrieve(data.reference),
      ({ status }) => status !== 'open',
    );
  };

  test('its own types accept the provider', async () => {
    const checked = join(folder, 'types');
    await mkdir(join(checked, 'plugins'), { recursive: true });
    await cp(join(plugin, 'src'), join(checked, 'plugins/medusa/src'), { recursive: true });
    await cp(join(root, 'sdk/typescript/src'), join(checked, 'sdk/typescript/src'), { recursive: true });
    await rm(join(checked, 'plugins/medusa/src/framework.d.ts'));
    await symlink(join(String(medusaFolder), 'node_modules'), join(checked, 'node_modules'));
    await writeFile(join(checked, 'package.json'), '{"type":"module"}');
    const types = join(root, 'node_modules/@types');
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { typeRoots: [types], types: ['node'] },
      include: ['plugins/medusa/src'],
    };
    await writeFile(join(checked, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', checked]).catch((error) => error);
    expect(stdout).toBe('');
  });

  test('a payment is authorized, captured and refunded in two parts', async () => {
    const { collection, session } = await begin();
    await expect(ask('authorizePaymentSession', session.id, {})).rejects.toThrow('not_allowed');
    await pay(session);
    const payment = await ask('authorizePaymentSession', session.id, {});
    expect(payment).toMatchObject({ amount: 30.25, captured_at: null });
    await ask('capturePayment', { payment_id: payment.id });
    for (const amount of [10, 20.25]) await ask('refundPayment', { payment_id: payment.id, amount });
    await expect(ask('refundPayment', { payment_id: payment.id, amount: 1 })).rejects.toThrow('invalid_data');
    expect(await pasarela.charges.retrieve(session.data.reference)).toMatchObject({
      status: 'refunded',
      captured: '30.25',
      refunds: [{ amount: 10 }, { amount: 20.25 }],
    });
    expect(await ask('retrievePaymentCollection', collection.id)).toMatchObject({
      status: 'completed',
      captured_amount: 30.25,
      refunded_amount: 30.25,
    });
  });

  test('a canceled payment gives free what was held', async () => {
    const { session } = await begin();
    await pay(session);
    const payment = await ask('authorizePaymentSession', session.id, {});
    await ask('cancelPayment', payment.id);
    expect((await ask('retrievePayment', payment.id)).data).toMatchObject({ status: 'canceled' });
    expect((await pasarela.charges.retrieve(session.data.reference)).status).toBe('voided');
  });

  test('another amount of a session is another charge, and a deleted session ends its charge', async () => {
    const { session } = await begin();
    const changed = await ask('updatePaymentSession', { ...session, amount: 31, context: {} });
    expect(changed.data.reference).not.toBe(session.data.reference);
    await ask('deletePaymentSession', session.id);
    const statuses = await Promise.all(
      [session, changed].map(async ({ data }) => (await pasarela.charges.retrieve(data.reference)).status),
    );
    expect(statuses).toEqual(['canceled', 'canceled']);
  });

  test('its webhook is read by Medusa as it came', async () => {
    const { session } = await begin();
    await pay(session);
    const webhook = await until(
      async () => receiver.received.find(({ body }) => body.includes(session.data.reference)),
      (seen) => seen !== undefined,
    );
    const read = (body: string) =>
      ask('getWebhookActionAndData', {
        provider: 'pasarela_main',
        payload: { data: JSON.parse(body), rawData: body, headers: webhook?.headers },
      });
    expect(await read(webhook?.body ?? '')).toEqual({
      action: 'authorized',
      data: { session_id: session.id, amount: '30.25' },
    });
    await expect(read(`${webhook?.body} `)).rejects.toThrow('signed');
  });
});
