import type { PaymentSessionStatus, WebhookActionResult } from '@medusajs/framework/types';
import type { Pasarela } from '../../../sdk/typescript/src/index.ts';

export type Charge = Awaited<ReturnType<Pasarela['charges']['retrieve']>>;

/** The customer has a code or a voucher, and may pay it hours or days later. */
const paidLater: ReadonlySet<string> = new Set([
  'BOLETO',
  'EFECTY',
  'OXXO',
  'PAGOEFECTIVO',
  'PAGOFACIL',
  'PIX',
  'RAPIPAGO',
  'SERVIPAG',
  'SPEI',
]);

/** The status of Medusa's payment session for a charge. */
export function sessionStatusOf(charge: Charge): PaymentSessionStatus {
  switch (charge.status) {
    case 'approved':
    case 'partially_refunded':
      return 'captured';
    case 'authorized':
      return 'authorized';
    case 'open':
      return isOnItsWay(charge) ? 'pending_authorization' : 'requires_more';
    case 'declined':
      return 'error';
    // Also money that went back: there is nothing to give an order for.
    default:
      return 'canceled';
  }
}

function isOnItsWay({ attempts, method_code, crypto }: Charge): boolean {
  if (crypto) return Number(crypto.received) > 0;
  return attempts.some(
    ({ status }) =>
      status === 'pending' || status === 'unknown' || (status === 'awaiting' && paidLater.has(method_code)),
  );
}

const actions: Partial<Record<PaymentSessionStatus, WebhookActionResult['action']>> = {
  captured: 'captured',
  authorized: 'authorized',
  pending_authorization: 'pending_authorization',
  error: 'failed',
  canceled: 'canceled',
};

/** The action that Medusa takes after a webhook about this charge. */
export const actionOf = (charge: Charge): WebhookActionResult['action'] =>
  actions[sessionStatusOf(charge)] ?? 'not_supported';
