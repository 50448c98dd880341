import { createHmac } from 'node:crypto';
import { signatureOf, toAuthorization } from '../../../src/payments/processors/dlocal/signature.ts';
import type { Random } from './random.ts';
import { type Described, formType, type Schema } from './requests.ts';

/** Everything that answers and is not in the published description: pages, files, health, notifications. */

const words = (...values: unknown[]): Schema => ({ enum: values });

const card = {
  number: '4242424242424242',
  expiry: '12/39',
  code: '123',
  name: 'Ana Prueba',
  document: '52998224725',
  phone: '3001234567',
  email: 'ana@customer.example',
  bank: '9001',
  street: 'Rua Um 2',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01310-100',
  instalments: '1',
};
/** One card is refused and one asks for a challenge; none lets the acquirer fall silent, which takes seconds. */
const cardSchema: Schema = {
  properties: { number: words('4242424242424242', '4000000000000002', '4000002760003184') },
};
const wallet = { network: 'ERC20', address: '0x00000000000000000000000000000000000000aa' };
const plays = [
  'approve',
  'refuse',
  'challenge',
  'chargeback',
  'dispute',
  'refund_refused',
  'panel_refund',
  'delay',
  'expire',
];

/** The bodies of forms, by method and address; null: none. */
const pages: readonly [door: string, example?: object, schema?: Schema][] = [
  ['GET /'],
  ['GET /health/live'],
  ['GET /health/ready'],
  ['GET /health/seen'],
  ['GET /metrics'],
  ['GET /openapi.json'],
  ['GET /openapi.yaml'],
  ['GET /dashboard/openapi.json'],
  ['GET /llms.txt'],
  ['GET /llms-full.txt'],
  ['GET /docs'],
  ['GET /docs/{guide}'],
  ['GET /dashboard'],
  ['GET /dashboard/{page}'],
  ['GET /dashboard/manifest.webmanifest'],
  ['GET /dashboard/service-worker.js'],
  ['GET /dashboard/icons/{file}'],
  ['GET /dashboard/assets/{file}'],
  ['GET /dashboard/brand/{hash}'],
  ['GET /brand/{hash}'],
  ['GET /pay/{charge}'],
  ['GET /pay/{charge}/state'],
  ['GET /pay/{charge}/return'],
  ['POST /pay/{charge}', card, cardSchema],
  ['POST /pay/{charge}/other-card', { beside: 'yes' }],
  [
    'POST /pay/{charge}/method',
    { method: 'PIX', beside: 'yes' },
    { properties: { method: words('PIX', 'CARDS', 'USDT', 'BOLETO') } },
  ],
  ['POST /pay/{charge}/look', {}],
  ['POST /pay/{charge}/cancel', {}],
  ['GET /crypto/{order}'],
  ['GET /crypto/{order}/state'],
  [
    'POST /crypto/{order}/network',
    { network: 'ERC20' },
    { properties: { network: words('ERC20', 'TRC20', 'BEP20'), from: words('ERC20') } },
  ],
  ['POST /crypto/{order}/transaction', { transaction: `0x${'ab'.repeat(32)}` }],
  ['GET /payout/{token}'],
  ['GET /payout/{token}/state'],
  ['POST /payout/{token}/wallet', { network: 'ERC20', wallet: wallet.address }],
  ['POST /payout/{token}/code', { code: '123456', ...wallet }],
  ['POST /payout/{token}/resend', wallet],
  ['POST /payout/{token}/confirm', wallet],
  ['GET /l/{token}'],
  ['GET /l/{token}/pdf'],
  [
    'POST /l/{token}',
    {
      name: 'Ana Prueba',
      email: 'ana@customer.example',
      document: '52998224725',
      amount: '5',
      quantity: '1',
      country: 'COL',
    },
  ],
  ['GET /bank-refund/{token}'],
  [
    'POST /bank-refund/{token}',
    { by: 'account', holder: 'Ana Prueba', document: '52998224725', bank: '001', account: '123' },
  ],
  // What customers and banks do in the sandbox, so that charges come into every state.
  ['GET /sandbox'],
  ['GET /sandbox/mail'],
  ['POST /sandbox/charges/{charge}', { play: 'approve' }, { properties: { play: words(...plays) } }],
  ['POST /sandbox/payment-links/{token}', { play: 'expire' }],
  [
    'POST /sandbox/pay/{charge}',
    { decision: 'pay' },
    { properties: { decision: words('pay', 'refuse', 'delay') } },
  ],
];

/** Addresses whose ids are known from other places. */
const knownAt: Readonly<Record<string, string>> = {
  '/sandbox/charges': '/pay',
  '/sandbox/pay': '/pay',
  '/sandbox/payment-links': '/l',
};
/** Files that exist, beside odd names. */
const files: Readonly<Record<string, readonly string[]>> = {
  '/docs': ['quick-start', 'es/quick-start', 'api', 'quick-start.md', 'search.js'],
  '/dashboard': ['payments', 'payouts', 'settings', 'operator/merchants'],
  '/dashboard/icons': ['icon-192.png'],
  '/dashboard/assets': ['main.js', 'main.css'],
};

