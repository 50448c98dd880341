import { type ChargeMailTexts, isToAnswer, nameText, reasonText, sizeOf } from './shape.ts';

const named = { order: 'pedido', reference: 'referencia' };

const reasons = {
  fraudulent: 'el titular de la tarjeta dice que no hizo el pago',
  unrecognized: 'el titular de la tarjeta no reconoce el pago',
  product_not_received: 'el cliente dice que no recibió nada',
  product_unacceptable: 'el cliente dice que lo que recibió no es lo que compró',
  duplicate: 'el cliente dice que le cobraron dos veces',
  credit_not_processed: 'el cliente dice que le prometieron un reembolso y no lo recibió',
  subscription_canceled: 'el cliente dice que ya había cancelado',
  general: 'el banco no dijo por qué',
};

export const es: ChargeMailTexts = {
  greeting: (name) => `Hola ${name}:`,
  externalRefund: ({ charge, amount, processor }, { sum }) => ({
    subject: `Se reembolsaron ${sum(amount)} desde el panel de ${processor}`,
    paragraphs: [
      `Se devolvieron al cliente ${sum(amount)} del pago de ${sum(charge.amount)} (${nameText(charge, named)}). El reembolso se hizo en el panel de ${processor}, no aquí.`,
      'Tu saldo bajó en ese monto. Si nadie de tu equipo hizo este reembolso, pregunta a quienes tienen acceso a ese panel.',
    ],
  }),
  dispute: ({ charge, status, amount, reason, processor, evidenceDueAt }, { sum, time }) => {
    const disputed = sum(amount);
    const why = reasonText(reason, reasons);
    const subjects = {
      inquiry: `El banco pregunta por un pago de ${disputed}`,
      open: `El banco retiró ${disputed}: se abrió un contracargo`,
      won: `Ganaste el contracargo de ${disputed}`,
      lost: `Perdiste el contracargo de ${disputed}`,
    };
    const what = {
      inquiry: 'No se retiró dinero. Si nadie responde, el banco puede retirarlo.',
      open: 'Tu saldo queda más bajo en ese monto hasta que se decida.',
      won: 'El dinero vuelve a ser tuyo.',
      lost: 'El dinero se queda con el cliente.',
    };
    return {
      subject: subjects[status],
      paragraphs: [
        `Se trata del pago de ${sum(charge.amount)} (${nameText(charge, named)}). ${what[status]}`,
        ...(why ? [`Motivo: ${why}.`] : []),
        ...(isToAnswer({ status })
          ? [
              evidenceDueAt
                ? `Puedes responder en el panel de ${processor} hasta el ${time(evidenceDueAt)}: qué vendiste, cuándo lo entregaste, qué se escribieron.`
                : `Responde pronto en el panel de ${processor}: qué vendiste, cuándo lo entregaste, qué se escribieron.`,
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
        ? `Se aclaró un movimiento de ${sum} en tu cuenta de ${processor}`
        : isMore
          ? `Se sumaron ${sum} a tu saldo`
          : `Se descontaron ${sum} de tu saldo`,
      paragraphs: [
        isOwn
          ? `${processor} registró un movimiento de ${sum} en tu propia cuenta (${reference}) que no tenía explicación. Ahora está registrado como tuyo.`
          : `${processor} registró un movimiento de ${sum} (${reference}) que te corresponde. Tu saldo ${isMore ? 'subió' : 'bajó'} en ese monto.`,
        `Nota: ${note}`,
      ],
    };
  },
  warning: ({ charge, kind, reason, processor }, { sum }) => {
    const paid = sum(charge.amount);
    return {
      subject:
        kind === 'fraud'
          ? `Posible fraude: un pago de ${paid}. No entregues todavía`
          : `Un cliente reclamó por un pago de ${paid}`,
      paragraphs: [
        `Se trata del pago de ${paid} (${nameText(charge, named)}). Todavía no se retiró dinero.`,
        kind === 'fraud'
          ? 'El banco de la tarjeta o el procesador cree que es un fraude. No entregues lo que aún no entregaste y reembolsa pronto: un reembolso cuesta menos que un contracargo.'
          : `El cliente reclamó ante ${processor}. Responde en su panel o reembolsa el pago: si no, pueden retirarte el dinero.`,
        ...(reason ? [`Lo que dice ${processor}: ${reason}.`] : []),
      ],
    };
  },
};
