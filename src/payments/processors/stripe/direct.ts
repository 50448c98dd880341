import Type, { type Static } from 'typebox';
import type {
  AskedAttempt,
  AttemptFinding,
  AttemptOutcome,
  AuthorizeRequest,
} from '../../charges/payment-processor.ts';
import { toStripeAmount } from './amounts.ts';
import { Intent, intentFinding } from './answers.ts';
import type { FormFields } from './form.ts';
import { paymentFieldsOf } from './metadata.ts';
import { refusalOf } from './refusals.ts';
import type { Deadline, Reply, StripeApi } from './stripe-api.ts';

/** Payments with a card that our own page took: Payment Intents. */

const GivenCard = Type.Object({ id: Type.String() });

/** How long a customer may take for 3-D Secure. */
export const challengeLifetimeMs = 15 * 60 * 1000;

/**
 * Creates the payment without the card, saves its id, then charges. Before the last step nothing can be charged, and
 * after it there is an id to ask for. The card goes to Stripe separately: only that call takes a card number.
 */
export async function chargeCard(api: StripeApi, request: AuthorizeRequest): Promise<AttemptOutcome> {
  const deadline = api.deadline();
  const [made, given] = await Promise.all([
    createIntent(api, request, deadline),
    giveCard(api, request, deadline),
  ]);
  if (made.kind !== 'done') return notBegun(made, request);
  if (given.kind !== 'done') return notBegun(given, request);
  const { id } = made.value;
  await request.keepHandle(id);
  if (deadline.remainingMs() <= 0) return { outcome: 'not_taken', cause: 'Stripe took too long to begin' };

  const cannot =
    request.instalments > 1
      ? await whyNotInInstalments(api, request, made.value, given.value, deadline)
      : null;
  if (cannot) return cannot;

  const fields = {
    payment_method: given.value.id,
    payment_method_options: { card: cardOptions(request) },
    return_url: request.returnUrl,
    // Names the end of the hold.
    ...(request.capture === 'manual' && { expand: ['latest_charge'] }),
  };
  const options = { key: `confirm-${request.attemptId}`, deadline };
  const charged = await api.post(Intent, `${pathOf(id)}/confirm`, fields, options);
  switch (charged.kind) {
    case 'done':
      return orUnknown(intentFinding(charged.value, request));
    case 'refused':
      if (charged.error.type === 'card_error') return refused(charged.error, request);
      // It was already charged or cancelled.
      if (isUnexpected(charged.error)) return orUnknown(await readIntent(api, id, request, deadline));
      return { outcome: charged.mayHaveRun ? 'unknown' : 'not_taken', cause: charged.cause };
    case 'unanswered':
      return { outcome: charged.mayHaveRun ? 'unknown' : 'not_taken', cause: charged.cause };
    case 'key_taken':
    case 'broken':
      return { outcome: 'unknown', cause: charged.cause };
  }
}

/** Stripe reports the bank's plans for the card itself. Nothing is charged until the payment is confirmed. */
async function whyNotInInstalments(
  api: StripeApi,
  request: AuthorizeRequest,
  { id }: Intent,
  card: { id: string },
  deadline: Deadline,
): Promise<AttemptOutcome | null> {
  const { attemptId, instalments } = request;
  const fields = {
    payment_method: card.id,
    payment_method_options: { card: { installments: { enabled: true } } },
  };
  const asked = await api.post(Intent, pathOf(id), fields, { key: `plans-${attemptId}`, deadline });
  // It was already charged or cancelled.
  if (asked.kind === 'refused' && isUnexpected(asked.error))
    return orUnknown(await readIntent(api, id, request, deadline));
  if (asked.kind !== 'done') return notBegun(asked, request);
  const plans = asked.value.payment_method_options?.card?.installments?.available_plans ?? [];
  return plans.some(({ count }) => count === instalments)
    ? null
    : { outcome: 'refused', reason: 'instalments_refused', isSoft: true, card: null };
}

function cardOptions({ instalments: count, details }: AuthorizeRequest): FormFields {
  return {
    ...(count > 1 && { installments: { plan: { type: 'fixed_count', interval: 'month', count } } }),
    // Not `any`, which lets a bank skip the challenge: this bank has refused the card without one.
    ...(details?.demandsThreeDSecure && { request_three_d_secure: 'challenge' }),
  };
}

const isUnexpected = ({ code }: { code?: string }): boolean => code === 'payment_intent_unexpected_state';

/** Nothing is charged until Stripe has both a payment and a card, whatever went wrong with them. */
function notBegun(
  reply: Exclude<Reply<unknown>, { kind: 'done' }>,
  request: AuthorizeRequest,
): AttemptOutcome {
  if (reply.kind === 'refused' && reply.error.type === 'card_error') return refused(reply.error, request);
  return { outcome: reply.kind === 'key_taken' ? 'unknown' : 'not_taken', cause: reply.cause };
}

