import type { Example } from './example.ts';

export const booksExamples: Readonly<Record<string, Example>> = {
  exportPayments: {
    answer: [
      '\uFEFFDate (UTC),Reference,Order number,Status,Method,Amount,Currency,Given back,E-mail,Description\r\n',
      '2026-01-31T15:04:05.000Z,01998c5e-8f7b-7cc0-9a4e-1b0d3f5a7c21,A-1,approved,CARDS,10.50,USD,0.00,ana@customer.example,First charge\r\n',
    ].join(''),
  },
};
