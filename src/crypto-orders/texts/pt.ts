import type { WaitingTexts } from './shape.ts';

export const pt: WaitingTexts = {
  subject: (count) =>
    count === 1
      ? 'Um pagamento em criptomoeda espera a sua decisão'
      : `${count} pagamentos em criptomoeda esperam a sua decisão`,
  greeting: (name) => `Olá, ${name}:`,
  intro:
    'Chegou dinheiro que nenhuma regra atribui: atrasado, a mais, a menos ou pela segunda vez. Decida o que fazer com ele.',
  order: 'Ordem',
  asked: 'A pagar',
  suspense: 'Não atribuído',
  more: (count) => `… e mais ${count}.`,
  decide: 'Decida cada uma com uma chamada, com as suas credenciais:',
  accept: '"accept" aceita como pagamento; "refund" marca para devolver, e o operador envia.',
};
