import Type from 'typebox';
import type { Warning } from '../../charges/payment-processor.ts';
import { attemptKey, idIn, Metadata } from './answers.ts';
import type { StripeApi } from './stripe-api.ts';

const EarlyFraudWarning = Type.Object({
  id: Type.String(),
  fraud_type: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  payment_intent: Type.Optional(
    Type.Union([Type.Null(), Type.String(), Type.Object({ metadata: Metadata })]),
  ),
});

/** A bank's report that a payment is fraud, which arrives days before its dispute. */
export async function readWarning(api: StripeApi, warningId: string): Promise<Warning | null> {
  const path = `/v1/radar/early_fraud_warnings/${encodeURIComponent(warningId)}`;
  const read = await api.get(EarlyFraudWarning, path, { expand: ['payment_intent'] });
  if (read.kind !== 'done') return null;
  const { payment_intent: intent, fraud_type: reason } = read.value;
  if (typeof intent === 'string') return null;
  const attemptId = idIn(intent?.metadata, attemptKey) ?? '';
  return { warningId, attemptId, kind: 'fraud', reason: reason ?? null };
}
