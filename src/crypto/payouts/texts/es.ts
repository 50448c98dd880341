import type { PayoutMailTexts } from './shape.ts';

export const es: PayoutMailTexts = {
  code: {
    subject: ({ merchantName }) => `Tu código para cobrar de ${merchantName}`,
    intro: ({ merchantName }) =>
      `${merchantName} te envía un pago. Para confirmar que la billetera de abajo es la tuya, escribe este código en la página del pago:`,
    code: 'Código',
    amount: 'Vas a recibir',
    network: 'Red',
    address: 'Dirección',
    valid: (minutes) => `El código sirve durante ${minutes} minutos y solo para esta dirección.`,
    compare: 'Compara la dirección con la de tu billetera antes de escribir el código.',
    stranger: ({ merchantName }) =>
      `Si no fuiste tú quien escribió esta dirección, no uses el código ni se lo des a nadie: sin él no se envía nada. Avisa a ${merchantName}, porque otra persona tiene el enlace de tu pago.`,
  },
  tried: {
    subject: 'Alguien prueba códigos en el enlace de un retiro',
    text: (payoutId, hours) =>
      `En la página del retiro ${payoutId} se escribieron demasiados códigos equivocados. Durante ${hours} horas no se envían más códigos. Puede que otra persona tenga el enlace: el destinatario no puede cobrar mientras tanto.\n\nHaga un enlace nuevo y envíelo solo al destinatario; el anterior deja de servir y los códigos se cuentan de nuevo:\nPOST /payment/${payoutId}/link\n`,
  },
  refusedCodes: {
    subject: (count) =>
      count === 1
        ? 'El destinatario de un retiro no recibe su código'
        : `Los destinatarios de ${count} retiros no reciben su código`,
    greeting: (name) => `Hola, ${name}:`,
    intro:
      'El servidor de correo rechazó para siempre el mensaje con el código, o con el enlace de una devolución, que el destinatario necesita para cobrar. Lo más probable es que la dirección de correo esté mal escrita.',
    payout: 'Retiro',
    email: 'Correo',
    answer: 'Respuesta del servidor de correo',
    more: (count) => `… y ${count} más.`,
    correct:
      'Pregunte al destinatario por su dirección y corríjala con una llamada, con sus credenciales. Solo usted puede hacerlo:',
    after:
      'Le enviamos entonces un código nuevo, y el enlace que tiene sigue sirviendo; si es una devolución, un enlace nuevo.',
  },
};
