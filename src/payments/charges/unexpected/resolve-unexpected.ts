import { createHash } from 'node:crypto';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { keyReused } from '../../../accounts/merchants/idempotency-store.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { isUniqueViolation } from '../../../base/db/errors.ts';
import { isId, newIdOf } from '../../../base/db/ids.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { announceStatus } from '../announce.ts';
import { approveEnded, findAttempt, withUnresolvedAttempt } from '../attempts/attempt-store.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import { type Charge, takenMoney } from '../charge.ts';
import type { PaymentProcessors } from '../payment-processors.ts';
import { approvedEntry } from '../post-charge.ts';
import { lockCharge, saveDecision } from '../store.ts';
import { unexpectedCause } from './notify-unexpected.ts';
import { creditedEntry, suspenseAccount } from './post-unexpected.ts';
import { requestReturn } from './return-unexpected.ts';
import { type Decision, decideUnexpected, type UnexpectedPayment } from './unexpected-payment.ts';
import { findUnexpected, findUnexpectedByKey, saveUnexpectedDecision } from './unexpected-store.ts';

/** Longer than any processor's time-out: after it, the process that asked counts as dead. */
const returnLeaseMs = 20_000;

export interface UnexpectedOrder {
  paymentId: string;
  decision: Decision;
  idempotencyKey: string | null;
  /** The person or key that decides, for the audit log. */
  actor: string;
}

/**
 * Records the merchant's decision about an unexpected payment. Accepted money pays the charge if nothing else has paid
 * it, and is credited beside it otherwise. Money to be given back is asked of the processor after the commit, and
 * followed until it answers. The same decision again changes nothing.
 */
export async function resolveUnexpected(
  deps: ResolveDeps,
  charge: Charge,
  order: UnexpectedOrder,
): Promise<{ payment: UnexpectedPayment; replayed: boolean }> {
  const { merchantId } = charge;
  const found = isId(order.paymentId) ? await findUnexpected(deps.sql, merchantId, order.paymentId) : null;
  if (found?.chargeId !== charge.id) {
    throw new PasarelaError('not_found', 'This transaction has no unexpected payment with this id.');
  }
  if (order.decision === 'return' && !(await canReturn(deps, found))) {
    throw new PasarelaError(
      'charge_not_refundable',
      'The processor cannot give this payment back. Accept it, and pay the customer back yourself.',
    );
  }
  let replayed: boolean;
  try {
    replayed = await decide(deps, charge, found, order);
  } catch (error) {
    // The same key was used on another payment at the same instant: this request lost.
    if (!isUniqueViolation(error, 'unexpected_payments_merchant_id_idempotency_key_key')) throw error;
    throw keyReused();
  }
  const decided = (await findUnexpected(deps.sql, merchantId, found.id)) ?? found;
  if (replayed || decided.status !== 'returning') return { payment: decided, replayed };
  await requestReturn(deps, decided, { isRepeat: false });
  return { payment: (await findUnexpected(deps.sql, merchantId, found.id)) ?? decided, replayed };
}

/** Whether the processor that took it gives such payments back. */
export async function canReturn(
  { sql, processors }: { sql: Db; processors: Pick<PaymentProcessors, 'of'> },
  { merchantId, id }: UnexpectedPayment,
): Promise<boolean> {
  const attempt = await findAttempt(sql, merchantId, id);
  const processor = attempt && (await processors.of(attempt));
  return processor?.givesBack?.(attempt?.method ?? 'CARDS') !== 'bank_details';
}

/** True: the same was decided before. */
async function decide(
  deps: ResolveDeps,
  charge: Charge,
  { merchantId, id }: UnexpectedPayment,
  { decision, idempotencyKey: key, actor }: UnexpectedOrder,
): Promise<boolean> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([id, decision]))
    .digest();
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    const current = await lockCharge(tx, merchantId, charge.id);
    // Read under the lock: a simultaneous repeat waits here, then finds the first.
    const payment = await findUnexpected(tx, merchantId, id);
    if (!current || !payment) throw new Error(`unexpected payment ${id}: its charge is gone`);
    const earlier = key === null ? null : await findUnexpectedByKey(tx, merchantId, key);
    if (earlier && !earlier.requestHash.equals(requestHash)) throw keyReused();
    const isBeingPaid = (await withUnresolvedAttempt(tx, merchantId, [charge.id])).size > 0;
    const verdict = decideUnexpected(payment, current, isBeingPaid, decision);
    if (verdict.kind === 'known') return true;
    if (verdict.kind === 'decided_otherwise') {
      throw new PasarelaError(
        'payment_not_resolvable',
        `This payment is ${payment.status} already: a decision is final.`,
      );
    }
    if (verdict.kind === 'in_progress') {
      throw new PasarelaError(
        'charge_in_progress',
        'The customer is paying right now and the outcome is not known yet. Try again shortly.',
      );
    }
    const isReturn = verdict.kind === 'returns';
    const change = {
      status: isReturn ? 'returning' : 'accepted',
      pays: verdict.kind === 'pays',
      returnId: isReturn ? newIdOf(merchantId) : null,
      dueAt: new Date(now.getTime() + returnLeaseMs),
      key,
      requestHash,
    } as const;
    await saveUnexpectedDecision(tx, payment, change, now);
    await appendAudit(
      tx,
      {
        actor,
        act: 'unexpected_payment_decided',
        subject: `charge ${charge.id}`,
        details: {
          payment: id,
          decision,
          amount: moneyToDecimal(payment.paid),
          currency: payment.paid.currency,
        },
      },
      now,
    );
    const decided = { ...payment, ...change };
    if (verdict.kind === 'pays') await pay(tx, current, decided, verdict.capturedMinor, now);
    else if (verdict.kind === 'credited') await credit(tx, current, decided, now);
    return false;
  });
}

/** The charge is paid by it, like by any payment: from here on it can be refunded and disputed. */
async function pay(
  tx: Tx,
  charge: Charge,
  payment: UnexpectedPayment,
  capturedMinor: bigint | null,
  now: Date,
): Promise<void> {
  const attempt = await approveEnded(tx, charge.merchantId, payment.id, payment.reference, now);
  const merchant = await findMerchant(tx, charge.merchantId);
  const paid = await saveDecision(
    tx,
    charge,
    { status: 'approved', ...(capturedMinor !== null && { capturedMinor }) },
    now,
  );
  await announceStatus(tx, [paid], 'approved', now, unexpectedCause(payment), 'charge.approved');
  await queueReceipts(tx, [cardReceipt('payment', paid, attempt, paid, now)]);
  const fee = merchant?.settings.cardFeeBasisPoints ?? 0;
  await postEntry(tx, approvedEntry({ ...paid, amount: takenMoney(paid) }, attempt, fee, suspenseAccount));
}

async function credit(tx: Tx, charge: Charge, payment: UnexpectedPayment, now: Date): Promise<void> {
  const merchant = await findMerchant(tx, charge.merchantId);
  const told = charge.status === 'open' ? 'pending' : charge.status;
  await announceStatus(tx, [charge], told, now, unexpectedCause(payment));
  await postEntry(tx, creditedEntry(payment, merchant?.settings.cardFeeBasisPoints ?? 0));
}
