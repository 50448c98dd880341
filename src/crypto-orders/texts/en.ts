import type { WaitingTexts } from './shape.ts';

export const en: WaitingTexts = {
  subject: (count) =>
    count === 1
      ? 'A crypto payment waits for your decision'
      : `${count} crypto payments wait for your decision`,
  greeting: (name) => `Hello, ${name},`,
  intro:
    'Money came that no rule gives to anybody: late, too much, too little, or a second time. Decide what becomes of it.',
  order: 'Order',
  asked: 'To pay',
  suspense: 'Not assigned',
  more: (count) => `… and ${count} more.`,
  decide: 'Decide each by one call, with your credentials:',
  accept: '"accept" takes it as the payment; "refund" marks it to be given back, which the operator sends.',
};
