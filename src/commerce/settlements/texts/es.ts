import type { SettlementTexts } from './shape.ts';

export const es: SettlementTexts = {
  greeting: (name) => `Hola, ${name}:`,
  paidSubject: (amount) => `Te pagamos ${amount}`,
  paid: (amount) => `ya pagamos los ${amount} que pediste.`,
  ways: { bank: 'Por transferencia bancaria', usdt: 'En USDT' },
  reference: 'Referencia',
  destination: 'A',
  refusedSubject: (amount) => `No se pagarán ${amount}`,
  refused: (amount) =>
    `no se pagarán los ${amount} que pediste. El dinero vuelve a estar disponible para ti.`,
  reason: 'Motivo',
  paidAs: 'Pagado',
  returnedSubject: (amount) => `El banco devolvió ${amount}`,
  returned: (amount) =>
    `el banco devolvió los ${amount} que te habíamos pagado. El dinero vuelve a estar disponible: pídelo de nuevo con la cuenta correcta.`,
};
