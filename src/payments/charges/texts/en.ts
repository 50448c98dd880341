import { type ChargeMailTexts, isToAnswer, nameText, reasonText, sizeOf } from './shape.ts';

const named = { order: 'order', reference: 'reference' };

const reasons = {
  fraudulent: 'the cardholder says that they did not make the payment',
  unrecognized: 'the cardholder does not recognise the payment',
  product_not_received: 'the customer says that nothing was delivered',
  product_unacceptable: 'the customer says that what was delivered is not what was sold',
  duplicate: 'the customer says that they were charged twice',
  credit_not_processed: 'the customer says that a refund was promised and not made',
  subscription_canceled: 'the customer says that they had canceled',
  general: 'the bank did not say why',
};

export const en: ChargeMailTexts = {
  greeting: (name) => `Hello ${name},`,
  externalRefund: ({ charge, amount, processor }, { sum }) => ({
    subject: `${sum(amount)} was refunded in the panel of ${processor}`,
    paragraphs: [
      `${sum(amount)} of the payment of ${sum(charge.amount)} (${nameText(charge, named)}) went back to the customer. The refund was made in the panel of ${processor}, not here.`,
      'Your balance is lower by this amount. If nobody of yours made this refund, ask whoever has access to that panel.',
    ],
  }),
  dispute: ({ charge, status, amount, reason, processor, evidenceDueAt }, { sum, time }) => {
    const disputed = sum(amount);
    const why = reasonText(reason, reasons);
    const subjects = {
      inquiry: `The bank asks about a payment of ${disputed}`,
      open: `The bank took back ${disputed}: a dispute was opened`,
      won: `You won the dispute over ${disputed}`,
      lost: `You lost the dispute over ${disputed}`,
    };
    const what = {
      inquiry: 'Nothing was taken. If nobody answers, the bank may take the money.',
      open: 'Your balance is lower by this amount until the dispute is decided.',
      won: 'The money is yours again.',
      lost: 'The money stays with the customer.',
    };
    return {
      subject: subjects[status],
      paragraphs: [
        `It is about the payment of ${sum(charge.amount)} (${nameText(charge, named)}). ${what[status]}`,
        ...(why ? [`Why: ${why}.`] : []),
        ...(isToAnswer({ status })
          ? [
              evidenceDueAt
                ? `You can answer in the panel of ${processor} until ${time(evidenceDueAt)}: what was sold, when it was delivered, what you wrote to each other.`
                : `Answer soon in the panel of ${processor}: what was sold, when it was delivered, what you wrote to each other.`,
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
        ? `${sum} on your account at ${processor} is explained`
        : `${sum} was ${isMore ? 'added to' : 'taken from'} your balance`,
      paragraphs: [
        isOwn
          ? `${processor} moved ${sum} on your own account there (${reference}), which the books could not explain. It is now entered as yours.`
          : `${processor} moved ${sum} (${reference}), which belongs to you. Your balance is ${isMore ? 'higher' : 'lower'} by this amount.`,
        `Note: ${note}`,
      ],
    };
  },
  warning: ({ charge, kind, reason, processor }, { sum }) => {
    const paid = sum(charge.amount);
    return {
      subject:
        kind === 'fraud'
          ? `Possible fraud: a payment of ${paid}. Do not deliver yet`
          : `A customer complained about a payment of ${paid}`,
      paragraphs: [
        `It is about the payment of ${paid} (${nameText(charge, named)}). Nothing was taken yet.`,
        kind === 'fraud'
          ? 'The bank of the card or the processor takes it for fraud. Do not deliver what is not delivered yet, and refund it soon: a refund costs less than a dispute.'
          : `The customer complained to ${processor}. Answer in its panel, or refund the payment: else the money may be taken back.`,
        ...(reason ? [`What ${processor} says: ${reason}.`] : []),
      ],
    };
  },
};
