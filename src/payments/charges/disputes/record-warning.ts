import type { Tx } from '../../../base/db/pool.ts';
import { announceStatus } from '../announce.ts';
import { findAttempt, findChargeOfAttempt } from '../attempts/attempt-store.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { warningMail } from '../merchant-mail-text.ts';
import type { NotifiedAccount } from '../notifications/notification-store.ts';
import type { Warning } from '../payment-processor.ts';
import { lockCharge } from '../store.ts';
import { insertWarning } from './warning-store.ts';

/** The meaning and the advice, for the event; the mail says the same in the merchant's language. */
export const warningTexts: Readonly<Record<Warning['kind'], string>> = {
  fraud:
    'The bank of the card or the processor takes this payment for fraud. Do not deliver what is not delivered yet, and refund it soon: a refund costs less than a dispute.',
  claim:
    'The customer complained to the processor about this payment. Answer in its panel, or refund it: else the money may be taken back.',
};

/**
 * Notifies the merchant of a warning, once: nothing is taken yet, and the merchant can still keep the goods or refund.
 * `too_early`: its payment is not yet known to be approved.
 */
export async function recordWarning(
  tx: Tx,
  /** The account that reported it: it has no say about payments made elsewhere. */
  account: NotifiedAccount,
  warning: Warning,
  now: Date,
): Promise<'recorded' | 'too_early' | 'not_ours'> {
  const place = await findChargeOfAttempt(tx, warning.attemptId);
  const charge = place && (await lockCharge(tx, place.merchantId, place.chargeId));
  const attempt = charge && (await findAttempt(tx, charge.merchantId, warning.attemptId));
  if (!charge || !attempt) return 'not_ours';
  if (attempt.processor !== account.processor || attempt.accountId !== account.accountId) return 'not_ours';
  if (attempt.status !== 'approved') return 'too_early';

  const { kind, reason } = warning;
  const { processor } = attempt;
  const isNew = await insertWarning(tx, {
    merchantId: charge.merchantId,
    processor,
    reference: warning.warningId,
    chargeId: charge.id,
    attemptId: attempt.id,
    kind,
    reason,
    toldAt: now,
  });
  if (!isNew) return 'recorded';
  await announceStatus(tx, [charge], charge.status, now, {
    warning: kind,
    warningText: warningTexts[kind],
    ...(reason !== null && { warningReason: reason }),
  });
  await mailMerchant(tx, charge.merchantId, 'payment_warning', (words) =>
    warningMail({ charge, kind, reason, processor }, words),
  );
  return 'recorded';
}
