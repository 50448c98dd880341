import Type from 'typebox';
import type { Hint } from '../../charges/card-processor.ts';
import { attemptKey, idIn, Metadata, refundKey } from './answers.ts';
import type { StripeApi } from './stripe-api.ts';

const Named = Type.Object({ metadata: Metadata });

/** Where each kind of id is read. */
const paths: Readonly<Record<string, string>> = {
  cs: '/v1/checkout/sessions',
  pi: '/v1/payment_intents',
  re: '/v1/refunds',
};

/** What an id of Stripe's stands for; null: it could not be asked. */
export async function trace(api: StripeApi, handle: string): Promise<Hint | null> {
  const path = paths[handle.slice(0, handle.indexOf('_'))];
  if (path === undefined) return { about: 'nothing' };
  const read = await api.get(Named, `${path}/${encodeURIComponent(handle)}`, {});
  if (read.kind === 'refused' && read.status === 404) return { about: 'nothing' };
  if (read.kind !== 'done') return null;
  const refundId = idIn(read.value.metadata, refundKey);
  if (refundId !== null) return { about: 'refund', refundId };
  const attemptId = idIn(read.value.metadata, attemptKey);
  return attemptId === null ? { about: 'nothing' } : { about: 'attempt', attemptId };
}
