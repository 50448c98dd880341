import { expect, test } from 'vitest';
import { createEnvReader } from '../../../base/ground/env-reader.ts';
import { readStripeSettings } from './settings.ts';

const testKey = 'sk_test_51Habcdefghijklmnop';
const liveKey = 'sk_live_51Habcdefghijklmnop';
const webhookSecret = 'whsec_abcdefghijklmnopqrstuvwxyz';
const sandbox = { STRIPE_SECRET_KEY: testKey, STRIPE_WEBHOOK_SECRET: webhookSecret };
const live = { ...sandbox, MODE: 'live', STRIPE_SECRET_KEY: liveKey };

function read(env: Record<string, string | undefined>) {
  const reader = createEnvReader(env);
  const settings = readStripeSettings(reader);
  return {
    settings,
    faults: reader.faults.map(({ name, given, expected }) => `${name} ${given} ${expected}`),
  };
}

test('keys are enough; the address is the real one', () => {
  expect(read(sandbox)).toEqual({
    settings: {
      secretKey: testKey,
      webhookSecrets: [webhookSecret],
      apiUrl: 'https://api.stripe.com',
      maxInstalments: 1,
    },
    faults: [],
  });
  expect(read(live).settings?.secretKey).toBe(liveKey);
  const restricted = 'rk_live_51Habcdefghijklmnop';
  expect(read({ ...live, STRIPE_SECRET_KEY: restricted }).settings?.secretKey).toBe(restricted);
});

test('several secrets count while one is rolled', () => {
  const other = 'whsec_zyxwvutsrqponmlkjihgfedcba';
  const { settings } = read({ ...sandbox, STRIPE_WEBHOOK_SECRET: `${webhookSecret}, ${other}` });
  expect(settings?.webhookSecrets).toEqual([webhookSecret, other]);
});

test.each([
  [{ STRIPE_API_URL: 'http://127.0.0.1:12111/' }, 'http://127.0.0.1:12111'],
  [{ STRIPE_API_URL: 'http://localhost:8420' }, 'http://localhost:8420'],
  [{ STRIPE_API_URL: 'http://[::1]:8420' }, 'http://[::1]:8420'],
  [{ STRIPE_API_URL: 'https://proxy.example/stripe' }, 'https://proxy.example/stripe'],
])('a sandbox may be pointed elsewhere: %o', (change, apiUrl) => {
  expect(read({ ...sandbox, ...change })).toMatchObject({ settings: { apiUrl }, faults: [] });
});

test.each([
  [{ ...sandbox, STRIPE_SECRET_KEY: liveKey }, /STRIPE_SECRET_KEY \(hidden\) .*sandbox takes no live key/],
  [
    { ...live, STRIPE_SECRET_KEY: testKey },
    /STRIPE_SECRET_KEY \(hidden\) .*live installation takes no test key/,
  ],
  [
    { ...sandbox, STRIPE_SECRET_KEY: 'pk_test_51Habcdefghijklmnop' },
    /STRIPE_SECRET_KEY \(hidden\) .*sk_test_/,
  ],
  [{ ...sandbox, STRIPE_SECRET_KEY: `${testKey}\r\nX: y` }, /STRIPE_SECRET_KEY \(hidden\)/],
  [{ ...sandbox, STRIPE_SECRET_KEY: undefined }, /STRIPE_SECRET_KEY nothing/],
  [{ ...sandbox, STRIPE_WEBHOOK_SECRET: undefined }, /STRIPE_WEBHOOK_SECRET nothing .*whsec_/],
  [{ ...sandbox, STRIPE_WEBHOOK_SECRET: 'whsec_short' }, /STRIPE_WEBHOOK_SECRET \(hidden\)/],
  [{ ...sandbox, STRIPE_WEBHOOK_SECRET: `${webhookSecret},` }, /STRIPE_WEBHOOK_SECRET \(hidden\)/],
  [{ ...sandbox, STRIPE_WEBHOOK_SECRET: Array(5).fill(webhookSecret).join() }, /up to 4/],
  [{ ...live, STRIPE_API_URL: 'http://127.0.0.1:1' }, /STRIPE_API_URL .*starts with https:\/\/$/],
  [{ ...sandbox, STRIPE_API_URL: 'http://stripe.example' }, /STRIPE_API_URL .*on this machine/],
  [{ ...sandbox, STRIPE_API_URL: 'http://127.0.0.1.example' }, /STRIPE_API_URL/],
  [{ ...sandbox, STRIPE_API_URL: 'https://me:word@stripe.example' }, /STRIPE_API_URL \(hidden\)/],
  [{ ...sandbox, STRIPE_API_URL: 'https://stripe.example/?a=b' }, /STRIPE_API_URL/],
  [{ ...sandbox, STRIPE_API_URL: 'stripe' }, /STRIPE_API_URL "stripe"/],
])('a fault is told: %#', (env, fault) => {
  const { settings, faults } = read(env);
  expect(settings).toBeNull();
  expect(faults).toEqual([expect.stringMatching(fault)]);
  expect(faults.join()).not.toMatch(/51Habc|abcdefghijklmnopqrst|word/);
});

test('all faults are told at once', () => {
  expect(read({ STRIPE_API_URL: 'ftp://x' }).faults).toHaveLength(3);
});
