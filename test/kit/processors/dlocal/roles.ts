import type { Card } from '../../../../src/payments/charges/payment-processor.ts';
import type { CustomerRole } from '../simulator.ts';

/** dLocal's status code for each outcome of a card. */
export const codes = {
  approved: '200',
  challenge: '101',
  pending: '100',
  card_refused: '301',
  insufficient_funds: '302',
  card_expired: '309',
  wrong_security_code: '315',
} as const satisfies Record<CustomerRole, string>;

/** dLocal's sandbox accepts any number; these are ours, one per role. */
export const cards = {
  approved: card('4111111111111111'),
  challenge: card('4000002760003184'),
  pending: card('4000000000000077'),
  card_refused: card('4000000000000002'),
  insufficient_funds: card('4000000000009995'),
  card_expired: card('4000000000000069'),
  wrong_security_code: card('4000000000000127'),
} as const satisfies Record<CustomerRole, Card>;

/** A debit card, by its first digits. */
export const cardInOne = card('4000056655665556');

function card(number: string): Card {
  return { number, expiryMonth: 12, expiryYear: 2099, securityCode: '123', holderName: 'Ana Prueba' };
}

export function isRole(text: string): text is CustomerRole {
  return text in codes;
}

export function roleOfNumber(number: string): CustomerRole {
  const known = Object.entries(cards).find(([, each]) => each.number === number);
  return (known?.[0] ?? 'approved') as CustomerRole;
}