function refused(
  error: { code?: string; decline_code?: string },
  { details }: AuthorizeRequest,
): AttemptOutcome {
  const isAuthenticated = details?.demandsThreeDSecure ?? false;
  return { outcome: 'refused', ...refusalOf(error, { isAuthenticated }), card: null };
}

export async function inquireIntent(api: StripeApi, attempt: AskedAttempt): Promise<AttemptFinding> {
  const deadline = api.deadline();
  const found = await findIntent(api, attempt, deadline);
  return 'outcome' in found ? found : await readIntent(api, found.id, attempt, deadline);
}

/** Cancels the payment: a cancelled payment is never charged, not even by a request still on its way. */
export async function abandonIntent(api: StripeApi, attempt: AskedAttempt): Promise<AttemptFinding> {
  const deadline = api.deadline();
  const found = await findIntent(api, attempt, deadline);
  if ('outcome' in found) return found;
  // Without an idempotency key: an error stored under it would be returned for a day, even after it can be cancelled.
  const canceled = await api.post(Intent, `${pathOf(found.id)}/cancel`, {}, { deadline });
  if (canceled.kind === 'done') return intentFinding(canceled.value, attempt);
  if (canceled.kind !== 'refused') return { outcome: 'unknown', cause: canceled.cause };
  const finding = await readIntent(api, found.id, attempt, deadline);
  const isStillOpen = finding.outcome === 'challenge' || finding.outcome === 'not_found';
  return isStillOpen ? { outcome: 'unknown', cause: canceled.cause } : finding;
}

async function readIntent(
  api: StripeApi,
  id: string,
  attempt: Pick<AskedAttempt, 'amount' | 'capture' | 'details'>,
  deadline: Deadline,
): Promise<AttemptFinding> {
  const query = attempt.capture === 'manual' ? { expand: ['latest_charge'] } : {};
  const read = await api.get(Intent, pathOf(id), query, deadline);
  // Stripe gave us this id: if it does not exist, we are asking another account.
  return read.kind === 'done'
    ? intentFinding(read.value, attempt)
    : { outcome: 'unknown', cause: read.cause };
}

/**
 * If only our own id is known, repeating the creation returns the payment's id. It has no card, so nothing is charged.
 */
async function findIntent(
  api: StripeApi,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<{ id: string } | AttemptFinding> {
  if (attempt.handle !== null) return { id: attempt.handle };
  const made = await createIntent(api, attempt, deadline);
  if (made.kind === 'done') return { id: made.value.id };
  // No call under this key got an id, or ever will.
  if (made.kind === 'broken') return { outcome: 'not_found' };
  const { cause } = made;
  const isNever = made.kind === 'refused' && made.status !== 401 && made.status !== 403;
  return isNever ? { outcome: 'not_taken', cause } : { outcome: 'unknown', cause };
}

async function createIntent(
  api: StripeApi,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<Reply<Intent>> {
  const scaled = toStripeAmount(attempt.amount);
  if ('fault' in scaled) return { kind: 'unanswered', cause: scaled.fault, mayHaveRun: false };
  // Identical on every call: Stripe accepts one request per key.
  const fields: FormFields = {
    amount: scaled.amount,
    currency: attempt.amount.currency.toLowerCase(),
    payment_method_types: ['card'],
    ...(attempt.capture === 'manual' && { capture_method: 'manual' }),
    ...paymentFieldsOf(attempt),
  };
  const options = { key: `intent-${attempt.attemptId}`, deadline };
  return await api.post(Intent, '/v1/payment_intents', fields, options);
}

async function giveCard(
  api: StripeApi,
  { attemptId, card, email }: AuthorizeRequest,
  deadline: Deadline,
): Promise<Reply<Static<typeof GivenCard>>> {
  if (!card) throw new TypeError('Stripe as a direct processor needs the card.');
  const fields = {
    type: 'card',
    card: {
      number: card.number,
      exp_month: card.expiryMonth,
      exp_year: card.expiryYear,
      cvc: card.securityCode,
    },
    billing_details: { name: card.holderName, email },
  };
  return await api.post(GivenCard, '/v1/payment_methods', fields, { key: `card-${attemptId}`, deadline });
}

/** Right after a charge the payment must have a card: an answer without one is outdated. */
function orUnknown(finding: AttemptFinding): AttemptOutcome {
  if (finding.outcome !== 'not_found') return finding;
  return { outcome: 'unknown', cause: 'Stripe has not charged the card yet' };
}

const pathOf = (id: string): string => `/v1/payment_intents/${encodeURIComponent(id)}`;
