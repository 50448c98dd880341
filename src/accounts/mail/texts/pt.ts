import type { ReceiptTexts } from './shape.ts';

export const pt: ReceiptTexts = {
  subject: {
    payment: (name) => `Recibo do seu pagamento a ${name}`,
    refund: (name) => `${name} devolveu dinheiro a você`,
  },
  title: { payment: 'Pagamento recebido', refund: 'Reembolso' },
  merchant: 'Loja',
  amount: 'Valor',
  ofPayment: 'Do pagamento de',
  date: 'Data',
  description: 'Descrição',
  card: 'Cartão',
  instalments: 'Parcelas',
  network: 'Rede',
  transaction: { payment: 'Transação', refund: 'Transação do seu pagamento' },
  reference: 'Referência',
  endingIn: (brand, last4) => `${brand} com final ${last4}`,
  days: 'Dependendo do seu banco, o dinheiro pode levar alguns dias para aparecer no cartão.',
  questions: (name) => `Se tiver dúvidas, escreva para ${name} e informe a referência.`,
  support: 'Ajuda',
  terms: 'Termos e condições',
};
