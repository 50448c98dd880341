import Type from 'typebox';
import type { Hint } from '../../charges/card-processor.ts';
import { attemptKey, idIn, Metadata, refundKey } from './answers.ts';
import type { StripeApi } from './stripe-api.ts';

const Named = Type.Object({ metadata: Metadata });

/** What an id of Stripe's stands for; null: it could not be asked. */
export async function trace(api: StripeApi, handle: string): Promise<Hint | null> {
  const read = await api.get(Named, `${pathOf(handle)}/${encodeURIComponent(handle)}`, {});
  if (read.kind === 'refused' && read.status === 404) return { about: 'nothing' };
  if (read.kind !== 'done') return null;
  const refundId = idIn(read.value.metadata, refundKey);
  if (refundId !== null) return { about: 'refund', refundId };
  const attemptId = idIn(read.value.metadata, attemptKey);
  return attemptId === null ? { about: 'nothing' } : { about: 'attempt', attemptId };
}

/** What is neither a page nor a refund is asked for as a payment, which it is or is not. */
function pathOf(handle: string): string {
  if (handle.startsWith('cs_')) return '/v1/checkout/sessions';
  if (handle.startsWith('re_')) return '/v1/refunds';
  return '/v1/payment_intents';
}
