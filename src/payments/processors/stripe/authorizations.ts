import type {
  AuthorizationFinding,
  Authorizations,
  CaptureRequest,
  ClosingRequest,
  HeldPayment,
} from '../../charges/payment-processor.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { expiryOf, Intent } from './answers.ts';
import type { FormFields } from './form.ts';
import type { Reply, StripeApi } from './stripe-api.ts';

/**
 * Payments that Stripe holds for a later capture: Payment Intents, of its own page and of ours. It captures one once and
 * releases the rest.
 */
export function stripeAuthorizations(api: StripeApi): Authorizations {
  async function read({ processorReference }: HeldPayment): Promise<AuthorizationFinding> {
    const found = await api.get(Intent, pathOf(processorReference), { expand: ['latest_charge'] });
    return found.kind === 'done' ? stateOf(found.value) : { state: 'unknown', cause: found.cause };
  }

  async function close(
    request: ClosingRequest,
    ask: () => Promise<Reply<Intent>>,
  ): Promise<AuthorizationFinding> {
    if (request.isRepeat) {
      // A key is kept for a day only, and so is an error 500 under it: the payment shows what was done.
      const before = await read(request);
      if (before.state !== 'held') return before;
    }
    const reply = await ask();
    if (reply.kind === 'done') return stateOf(reply.value);
    // A rejected API key says nothing of the payment.
    const isRefused = reply.kind === 'refused' && reply.status !== 401 && reply.status !== 403;
    if (!isRefused) return { state: 'unknown', cause: reply.cause };
    // It may have been captured or canceled before.
    const after = await read(request);
    return after.state === 'held' ? { state: 'refused', reason: reply.error.code ?? reply.cause } : after;
  }

  const post = (request: ClosingRequest, verb: string, fields: FormFields, options: { key?: string }) =>
    api.post(Intent, `${pathOf(request.processorReference)}/${verb}`, fields, options);

  return {
    takes: ({ method }) => method === 'CARDS',
    read,

    async capture(request: CaptureRequest) {
      const scaled = toStripeAmount(request.captured);
      if ('fault' in scaled) return { state: 'refused', reason: scaled.fault };
      const fields = { amount_to_capture: scaled.amount };
      const key = `capture-${request.closingId}`;
      return await close(request, () => post(request, 'capture', fields, { key }));
    },

    // Without an idempotency key: a second cancellation is harmless, and an error stored under a key would be returned
    // for a day.
    void: (request) =>
      close(request, () => post(request, 'cancel', { cancellation_reason: 'requested_by_customer' }, {})),
  };
}

/** Reasons that Stripe itself gives for a cancellation: nobody captured it in time. */
const endings = new Set(['automatic', 'expired']);

function stateOf(intent: Intent): AuthorizationFinding {
  switch (intent.status) {
    case 'requires_capture':
      return { state: 'held', expiresAt: expiryOf(intent) };
    case 'succeeded': {
      const amount = fromStripeAmount(intent.amount_received ?? 0, intent.currency ?? '');
      if (amount === null || amount.amountMinor === 0n) break;
      return { state: 'captured', amount };
    }
    case 'canceled':
      return { state: 'voided', isExpired: endings.has(intent.cancellation_reason ?? '') };
  }
  return { state: 'unknown', cause: 'Stripe told a state that an authorized payment cannot have' };
}

const pathOf = (id: string): string => `/v1/payment_intents/${encodeURIComponent(id)}`;
