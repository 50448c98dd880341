import { type ChargeMailTexts, nameText, sumText } from './shape.ts';

const named = { order: 'pedido', reference: 'referência' };

export const pt: ChargeMailTexts = {
  greeting: (name) => `Olá, ${name}:`,
  externalRefund: ({ charge, amount, processor }) => ({
    subject: `${sumText(amount)} foram estornados no painel de ${processor}`,
    paragraphs: [
      `${sumText(amount)} do pagamento de ${sumText(charge.amount)} (${nameText(charge, named)}) voltaram para o cliente. O estorno foi feito no painel de ${processor}, não aqui.`,
      'Seu saldo diminuiu nesse valor. Se ninguém da sua equipe fez este estorno, pergunte a quem tem acesso a esse painel.',
    ],
  }),
};
