import type { Merchant } from '../../../accounts/merchants/merchant.ts';
import { methods } from '../../../accounts/methods/methods.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { inSpan, logTrail } from '../../../base/ground/trail.ts';
import type { Language } from '../../../base/money/language.ts';
import type { TestingLimits } from '../cards/card-testing.ts';
import type { Charge } from '../charge.ts';
import type {
  AttemptOutcome,
  Card,
  CardSummary,
  PayerAddress,
  PaymentProcessor,
} from '../payment-processor.ts';
import type { Route } from '../payment-processors.ts';
import type { Customer } from '../store.ts';
import { keepHandle, type NewAttempt, wasApproved } from './attempt-store.ts';
import { type Attempted, recordAttemptOutcome } from './record-outcome.ts';
import { askedAttempt, type ResolveDeps } from './resolve-attempt.ts';
import { type Limited, type Started, startAttempt } from './start-attempt.ts';

export interface PayDeps extends ResolveDeps {
  secrets: Secrets;
  /** null: card-testing limits are off (load tests). */
  limits: TestingLimits | null;
  merchantOf(merchantId: string): Promise<Pick<Merchant, 'name' | 'settings'> | null>;
  brandOf(number: string): string;
}

export interface Payment {
  card: Card | null;
  /** Set if a hosted processor asks for it; a card carries its holder's name. */
  payerName: string | null;
  email: string | null;
  document: string | null;
  phone: string | null;
  address: PayerAddress | null;
  /** The id of one of the processor's banks. */
  bank: string | null;
  /** The number of instalments for a card that our page took. */
  instalments: number;
  /** The language of the customer's browser, if sent. */
  language: Language | null;
  clientAddress: string;
}

export type PayResult =
  /** `goesTo`: the page of the processor or the bank where the customer continues. */
  | { kind: 'attempted'; goesTo: string | null; settled: Attempted | null }
  | { kind: 'in_progress' }
  | { kind: 'not_payable' }
  /** No processor could take the payment now; nothing was charged. */
  | { kind: 'not_taken' }
  /** No processor takes the card in that many instalments; no attempt was made. */
  | { kind: 'not_in_instalments' }
  | Limited;

/**
 * How long the process that started an attempt may take to record its outcome. After that the process counts as dead,
 * and a worker asks the processor. Longer than any processor's time-out.
 */
const attemptLeaseMs = 20_000;

/** Longest stored reason for choosing a processor. */
const maxRouteLength = 500;
/** A refusal that another processor might not share is attempted there once. */
const maxSoftRefusals = 1;

/**
 * Attempts to pay a charge: records the intent, asks the processor, records the outcome. If a processor certainly took
 * nothing, the next one is asked in the same request. The charge may have changed since it was read: the decision is
 * made under its lock.
 */
export async function payCharge(deps: PayDeps, found: Charge, payment: Payment): Promise<PayResult> {
  // A charge that ended stays ended: it is neither locked nor restored from the archive.
  if (found.status !== 'open') return { kind: 'not_payable' };

  const isCard = methods[found.method].way === 'card';
  const brand = payment.card && deps.brandOf(payment.card.number);
  const routes = await deps.processors.routesOf(found, brand);
  const able = routes.filter(({ processor }) => takesInstalments(processor, found, payment));
  if (able.length === 0 && routes.length > 0) return { kind: 'not_in_instalments' };
  let softRefusals = 0;
  let passedOver = routes
    .filter((route) => !able.includes(route))
    .map(({ processor }) => `; ${processor.name} does not take ${payment.instalments} instalments`)
    .join('');
  for (const { processor, accountId, why } of able) {
    // A direct processor needs the card from us.
    if (isCard && processor.kind === 'direct' && !payment.card) continue;
    if (softRefusals > 0 && processor.kind !== 'direct') continue;
    const route = { processor, accountId, why: `${why}${passedOver}` };
    const tried = await attemptWithStepUp(deps, found, payment, route);
    if (tried.kind !== 'attempted') return tried;
    const { outcome } = tried;
    if (outcome.outcome === 'not_taken') {
      passedOver += `; ${processor.name} could not take it: ${outcome.cause}`;
    } else if (outcome.outcome === 'refused' && outcome.isSoft && softRefusals < maxSoftRefusals) {
      softRefusals++;
      passedOver += `; ${processor.name} refused: ${outcome.reason}`;
    } else {
      const { settled } = tried;
      return { kind: 'attempted', goesTo: outcome.outcome === 'challenge' ? outcome.url : null, settled };
    }
  }
  return softRefusals > 0 ? { kind: 'attempted', goesTo: null, settled: null } : { kind: 'not_taken' };
}

