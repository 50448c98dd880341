import type { WaitingTexts } from './shape.ts';

export const es: WaitingTexts = {
  subject: (count) =>
    count === 1
      ? 'Un pago en criptomoneda espera su decisión'
      : `${count} pagos en criptomoneda esperan su decisión`,
  greeting: (name) => `Hola, ${name}:`,
  intro:
    'Llegó dinero que ninguna regla asigna: tarde, de más, de menos o por segunda vez. Decida qué se hace con él.',
  order: 'Orden',
  asked: 'Por pagar',
  suspense: 'Sin asignar',
  more: (count) => `… y ${count} más.`,
  decide: 'Decida cada una con una llamada, con sus credenciales:',
  accept: '"accept" lo acepta como pago; "refund" lo marca para devolver, y el operador lo envía.',
};
