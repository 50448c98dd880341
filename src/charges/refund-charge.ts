import { createHash } from 'node:crypto';
import { isUniqueViolation } from '../db/errors.ts';
import { newIdOf } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import { postEntry } from '../ledger/ledger.ts';
import { queueReceipts } from '../mail/queue-receipts.ts';
import { moneyToDecimal } from '../money/money.ts';
import { announceStatus } from './announce.ts';
import { attemptsOf } from './attempt-store.ts';
import { cardReceipt } from './card-receipt.ts';
import { type Charge, decideRefund, refundableMinor } from './charge.ts';
import { givenBackEntry } from './post-charge.ts';
import {
  findRefund,
  findRefundByKey,
  insertRefund,
  postponeRefund,
  type Refund,
  resolveRefund,
} from './refund-store.ts';
import type { ResolveDeps } from './resolve-attempt.ts';
import { findCharge, lockCharge, saveDecision } from './store.ts';

/** Longer than any processor's time-out: past it, the process that asked is taken for dead. */
const refundLeaseMs = 20_000;
/** Between two tries at a refund whose outcome is unknown. */
const retryDelayMs = 10_000;

export interface RefundOrder {
  /** null: all that is left. */
  amountMinor: bigint | null;
  idempotencyKey: string | null;
}

/**
 * Gives money back. The amount is set aside on the charge first, so that refunds asked for at the
 * same time can never exceed what was taken; then the processor is asked under the refund's id.
 * Answers the refund as it stands after one try: succeeded, failed, or pending while unknown.
 */
export async function refundCharge(
  deps: ResolveDeps,
  charge: Charge,
  order: RefundOrder,
): Promise<{ refund: Refund; replayed: boolean }> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([charge.id, order.amountMinor?.toString() ?? null]))
    .digest();
  let reserved: { refund: Refund; replayed: boolean };
  try {
    reserved = await reserve(deps, charge, order, requestHash);
  } catch (error) {
    // The same key at the same instant on another charge: one of the two is too late.
    if (!isUniqueViolation(error, 'refunds_merchant_id_idempotency_key_key')) throw error;
    throw keyReused();
  }
  const { refund, replayed } = reserved;
  if (replayed) return reserved;
  await tryRefund(deps, refund);
  return { refund: (await findRefund(deps.sql, refund.merchantId, refund.id)) ?? refund, replayed: false };
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

function keyReused(): PasarelaError {
  return new PasarelaError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another refund. Use a new key for a new refund.',
  );
}

async function reserve(
  deps: ResolveDeps,
  charge: Charge,
  order: RefundOrder,
  requestHash: Buffer,
): Promise<{ refund: Refund; replayed: boolean }> {
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    const current = await lockCharge(tx, charge.merchantId, charge.id);
    // Looked for under the lock: a repeat at the same instant waits here, then finds the first.
    const earlier = await findEarlier(tx, charge, order, requestHash);
    if (earlier) return { refund: earlier, replayed: true };
    if (charge.method !== 'CARDS') {
      throw new PasarelaError(
        'charge_not_refundable',
        `A payment in ${charge.method} is given back on its chain: POST /payment/{reference}/refunds.`,
      );
    }
    const left = current ? refundableMinor(current) : 0n;
    if (!current || left === 0n) {
      throw new PasarelaError(
        'charge_not_refundable',
        `This transaction is ${current?.status ?? charge.status} and has nothing left to refund.`,
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
      failure: null,
      createdAt: now,
      resolvedAt: null,
    };
    const dueAt = new Date(now.getTime() + refundLeaseMs);
    await insertRefund(tx, refund, { key: order.idempotencyKey, requestHash }, dueAt);
    return { refund, replayed: false };
  });
}

/** Asks the processor for a pending refund and records its answer. Asking again is harmless. */
export async function tryRefund(deps: ResolveDeps, refund: Refund): Promise<void> {
  const attempts = await attemptsOf(deps.sql, refund.merchantId, refund.chargeId);
  const approved = attempts.find((attempt) => attempt.status === 'approved');
  if (!approved) throw new Error(`refund ${refund.id}: its charge has no approved attempt`);
  const found = await findCharge(deps.sql, refund.merchantId, refund.chargeId);
  if (!found) throw new Error(`refund ${refund.id}: its charge is gone`);

  const outcome = await deps.processorOf(approved.processor).refund({
    refundId: refund.id,
    attemptId: approved.id,
    processorReference: approved.processorReference ?? '',
    amount: { amountMinor: refund.amountMinor, currency: found.amount.currency },
  });
  const now = deps.now();
  if (outcome.outcome === 'unknown') {
    await postponeRefund(deps.sql, refund, new Date(now.getTime() + retryDelayMs));
    return;
  }
  await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, refund.merchantId, refund.chargeId);
    if (!charge) throw new Error(`refund ${refund.id}: its charge is gone`);
    const failure = outcome.outcome === 'refused' ? outcome.reason : null;
    const status = failure === null ? 'succeeded' : 'failed';
    if (!(await resolveRefund(tx, refund, status, failure, now))) return;
    const decision = decideRefund(charge, refund.amountMinor, status === 'succeeded');
    await saveDecision(tx, charge, decision.charge, now);
    const { givenBackBy } = decision;
    if (givenBackBy) await postEntry(tx, givenBackEntry(charge, givenBackBy, refund.id, refund.amountMinor));
    if (status === 'succeeded' && decision.charge.status !== 'charged_back') {
      await queueReceipts(tx, [cardReceipt('refund', charge, approved, refund, now)]);
      await announceStatus(tx, [{ ...charge, ...decision.charge }], decision.charge.status, now, refund.id);
    }
  });
}
