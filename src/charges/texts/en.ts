import { type ChargeMailTexts, nameText, sumText } from './shape.ts';

const named = { order: 'order', reference: 'reference' };

export const en: ChargeMailTexts = {
  greeting: (name) => `Hello ${name},`,
  externalRefund: ({ charge, amount, processor }) => ({
    subject: `${sumText(amount)} was refunded in the panel of ${processor}`,
    paragraphs: [
      `${sumText(amount)} of the payment of ${sumText(charge.amount)} (${nameText(charge, named)}) went back to the customer. The refund was made in the panel of ${processor}, not here.`,
      'Your balance is lower by this amount. If nobody of yours made this refund, ask whoever has access to that panel.',
    ],
  }),
};
