import Type from 'typebox';
import type { Hint } from '../../charges/payment-processor.ts';
import { attemptKey, idIn, Metadata, refundKey } from './answers.ts';
import type { StripeApi } from './stripe-api.ts';

const Named = Type.Object({ metadata: Metadata });
const OfPayment = Type.Object({
  metadata: Metadata,
  payment_intent: Type.Optional(Type.Union([Type.Null(), Type.String(), Named])),
});

/** Resolves an id of Stripe; null: it could not be asked. */
export async function trace(api: StripeApi, handle: string): Promise<Hint | null> {
  if (handle.startsWith('re_') || handle.startsWith('pyr_')) return await traceRefund(api, handle);
  const read = await api.get(Named, `${pathOf(handle)}/${encodeURIComponent(handle)}`, {});
  if (read.kind === 'refused' && read.status === 404) return { about: 'nothing' };
  if (read.kind !== 'done') return null;
  const attemptId = idIn(read.value.metadata, attemptKey);
  return attemptId === null ? { about: 'nothing' } : { about: 'attempt', attemptId };
}

/** A refund made in Stripe's own panel names only its payment. */
async function traceRefund(api: StripeApi, handle: string): Promise<Hint | null> {
  const path = `/v1/refunds/${encodeURIComponent(handle)}`;
  const read = await api.get(OfPayment, path, { expand: ['payment_intent'] });
  if (read.kind === 'refused' && read.status === 404) return { about: 'nothing' };
  if (read.kind !== 'done') return null;
  const refundId = idIn(read.value.metadata, refundKey);
  if (refundId !== null) return { about: 'refund', refundId };
  const { payment_intent: intent } = read.value;
  if (typeof intent === 'string') return null;
  const attemptId = idIn(intent?.metadata, attemptKey);
  return attemptId === null ? { about: 'nothing' } : { about: 'refunds', attemptId };
}

/** Anything but a page is requested as a payment, which may not exist. */
function pathOf(handle: string): string {
  if (handle.startsWith('cs_')) return '/v1/checkout/sessions';
  return '/v1/payment_intents';
}
