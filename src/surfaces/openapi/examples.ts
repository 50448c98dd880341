import { accountExamples } from './account-examples.ts';
import { dashboardExamples } from './dashboard-examples.ts';
import { developerExamples } from './developer-examples.ts';
import type { Example } from './example.ts';
import { exportExamples } from './export-examples.ts';
import { operatorExamples } from './operator-examples.ts';
import { paymentLinkExamples } from './payment-link-examples.ts';
import { payoutExamples } from './payout-examples.ts';
import { reportExamples } from './report-examples.ts';
import { settlementExamples } from './settlement-examples.ts';

/** One example through the whole API; a test checks each part against the schema of its operation. */

const merchantId = '01998c5e-0000-7000-8000-0000000000aa';
const reference = '01998c60-1a2b-7000-8000-000000000001';
const refundId = '01998c61-2b3c-7000-8000-000000000002';
const eventId = '01998c60-9f00-7000-8000-000000000003';
const orderId = '01998c62-3c4d-7000-8000-000000000004';
const hash = 'OiBN96SUNusUe-lXMjxftKHpDkVxOve7uuBhh-SCA1pZ8SN0QJ3XmCjxpVKCTRM_oVFJ74iGARMvMbTtIqkWc7yy';
const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTk5OGM1ZSJ9.qcGvSpUDKay0aT';
const createdAt = '2026-01-31T15:04:05.000Z';
const paidAt = '2026-01-31T15:06:07.000Z';

const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });

/** The bodies of webhooks, by operation. */
export const noticeExamples = {
  tellCharge: {
    transactionDate: '2026-01-31 15:06:07',
    transactionStatus: 'approved',
    transactionId: reference,
    totalAmount: 10.5,
    paymentMethod: 'CARDS',
    email: 'ana@customer.example',
    numeroOrden: 'A-1',
    merchantId,
    currency: 'USD',
    refundedAmount: 0,
    transactionDateUtc: paidAt,
    metadata: { cart: '42' },
    eventType: 'charge.approved',
    eventId,
  },
  tellSettlement: {
    event: 'settlement',
    status: 'returned',
    settlementId: '01998c66-7a8b-7000-8000-000000000009',
    merchantId,
    amount: '1500.50',
    currency: 'USD',
    destination: 'Bank 1, account 22-33',
    way: 'bank',
    reference: 'TR-2026-117',
    paidAmount: null,
    paidCurrency: null,
    reason: 'Account closed',
    timestamp: paidAt,
    eventType: 'settlement.returned',
    eventId,
  },
  tellCryptoOrder: {
    status: 'success',
    merchantId,
    amount: '25.50',
    cryptoAmount: '25.500000',
    currency: 'USDT',
    walletAddress: '0x7099797051812dc3A010C7d01b50e0d17dc79C8f',
    transactionHash: `0x${'5c'.repeat(32)}`,
    timestamp: paidAt,
    orderId,
    merchantIdCustom: 'order-17',
    typeTransaction: 'cashin',
    network: 'ERC20',
    expected: '25.500000',
    received: '25.500000',
    credited: '25.500000',
    undecided: '0.000000',
    metadata: { cart: '42' },
    eventType: 'order.success',
    eventId,
  },
};

const summary = {
  reference,
  status: 'approved',
  method_code: 'CARDS',
  country: 'COL',
  amount: 10.5,
  amount_exact: '10.50',
  capture: 'automatic',
  captured: null,
  refunded: '0.00',
  currency: 'USD',
  description: 'First charge',
  customer_id: 'customer-1',
  order_number: 'A-1',
  email: 'ana@customer.example',
  metadata: { cart: '42' },
  statement_descriptor: 'DEMO STORE A-1',
  created_at: createdAt,
  expires_at: '2026-02-01T15:04:05.000Z',
  decided_at: paidAt,
  approved_at: paidAt,
  refunded_at: null,
};

const attempt = {
  id: '01998c60-8888-7000-8000-000000000005',
  status: 'approved',
  processor: 'stripe',
  route: 'the usual order',
  refusal: null,
  refusal_text: null,
  card: { brand: 'visa', first6: '424242', last4: '4242' },
  instalments: 1,
  created_at: paidAt,
};

