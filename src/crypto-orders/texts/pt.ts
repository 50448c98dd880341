import type { WaitingTexts } from './shape.ts';

export const pt: WaitingTexts = {
  subject: (count) =>
    count === 1
      ? 'Um pagamento em criptomoeda espera a sua decisão'
      : `${count} pagamentos em criptomoeda esperam a sua decisão`,
  greeting: (name) => `Olá, ${name}:`,
  intro:
    'Um pagamento chegou atrasado, incompleto, repetido ou acima do preço. Decida o que fazer com o dinheiro.',
  order: 'Ordem',
  asked: 'A pagar',
  received: 'Recebido',
  credited: 'Creditado a você, antes da taxa',
  undecided: 'A decidir',
  more: (count) => `… e mais ${count}.`,
  decide: 'Decida cada uma com uma chamada, com as suas credenciais:',
  accept:
    '"accept" aceita como pagamento, ou fica com o que foi pago a mais. "refund" devolve: o cliente recebe um link para informar a carteira; onde nada é enviado daqui, o operador envia.',
};
