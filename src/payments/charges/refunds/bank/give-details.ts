import type { Sql } from '../../../../base/db/pool.ts';
import type { Secrets } from '../../../../base/ground/secrets.ts';
import { announceStatus } from '../../announce.ts';
import { mailMerchant } from '../../merchant-mail.ts';
import { bankDetailsMail } from '../../merchant-mail-text.ts';
import { lockCharge } from '../../store.ts';
import { refundCause } from '../refund-cause.ts';
import { findRefund } from '../refund-store.ts';
import { type BankDetails, type BankRefund, hintOf } from './bank-refund.ts';
import { findBankRefund, saveDetails } from './bank-refund-store.ts';

/**
 * Records where the customer wants the money, and tells the merchant, who transfers it. The customer may correct the
 * details until then. False: the refund has ended meanwhile.
 */
export async function giveDetails(
  deps: { sql: Sql; secrets: Secrets; now(): Date },
  { merchantId, id, chargeId }: BankRefund,
  details: BankDetails,
): Promise<boolean> {
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, merchantId, chargeId);
    const refund = await findRefund(tx, merchantId, id);
    const bank = await findBankRefund(tx, merchantId, id);
    if (!charge || !refund || !bank) throw new Error(`refund ${id}: its charge is gone`);
    const sealed = deps.secrets.seal(JSON.stringify(details), 'bank-details');
    if (!(await saveDetails(tx, bank, { sealed, hint: hintOf(details) }, now))) return false;
    const amount = { ...charge.amount, amountMinor: refund.amountMinor };
    const cause = refundCause(charge, refund, 'pending');
    if (charge.status !== 'open')
      await announceStatus(tx, [charge], charge.status, now, cause, 'refund.pending');
    const isCorrection = bank.status === 'given';
    await mailMerchant(tx, merchantId, 'external_refund', (words) =>
      bankDetailsMail({ charge, amount, isCorrection }, words),
    );
    return true;
  });
}

/** What the customer gave; null: nothing, or no longer needed. */
export function openDetails(secrets: Secrets, { detailsSealed }: BankRefund): BankDetails | null {
  return detailsSealed && (JSON.parse(secrets.open(detailsSealed, 'bank-details')) as BankDetails);
}
