import type { ReceiptTexts } from './shape.ts';

export const en: ReceiptTexts = {
  subject: {
    payment: (name) => `Receipt for your payment to ${name}`,
    refund: (name) => `${name} has refunded you`,
  },
  title: { payment: 'Payment received', refund: 'Refund' },
  merchant: 'Merchant',
  amount: 'Amount',
  ofPayment: 'Of a payment of',
  date: 'Date',
  description: 'Description',
  card: 'Card',
  instalments: 'Instalments',
  network: 'Network',
  transaction: { payment: 'Transaction', refund: 'Transaction of your payment' },
  reference: 'Reference',
  endingIn: (brand, last4) => `${brand} ending in ${last4}`,
  days: 'Depending on your bank it may take a few days until the money shows on your card.',
  questions: (name) => `If you have questions, write to ${name} and name the reference.`,
  support: 'Help',
  terms: 'Terms and conditions',
};
