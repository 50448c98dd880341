import type { ChallengeTexts } from './shape.ts';

export const es: ChallengeTexts = {
  bank: 'Banco de pruebas',
  title: 'Confirma tu pago',
  explanation: 'Esta página imita la verificación 3-D Secure de un banco. No se mueve dinero real.',
  amount: 'Monto',
  card: 'Tarjeta',
  concept: 'Concepto',
  approve: 'Aprobar el pago',
  fail: 'Rechazar la verificación',
  unknownTitle: 'No encontramos este pago',
  unknownExplanation: 'Vuelve a la página de pago e inténtalo de nuevo.',
};
