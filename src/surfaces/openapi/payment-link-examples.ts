import type { Example } from './example.ts';

/** Payment links and invoices as people create them at the dashboard, and their other actions on payments. */

const link = {
  id: '01998c65-6f70-7000-8000-0000000000aa',
  kind: 'invoice',
  state: 'open',
  is_overdue: false,
  number: 'F-1042',
  title: 'Web site, January',
  url: 'https://pay.company.example/l/3q2-7wAAb1cD_eFgHiJkLmNoPqRsTuVwXyZ000aa',
  amount: '262.50',
  min_amount: null,
  max_amount: null,
  min_quantity: null,
  max_quantity: null,
  stock: null,
  currency: 'USD',
  country: 'COL',
  methods: ['CARDS', 'USDT'],
  language: 'es',
  once: true,
  expires_at: null,
  customer_name: 'Ana Pérez',
  customer_email: 'ana@customer.example',
  due_on: '2026-02-15',
  created_by: 'eva@shop.example',
  created_at: '2026-01-31T15:04:05.000Z',
};
const detail = {
  ...link,
  lines: [{ text: 'Design, hours', quantity: '7.5', price: '35.00', total: '262.50' }],
  subtotal: '262.50',
  adjustments: [],
  mailings: [{ kind: 'invoice', at: '2026-01-31T15:04:05.000Z', status: 'sent' }],
  remind_at: '2026-02-12T13:00:00.000Z',
  sold: 0,
  reserved: 0,
  version: 1,
};
const asLink = {
  kind: 'link',
  number: 'L-7KQ2M9XD',
  title: 'Pottery class',
  amount: '35.00',
  min_quantity: 1,
  max_quantity: 4,
  stock: 12,
  sold: 3,
  reserved: 1,
  methods: ['CARDS'],
  language: null,
  once: false,
  customer_name: null,
  customer_email: null,
  due_on: null,
  lines: [],
  subtotal: null,
  mailings: [],
  remind_at: null,
};
/** A link without a customer. */
const plain = {
  ...detail,
  kind: 'link',
  number: '',
  title: 'Donation',
  amount: null,
  customer_name: null,
  customer_email: null,
  due_on: null,
  lines: [],
  mailings: [],
  remind_at: null,
};
const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });

const view = {
  id: '01998c66-7081-7000-8000-000000000007',
  name: 'Not paid yet',
  search: '',
  state: 'waiting',
  method: null,
};

export const paymentLinkExamples: Readonly<Record<string, Example>> = {
  search: {
    answer: success('Found', {
      payments: [
        {
          id: '01998c60-1a2b-7000-8000-000000000001',
          state: 'paid',
          status: 'approved',
          method: 'CARDS',
          amount: '10.50',
          currency: 'USD',
          order_number: link.number,
          email: link.customer_email,
          description: 'First charge',
          created_at: '2026-01-31T15:04:05.000Z',
        },
      ],
      payouts: [],
      links: [link],
      newest: 5000,
    }),
  },
  listPaymentLinks: { answer: success('Payment links', { links: [link], next_cursor: null }) },
  createPaymentLink: {
    request: {
      kind: 'invoice',
      title: link.title,
      number: link.number,
      country: link.country,
      currency: link.currency,
      methods: link.methods,
      language: link.language,
      customer_name: link.customer_name,
      customer_email: link.customer_email,
      due_on: link.due_on,
      lines: [{ text: 'Design, hours', quantity: '7.5', price: '35.00' }],
      reminders: true,
    },
    answer: success('The invoice is on its way', detail),
  },
  changePaymentLink: {
    request: {
      kind: 'link',
      title: 'Pottery class',
      country: link.country,
      currency: link.currency,
      amount: '35.00',
      max_quantity: 4,
      stock: 12,
      methods: ['CARDS'],
      version: 1,
    },
    answer: success('Changed', { ...detail, ...asLink, version: 2 }),
  },
  readInvoiceNumbers: {
    answer: success('Numbers of invoices', { prefix: 'F-', next: '1043', number: 'F-1043' }),
  },
  changeInvoiceNumbers: {
    request: { prefix: 'F-', next: '1043' },
    answer: success('The numbers are changed', { prefix: 'F-', next: '1043', number: 'F-1043' }),
  },
  readPaymentLink: { answer: success('Payment link', detail) },
  downloadInvoice: { answer: '%PDF-1.3 …' },
  listPaymentsOfLink: {
    answer: success('Payments', {
      payments: [
        {
          id: '01998c60-1a2b-7000-8000-000000000001',
          state: 'paid',
          status: 'approved',
          method: 'CARDS',
          amount: '262.50',
          currency: 'USD',
          email: 'ana@customer.example',
          quantity: 1,
          created_at: '2026-02-01T09:30:00.000Z',
        },
      ],
      next_cursor: null,
    }),
  },
  closePaymentLink: { answer: success('Closed', { ...plain, state: 'closed' }) },
  reopenPaymentLink: { answer: success('Open again', plain) },
  sendReceipt: { answer: success('The receipt is on its way', null) },
  listViews: { answer: success('Views', { views: [view] }) },
  saveView: {
    request: { name: view.name, state: view.state },
    answer: success('Saved', { views: [view] }),
  },
  removeView: { answer: success('Removed', { views: [] }) },
  remindOfInvoice: { answer: success('The reminder is on its way', { ...detail, lines: [], mailings: [] }) },
};
