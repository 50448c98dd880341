import type { ReversedTexts, StrayTexts, WaitingTexts } from './shape.ts';

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
  alreadyPaid: (payment, method, at) =>
    `O link já estava pago: pagamento ${payment} (${method}, ${at}). Sugerimos devolver este dinheiro; se você aceitar, fica como um segundo pagamento.`,
  more: (count) => `… e mais ${count}.`,
  decide: 'Decida cada uma com uma chamada, com as suas credenciais:',
  accept:
    '"accept" aceita como pagamento, ou fica com o que foi pago a mais. "refund" devolve: o cliente recebe um link para informar a carteira; onde nada é enviado daqui, o operador envia.',
  refundFirst: 'Primeiro vêm os pagamentos de links que já estavam pagos: "refund" os devolve.',
};

export const reversedPt: ReversedTexts = {
  subject: (count) => (count === 1 ? 'A rede reverteu um pagamento' : `A rede reverteu ${count} pagamentos`),
  greeting: (name) => `Olá, ${name}:`,
  intro: (network) =>
    `A rede ${network} reverteu pagamentos que já eram definitivos. Isso é muito raro. O seu saldo diminuiu por estes valores:`,
  line: (orderId, amount) => `Pedido ${orderId}: ${amount}`,
  outro:
    'Não entregue mais nada por estes pedidos até que sejam pagos de novo: se os pagamentos voltarem, são creditados sozinhos e você é avisado. Enquanto o seu saldo estiver negativo, os seus pagamentos e reembolsos esperam.',
};

export const strayPt: StrayTexts = {
  subject: (count) =>
    count === 1
      ? 'Um cliente pagou por outra rede ou com outra moeda'
      : `${count} pagamentos chegaram por outra rede ou com outra moeda`,
  greeting: (name) => `Olá, ${name}:`,
  intro:
    'Este dinheiro chegou a endereços dos seus pedidos, mas não como os pedidos pediam. Não conta para nenhum:',
  line: (orderId, came, network, asked) =>
    `Pedido ${orderId}: chegaram ${came} pela ${network}; o pedido se paga com ${asked}`,
  outro:
    'Você não precisa fazer nada. O operador deste serviço decide: pode contar o valor para o pedido se for a mesma moeda, ou devolver. O cliente vê isso na página de pagamento.',
};
