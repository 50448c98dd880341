import type { ReversedTexts, StrayTexts, WaitingTexts } from './shape.ts';

export const es: WaitingTexts = {
  subject: (count) =>
    count === 1
      ? 'Un pago en criptomoneda espera su decisión'
      : `${count} pagos en criptomoneda esperan su decisión`,
  greeting: (name) => `Hola, ${name}:`,
  intro: 'Llegó un pago tarde, incompleto, repetido o por más del precio. Decida qué se hace con el dinero.',
  order: 'Orden',
  asked: 'Por pagar',
  received: 'Recibido',
  credited: 'Acreditado a usted, antes de la comisión',
  undecided: 'Por decidir',
  alreadyPaid: (payment, method, at) =>
    `Su enlace ya estaba pagado: pago ${payment} (${method}, ${at}). Le sugerimos devolver este dinero; si lo acepta, queda como un segundo pago.`,
  more: (count) => `… y ${count} más.`,
  decide: 'Decida cada una con una llamada, con sus credenciales:',
  accept:
    '"accept" lo acepta como pago, o se queda con lo pagado de más. "refund" lo devuelve: el cliente recibe un enlace para decir a qué billetera; donde no se envía desde aquí, lo envía el operador.',
  refundFirst: 'Primero están los pagos de enlaces que ya estaban pagados: "refund" los devuelve.',
};

export const reversedEs: ReversedTexts = {
  subject: (count) => (count === 1 ? 'La red revirtió un pago' : `La red revirtió ${count} pagos`),
  greeting: (name) => `Hola, ${name}:`,
  intro: (network) =>
    `La red ${network} revirtió pagos que ya eran definitivos. Es algo muy raro. Tu saldo bajó por estos montos:`,
  line: (orderId, amount) => `Pedido ${orderId}: ${amount}`,
  outro:
    'No entregues nada más por estos pedidos hasta que vuelvan a estar pagados: si los pagos aparecen de nuevo, se abonan solos y te avisamos. Si tu saldo queda en negativo, tus pagos salientes y reembolsos esperan.',
};

export const strayEs: StrayTexts = {
  subject: (count) =>
    count === 1
      ? 'Un cliente pagó por otra red o con otra moneda'
      : `${count} pagos llegaron por otra red o con otra moneda`,
  greeting: (name) => `Hola, ${name}:`,
  intro:
    'Este dinero llegó a direcciones de tus pedidos, pero no como los pedidos pedían. No cuenta para ninguno:',
  line: (orderId, came, network, asked) =>
    `Pedido ${orderId}: llegaron ${came} por ${network}; el pedido se paga con ${asked}`,
  outro:
    'No tienes que hacer nada. Decide el operador de este servicio: puede contarlo para el pedido si es la misma moneda, o devolverlo. El cliente lo ve en la página de pago.',
};
