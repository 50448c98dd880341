import { appendAudit } from '../../../../accounts/audit/audit-log.ts';
import { postEntry } from '../../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../../accounts/mail/queue-receipts.ts';
import type { Sql } from '../../../../base/db/pool.ts';
import { PasarelaError } from '../../../../base/ground/errors.ts';
import { moneyToDecimal } from '../../../../base/money/money.ts';
import { announceStatus } from '../../announce.ts';
import { attemptsOf } from '../../attempts/attempt-store.ts';
import { cardReceipt } from '../../cards/card-receipt.ts';
import type { Charge } from '../../charge.ts';
import { lockCharge, saveDecision } from '../../store.ts';
import { decideRefund } from '../decide-refund.ts';
import { refundCause } from '../refund-cause.ts';
import { findRefund, type Refund, resolveRefund } from '../refund-store.ts';
import { decideEnding, type Ending } from './bank-refund.ts';
import { findBankRefund, saveEnding } from './bank-refund-store.ts';
import { releasedEntry } from './post-bank-refund.ts';

/** Why a refund failed, for API and timeline. */
const withdrawn = 'withdrawn by the merchant';

/**
 * The merchant has transferred the money, or gives nothing back after all. The same again changes nothing; what ended
 * otherwise is refused.
 */
export async function endBankRefund(
  deps: { sql: Sql; now(): Date },
  { merchantId, id: chargeId }: Charge,
  refundId: string,
  ending: Ending,
  actor: string,
): Promise<Refund> {
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    // Under the charge's lock: the customer may be giving the details now.
    const charge = await lockCharge(tx, merchantId, chargeId);
    const bank = await findBankRefund(tx, merchantId, refundId);
    const refund = await findRefund(tx, merchantId, refundId);
    if (!charge || !refund || bank?.chargeId !== chargeId) {
      throw new PasarelaError('not_found', 'This transaction has no such refund to a bank account.');
    }
    const verdict = decideEnding(bank, ending);
    if (verdict === 'same') return refund;
    if (verdict === 'ended_otherwise') {
      throw new PasarelaError('charge_not_refundable', `This refund is ${bank.status} already.`);
    }
    const isPaid = ending.kind === 'paid';
    const change = {
      status: isPaid ? 'succeeded' : 'failed',
      failure: isPaid ? null : withdrawn,
      processorReference: isPaid ? ending.reference : null,
    } as const;
    if (!(await resolveRefund(tx, refund, change, now))) throw new Error(`refund ${refundId} is not pending`);
    await saveEnding(tx, bank, { status: ending.kind, reference: change.processorReference }, now);
    const decision = decideRefund(charge, { ...refund, status: 'pending' }, isPaid);
    await saveDecision(tx, charge, decision, now);
    const amount = { ...charge.amount, amountMinor: refund.amountMinor };
    if (bank.isHeld) await postEntry(tx, releasedEntry({ merchantId, id: refundId, amount }));
    if (isPaid) {
      const approved = (await attemptsOf(tx, merchantId, chargeId)).find(
        ({ status }) => status === 'approved',
      );
      if (approved) await queueReceipts(tx, [cardReceipt('refund', charge, approved, refund, now)]);
    }
    await appendAudit(
      tx,
      {
        actor,
        act: isPaid ? 'bank_refund_paid' : 'bank_refund_withdrawn',
        subject: `charge ${chargeId}`,
        details: { refund: refundId, amount: moneyToDecimal(amount), reference: change.processorReference },
      },
      now,
    );
    const cause = refundCause(charge, refund, change.status);
    await announceStatus(tx, [{ ...charge, ...decision }], decision.status, now, cause);
    return { ...refund, ...change, resolvedAt: now };
  });
}
