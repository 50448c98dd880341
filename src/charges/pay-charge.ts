import { isUniqueViolation } from '../db/errors.ts';
import { newIdOf } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';
import type { Secrets } from '../ground/secrets.ts';
import type { Language } from '../money/language.ts';
import { hasPendingAttempt, insertAttempt, keepHandle, wasApproved } from './attempt-store.ts';
import type { AttemptOutcome, Card, CardProcessor, CardSummary } from './card-processor.ts';
import type { Route } from './card-processors.ts';
import { addressWaitsUntil, cardWaitsUntil, type TestingLimits } from './card-testing.ts';
import type { Charge } from './charge.ts';
import { askedAttempt, type ResolveDeps } from './resolve-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import { findChargeById, lockCharge, noteCustomer } from './store.ts';
import { insertTry, lockTries, recentTries } from './try-store.ts';

export interface PayDeps extends ResolveDeps {
  secrets: Secrets;
  /** null: card-testing limits are off (load tests). */
  limits: TestingLimits | null;
  brandOf(number: string): string;
}

export interface Payment {
  chargeId: string;
  card: Card | null;
  /** Where a hosted processor asks for it; a card has its holder's. */
  payerName: string | null;
  email: string | null;
  document: string | null;
  /** In how many a card that our page took is to be paid. */
  instalments: number;
  /** Of the customer's browser, if it says. */
  language: Language | null;
  clientAddress: string;
}

export type PayResult =
  | { kind: 'attempted' }
  | { kind: 'in_progress' }
  | { kind: 'not_payable' }
  /** No processor could take it now; nothing was charged. */
  | { kind: 'not_taken' }
  /** Nobody takes the card in so many instalments; nothing was tried. */
  | { kind: 'not_in_instalments' }
  | { kind: 'limited'; retryAfterSeconds: number }
  | { kind: 'not_found' };

/**
 * How long the process that started an attempt may take to settle it. Past that it is taken for
 * dead, and a worker asks the processor. Longer than any processor's time-out.
 */
const attemptLeaseMs = 20_000;

/** What is kept of why a processor was asked. */
const maxRouteLength = 500;
/** A refusal that another processor might not share is tried there once. */
const maxSoftRefusals = 1;

/**
 * Tries to pay a charge: the intent is recorded, the processor asked, the outcome recorded. One that certainly took nothing is
 * passed over for the next on the same visit.
 */
export async function payCharge(deps: PayDeps, payment: Payment): Promise<PayResult> {
  const found = await findChargeById(deps.sql, payment.chargeId);
  if (!found) return { kind: 'not_found' };
  // What is over stays so: nothing is locked for it, nor brought back from the archive.
  if (found.status !== 'open') return { kind: 'not_payable' };

  const brand = payment.card && deps.brandOf(payment.card.number);
  const routes = await deps.cards.routesOf(found, brand);
  const able = routes.filter(({ processor }) => takesInstalments(processor, found, payment));
  if (able.length === 0 && routes.length > 0) return { kind: 'not_in_instalments' };
  let softRefusals = 0;
  let passedOver = routes
    .filter((route) => !able.includes(route))
    .map(({ processor }) => `; ${processor.name} does not take ${payment.instalments} instalments`)
    .join('');
  for (const { processor, accountId, why } of able) {
    // Without a card there is nothing to give to a processor that wants it from us.
    if (processor.kind === 'direct' && !payment.card) continue;
    if (softRefusals > 0 && processor.kind !== 'direct') continue;
    const route = { processor, accountId, why: `${why}${passedOver}` };
    const tried = await attempt(deps, found, payment, route);
    if (tried.kind !== 'attempted') return tried;
    const { outcome } = tried;
    if (outcome.outcome === 'not_taken') {
      passedOver += `; ${processor.name} could not take it: ${outcome.cause}`;
    } else if (outcome.outcome === 'refused' && outcome.isSoft && softRefusals < maxSoftRefusals) {
      softRefusals++;
      passedOver += `; ${processor.name} refused: ${outcome.reason}`;
    } else {
      return { kind: 'attempted' };
    }
  }
  return softRefusals > 0 ? { kind: 'attempted' } : { kind: 'not_taken' };
}

/** On a page of the processor's the customer chooses anew. */
function takesInstalments(processor: CardProcessor, charge: Charge, { instalments }: Payment): boolean {
  return (
    processor.kind === 'hosted' || instalments === 1 || processor.instalments(charge).includes(instalments)
  );
}

async function attempt(
  deps: PayDeps,
  found: Charge,
  payment: Payment,
  route: Route,
): Promise<Exclude<PayResult, { kind: 'attempted' }> | { kind: 'attempted'; outcome: AttemptOutcome }> {
  const { processor, accountId } = route;
  const attemptId = newIdOf(found.merchantId);
  const started = await startUnlessTesting(deps, found, payment, route, attemptId);
  if (started.kind !== 'attempted') return started;

  const { charge, createdAt } = started;
  const key = { merchantId: charge.merchantId, id: attemptId, chargeId: charge.id };
  const asked = askedAttempt(deps.addresses, charge, {
    ...key,
    createdAt,
    accountId,
    processor: processor.name,
    handle: null,
    instalments: instalmentsAt(processor, payment),
  });
  const outcome = await processor.authorize({
    ...asked,
    card: processor.kind === 'direct' ? payment.card : null,
    payerName: payment.payerName ?? payment.card?.holderName ?? null,
    document: payment.document,
    clientAddress: payment.clientAddress,
    keepHandle: (handle) => keepHandle(deps.sql, key, handle),
  });
  deps.cards.note(route, outcome.outcome);
  await settleAttempt(deps, key, outcome, processor, deps.now());
  return { kind: 'attempted', outcome };
}

