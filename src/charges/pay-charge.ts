import { isUniqueViolation } from '../db/errors.ts';
import { newIdOf } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';
import type { Secrets } from '../ground/secrets.ts';
import type { Language } from '../money/language.ts';
import { insertAttempt, wasApproved } from './attempt-store.ts';
import type { Card, CardProcessor } from './card-processor.ts';
import { addressWaitsUntil, cardWaitsUntil, type TestingLimits } from './card-testing.ts';
import type { CardSummary, Charge } from './charge.ts';
import { type SettleAttemptDeps, settleAttempt } from './settle-attempt.ts';
import { findChargeById, lockCharge, noteCustomer } from './store.ts';
import { insertTry, lockTries, recentTries } from './try-store.ts';

export interface PayDeps extends SettleAttemptDeps {
  secrets: Secrets;
  processor: CardProcessor;
  /** null: card-testing limits are off (load tests). */
  limits: TestingLimits | null;
  brandOf(number: string): string;
  /** The page a customer comes back to after a challenge. */
  returnUrl(chargeId: string): string;
  now(): Date;
}

export interface Payment {
  chargeId: string;
  card: Card | null;
  email: string | null;
  document: string | null;
  /** Of the customer's browser, if it says. */
  language: Language | null;
  clientAddress: string;
}

export type PayResult =
  | { kind: 'attempted' }
  | { kind: 'in_progress' }
  | { kind: 'not_payable' }
  | { kind: 'limited'; retryAfterSeconds: number }
  | { kind: 'not_found' };

/**
 * How long the process that started an attempt may take to settle it. Past that it is taken for
 * dead, and a worker asks the processor. Longer than any processor's time-out.
 */
const attemptLeaseMs = 20_000;

/** Tries to pay a charge with a card: the intent is recorded, the processor asked, the outcome recorded. */
export async function payCharge(deps: PayDeps, payment: Payment): Promise<PayResult> {
  const found = await findChargeById(deps.sql, payment.chargeId);
  if (!found) return { kind: 'not_found' };
  // What is over stays so: nothing is locked for it, nor brought back from the archive.
  if (found.status !== 'open') return { kind: 'not_payable' };

  const attemptId = newIdOf(found.merchantId);
  const started = await startUnlessTesting(deps, found, payment, attemptId);
  if (started.kind !== 'attempted') return started;

  const { charge } = started;
  const outcome = await deps.processor.authorize({
    attemptId,
    amount: charge.amount,
    country: charge.country,
    description: charge.description,
    card: payment.card,
    document: payment.document,
    returnUrl: deps.returnUrl(charge.id),
  });
  await settleAttempt(
    deps,
    { merchantId: charge.merchantId, id: attemptId, chargeId: charge.id },
    outcome,
    deps.now(),
  );
  return { kind: 'attempted' };
}

type Started = Exclude<PayResult, { kind: 'attempted' }> | { kind: 'attempted'; charge: Charge };

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
  attemptId: string,
): Promise<Started> {
  const { secrets, sql } = deps;
  const tried: Tried = {
    cardFingerprint: payment.card ? secrets.fingerprint(`card:${payment.card.number}`) : null,
    clientAddressHash: secrets.fingerprint(`address:${payment.clientAddress}`),
    isAddressCounted: true,
  };
  const started = await startAttempt(deps, found, payment, attemptId, tried);
  if (started.kind !== 'limited' || !tried.cardFingerprint) return started;
  // A card that has paid before is nobody's to try out, whatever else comes from its address.
  if (!(await wasApproved(sql, tried.cardFingerprint))) return started;
  return await startAttempt(deps, found, payment, attemptId, { ...tried, isAddressCounted: false });
}

async function startAttempt(
  deps: PayDeps,
  found: Charge,
  payment: Payment,
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
        processor: deps.processor.name,
        card: payment.card && summarize(payment.card, deps.brandOf),
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
      return { kind: 'attempted', charge };
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

function summarize(card: Card, brandOf: (number: string) => string): CardSummary {
  return { brand: brandOf(card.number), first6: card.number.slice(0, 6), last4: card.number.slice(-4) };
}
