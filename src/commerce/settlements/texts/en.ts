import type { SettlementTexts } from './shape.ts';

export const en: SettlementTexts = {
  greeting: (name) => `Hello ${name},`,
  paidSubject: (amount) => `${amount} has been paid to you`,
  paid: (amount) => `the ${amount} that you asked for has been paid.`,
  ways: { bank: 'By bank transfer', usdt: 'In USDT' },
  reference: 'Reference',
  destination: 'To',
  refusedSubject: (amount) => `${amount} will not be paid out`,
  refused: (amount) =>
    `the ${amount} that you asked for will not be paid out. The money is available to you again.`,
  reason: 'Why',
  paidAs: 'Paid',
  returnedSubject: (amount) => `${amount} came back from the bank`,
  returned: (amount) =>
    `the bank sent back the ${amount} that we had paid to you. The money is available to you again: ask for it anew, with the right account.`,
};
