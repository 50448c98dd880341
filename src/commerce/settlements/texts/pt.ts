import type { SettlementTexts } from './shape.ts';

export const pt: SettlementTexts = {
  greeting: (name) => `Olá, ${name}:`,
  paidSubject: (amount) => `Pagamos ${amount} a você`,
  paid: (amount) => `os ${amount} que você pediu foram pagos.`,
  ways: { bank: 'Por transferência bancária', usdt: 'Em USDT' },
  reference: 'Referência',
  destination: 'Para',
  refusedSubject: (amount) => `${amount} não serão pagos`,
  refused: (amount) =>
    `os ${amount} que você pediu não serão pagos. O dinheiro está disponível para você de novo.`,
  reason: 'Motivo',
  paidAs: 'Pago',
  returnedSubject: (amount) => `O banco devolveu ${amount}`,
  returned: (amount) =>
    `o banco devolveu os ${amount} que havíamos pago a você. O dinheiro está disponível de novo: peça outra vez, com a conta correta.`,
};