const closing = {
  id: '01998c64-5e6f-7000-8000-00000000000b',
  reference,
  currency: 'USD',
  status: 'succeeded',
  origin: 'own',
  failure: null,
  created_at: '2026-02-01T09:00:00.000Z',
};
const refund = {
  id: refundId,
  reference,
  amount: 5,
  currency: 'USD',
  status: 'succeeded',
  origin: 'own',
  reason: 'One coffee was cold',
  failure: null,
  bank: null,
  created_at: '2026-02-01T10:00:00.000Z',
};
const bankRefund = {
  ...refund,
  amount: 150,
  currency: 'MXN',
  bank: {
    status: 'paid',
    account: 'CLABE •••• 9719',
    reference: 'SPEI 20260118-77',
    asked_at: '2026-02-01T10:00:00.000Z',
    given_at: '2026-02-01T12:00:00.000Z',
  },
};

const event = {
  id: eventId,
  endpoint: null,
  status: 'approved',
  reference,
  created_at: paidAt,
  payload: noticeExamples.tellCharge,
  delivery: { status: 'delivered', failures: 0, next_attempt_at: null },
  attempts: [
    {
      sent_at: paidAt,
      url: 'https://shop.example/hook',
      request: {
        headers: {
          'webhook-id': eventId,
          'webhook-timestamp': '1769871967',
          'webhook-signature': 'v1,l+p1XB/58GCj5M5EmSQrF5v45VU1qwZW/WEabVEIiw8=',
        },
      },
      http_status: 200,
      response: { headers: { 'content-length': '2' }, body_excerpt: 'ok' },
      duration_ms: 42,
      cause: 'ok',
      explanation: 'The receiver confirmed with HTTP 200.',
    },
  ],
};

const endpoint = {
  id: '019c2b5e-7f00-7000-8000-0000000000e1',
  url: 'https://books.example/hook',
  description: 'Books',
  events: ['charge.*'],
  paused: false,
  created_at: '2026-01-31T15:04:06.000Z',
  previous_secret_until: null,
};
const replay = {
  id: '01998c63-4d5e-7000-8000-000000000006',
  status: 'running',
  filter: { delivery_status: 'undeliverable' },
  per_second: 50,
  total: 120,
  done: 40,
  created_at: '2026-02-01T12:00:00.000Z',
};

const order = {
  id: orderId,
  type: 'cashin',
  status: 'success',
  anomalies: [],
  amount: '25.50',
  merchantIdCustom: 'order-17',
  currency: 'USDT',
  network: 'ERC20',
  walletAddress: noticeExamples.tellCryptoOrder.walletAddress,
  cryptoAmount: '25.500000',
  expected: '25.500000',
  received: '25.500000',
  credited: '25.500000',
  undecided: '0.000000',
  transactions: [
    {
      transactionHash: noticeExamples.tellCryptoOrder.transactionHash,
      amount: '25.500000',
      orphaned: false,
    },
  ],
};

const payout = {
  id: '01998c64-5e6f-7000-8000-000000000007',
  type: 'cashout',
  status: 'open',
  anomalies: [],
  amount: '10.00',
  merchantIdCustom: 'prize-3',
  currency: 'USDT',
  network: null,
  walletAddress: null,
  cryptoAmount: '10.000000',
  fee: '0.000000',
  failure: null,
  waiting: null,
  transactions: [],
};

const usdtRefund = {
  id: '01998c65-6f70-7000-8000-000000000008',
  refundOf: orderId,
  reason: 'One coffee was cold',
  status: 'open',
  amount: '5.500000',
  currency: 'USDT',
  network: null,
  walletAddress: null,
  failure: null,
  waiting: null,
  opensUntil: '2026-03-03T10:00:00.000Z',
  createdAt: '2026-02-01T10:00:00.000Z',
  transactions: [],
};

