import type { Sql } from '../../../base/db/pool.ts';
import { inSpan } from '../../../base/ground/trail.ts';
import { type Attempt, type Charge, hasEnded, isLeft, isLost } from '../charge.ts';
import type { AskedAttempt } from '../payment-processor.ts';
import type { PaymentProcessors } from '../payment-processors.ts';
import { findCharge } from '../store.ts';
import { attemptsOf, findAttempt } from './attempt-store.ts';
import { type AttemptOutcomeDeps, recordAttemptOutcome } from './record-outcome.ts';

export interface ResolveDeps extends AttemptOutcomeDeps {
  processors: PaymentProcessors;
  addresses: AttemptAddresses;
  now(): Date;
}

/** The URLs that customers and processors use for an attempt's charge. */
export interface AttemptAddresses {
  returnUrl(chargeId: string): string;
  cancelUrl(chargeId: string): string;
  notificationUrl(processor: string, merchantId: string | null): string;
}

/** An attempt as it was sent to its processor. */
export function askedAttempt(
  addresses: AttemptAddresses,
  charge: Charge,
  attempt: Pick<
    Attempt,
    | 'id'
    | 'handle'
    | 'instructions'
    | 'createdAt'
    | 'processor'
    | 'accountId'
    | 'instalments'
    | 'details'
    | 'method'
  >,
): AskedAttempt {
  const { id: chargeId, merchantId } = charge;
  return {
    attemptId: attempt.id,
    method: attempt.method,
    handle: attempt.handle,
    instructions: attempt.instructions,
    createdAt: attempt.createdAt,
    amount: charge.amount,
    capture: charge.capture,
    country: charge.country,
    description: charge.description,
    details: attempt.details && {
      ...attempt.details,
      reference: chargeId,
      orderNumber: charge.orderNumber,
      merchantId,
    },
    email: charge.email,
    language: charge.language,
    instalments: attempt.instalments ?? 1,
    returnUrl: addresses.returnUrl(chargeId),
    cancelUrl: addresses.cancelUrl(chargeId),
    notificationUrl: addresses.notificationUrl(
      attempt.processor,
      attempt.accountId === null ? null : merchantId,
    ),
  };
}

/** Asks the processor for an attempt's outcome and records it. */
export async function inquireAttempt(deps: ResolveDeps, attempt: Attempt): Promise<void> {
  await ask(deps, attempt, 'inquire');
}

/** The customer left the challenge for another card: makes sure that the old attempt can no longer be approved. */
export async function abandonAttempt(deps: ResolveDeps, attempt: Attempt): Promise<void> {
  await ask(deps, attempt, 'abandon');
}

/**
 * The customer left instructions. `isBeside`: they know that a voucher which nobody can call back stays payable, and
 * want another way all the same. What is then paid with it is unexpected, and the merchant decides about it.
 */
export async function leaveAttempt(deps: ResolveDeps, attempt: Attempt, isBeside: boolean): Promise<void> {
  await abandonAttempt(deps, attempt);
  if (!isBeside || attempt.status !== 'awaiting') return;
  const processor = await deps.processors.of(attempt);
  const now = await findAttempt(deps.sql, attempt.merchantId, attempt.id);
  // Paid, or being decided by a bank, in the meantime: its outcome counts.
  if (now?.status !== 'awaiting' || !processor.keepsOpen?.(attempt.method)) return;
  const left = { outcome: 'refused', reason: 'left_page', isSoft: true, card: null } as const;
  await recordAttemptOutcome(deps, attempt, left, processor, deps.now());
}

async function ask(deps: ResolveDeps, attempt: Attempt, how: 'inquire' | 'abandon'): Promise<void> {
  const processor = await deps.processors.of(attempt);
  const charge = await findCharge(deps.sql, attempt.merchantId, attempt.chargeId);
  if (!charge) throw new Error(`attempt ${attempt.id}: its charge is gone`);
  const asked = askedAttempt(deps.addresses, charge, attempt);
  const mustLeave = how === 'abandon' || isLeft(attempt, processor, deps.now());
  const ids = { merchant: charge.merchantId, charge: charge.id, attempt: attempt.id };
  const span = { kind: 'client', parent: charge.traceparent, attributes: ids } as const;
  const finding = await inSpan(mustLeave ? 'abandon' : 'inquire', span, async () => {
    const found = await (mustLeave ? processor.abandon(asked) : processor.inquire(asked));
    // Abandoning it explicitly makes sure that a request still on its way cannot be approved later.
    const mustEnd = !mustLeave && found.outcome === 'not_found' && isLost(attempt, deps.now());
    return mustEnd ? await processor.abandon(asked) : found;
  });
  await recordAttemptOutcome(deps, attempt, finding, processor, deps.now());
}

/** The unresolved attempt of a charge, if any. */
export async function unresolvedAttempt(sql: Sql, charge: Charge): Promise<Attempt | null> {
  const attempts = await attemptsOf(sql, charge.merchantId, charge.id);
  return attempts.find((attempt) => !hasEnded(attempt)) ?? null;
}