/** On a hosted page the customer chooses the instalments again. */
function takesInstalments(processor: PaymentProcessor, charge: Charge, { instalments }: Payment): boolean {
  return (
    processor.kind === 'hosted' || instalments === 1 || processor.instalments(charge).includes(instalments)
  );
}

type Tried =
  | Exclude<PayResult, { kind: 'attempted' }>
  | { kind: 'attempted'; outcome: AttemptOutcome; settled: Attempted | null };

/**
 * If a bank refuses for lack of 3-D Secure, asks once more with it, in an attempt of its own: recorded before the
 * processor is asked, and resolved by its own row even if this process dies. The first attempt is refused by then and
 * charges nothing.
 */
async function attemptWithStepUp(
  deps: PayDeps,
  found: Charge,
  payment: Payment,
  route: Route,
): Promise<Tried> {
  const tried = await attempt(deps, found, payment, route, false);
  const isDemanded =
    tried.kind === 'attempted' &&
    tried.outcome.outcome === 'refused' &&
    tried.outcome.reason === 'authentication_required';
  if (!isDemanded) return tried;
  const why = `${route.why}; the bank demands 3-D Secure`;
  return await attempt(deps, found, payment, { ...route, why }, true);
}

async function attempt(
  deps: PayDeps,
  found: Charge,
  payment: Payment,
  route: Route,
  demandsThreeDSecure: boolean,
): Promise<Tried> {
  const { processor } = route;
  const key = { merchantId: found.merchantId, id: newIdOf(found.merchantId), chargeId: found.id };
  const merchant = await deps.merchantOf(found.merchantId);
  const details = {
    merchantName: merchant?.name ?? '',
    statementDescriptor: found.statementDescriptor ?? merchant?.settings.statementDescriptor ?? null,
    demandsThreeDSecure,
  };
  const made = { ...key, ...newAttempt(deps, found, payment, route), capture: found.capture, details };
  const started = await startUnlessTesting(deps, made, payment);
  if (started.kind !== 'started') return started;

  const asked = askedAttempt(deps.addresses, started.charge, { ...made, handle: null, instructions: null });
  const ids = { merchant: key.merchantId, charge: key.chargeId, attempt: key.id, processor: processor.name };
  const { traceparent } = started.charge;
  logTrail('attempt started', ids, { traceparent });
  const span = { kind: 'client', parent: traceparent, attributes: ids } as const;
  const outcome = await inSpan('authorize', span, () =>
    processor.authorize({
      ...asked,
      card: processor.kind === 'direct' ? payment.card : null,
      payerName: payment.payerName ?? payment.card?.holderName ?? null,
      document: payment.document,
      phone: payment.phone,
      address: payment.address,
      bank: payment.bank,
      clientAddress: payment.clientAddress,
      keepHandle: (handle) => keepHandle(deps.sql, key, handle),
    }),
  );
  deps.processors.note(route, outcome.outcome);
  const settled = await recordAttemptOutcome(deps, key, outcome, processor, deps.now());
  return { kind: 'attempted', outcome, settled };
}

async function startUnlessTesting(
  { sql, limits }: PayDeps,
  attempt: NewAttempt,
  customer: Customer,
): Promise<Started> {
  const start = { attempt, customer, limits };
  const started = await startAttempt(sql, { ...start, isAddressCounted: true });
  if (started.kind !== 'limited' || !attempt.cardFingerprint) return started;
  // A card that has paid before is not being tested, whatever else comes from its address.
  if (!(await wasApproved(sql, attempt.cardFingerprint))) return started;
  return await startAttempt(sql, { ...start, isAddressCounted: false });
}

function newAttempt(
  { now, secrets, brandOf }: PayDeps,
  { method }: Charge,
  { card, instalments, clientAddress }: Payment,
  { processor, accountId, why }: Route,
): Omit<NewAttempt, 'merchantId' | 'id' | 'chargeId' | 'capture' | 'details'> {
  const createdAt = now();
  return {
    processor: processor.name,
    // Only a card is taken on our own page.
    kind: methods[method].way === 'card' ? processor.kind : 'hosted',
    method,
    accountId,
    route: why.slice(0, maxRouteLength),
    card: card && summarize(card, brandOf),
    instalments: processor.kind === 'direct' ? instalments : null,
    cardFingerprint: card && secrets.fingerprint(`card:${card.number}`),
    clientAddressHash: secrets.fingerprint(`address:${clientAddress}`),
    createdAt,
    dueAt: new Date(createdAt.getTime() + attemptLeaseMs),
  };
}

function summarize(card: Card, brandOf: (number: string) => string): CardSummary {
  return { brand: brandOf(card.number), first6: card.number.slice(0, 6), last4: card.number.slice(-4) };
}
