import Type from 'typebox';
import type {
  AskedAttempt,
  AttemptFinding,
  AttemptOutcome,
  AuthorizeRequest,
} from '../../charges/payment-processor.ts';
import { toStripeAmount } from './amounts.ts';
import { attemptKey } from './answers.ts';
import { confirmFields, isCancelable, LocalIntent, leftOf, localFinding, typeOf } from './local.ts';
import { paymentFieldsOf } from './metadata.ts';
import type { Deadline, Reply, StripeApi } from './stripe-api.ts';

/**
 * The calls about payments by local methods. As with cards: a payment is created without the payer's data, its id is
 * kept, and only then is it confirmed. Before that nobody can pay it.
 */

const Customer = Type.Object({ id: Type.String({ minLength: 1 }) });

export async function beginLocal(api: StripeApi, request: AuthorizeRequest): Promise<AttemptOutcome> {
  const deadline = api.deadline();
  const made = await create(api, request, deadline);
  if (made.kind !== 'done')
    return { outcome: made.kind === 'key_taken' ? 'unknown' : 'not_taken', cause: made.cause };
  const { id } = made.value;
  await request.keepHandle(id);
  if (deadline.remainingMs() <= 0) return { outcome: 'not_taken', cause: 'Stripe took too long to begin' };
  const options = { key: `confirm-${request.attemptId}`, deadline };
  const confirmed = await api.post(LocalIntent, `${pathOf(id)}/confirm`, confirmFields(request), options);
  switch (confirmed.kind) {
    case 'done':
      return orUnknown(localFinding(confirmed.value, request));
    case 'refused': {
      const { error, cause, mayHaveRun } = confirmed;
      if (error.code === 'payment_intent_unexpected_state')
        return orUnknown(await readIntent(api, id, request, deadline));
      if (error.type === 'card_error')
        return { outcome: 'refused', reason: 'payment_refused', isSoft: false, card: null };
      return { outcome: mayHaveRun ? 'unknown' : 'not_taken', cause };
    }
    case 'unanswered':
      return { outcome: confirmed.mayHaveRun ? 'unknown' : 'not_taken', cause: confirmed.cause };
    case 'key_taken':
    case 'broken':
      return { outcome: 'unknown', cause: confirmed.cause };
  }
}

export async function inquireLocal(api: StripeApi, attempt: AskedAttempt): Promise<AttemptFinding> {
  const deadline = api.deadline();
  const found = await find(api, attempt, deadline);
  return 'outcome' in found ? found : await readIntent(api, found.id, attempt, deadline);
}

/** A voucher cannot be called back, and what was paid in part is kept until the rest comes: both are only read. */
export async function abandonLocal(api: StripeApi, attempt: AskedAttempt): Promise<AttemptFinding> {
  const deadline = api.deadline();
  const found = await find(api, attempt, deadline);
  if ('outcome' in found) return found;
  const read = await api.get(LocalIntent, pathOf(found.id), {}, deadline);
  if (read.kind !== 'done') return { outcome: 'unknown', cause: read.cause };
  const before = localFinding(read.value, attempt);
  const isUnconfirmed = before.outcome === 'not_found';
  const isOpen = isUnconfirmed || (before.outcome === 'instructions' && isCancelable(attempt.method));
  if (!isOpen || leftOf(read.value, attempt) !== null) return before;
  // Without an idempotency key: an error stored under it would be returned for a day.
  const canceled = await api.post(LocalIntent, `${pathOf(found.id)}/cancel`, {}, { deadline });
  if (canceled.kind === 'done') return localFinding(canceled.value, attempt);
  if (canceled.kind !== 'refused') return { outcome: 'unknown', cause: canceled.cause };
  const finding = await readIntent(api, found.id, attempt, deadline);
  return finding.outcome === 'not_found' ? { outcome: 'unknown', cause: canceled.cause } : finding;
}

async function readIntent(
  api: StripeApi,
  id: string,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<AttemptFinding> {
  const read = await api.get(LocalIntent, pathOf(id), {}, deadline);
  return read.kind === 'done' ? localFinding(read.value, attempt) : { outcome: 'unknown', cause: read.cause };
}

/** If only our own id is known, repeating the creation returns the payment's id. */
async function find(
  api: StripeApi,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<{ id: string } | AttemptFinding> {
  if (attempt.handle !== null) return { id: attempt.handle };
  const made = await create(api, attempt, deadline);
  if (made.kind === 'done') return { id: made.value.id };
  // No call under this key got an id, or ever will.
  if (made.kind === 'broken') return { outcome: 'not_found' };
  const { cause } = made;
  const isNever = made.kind === 'refused' && made.status !== 401 && made.status !== 403;
  return isNever ? { outcome: 'not_taken', cause } : { outcome: 'unknown', cause };
}

/** Identical on every call: Stripe accepts one request per key. */
async function create(
  api: StripeApi,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<Reply<LocalIntent>> {
  const scaled = toStripeAmount(attempt.amount);
  if ('fault' in scaled) return { kind: 'unanswered', cause: scaled.fault, mayHaveRun: false };
  const type = typeOf(attempt.method);
  // One for each attempt: what is left in a customer's balance would pay any other payment of theirs.
  const customer = type === 'customer_balance' ? await customerOf(api, attempt, deadline) : null;
  if (customer && customer.kind !== 'done') return customer;
  // What it says about the statement is for cards.
  const { description, metadata } = paymentFieldsOf(attempt);
  const fields = {
    amount: scaled.amount,
    currency: attempt.amount.currency.toLowerCase(),
    payment_method_types: [type],
    description,
    metadata,
    ...(customer && { customer: customer.value.id }),
  };
  const options = { key: `intent-${attempt.attemptId}`, deadline };
  return await api.post(LocalIntent, '/v1/payment_intents', fields, options);
}

/** Transfers arrive in a balance of a customer; a refund needs the e-mail address. */
async function customerOf(api: StripeApi, { attemptId, email }: AskedAttempt, deadline: Deadline) {
  const fields = { email, metadata: { [attemptKey]: attemptId } };
  return await api.post(Customer, '/v1/customers', fields, { key: `customer-${attemptId}`, deadline });
}

/** Right after the confirmation the payment waits: an answer without that is outdated. */
function orUnknown(finding: AttemptFinding): AttemptOutcome {
  if (finding.outcome !== 'not_found') return finding;
  return { outcome: 'unknown', cause: 'Stripe has not confirmed the payment yet' };
}

const pathOf = (id: string): string => `/v1/payment_intents/${encodeURIComponent(id)}`;
