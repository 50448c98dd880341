import { methods } from '../../../accounts/methods/methods.ts';
import type { Attempt } from '../charge.ts';
import { findCharge, lockCharge } from '../store.ts';
import { recordUnexpected } from '../unexpected/record-unexpected.ts';
import { askedAttempt, type ResolveDeps } from './resolve-attempt.ts';

/**
 * Asks again about an attempt by a local method that had ended unpaid: cash and transfers can arrive late, or beside
 * another payment. Such money is credited to nobody by itself; its merchant is notified once, and decides.
 */
export async function followLatePayment(deps: ResolveDeps, attempt: Attempt): Promise<void> {
  const { merchantId, chargeId, id, status, method } = attempt;
  if (status !== 'refused' || methods[method].way === 'card') return;
  const found = await findCharge(deps.sql, merchantId, chargeId);
  if (!found) return;
  const processor = await deps.processors.of(attempt);
  const finding = await processor.inquire(askedAttempt(deps.addresses, found, attempt));
  if (finding.outcome !== 'approved' && finding.outcome !== 'other_amount') return;
  const paid = finding.outcome === 'approved' ? found.amount : finding.paid;
  await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, merchantId, chargeId);
    if (!charge) throw new Error(`attempt ${id}: its charge is gone`);
    await recordUnexpected(tx, charge, attempt, { reference: finding.processorReference, paid }, deps.now());
  });
}
