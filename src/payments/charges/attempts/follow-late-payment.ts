import { notifyOperator } from '../../../accounts/alarms/alarms.ts';
import { methods } from '../../../accounts/methods/methods.ts';
import { announceStatus } from '../announce.ts';
import type { Attempt } from '../charge.ts';
import { warningTexts } from '../disputes/record-warning.ts';
import { insertWarning } from '../disputes/warning-store.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { warningMail } from '../merchant-mail-text.ts';
import type { ImportDeps } from '../refunds/import-refunds.ts';
import { findCharge, lockCharge } from '../store.ts';
import { askedAttempt } from './resolve-attempt.ts';

/**
 * Asks again about an attempt by a local method that had ended unpaid: cash and transfers can arrive late, or beside
 * another payment. Such money is credited to nobody by itself; merchant and operator are notified once.
 */
export async function followLatePayment(deps: ImportDeps, attempt: Attempt): Promise<void> {
  const { merchantId, chargeId, id, status, method, accountId } = attempt;
  if (status !== 'refused' || methods[method].way === 'card') return;
  const found = await findCharge(deps.sql, merchantId, chargeId);
  if (!found) return;
  const processor = await deps.processors.of(attempt);
  const finding = await processor.inquire(askedAttempt(deps.addresses, found, attempt));
  if (finding.outcome !== 'approved') return;
  const now = deps.now();
  const kind = 'late_payment';
  const log = await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, merchantId, chargeId);
    if (!charge) throw new Error(`attempt ${id}: its charge is gone`);
    const warning = {
      merchantId,
      processor: processor.name,
      reference: finding.processorReference,
      chargeId,
      attemptId: id,
      kind,
      reason: null,
      toldAt: now,
    } as const;
    if (!(await insertWarning(tx, warning))) return null;
    // `open` is no status of a notice.
    const told = charge.status === 'open' ? 'pending' : charge.status;
    await announceStatus(tx, [charge], told, now, {
      warning: kind,
      warningText: warningTexts[kind],
    });
    await mailMerchant(tx, merchantId, 'payment_warning', (words) =>
      warningMail({ charge, kind, reason: null, processor: processor.name }, words),
    );
    const account = accountId === null ? '' : `, on the account ${accountId}`;
    return await notifyOperator(tx, deps, {
      network: processor.name,
      text: `Money arrived at ${processor.name} for the charge ${chargeId} after its attempt had ended: ${finding.processorReference}${account}.`,
      advice: `It is in nobody's balance. Agree with the merchant whether it is given back in the panel of ${processor.name} or counted. If the processor reports its movements, a case of it opens by itself: see docs/operate/cards.md.`,
    });
  });
  log?.();
}