export const examples: Readonly<Record<string, Example>> = {
  createAccessToken: {
    answer: success('Access token created', { access_token: token, expires_in: 60, session_id: reference }),
  },
  createCharge: {
    request: {
      flow: 'PAYIN',
      method_code: 'CARDS',
      method_category: 'CARD',
      country: 'COL',
      currency: 'USD',
      amount: 10.5,
      description: 'First charge',
      customer_id: 'customer-1',
      order_number: 'A-1',
      email: 'ana@customer.example',
      return_url: 'https://shop.example/thanks',
      notification_url: 'https://shop.example/hook',
      metadata: { cart: '42' },
      statement_descriptor: 'DEMO STORE A-1',
    },
    answer: success('Charge created', {
      urlCheckout: `https://checkout.example/pay/${reference}?amount=10.5&currency=USD&customer_id=customer-1&description=First%20charge&return_url=https%3A%2F%2Fshop.example%2Fthanks&notification_url=https%3A%2F%2Fshop.example%2Fhook`,
      amount: 10.5,
      currency: 'USD',
      reference,
    }),
  },
  listTransactions: { answer: success('Transactions', { transactions: [summary], next_cursor: null }) },
  readTransaction: {
    answer: success('Transaction', {
      ...summary,
      status: 'partially_refunded',
      refunded: '5.00',
      decided_at: refund.created_at,
      refunded_at: refund.created_at,
      attempts: [attempt],
      authorization: null,
      refunds: [refund],
      disputes: [],
      warnings: [],
      unexpected_payments: [],
      crypto: null,
    }),
  },
  cancelTransaction: {
    answer: success('Transaction canceled', {
      ...summary,
      status: 'canceled',
      approved_at: null,
      attempts: [],
      authorization: null,
      refunds: [],
      disputes: [],
      warnings: [],
      unexpected_payments: [],
      crypto: null,
    }),
  },
  resolveTransaction: {
    request: { payment: '0198f3a5-7c11-7d42-9c3e-5b7f0c9d2e44', decision: 'accept' },
    answer: success('Payment accepted', {
      id: '0198f3a5-7c11-7d42-9c3e-5b7f0c9d2e44',
      kind: 'late',
      status: 'accepted',
      amount: 10.5,
      currency: 'USD',
      pays: true,
      failure: null,
      text: 'The money arrived after the payment had ended.',
      arrived_at: refund.created_at,
      decided_at: refund.created_at,
      ended_at: refund.created_at,
    }),
  },
  captureTransaction: {
    request: { amount: 8 },
    answer: success('Capture succeeded', { ...closing, kind: 'capture', amount: 8 }),
  },
  voidTransaction: {
    request: {},
    answer: success('Void succeeded', { ...closing, kind: 'void', amount: 10.5 }),
  },
  readBankDetails: {
    answer: success('Bank details', {
      refund: refund.id,
      details: [
        { field: 'holder', value: 'Ana Prueba' },
        { field: 'clabe', value: '032180000118359719' },
      ],
    }),
  },
  markRefundPaid: {
    request: { reference: 'SPEI 20260118-77' },
    answer: success('Refund succeeded', bankRefund),
  },
  withdrawRefund: {
    answer: success('Refund failed', {
      ...bankRefund,
      status: 'failed',
      failure: 'withdrawn by the merchant',
      bank: { ...bankRefund.bank, status: 'withdrawn', reference: null },
    }),
  },
  askForBankDetails: {
    answer: success('The customer was asked', {
      ...bankRefund,
      status: 'pending',
      bank: { ...bankRefund.bank, status: 'asked', account: null, reference: null, given_at: null },
    }),
  },
  refundTransaction: {
    request: { amount: 5, reason: 'One coffee was cold' },
    answer: success('Refund succeeded', refund),
  },
  listPaymentMethods: {
    answer: success('Payment methods', [
      {
        method_code: 'CARDS',
        method_category: 'CARD',
        way: 'card',
        payable_hours: null,
        countries: ['BRA'],
        currencies: ['BRL'],
        bounds: { BRL: { min: '0.01', max: '1000000.00' } },
      },
      {
        method_code: 'PIX',
        method_category: 'BANK_TRANSFER',
        way: 'instructions',
        payable_hours: 24,
        countries: ['BRA'],
        currencies: ['BRL'],
        bounds: { BRL: { min: '0.01', max: '1000000.00' } },
      },
    ]),
  },
  readKey: {
    answer: success('API key', {
      id: '5f0c9d2e4401',
      scopes: ['charges:write', 'charges:read', 'links'],
      expires_at: null,
      merchant_id: merchantId,
      merchant_name: 'Café Luna',
      mode: 'live',
    }),
  },
  listBalances: {
    answer: success('Balances', [
      { asset: 'USD', available: '5.50', reserved: '0.00' },
      { asset: 'USDT', available: '15.500000', reserved: '10.000000' },
    ]),
  },
  legacyAuthenticate: {
    answer: { status: { code: 202, message: 'success', kind: 'accepted' }, data: { token } },
  },
  listEvents: { answer: success('Events', { events: [{ ...event, attempts: [] }], next_cursor: null }) },
  readEvent: { answer: success('Event', event) },
  redeliverEvent: {
    answer: success('The event is sent again', {
      ...event,
      attempts: [],
      delivery: { status: 'pending', failures: 0, next_attempt_at: '2026-02-01T12:00:00.000Z' },
    }),
  },
  sendTestEvent: {
    request: { url: 'https://shop.example/hook' },
    answer: success('A sample is on its way', { event_id: eventId }),
  },
  listWebhookEndpoints: { answer: success('Webhook endpoints', { endpoints: [endpoint] }) },
  createWebhookEndpoint: {
    request: { url: endpoint.url, events: endpoint.events },
    answer: success('Keep the secret now: it is shown this once', { ...endpoint, secret: 'whsec_…' }),
  },
  changeWebhookEndpoint: {
    request: { paused: true },
    answer: success('Changed', { ...endpoint, paused: true }),
  },
  removeWebhookEndpoint: { answer: success('Removed', {}) },
  rotateEndpointSecret: {
    request: { overlap_hours: 24 },
    answer: success('Keep the secret now: it is shown this once', { ...endpoint, secret: 'whsec_…' }),
  },
  replayEvents: {
    request: { delivery_status: 'undeliverable', expected_count: 120 },
    answer: success('The replay has begun', { count: 120, replay: { ...replay, done: 0 } }),
  },
  readReplay: { answer: success('Replay', replay) },
  cancelReplay: { answer: success('Replay canceled', { ...replay, status: 'canceled' }) },
  createCryptoOrder: {
    request: {
      country: 'COL',
      origin: 'api',
      amount: '25.50',
      email: 'ana@customer.example',
      merchantIdCustom: 'order-17',
      return_url: 'https://shop.example/thanks',
    },
    answer: { status: true, hash, message: 'Order created' },
  },
  processCryptoOrder: {
    request: {
      hash,
      paymentMethod: 'usdt',
      typePayment: 'wallet',
      typeTransaction: 'cashin',
      description: 'Two coffees',
      merchantId,
      metadata: { cart: '42' },
    },
    answer: {
      status: true,
      url: `https://checkout.example/crypto/${orderId}`,
      message: 'Redirect the customer to url',
      orderId,
    },
  },
  readCryptoOrder: { answer: { status: true, message: 'Order', order } },
  resolveCryptoOrder: {
    request: { decision: 'accept', note: 'Paid an hour late; the order was kept' },
    answer: {
      status: true,
      message: 'Accepted as the payment',
      order: { ...order, anomalies: ['late'], resolution: 'accepted' },
    },
  },
  refundCryptoOrder: {
    request: { amount: '5.50', reason: 'One coffee was cold' },
    answer: {
      status: true,
      message: 'The customer is mailed a link to say where to; it is sent when they have',
      refund: usdtRefund,
    },
  },
  reissuePayoutLink: {
    answer: {
      status: true,
      url: 'https://checkout.example/payout/8Jc2rQ0d2nJp5w1VnXo3yq6bZt9uKf4L',
      message: 'Send the recipient to url; the link before no longer works',
    },
  },
  correctPayoutEmail: {
    request: { email: 'eva@recipient.example' },
    answer: {
      status: true,
      message: 'A new code is mailed to the address; codes before are void',
      order: payout,
    },
  },
  cancelPayout: {
    answer: {
      status: true,
      message: 'Payout canceled',
      order: { ...payout, status: 'failed', failure: 'canceled' },
    },
  },
  ...dashboardExamples,
  ...operatorExamples,
  ...paymentLinkExamples,
  ...payoutExamples,
  ...developerExamples,
  ...accountExamples,
  ...settlementExamples,
  ...reportExamples,
  ...exportExamples,
};
