import { createHash } from 'node:crypto';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { keyReused } from '../../../accounts/merchants/idempotency-store.ts';
import { isProcessed, methods } from '../../../accounts/methods/methods.ts';
import { isUniqueViolation } from '../../../base/db/errors.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { inSpan } from '../../../base/ground/trail.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { announceStatus } from '../announce.ts';
import { attemptsOf } from '../attempts/attempt-store.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import type { Attempt, Charge } from '../charge.ts';
import type { RefundOutcome } from '../payment-processor.ts';
import type { PaymentProcessors } from '../payment-processors.ts';
import { givenBackEntry } from '../post-charge.ts';
import { findCharge, lockCharge, saveDecision } from '../store.ts';
import { askDetails } from './bank/ask-details.ts';
import { decideRefund, refundableMinor } from './decide-refund.ts';
import { notifyExternalRefund } from './notify-external-refund.ts';
import { refundCause } from './refund-cause.ts';
import {
  findRefund,
  findRefundByKey,
  insertRefund,
  postponeRefund,
  type Refund,
  resolveRefund,
} from './refund-store.ts';

/** Longer than any processor's time-out: after it, the process that asked counts as dead. */
const refundLeaseMs = 20_000;
/** A refund that no worker asks for. */
const never = new Date('9999-12-31T00:00:00Z');
/** Between two attempts at a refund whose outcome is unknown. */
const retryDelayMs = 10_000;

export interface RefundOrder {
  /** null: all that is left. */
  amountMinor: bigint | null;
  idempotencyKey: string | null;
  /** In the merchant's words; absent: none given. */
  reason?: string | null;
  /** The person who asked; otherwise an API key of the merchant did. */
  actor?: string | null;
}

/**
 * Refunds money. The amount is reserved on the charge first, so that simultaneous refunds can never exceed what was
 * taken; then the processor is asked under the refund's id. Returns the refund after one attempt: succeeded, failed, or
 * pending while unknown.
 */
export async function refundCharge(
  deps: ResolveDeps,
  charge: Charge,
  order: RefundOrder,
): Promise<{ refund: Refund; replayed: boolean }> {
  const requestHash = createHash('sha256')
    // Keys from before there were reasons keep their hash.
    .update(
      JSON.stringify([
        charge.id,
        order.amountMinor?.toString() ?? null,
        ...(order.reason ? [order.reason] : []),
      ]),
    )
    .digest();
  let reserved: { refund: Refund; replayed: boolean };
  try {
    reserved = await reserve(deps, charge, order, requestHash, await takerOf(deps, charge));
  } catch (error) {
    // The same key was used on another charge at the same instant: this request lost.
    if (!isUniqueViolation(error, 'refunds_merchant_id_idempotency_key_key')) throw error;
    throw keyReused();
  }
  const { refund, replayed } = reserved;
  if (replayed || refund.way === 'bank_details') return reserved;
  await requestRefund(deps, refund, { isRepeat: false });
  return { refund: (await findRefund(deps.sql, refund.merchantId, refund.id)) ?? refund, replayed: false };
}

/** The attempt by which a charge was paid, and whether its processor gives such payments back. */
interface Taker {
  approved: Attempt | null;
  way: Refund['way'];
}

/** `approved` is not read for a card: the processor refunds it in any case. */
export async function takerOf(
  { sql, processors }: { sql: Sql; processors: Pick<PaymentProcessors, 'of'> },
  { merchantId, id, method }: Charge,
): Promise<Taker> {
  if (methods[method].way === 'card' || !isProcessed(method)) return { approved: null, way: 'processor' };
  const approved =
    (await attemptsOf(sql, merchantId, id)).find(({ status }) => status === 'approved') ?? null;
  const processor = approved && (await processors.of(approved));
  return { approved, way: processor?.givesBack?.(method) === 'bank_details' ? 'bank_details' : 'processor' };
}

function noAddress({ method }: Charge): PasarelaError {
  return new PasarelaError(
    'charge_not_refundable',
    `The processor cannot give back a payment by ${method}, and this one has no e-mail address to ask where the money should go. Pay the customer back yourself.`,
  );
}

async function findEarlier(
  tx: Tx,
  charge: Charge,
  order: RefundOrder,
  requestHash: Buffer,
): Promise<Refund | null> {
  if (order.idempotencyKey === null) return null;
  const earlier = await findRefundByKey(tx, charge.merchantId, order.idempotencyKey);
  if (!earlier) return null;
  if (earlier.requestHash.equals(requestHash)) return earlier.refund;
  throw keyReused();
}

