import type { Example } from './example.ts';

const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });
const nothing = { amount: '0.00', count: 0, before: '0.00', count_before: 0 };
const payment = '01998c5e-8f7b-7cc0-9a4e-1b0d3f5a7c21';

export const reportExamples: Readonly<Record<string, Example>> = {
  exportPayments: {
    answer: [
      '\uFEFFDate (UTC),Reference,Order number,Status,Method,Amount,Currency,Given back,Paid (UTC),Fee,Net,Currency of fee and net,Taken back by banks,E-mail,Description,Second payment after,Refund reason\r\n',
      '2026-01-31T15:04:05.000Z,01998c5e-8f7b-7cc0-9a4e-1b0d3f5a7c21,A-1,approved,CARDS,10.50,USD,0.00,2026-01-31T15:06:07.000Z,0.31,10.19,USD,0.00,ana@customer.example,First charge,\r\n',
    ].join(''),
  },
  exportMovements: {
    answer: [
      '\uFEFFDate (UTC),What,Payment,Order number,Amount,Fee,Currency\r\n',
      `2026-01-31T15:06:07.000Z,Card payment,${payment},A-1,10.19,0.31,USD\r\n`,
    ].join(''),
  },
  exportReport: {
    answer: [
      '\uFEFFDate,Currency,Received,Payments,Given back,Taken back by banks,Paid out,Fees\r\n',
      '2026-01-31,USD,10.50,1,0.00,0.00,0.00,0.31\r\n',
    ].join(''),
  },
  readOverview: {
    answer: success('Overview', {
      from: '2026-01-31T05:00:00.000Z',
      to: '2026-02-01T05:00:00.000Z',
      assets: [
        {
          asset: 'USD',
          received: { amount: '10.50', count: 1, before: '0.00', count_before: 0 },
          given_back: nothing,
          taken_back: nothing,
          paid_out: nothing,
          fees: { amount: '0.31', before: '0.00' },
        },
      ],
      tries: {
        approved: 1,
        refused: 1,
        approved_before: 0,
        refused_before: 0,
        refusals: [{ reason: 'insufficient_funds', count: 1 }],
      },
      messages: { told: 1, undeliverable: 0 },
      disputes: { to_answer: 1, next_due_at: '2026-02-07T23:59:59.000Z' },
      days: [{ day: '2026-01-31', approved: 1, refused: 1, received: [{ asset: 'USD', amount: '10.50' }] }],
      balances: [{ book: 'available', asset: 'USD', balance: '10.19' }],
    }),
  },
  readHome: {
    answer: success('Home', {
      at: '2026-01-31T07:20:00.000Z',
      day: '2026-01-31',
      assets: [
        {
          asset: 'COP',
          today: { amount: '128457.00', count: 2 },
          before: { amount: '85000.00', count: 1 },
          hours: ['0.00', '85000.00', '43457.00'],
          hours_before: ['0.00', '0.00', '85000.00'],
        },
      ],
      attempts: { approved: 2, refused: 1, approved_before: 1, refused_before: 0 },
    }),
  },
  readToDo: {
    answer: success('To do', {
      decisions: { count: 1, newest: [{ payment, number: 'A-7', asset: 'USDT', amount: '10.000000' }] },
      disputes: { to_answer: 1, next_due_at: '2026-02-07T23:59:59.000Z' },
      payouts_to_approve: 2,
      undeliverable: 0,
      settlements: 0,
      steps: { webhook: true, logo: false, first_payment: true },
    }),
  },
  readBalances: {
    answer: success('Balances', {
      balances: [
        { book: 'available', asset: 'USD', balance: '10.19' },
        { book: 'reserved', asset: 'USDT', balance: '25.000000' },
      ],
    }),
  },
  listMovements: {
    answer: success('Movements', {
      movements: [
        {
          id: '01998c60-1a2b-7000-8000-000000000007.1',
          at: '2026-01-31T15:06:07.000Z',
          kind: 'charge_approved',
          payment,
          order_number: 'A-1',
          email: 'ana@customer.example',
          method: 'CARDS',
          asset: 'USD',
          amount: '10.19',
          fee: '0.31',
          balance: '10.19',
        },
      ],
      next_cursor: null,
    }),
  },
  readStatement: {
    answer: success('Statement', {
      month: '2026-01',
      as_of: null,
      assets: [
        {
          book: 'available',
          asset: 'USD',
          opening: '0.00',
          lines: {
            received: '10.50',
            fees: '-0.31',
            given_back: '0.00',
            taken_back: '0.00',
            payouts: '0.00',
            settlements: '0.00',
            set_aside: '0.00',
            released: '0.00',
            paid: '0.00',
            corrections: '0.00',
            other: '0.00',
          },
          closing: '10.19',
        },
      ],
    }),
  },
  downloadStatement: { answer: '%PDF-1.3 …' },
};
