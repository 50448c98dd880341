import type { ReceiptTexts } from './shape.ts';

export const es: ReceiptTexts = {
  subject: {
    payment: (name) => `Recibo de tu pago a ${name}`,
    refund: (name) => `${name} te devolvió dinero`,
  },
  title: { payment: 'Pago recibido', refund: 'Devolución' },
  merchant: 'Comercio',
  amount: 'Monto',
  ofPayment: 'Del pago de',
  date: 'Fecha',
  description: 'Concepto',
  card: 'Tarjeta',
  instalments: 'Cuotas',
  network: 'Red',
  transaction: { payment: 'Transacción', refund: 'Transacción de tu pago' },
  reference: 'Referencia',
  endingIn: (brand, last4) => `${brand} terminada en ${last4}`,
  days: 'Según tu banco, el dinero puede tardar algunos días en aparecer en tu tarjeta.',
  questions: (name) => `Si tienes preguntas, escribe a ${name} e indica la referencia.`,
  support: 'Ayuda',
  terms: 'Términos y condiciones',
};
