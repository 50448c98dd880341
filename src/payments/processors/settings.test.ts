import { expect, test } from 'vitest';
import { readAccountSettings } from './settings.ts';

const keys = (mode: string, more: Record<string, string> = {}) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_${'a'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}`,
  ...more,
});

test("a merchant's account is read by the names of the environment", () => {
  expect(readAccountSettings('stripe', keys('live'), true)).toMatchObject({
    settings: { apiUrl: 'https://api.stripe.com' },
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'STRIPE_MAX_INSTALMENTS'],
  });
});

test('live, it does not say where this server calls', () => {
  const elsewhere = { STRIPE_API_URL: 'https://elsewhere.example' };
  expect(readAccountSettings('stripe', keys('live', elsewhere), true)).toMatchObject({
    faults: [{ name: 'STRIPE_API_URL' }],
  });
  expect(readAccountSettings('stripe', keys('test', elsewhere), false)).toMatchObject({
    settings: { apiUrl: 'https://elsewhere.example' },
  });
});
