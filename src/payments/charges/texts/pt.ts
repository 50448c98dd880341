import { type ChargeMailTexts, isToAnswer, nameText, reasonText, sizeOf } from './shape.ts';

const named = { order: 'pedido', reference: 'referência' };

const reasons = {
  fraudulent: 'o titular do cartão diz que não fez o pagamento',
  unrecognized: 'o titular do cartão não reconhece o pagamento',
  product_not_received: 'o cliente diz que não recebeu nada',
  product_unacceptable: 'o cliente diz que o que recebeu não é o que comprou',
  duplicate: 'o cliente diz que foi cobrado duas vezes',
  credit_not_processed: 'o cliente diz que prometeram um reembolso e ele não veio',
  subscription_canceled: 'o cliente diz que já tinha cancelado',
  general: 'o banco não disse por quê',
};

export const pt: ChargeMailTexts = {
  greeting: (name) => `Olá, ${name}:`,
  externalRefund: ({ charge, amount, processor }, { sum }) => ({
    subject: `${sum(amount)} foram estornados no painel de ${processor}`,
    paragraphs: [
      `${sum(amount)} do pagamento de ${sum(charge.amount)} (${nameText(charge, named)}) voltaram para o cliente. O estorno foi feito no painel de ${processor}, não aqui.`,
      'Seu saldo diminuiu nesse valor. Se ninguém da sua equipe fez este estorno, pergunte a quem tem acesso a esse painel.',
    ],
  }),
  dispute: ({ charge, status, amount, reason, processor, evidenceDueAt }, { sum, time }) => {
    const disputed = sum(amount);
    const why = reasonText(reason, reasons);
    const subjects = {
      inquiry: `O banco pergunta sobre um pagamento de ${disputed}`,
      open: `O banco retirou ${disputed}: foi aberta uma contestação`,
      won: `Você ganhou a contestação de ${disputed}`,
      lost: `Você perdeu a contestação de ${disputed}`,
    };
    const what = {
      inquiry: 'Nada foi retirado. Se ninguém responder, o banco pode retirar o dinheiro.',
      open: 'Seu saldo fica menor nesse valor até a decisão.',
      won: 'O dinheiro é seu de novo.',
      lost: 'O dinheiro fica com o cliente.',
    };
    return {
      subject: subjects[status],
      paragraphs: [
        `Trata-se do pagamento de ${sum(charge.amount)} (${nameText(charge, named)}). ${what[status]}`,
        ...(why ? [`Motivo: ${why}.`] : []),
        ...(isToAnswer({ status })
          ? [
              evidenceDueAt
                ? `Você pode responder no painel de ${processor} até ${time(evidenceDueAt)}: o que vendeu, quando entregou, o que vocês escreveram.`
                : `Responda logo no painel de ${processor}: o que vendeu, quando entregou, o que vocês escreveram.`,
            ]
          : []),
      ],
    };
  },
  bookedCase: ({ amount, processor, reference, note, isOwn }, write) => {
    const sum = write.sum(sizeOf(amount));
    const isMore = amount.amountMinor > 0n;
    return {
      subject: isOwn
        ? `Um movimento de ${sum} na sua conta de ${processor} foi esclarecido`
        : isMore
          ? `${sum} foram creditados no seu saldo`
          : `${sum} foram debitados do seu saldo`,
      paragraphs: [
        isOwn
          ? `${processor} registrou um movimento de ${sum} na sua própria conta (${reference}) que não tinha explicação. Agora ele está registrado como seu.`
          : `${processor} registrou um movimento de ${sum} (${reference}) que é seu. Seu saldo ${isMore ? 'aumentou' : 'diminuiu'} nesse valor.`,
        `Observação: ${note}`,
      ],
    };
  },
  warning: ({ charge, kind, reason, processor }, { sum }) => {
    const paid = sum(charge.amount);
    return {
      subject:
        kind === 'fraud'
          ? `Possível fraude: um pagamento de ${paid}. Não entregue ainda`
          : `Um cliente reclamou de um pagamento de ${paid}`,
      paragraphs: [
        `Trata-se do pagamento de ${paid} (${nameText(charge, named)}). Nada foi retirado ainda.`,
        kind === 'fraud'
          ? 'O banco do cartão ou o processador acredita que é fraude. Não entregue o que ainda não entregou e estorne logo: um estorno custa menos que uma contestação.'
          : `O cliente reclamou no ${processor}. Responda no painel ou estorne o pagamento: senão, o dinheiro pode ser retirado.`,
        ...(reason ? [`O que diz o ${processor}: ${reason}.`] : []),
      ],
    };
  },
};
