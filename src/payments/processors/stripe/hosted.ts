import type { Language } from '../../../base/money/language.ts';
import { checkoutTexts } from '../../../base/texts/checkout.ts';
import type { AskedAttempt, AttemptFinding, AttemptOutcome } from '../../charges/payment-processor.ts';
import { toStripeAmount } from './amounts.ts';
import { Session, sessionOutcome } from './answers.ts';
import type { FormFields } from './form.ts';
import { metadataOf, paymentFieldsOf } from './metadata.ts';
import type { Deadline, Reply, StripeApi } from './stripe-api.ts';

/** Payments on Stripe's own page: Checkout Sessions. */

/**
 * Stripe accepts 30 minutes to a day, counted from when it gets the request: half of this is a margin for late
 * requests.
 */
export const pageLifetimeMs = 60 * 60 * 1000;

/** Opens the page. This charges nothing, whatever goes wrong. */
export async function openPage(api: StripeApi, attempt: AskedAttempt): Promise<AttemptOutcome> {
  const opened = await createSession(api, attempt, api.deadline());
  if (opened.kind !== 'done') {
    return { outcome: opened.kind === 'key_taken' ? 'unknown' : 'not_taken', cause: opened.cause };
  }
  const outcome = sessionOutcome(opened.value, attempt);
  // No customer reaches a page without a URL.
  return outcome.outcome === 'unknown' ? { outcome: 'not_taken', cause: outcome.cause } : outcome;
}

export async function inquirePage(api: StripeApi, attempt: AskedAttempt): Promise<AttemptFinding> {
  const deadline = api.deadline();
  const found = await findSession(api, attempt, deadline);
  return 'outcome' in found ? found : await readSession(api, found.id, attempt, deadline);
}

/** Closes the page: an expired page is never paid. */
export async function abandonPage(api: StripeApi, attempt: AskedAttempt): Promise<AttemptFinding> {
  const deadline = api.deadline();
  const found = await findSession(api, attempt, deadline);
  if ('outcome' in found) return found;
  // Without an idempotency key: an error stored under it would be returned for a day, even after the page can be
  // closed.
  const expired = await api.post(Session, `${pathOf(found.id)}/expire`, {}, { deadline });
  if (expired.kind === 'done') return sessionOutcome(expired.value, attempt);
  if (expired.kind !== 'refused') return { outcome: 'unknown', cause: expired.cause };
  // It has been paid, has expired, or a payment on it is under way right now.
  const outcome = await readSession(api, found.id, attempt, deadline);
  return outcome.outcome === 'challenge' ? { outcome: 'unknown', cause: expired.cause } : outcome;
}

async function readSession(
  api: StripeApi,
  id: string,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<AttemptOutcome> {
  const read = await api.get(Session, pathOf(id), { expand: ['payment_intent.latest_charge'] }, deadline);
  // Stripe gave us this id: if it does not exist, we are asking another account.
  return read.kind === 'done'
    ? sessionOutcome(read.value, attempt)
    : { outcome: 'unknown', cause: read.cause };
}

/** If only our own id is known, requesting the same page again returns its id. The answer may be outdated. */
async function findSession(
  api: StripeApi,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<{ id: string } | AttemptFinding> {
  if (attempt.handle !== null) return { id: attempt.handle };
  const opened = await createSession(api, attempt, deadline);
  if (opened.kind === 'done') return { id: opened.value.id };
  // No call under this key got an id, or ever will.
  if (opened.kind === 'broken') return { outcome: 'not_found' };
  const { cause } = opened;
  const isNever = opened.kind === 'refused' && opened.status !== 401 && opened.status !== 403;
  return isNever ? { outcome: 'not_taken', cause } : { outcome: 'unknown', cause };
}

async function createSession(
  api: StripeApi,
  attempt: AskedAttempt,
  deadline: Deadline,
): Promise<Reply<Session>> {
  const scaled = toStripeAmount(attempt.amount);
  if ('fault' in scaled) return { kind: 'unanswered', cause: scaled.fault, mayHaveRun: false };
  const options = { key: `session-${attempt.attemptId}`, deadline };
  return await api.post(Session, '/v1/checkout/sessions', sessionFields(attempt, scaled.amount), options);
}

/** Identical on every call: Stripe accepts one request per key. */
function sessionFields(attempt: AskedAttempt, amount: bigint): FormFields {
  const { attemptId, description, language, country } = attempt;
  return {
    mode: 'payment',
    // Includes Apple Pay and Google Pay.
    payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: attempt.amount.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: description || checkoutTexts[language ?? 'en'].page.payment },
        },
      },
    ],
    // The customer pays in the requested currency, whatever the account's settings are.
    adaptive_pricing: { enabled: false },
    client_reference_id: attemptId,
    metadata: metadataOf(attempt),
    payment_intent_data: {
      ...(attempt.capture === 'manual' && { capture_method: 'manual' }),
      ...paymentFieldsOf(attempt),
    },
    customer_email: attempt.email,
    locale: language === null ? 'auto' : localeOf(language, country),
    expires_at: Math.floor((attempt.createdAt.getTime() + pageLifetimeMs) / 1000),
    success_url: attempt.returnUrl,
    cancel_url: attempt.cancelUrl,
  };
}

/** Stripe's locale for a language: the American variants of Spanish and Portuguese, except in Spain and Portugal. */
function localeOf(language: Language, country: string): string {
  if (language === 'es' && country !== 'ESP') return 'es-419';
  if (language === 'pt' && country !== 'PRT') return 'pt-BR';
  return language;
}

const pathOf = (id: string): string => `/v1/checkout/sessions/${encodeURIComponent(id)}`;