export function doors(): Described[] {
  return pages.map(([door, example, schema = {}]) => {
    const [method = '', path = ''] = door.split(' ');
    const isPlay = path.startsWith('/sandbox/') && method === 'POST';
    const place = path.split('/{')[0] as string;
    return {
      method,
      path,
      operation: {
        operationId: door,
        ...(example && {
          requestBody: { content: { [isPlay ? 'application/json' : formType]: { schema, example } } },
        }),
      },
      as: 'nobody',
      ...(files[place] && { words: files[place] }),
      ...(knownAt[place] && { knownAt: knownAt[place] }),
    };
  });
}

/** The processors' settings, with nothing at their addresses: what is asked of them fails. */
const nowhere = 'http://127.0.0.1:1';
const secrets = {
  stripe: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  mercadopago: 'secret-of-the-application',
  dlocal: { login: 'login-1', secretKey: 'secret-key-1' },
};
export const processorEnv: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: 'sk_test_12345678901234567890',
  STRIPE_WEBHOOK_SECRET: secrets.stripe,
  STRIPE_API_URL: nowhere,
  MERCADOPAGO_ACCESS_TOKEN: `TEST-${'1'.repeat(40)}`,
  MERCADOPAGO_WEBHOOK_SECRET: secrets.mercadopago,
  MERCADOPAGO_COUNTRY: 'MCO',
  MERCADOPAGO_API_URL: nowhere,
  DLOCAL_LOGIN: secrets.dlocal.login,
  DLOCAL_TRANS_KEY: 'trans-key-1',
  DLOCAL_SECRET_KEY: secrets.dlocal.secretKey,
  DLOCAL_API_URL: nowhere,
};

type Sign = (body: string, dataId: string) => { headers: Record<string, string>; query?: string };

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Each message as its processor signs it, so that what is odd in it is read. */
const notices: Readonly<Record<string, { example: object; schema: Schema; sign: Sign }>> = {
  stripe: {
    example: {
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', status: 'succeeded', metadata: { pasarela_attempt: 'x' } } },
    },
    schema: {
      properties: {
        object: words('event', 'v2.core.event'),
        type: words(
          'charge.refund.updated',
          'charge.dispute.created',
          'radar.early_fraud_warning.created',
          'checkout.session.completed',
        ),
      },
    },
    sign(body) {
      const at = Math.floor(Date.now() / 1000);
      return {
        headers: { 'stripe-signature': `t=${at},v1=${hmac(secrets.stripe, `${at}.${body}`)}` },
      };
    },
  },
  mercadopago: {
    example: { action: 'payment.updated', type: 'order', data: { id: 'ORD1', payment_id: 12 } },
    schema: {
      properties: { type: words('order', 'chargebacks', 'claims', 'delivery_cancellation', 'payment') },
    },
    sign(_body, dataId) {
      const at = Date.now();
      const manifest = `id:${dataId.toLowerCase()};request-id:r1;ts:${at};`;
      return {
        headers: {
          'x-request-id': 'r1',
          'x-signature': `ts=${at},v1=${hmac(secrets.mercadopago, manifest)}`,
        },
        query: `data.id=${encodeURIComponent(dataId.toWellFormed())}&type=order`,
      };
    },
  },
  dlocal: {
    example: { id: 'D-1', status: 'PAID', order_id: 'x', payment_id: 'D-2', order_refund_id: 'y' },
    schema: { properties: { status: words('PAID', 'REJECTED', 'SUCCESS', 'CANCELLED') } },
    sign(body) {
      const date = new Date().toISOString();
      return {
        headers: {
          'x-date': date,
          'x-login': secrets.dlocal.login,
          authorization: toAuthorization(signatureOf(secrets.dlocal, date, body)),
        },
      };
    },
  },
  // Its secret is the installation's own: only refusals are reached.
  sandbox: {
    example: { payment_id: '01890000-0000-7000-8000-000000000000' },
    schema: {},
    sign: (body) => ({ headers: { 'x-acquirer-signature': hmac('another', body) } }),
  },
};

export function noticeDoors(random: Random): Described[] {
  return Object.entries(notices).flatMap(([name, { example, schema, sign }]) =>
    ['', '/{merchant}'].map((account) => ({
      method: 'POST',
      path: `/processors/${name}/notifications${account}`,
      operation: {
        operationId: `notification of ${name}`,
        requestBody: { content: { 'application/json': { schema, example } } },
      },
      as: 'nobody' as const,
      sign: (body: string) => (random.chance(0.9) ? sign(body, random.of(dataIds)) : { headers: {} }),
    })),
  );
}

const dataIds = ['ORD1', '12', 'x', '', 'é', '\ud800', '9'.repeat(64), '-', '0x1'];
