import { type ChargeMailTexts, nameText, sumText } from './shape.ts';

const named = { order: 'pedido', reference: 'referencia' };

export const es: ChargeMailTexts = {
  greeting: (name) => `Hola ${name}:`,
  externalRefund: ({ charge, amount, processor }) => ({
    subject: `Se reembolsaron ${sumText(amount)} desde el panel de ${processor}`,
    paragraphs: [
      `Se devolvieron al cliente ${sumText(amount)} del pago de ${sumText(charge.amount)} (${nameText(charge, named)}). El reembolso se hizo en el panel de ${processor}, no aquí.`,
      'Tu saldo bajó en ese monto. Si nadie de tu equipo hizo este reembolso, pregunta a quienes tienen acceso a ese panel.',
    ],
  }),
};