async function reserve(
  deps: ResolveDeps,
  charge: Charge,
  order: RefundOrder,
  requestHash: Buffer,
  { approved, way }: Taker,
): Promise<{ refund: Refund; replayed: boolean }> {
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    const current = await lockCharge(tx, charge.merchantId, charge.id);
    // Searched under the lock: a simultaneous repeat waits here, then finds the first.
    const earlier = await findEarlier(tx, charge, order, requestHash);
    if (earlier) return { refund: earlier, replayed: true };
    if (!isProcessed(charge.method)) {
      throw new PasarelaError(
        'charge_not_refundable',
        `A payment in ${charge.method} is given back on its chain: POST /payment/{reference}/refunds.`,
      );
    }
    const left = current ? refundableMinor(current) : 0n;
    if (!current || left === 0n) {
      throw new PasarelaError(
        'charge_not_refundable',
        current?.status === 'authorized'
          ? 'This transaction is authorized and nothing was taken yet: POST …/void releases it.'
          : `This transaction is ${current?.status ?? charge.status} and has nothing left to refund.`,
      );
    }
    const amountMinor = order.amountMinor ?? left;
    if (amountMinor > left) {
      const most = moneyToDecimal({ amountMinor: left, currency: current.amount.currency });
      throw validationFailed([{ field: 'amount', message: `at most ${most} is left to refund` }]);
    }
    await saveDecision(
      tx,
      current,
      { status: current.status, refundPendingMinor: current.refundPendingMinor + amountMinor },
      now,
    );
    const refund: Refund = {
      merchantId: current.merchantId,
      id: newIdOf(current.merchantId),
      chargeId: current.id,
      amountMinor,
      status: 'pending',
      origin: 'own',
      way,
      reason: order.reason ?? null,
      failure: null,
      processorReference: null,
      createdAt: now,
      resolvedAt: null,
    };
    const dueAt = way === 'bank_details' ? never : new Date(now.getTime() + refundLeaseMs);
    await insertRefund(tx, refund, { key: order.idempotencyKey, requestHash }, dueAt);
    if (way === 'bank_details' && approved) {
      const { email } = current;
      if (email === null || email === '') throw noAddress(charge);
      await askDetails(tx, { ...current, email }, approved, refund, now);
    }
    if (order.actor) {
      const amount = moneyToDecimal({ ...current.amount, amountMinor });
      const details = { refund: refund.id, amount, ...(order.reason && { reason: order.reason }) };
      const subject = `charge ${current.id}`;
      await appendAudit(tx, { actor: order.actor, act: 'charge_refund_asked', subject, details }, now);
    }
    return { refund, replayed: false };
  });
}

/**
 * Asks the processor for a pending refund, or whether a succeeded one is still valid, and records its answer. Asking
 * again is harmless.
 */
export async function requestRefund(
  deps: ResolveDeps,
  refund: Refund,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> {
  if (refund.status === 'failed' || refund.way === 'bank_details') return;
  const attempts = await attemptsOf(deps.sql, refund.merchantId, refund.chargeId);
  const approved = attempts.find((attempt) => attempt.status === 'approved');
  if (!approved) throw new Error(`refund ${refund.id}: its charge has no approved attempt`);
  const found = await findCharge(deps.sql, refund.merchantId, refund.chargeId);
  if (!found) throw new Error(`refund ${refund.id}: its charge is gone`);

  const processor = await deps.processors.of(approved);
  const ids = { merchant: refund.merchantId, charge: refund.chargeId, refund: refund.id };
  const span = { kind: 'client', parent: found.traceparent, attributes: ids } as const;
  const outcome = await inSpan('refund', span, () =>
    processor.refund({
      refundId: refund.id,
      attemptId: approved.id,
      processorReference: approved.processorReference ?? '',
      amount: { amountMinor: refund.amountMinor, currency: found.amount.currency },
      refundReference: refund.processorReference,
      isRepeat,
      notificationUrl: deps.addresses.notificationUrl(
        approved.processor,
        approved.accountId === null ? null : refund.merchantId,
      ),
    }),
  );
  const now = deps.now();
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  if (outcome.outcome === 'unknown') {
    await postponeRefund(deps.sql, refund, refund.processorReference, later(retryDelayMs));
  } else if (outcome.outcome === 'pending') {
    // Asked often at first: most end within minutes.
    const ageMs = now.getTime() - refund.createdAt.getTime();
    const delayMs = Math.min(processor.pendingIntervalMs, Math.max(retryDelayMs, ageMs / 4));
    await postponeRefund(deps.sql, refund, outcome.processorReference, later(delayMs));
  } else {
    await endRefund(deps, refund, approved, outcome, isRepeat);
  }
}

async function endRefund(
  deps: ResolveDeps,
  refund: Refund,
  approved: Attempt,
  outcome: Extract<RefundOutcome, { outcome: 'refunded' | 'refused' }>,
  isRepeat: boolean,
): Promise<void> {
  const { status: before } = refund;
  const status = outcome.outcome === 'refunded' ? 'succeeded' : 'failed';
  if (before === 'failed' || status === before) return;
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, refund.merchantId, refund.chargeId);
    if (!charge) throw new Error(`refund ${refund.id}: its charge is gone`);
    const change = {
      status,
      failure: outcome.outcome === 'refused' ? outcome.reason : null,
      processorReference:
        outcome.outcome === 'refunded' ? outcome.processorReference : refund.processorReference,
    } as const;
    if (!(await resolveRefund(tx, refund, change, now))) return;
    const decision = decideRefund(charge, { ...refund, status: before }, status === 'succeeded');
    await saveDecision(tx, charge, decision, now);
    if (status === 'succeeded' || before === 'succeeded') {
      const kind = status === 'succeeded' ? 'refund' : 'refund_reversed';
      await postEntry(tx, givenBackEntry(charge, approved, kind, refund.id, refund.amountMinor));
    }
    if (status === 'succeeded') {
      await queueReceipts(tx, [cardReceipt('refund', charge, approved, refund, now)]);
    }
    // A refund that fails at once is reported in the response to its request.
    if (status === 'succeeded' && refund.origin === 'external') {
      await notifyExternalRefund(tx, { ...charge, ...decision }, approved, refund, now);
    } else if (
      status === 'succeeded' ? decision.status !== 'charged_back' : isRepeat || before === 'succeeded'
    ) {
      const cause = refundCause(charge, refund, status);
      await announceStatus(tx, [{ ...charge, ...decision }], decision.status, now, cause);
    }
  });
}
