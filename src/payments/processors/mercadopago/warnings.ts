import Type from 'typebox';
import type { Warning } from '../../charges/payment-processor.ts';
import type { Api, Failure } from './api.ts';
import { isAttemptId, Payment } from './payments.ts';

/** Mercado Pago's fraud alerts, which name only a payment, and customers' claims, which can be read. */

const Claim = Type.Object({
  resource: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  resource_id: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
  reason_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export const fraudWarningId = (paymentId: string): string => `fraud-${paymentId}`;
export const claimWarningId = (claimId: string): string => `claim-${claimId}`;

/** null: it could not be asked. */
export async function readWarning(api: Api, warningId: string): Promise<Warning | null> {
  const [kind, id = ''] = warningId.split('-', 2);
  if (kind === 'fraud') return await ofPayment(api, id, { warningId, kind, reason: null });
  const claim = await api.get(`/post-purchase/v1/claims/${encodeURIComponent(id)}`, Claim);
  const unknown = { warningId, attemptId: '', kind: 'claim', reason: null } as const;
  if ('cause' in claim) return isMissing(claim) ? unknown : null;
  const { resource, resource_id: paymentId, reason_id: reason } = claim.value;
  // About a delivery or another merchant's order: it names none of our payments.
  if (resource !== 'payment' || !paymentId) return unknown;
  return await ofPayment(api, String(paymentId), { warningId, kind: 'claim', reason: reason ?? null });
}

async function ofPayment(
  api: Api,
  paymentId: string,
  warning: Omit<Warning, 'attemptId'>,
): Promise<Warning | null> {
  const payment = await api.get(`/v1/payments/${encodeURIComponent(paymentId)}`, Payment);
  if ('cause' in payment) return isMissing(payment) ? { ...warning, attemptId: '' } : null;
  const reference = payment.value.external_reference ?? '';
  return { ...warning, attemptId: isAttemptId(reference) ? reference : '' };
}

/** Only Mercado Pago's own code counts: any other 404 says nothing. */
function isMissing({ status, code }: Failure): boolean {
  return status === 404 && code !== null;
}
