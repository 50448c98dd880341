import { postEntry } from '../../../../accounts/ledger/ledger.ts';
import { queueUnwritten } from '../../../../accounts/mail/queue-mail.ts';
import { newId } from '../../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../../base/db/pool.ts';
import { PasarelaError } from '../../../../base/ground/errors.ts';
import type { Attempt, Charge } from '../../charge.ts';
import type { Refund } from '../refund-store.ts';
import { type BankRefund, isOpen } from './bank-refund.ts';
import { findBankRefund, insertBankRefund, saveAsk } from './bank-refund-store.ts';
import { heldEntry } from './post-bank-refund.ts';

/** Asks the customer by mail where the money should go, in the transaction that makes the refund. */
export async function askDetails(
  tx: Tx,
  charge: Charge & { email: string },
  { accountId }: Pick<Attempt, 'accountId'>,
  refund: Refund,
  now: Date,
): Promise<void> {
  const { merchantId, id } = refund;
  const askId = newId();
  // What a processor pays out to the merchant itself is not ours to set aside.
  const isHeld = accountId === null;
  await insertBankRefund(tx, {
    merchantId,
    id,
    chargeId: charge.id,
    country: charge.country,
    email: charge.email,
    language: charge.language,
    askId,
    isHeld,
    askedAt: now,
  });
  const amount = { ...charge.amount, amountMinor: refund.amountMinor };
  if (isHeld) await postEntry(tx, heldEntry({ merchantId, id, amount }));
  await queueUnwritten(tx, { merchantId, kind: 'bank_refund', causeId: askId });
}

/** Mails the customer a new link; the former one no longer opens the page. */
export async function askAgain(
  { sql }: { sql: Sql },
  merchantId: string,
  refundId: string,
): Promise<BankRefund> {
  return await sql.begin(async (tx) => {
    const found = await findBankRefund(tx, merchantId, refundId);
    if (!found)
      throw new PasarelaError('not_found', 'This transaction has no such refund to a bank account.');
    if (!isOpen(found.status)) {
      throw new PasarelaError(
        'charge_not_refundable',
        `This refund is ${found.status}: there is nothing to ask.`,
      );
    }
    const askId = newId();
    await saveAsk(tx, found, askId);
    await queueUnwritten(tx, { merchantId, kind: 'bank_refund', causeId: askId });
    return { ...found, askId };
  });
}
