import type { Example } from './example.ts';

/** The same example as a merchant's developers see it, and as its owner sets it up. */

const keyId = '3f9a1c7e5b20';
const key = {
  id: keyId,
  name: 'Shop',
  prefix: `psk_${keyId}_`,
  works: true,
  created_at: '2026-01-31T15:04:05.000Z',
  last_used_at: '2026-02-01T09:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  scopes: ['charges:write', 'charges:read', 'payouts'],
  made_by: 'owner@shop.example',
  payout_max: '250.00',
  payouts_per_day: '2000.00',
  networks: ['TRC20'],
  sources: ['203.0.113.0/24'],
  is_signed: false,
  is_short: [],
};
const grant = {
  name: 'Shop',
  scopes: key.scopes,
  payout_max: '250.00',
  payouts_per_day: '2000.00',
  networks: ['TRC20'],
  sources: ['203.0.113.0/24'],
  expires_at: null,
  signing_key: null,
};
const wholeKey = `psk_${keyId}_${'0123456789abcdef'.repeat(3)}`;
const webhook = { url: 'https://shop.example/hooks', previous_secret_until: null };
const settings = {
  name: 'Demo Store',
  contact_email: 'owner@shop.example',
  contact_refused: null,
  language: 'es',
  time_zone: 'America/Bogota',
  receipts: true,
  signed_payouts: false,
  return_url: 'https://shop.example/thanks',
  statement_descriptor: 'DEMO STORE',
  support_email: 'help@shop.example',
  support_url: null,
  terms_url: 'https://shop.example/terms',
  color: '#0b6b4f',
  logo_url: null,
  methods: [
    { code: 'CARDS', category: 'CARD', currencies: [], on: true },
    { code: 'USDT', category: 'CRYPTO', currencies: ['USD', 'COP'], on: false },
  ],
};
const logo_url = '/dashboard/brand/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });

export const developerExamples: Readonly<Record<string, Example>> = {
  listKeys: {
    answer: success('API keys', { keys: [key], can_give: ['charges:write', 'charges:read', 'payouts'] }),
  },
  issueKey: {
    request: grant,
    answer: success('Keep the key now: it is shown this once', { id: keyId, key: wholeKey }),
  },
  rotateKeys: {
    request: { ...grant, overlap_seconds: 86_400 },
    answer: success('Keep the key now: it is shown this once', {
      id: keyId,
      key: wholeKey,
      previous: [{ id: '9b1d4e6f8a30', expires_at: '2026-02-02T09:00:00.000Z' }],
    }),
  },
  revokeKey: { answer: success('The key no longer works', null) },
  readWebhook: { answer: success('Webhook', webhook) },
  changeWebhookUrl: {
    request: { url: webhook.url },
    answer: success('Webhooks go there from now on', webhook),
  },
  rotateWebhookSecret: {
    request: { overlap_hours: 24 },
    answer: success('Keep the secret now: it is shown this once', {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  },
  readLatestReplay: {
    answer: success('Replay', {
      replay: {
        id: '01998c65-6f70-7000-8000-000000000007',
        status: 'running',
        filter: { delivery_status: 'undeliverable' },
        per_second: 50,
        total: 120,
        done: 40,
        created_at: '2026-02-01T09:00:00.000Z',
      },
    }),
  },
  listRequests: {
    answer: success('Requests', {
      requests: [
        {
          id: '01998c66-7081-7000-8000-000000000008',
          at: '2026-02-01T09:00:00.000Z',
          method: 'POST',
          path: '/api/transactions/charges',
          status: 422,
          key_prefix: key.prefix,
          request_id: '5b0f4a0e-8f0c-4d7e-9c43-6c1d0b1a2f3e',
          error: 'validation_failed',
          message: 'amount: must be a number',
          fields: [{ field: 'amount', message: 'must be a number' }],
          duration_ms: 3,
        },
      ],
      next_cursor: null,
    }),
  },
  readFirstSteps: {
    answer: success('First steps', {
      merchant_id: '01998c5e-0000-7000-8000-0000000000aa',
      base_url: 'https://pay.company.example',
      crypto_base_url: 'https://pay.company.example',
      docs_url: 'https://pay.company.example/docs',
      methods: ['CARDS', 'USDT'],
    }),
  },
  readSettings: { answer: success('Settings', settings) },
  demandSignatures: {
    request: { demanded: true },
    answer: success('The settings are changed', { ...settings, signed_payouts: true }),
  },
  changeSettings: {
    request: { support_email: 'help@shop.example', methods: [{ code: 'USDT', on: false }] },
    answer: success('The settings are changed', settings),
  },
  changeLogo: {
    request: {
      content:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    answer: success('The logo is changed', { ...settings, logo_url }),
  },
  removeLogo: { answer: success('The logo is gone', settings) },
};
