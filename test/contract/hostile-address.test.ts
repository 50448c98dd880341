import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Credentials, postCharge, sampleCharge } from '../kit/client.ts';
import { startTarget, type Target, written } from '../kit/hostile.ts';
import { addMerchant } from '../kit/merchants.ts';
import { unusedPort } from '../kit/ports.ts';
import { startTestServer } from '../kit/server.ts';

/** Addresses that would send a notification into the internal network, or a customer to the wrong place. */

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});

afterAll(() => target.server.stop());

describe('an address', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://shop.example/%0aalert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    'ftp://shop.example/',
    '//shop.example/',
    '/thanks',
    'shop.example',
    'https://',
    'https://user:secret@shop.example/',
    'https://user@shop.example/',
    'http://evil.example\\@shop.example/',
    'https://shop.example\\thanks',
    ' https://shop.example/',
    'https://shop.example/ ',
    '\u00a0https://shop.example/',
    'https:shop.example/',
    'https:/shop.example/',
    'https:///shop.example/',
    'https://shop.example:0/',
    '',
  ])('to return to may not be %j', async (url) => {
    await target.expectRefused(
      await target.send(written('return_url', JSON.stringify(url))),
      422,
      'return_url',
    );
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://0/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://\u2460\u2465\u2468.254.169.254/',
    'http://[::]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:0a00:0001::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://intranet/',
    'http://db.internal/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'https://user:secret@shop.example/hook',
    'https://shop.example:0/hook',
    'gopher://shop.example/',
    'javascript:alert(1)',
    'https:shop.example/hook',
    'https://shop.example\\@10.0.0.1/',
    '',
  ])('to notify may not be %j', async (url) => {
    await target.expectRefused(
      await target.send(written('notification_url', JSON.stringify(url))),
      422,
      'notification_url',
    );
  });
});

describe('in a live installation', () => {
  let stop: () => Promise<void>;
  let live: { url: string };
  let merchant: Credentials;
  const secretKey = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const env = {
    MODE: 'live',
    SECRET_KEY: secretKey,
    BASE_URL: 'https://api.pasarela.example',
    LEGACY_AUTH_URL: 'https://api.pasarela.example',
    CRYPTO_BASE_URL: 'https://api.pasarela.example',
    CHECKOUT_URL: 'https://api.pasarela.example',
    CARD_PROCESSOR: 'none',
    TRUST_PROXY: 'loopback',
    RATE_LIMITS: 'on',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'pasarela@operator.example',
  };

  beforeAll(async () => {
    const port = await unusedPort();
    const server = await startTestServer({ ...env, PORT: String(port) });
    stop = server.stop;
    live = { url: `http://127.0.0.1:${port}` };
    merchant = await addMerchant(
      server,
      {},
      await openInstallation(server.sql, readConfig({ ...env, DATABASE_URL: server.databaseUrl })),
    );
  });

  afterAll(() => stop());

  test.each([
    'http://shop.example/hook',
    'https://127.0.0.1/hook',
    'https://localhost/hook',
    'https://LOCALHOST/hook',
    'https://localhost./hook',
    'https://shop.localhost/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://017700000001/hook',
    'https://[::1]/hook',
    'https://[0:0:0:0:0:ffff:7f00:1]/hook',
  ])('notifications do not go to %s', async (url) => {
    const { httpStatus, body } = await postCharge(live, merchant, { ...sampleCharge, notification_url: url });
    expect(httpStatus).toBe(422);
    expect(body.data.fields).toEqual([{ field: 'notification_url', message: expect.any(String) }]);
  });

  test('customers are not sent to an address without TLS', async () => {
    const { httpStatus, body } = await postCharge(live, merchant, {
      ...sampleCharge,
      return_url: 'http://shop.example/thanks',
    });
    expect(httpStatus).toBe(422);
    expect(body.data.fields).toEqual([{ field: 'return_url', message: expect.stringContaining('https://') }]);
  });
});