type Started =
  | Exclude<PayResult, { kind: 'attempted' }>
  | { kind: 'attempted'; charge: Charge; createdAt: Date };

/** What a payment is recognised by, and whether its address speaks against it. */
interface Tried {
  cardFingerprint: Buffer | null;
  clientAddressHash: Buffer;
  isAddressCounted: boolean;
}

async function startUnlessTesting(
  deps: PayDeps,
  found: Charge,
  payment: Payment,
  route: Route,
  attemptId: string,
): Promise<Started> {
  const { secrets, sql } = deps;
  const tried: Tried = {
    cardFingerprint: payment.card ? secrets.fingerprint(`card:${payment.card.number}`) : null,
    clientAddressHash: secrets.fingerprint(`address:${payment.clientAddress}`),
    isAddressCounted: true,
  };
  const started = await startAttempt(deps, found, payment, route, attemptId, tried);
  if (started.kind !== 'limited' || !tried.cardFingerprint) return started;
  // A card that has paid before is nobody's to try out, whatever else comes from its address.
  if (!(await wasApproved(sql, tried.cardFingerprint))) return started;
  return await startAttempt(deps, found, payment, route, attemptId, { ...tried, isAddressCounted: false });
}

async function startAttempt(
  deps: PayDeps,
  found: Charge,
  payment: Payment,
  { processor, accountId, why }: Route,
  attemptId: string,
  tried: Tried,
): Promise<Started> {
  const now = deps.now();
  const { cardFingerprint, clientAddressHash } = tried;
  try {
    return await deps.sql.begin(async (tx): Promise<Started> => {
      const charge = await lockCharge(tx, found.merchantId, found.id);
      if (charge?.status !== 'open' || charge.expiresAt <= now) return { kind: 'not_payable' };
      if (charge.method !== 'CARDS') return { kind: 'not_payable' };
      // Others that are not resolved are kept from being two by their index.
      if (await hasPendingAttempt(tx, charge)) return { kind: 'in_progress' };
      const waitsUntil = await testingLimit(tx, deps, charge, tried, now);
      if (waitsUntil) {
        return {
          kind: 'limited',
          retryAfterSeconds: Math.max(1, Math.ceil((waitsUntil.getTime() - now.getTime()) / 1000)),
        };
      }
      await noteCustomer(tx, charge, payment);
      await insertAttempt(tx, {
        merchantId: charge.merchantId,
        id: attemptId,
        chargeId: charge.id,
        processor: processor.name,
        kind: processor.kind,
        accountId,
        route: why.slice(0, maxRouteLength),
        card: payment.card && summarize(payment.card, deps.brandOf),
        instalments: instalmentsAt(processor, payment),
        cardFingerprint,
        clientAddressHash,
        createdAt: now,
        dueAt: new Date(now.getTime() + attemptLeaseMs),
      });
      if (deps.limits) {
        await insertTry(tx, {
          merchantId: charge.merchantId,
          attemptId,
          chargeId: charge.id,
          cardFingerprint,
          clientAddressHash,
          triedAt: now,
        });
      }
      const { email, language } = payment;
      const known = { email: charge.email ?? email, language: charge.language ?? language };
      return { kind: 'attempted', charge: { ...charge, ...known }, createdAt: now };
    });
  } catch (error) {
    // A double click, or a second tab: the first try is still under way.
    if (isUniqueViolation(error, 'attempts_one_unresolved')) return { kind: 'in_progress' };
    throw error;
  }
}

/** When this try may be made, if not now. */
async function testingLimit(
  tx: Tx,
  { limits }: PayDeps,
  charge: Charge,
  { cardFingerprint, clientAddressHash, isAddressCounted }: Tried,
  now: Date,
): Promise<Date | null> {
  if (!limits) return null;
  await lockTries(tx, cardFingerprint, clientAddressHash);
  const tries = await recentTries(tx, cardFingerprint, clientAddressHash, now);
  const cardWait = cardWaitsUntil(tries, limits);
  if (cardWait || !isAddressCounted) return cardWait;
  const card = cardFingerprint?.toString('hex') ?? charge.id;
  return addressWaitsUntil(tries, { merchantId: charge.merchantId, card }, limits);
}

function instalmentsAt(processor: CardProcessor, { instalments }: Payment): number | null {
  return processor.kind === 'direct' ? instalments : null;
}

function summarize(card: Card, brandOf: (number: string) => string): CardSummary {
  return { brand: brandOf(card.number), first6: card.number.slice(0, 6), last4: card.number.slice(-4) };
}
