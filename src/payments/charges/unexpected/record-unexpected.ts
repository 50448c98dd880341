import { postEntry } from '../../../accounts/ledger/ledger.ts';
import type { Tx } from '../../../base/db/pool.ts';
import type { Money } from '../../../base/money/money.ts';
import { announceStatus } from '../announce.ts';
import type { Attempt, Charge } from '../charge.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { unexpectedMail } from '../merchant-mail-text.ts';
import { unexpectedCause } from './notify-unexpected.ts';
import { arrivedEntry } from './post-unexpected.ts';
import { kindOf, type UnexpectedPayment } from './unexpected-payment.ts';
import { insertUnexpected } from './unexpected-store.ts';

/**
 * Records money that came otherwise than was asked, once: row, ledger, event and mail in the caller's transaction, which
 * holds the charge's lock. It is credited to nobody until the merchant decides.
 */
export async function recordUnexpected(
  tx: Tx,
  charge: Charge,
  attempt: Pick<Attempt, 'id' | 'processor' | 'accountId'>,
  { reference, paid }: { reference: string; paid: Money },
  now: Date,
): Promise<void> {
  const payment: UnexpectedPayment = {
    merchantId: charge.merchantId,
    id: attempt.id,
    chargeId: charge.id,
    kind: kindOf(charge, paid),
    status: 'waiting',
    processor: attempt.processor,
    accountId: attempt.accountId,
    reference,
    paid,
    pays: false,
    returnId: null,
    returnReference: null,
    failure: null,
    arrivedAt: now,
    decidedAt: null,
    endedAt: null,
  };
  if (!(await insertUnexpected(tx, payment))) return;
  // `open` is no status of a notice.
  const told = charge.status === 'open' ? 'pending' : charge.status;
  await announceStatus(tx, [charge], told, now, unexpectedCause(payment));
  await mailMerchant(tx, charge.merchantId, 'payment_warning', (words) =>
    unexpectedMail({ charge, payment }, words),
  );
  // Last, because it locks the merchant's balances until the commit.
  await postEntry(tx, arrivedEntry(payment));
}
