import { createHash } from 'node:crypto';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { keyReused } from '../../../accounts/merchants/idempotency-store.ts';
import { isUniqueViolation } from '../../../base/db/errors.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { inSpan } from '../../../base/ground/trail.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { attemptsOf, findAttempt } from '../attempts/attempt-store.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import type { Charge } from '../charge.ts';
import type { AuthorizationFinding } from '../payment-processor.ts';
import { findCharge, lockCharge } from '../store.ts';
import {
  findClosing,
  findClosingByKey,
  insertClosing,
  pendingClosing,
  postponeClosing,
} from './closing-store.ts';
import type { Closing, ClosingKind } from './decide-authorization.ts';
import { recordAuthorization } from './record-authorization.ts';

/** Longer than any processor's time-out: after it, the process that asked counts as dead. */
const closingLeaseMs = 20_000;
/** Between two requests whose outcome is unknown. */
const retryDelayMs = 10_000;

/** Closings need no address of ours: they are made from the command line, too. */
export type ClosingDeps = Pick<ResolveDeps, 'sql' | 'processors' | 'now'>;

export interface ClosingOrder {
  kind: ClosingKind;
  /** null: all that is held. */
  amountMinor: bigint | null;
  idempotencyKey: string | null;
  /** The person who asked; otherwise an API key of the merchant did. */
  actor: string | null;
}

/**
 * Captures or voids an authorised charge. The request is recorded under the charge's lock, where only one can be under
 * way; then the processor is asked under its id. Returns it after one request: succeeded, failed, or pending while
 * unknown.
 */
export async function closeCharge(
  deps: ClosingDeps,
  charge: Charge,
  order: ClosingOrder,
): Promise<{ closing: Closing; replayed: boolean }> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([charge.id, order.kind, order.amountMinor?.toString() ?? null]))
    .digest();
  let reserved: { closing: Closing; replayed: boolean };
  try {
    reserved = await reserve(deps, charge, order, requestHash);
  } catch (error) {
    // The same key was used on another charge at the same instant: this request lost.
    if (!isUniqueViolation(error, 'closings_merchant_id_idempotency_key_key')) throw error;
    throw keyReused();
  }
  const { closing, replayed } = reserved;
  if (replayed) return reserved;
  await requestClosing(deps, closing, { isRepeat: false });
  return {
    closing: (await findClosing(deps.sql, closing.merchantId, closing.id)) ?? closing,
    replayed: false,
  };
}

async function reserve(
  deps: ClosingDeps,
  charge: Charge,
  { kind, amountMinor, idempotencyKey, actor }: ClosingOrder,
  requestHash: Buffer,
): Promise<{ closing: Closing; replayed: boolean }> {
  const now = deps.now();
  const { merchantId, id: chargeId } = charge;
  return await deps.sql.begin(async (tx) => {
    const current = await lockCharge(tx, merchantId, chargeId);
    // Searched under the lock: a simultaneous repeat waits here, then finds the first.
    const earlier = idempotencyKey === null ? null : await findClosingByKey(tx, merchantId, idempotencyKey);
    if (earlier && !earlier.requestHash.equals(requestHash)) throw keyReused();
    if (earlier) return { closing: earlier.closing, replayed: true };
    if (current?.status !== 'authorized') {
      throw new PasarelaError(
        'charge_not_authorized',
        `This transaction is ${current?.status ?? charge.status}; only an authorized one can be captured or voided.`,
      );
    }
    const pending = await pendingClosing(tx, merchantId, chargeId);
    if (pending) {
      throw new PasarelaError(
        'charge_in_progress',
        `A ${pending.kind} of this transaction is under way and its outcome is not known yet. Try again shortly.`,
      );
    }
    const heldMinor = current.amount.amountMinor;
    if (amountMinor !== null && amountMinor > heldMinor) {
      const message = `at most ${moneyToDecimal(current.amount)} was authorized`;
      throw validationFailed([{ field: 'amount', message }]);
    }
    const attempts = await attemptsOf(tx, merchantId, chargeId);
    const held = attempts.find(({ status }) => status === 'approved');
    if (!held) throw new Error(`charge ${chargeId} is authorized and has no approved attempt`);
    const closing: Closing = {
      merchantId,
      id: newIdOf(merchantId),
      chargeId,
      attemptId: held.id,
      kind,
      amountMinor: amountMinor ?? heldMinor,
      status: 'pending',
      origin: 'own',
      failure: null,
      createdAt: now,
      resolvedAt: null,
    };
    const dueAt = new Date(now.getTime() + closingLeaseMs);
    await insertClosing(tx, closing, { key: idempotencyKey, requestHash }, dueAt);
    if (actor !== null) {
      const act = kind === 'capture' ? 'charge_capture_asked' : 'charge_void_asked';
      const amount = moneyToDecimal({ ...current.amount, amountMinor: closing.amountMinor });
      const details = { closing: closing.id, amount };
      await appendAudit(tx, { actor, act, subject: `charge ${chargeId}`, details }, now);
    }
    return { closing, replayed: false };
  });
}

/** Asks the processor for a pending capture or void, and records its answer. Asking again is harmless. */
export async function requestClosing(
  deps: ClosingDeps,
  closing: Closing,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> {
  const { merchantId, chargeId, attemptId, kind, amountMinor } = closing;
  const charge = await findCharge(deps.sql, merchantId, chargeId);
  const attempt = await findAttempt(deps.sql, merchantId, attemptId);
  if (!charge || !attempt) throw new Error(`closing ${closing.id}: its charge is gone`);
  const { authorizations } = await deps.processors.of(attempt);
  const request = {
    closingId: closing.id,
    attemptId,
    processorReference: attempt.processorReference ?? '',
    amount: charge.amount,
    isRepeat,
  };
  const ids = { merchant: merchantId, charge: chargeId, closing: closing.id };
  const span = { kind: 'client', parent: charge.traceparent, attributes: ids } as const;
  const finding = await inSpan(kind, span, async (): Promise<AuthorizationFinding> => {
    if (!authorizations) return { state: 'unknown', cause: 'The processor cannot be asked.' };
    return kind === 'capture'
      ? await authorizations.capture({ ...request, captured: { ...charge.amount, amountMinor } })
      : await authorizations.void(request);
  });
  const now = deps.now();
  if (finding.state === 'unknown' || finding.state === 'held') {
    await postponeClosing(deps.sql, closing, new Date(now.getTime() + retryDelayMs));
  } else {
    await recordAuthorization(deps.sql, attempt, finding, now, { isAnswered: !isRepeat });
  }
}
