import { describe, expect, test } from 'vitest';
import { createEnvReader } from '../../../base/ground/env-reader.ts';
import { readMercadopagoSettings } from './settings.ts';

const right = {
  MODE: 'live',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1234567890123456-010203-abcdef0123456789abcdef0123456789-1234567',
  MERCADOPAGO_WEBHOOK_SECRET: 'abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789',
  MERCADOPAGO_COUNTRY: 'MLB',
};

function read(change: Record<string, string | undefined>) {
  const reader = createEnvReader({ ...right, ...change });
  return { settings: readMercadopagoSettings(reader), faults: reader.faults };
}

test('what is right is taken, with the real address', () => {
  expect(read({})).toEqual({
    settings: {
      url: 'https://api.mercadopago.com',
      accessToken: right.MERCADOPAGO_ACCESS_TOKEN,
      webhookSecrets: [right.MERCADOPAGO_WEBHOOK_SECRET],
      site: 'MLB',
    },
    faults: [],
  });
});

test('every fault is told at once, and no secret', () => {
  const { settings, faults } = read({
    MERCADOPAGO_ACCESS_TOKEN: 'sk_live_thisisanotherprocessorskey',
    MERCADOPAGO_WEBHOOK_SECRET: 'shortsecret',
    MERCADOPAGO_COUNTRY: 'BRA',
    MERCADOPAGO_API_URL: 'https://somebody:password@api.example',
  });
  expect(settings).toBeNull();
  expect(faults.map(({ name }) => name).sort()).toEqual([
    'MERCADOPAGO_ACCESS_TOKEN',
    'MERCADOPAGO_API_URL',
    'MERCADOPAGO_COUNTRY',
    'MERCADOPAGO_WEBHOOK_SECRET',
  ]);
  expect(JSON.stringify(faults)).not.toMatch(/sk_live|shortsecret|password@/);
});

test('nothing at all is a fault each', () => {
  const reader = createEnvReader({});
  expect(readMercadopagoSettings(reader)).toBeNull();
  expect(reader.faults).toHaveLength(3);
  expect(reader.faults.map(({ given }) => given)).toEqual(['nothing', 'nothing', 'nothing']);
});

describe('test credentials', () => {
  const token = 'TEST-1234567890123456-010203-abcdef0123456789abcdef0123456789-1234567';

  test('are refused where it is live', () => {
    const { settings, faults } = read({ MERCADOPAGO_ACCESS_TOKEN: token });
    expect(settings).toBeNull();
    expect(faults).toMatchObject([{ name: 'MERCADOPAGO_ACCESS_TOKEN', given: '(hidden)' }]);
  });

  test('are taken in a sandbox', () => {
    expect(read({ MODE: 'sandbox', MERCADOPAGO_ACCESS_TOKEN: token }).settings).not.toBeNull();
  });
});

describe('the address', () => {
  test.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000/'])(
    '%s is taken in a sandbox alone',
    (url) => {
      expect(read({ MODE: 'sandbox', MERCADOPAGO_API_URL: url }).settings?.url).toBe(url.replace(/\/$/, ''));
      expect(read({ MERCADOPAGO_API_URL: url })).toMatchObject({ settings: null, faults: [{}] });
    },
  );

  test.each(['http://api.mercadopago.com', 'ftp://127.0.0.1', 'not an address', 'http://127.0.0.1.example'])(
    '%s is never taken',
    (url) => {
      for (const MODE of ['sandbox', 'live'])
        expect(read({ MODE, MERCADOPAGO_API_URL: url })).toMatchObject({
          settings: null,
          faults: [{ name: 'MERCADOPAGO_API_URL' }],
        });
    },
  );
});
