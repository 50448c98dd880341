import type { Account, Entry } from '../../../accounts/ledger/ledger.ts';
import { clearingAccount, ownerAccount } from '../post-charge.ts';
import type { UnexpectedPayment } from './unexpected-payment.ts';

/** Money of unexpected payments until somebody decides. */
export const suspenseAccount: Account = 'payment_suspense';

type Moved = Pick<UnexpectedPayment, 'merchantId' | 'id' | 'processor' | 'accountId' | 'paid'>;

/** The processor owes the money; it is nobody's yet. */
export function arrivedEntry({ merchantId, id, processor, paid }: Moved): Entry {
  const { amountMinor, currency: asset } = paid;
  return {
    merchantId,
    kind: 'unexpected_payment',
    subjectId: id,
    postings: [
      { account: clearingAccount(processor), asset, amount: -amountMinor },
      { account: suspenseAccount, asset, amount: amountMinor },
    ],
  };
}

/** The merchant accepted it beside the charge's own payment; the fee is that of a payment. */
export function creditedEntry(payment: Moved, feeBasisPoints: number): Entry {
  const { merchantId, id: subjectId, paid } = payment;
  const { amountMinor, currency: asset } = paid;
  const feeMinor = (amountMinor * BigInt(feeBasisPoints)) / 10_000n;
  const owner = ownerAccount(payment);
  const own: Entry['postings'] =
    owner === 'merchant_available'
      ? [{ account: owner, asset, amount: amountMinor - feeMinor }]
      : [
          { account: owner, asset, amount: amountMinor },
          { account: 'merchant_available', asset, amount: -feeMinor },
        ];
  return {
    merchantId,
    kind: 'unexpected_payment_accepted',
    subjectId,
    postings: [
      { account: suspenseAccount, asset, amount: -amountMinor },
      ...own,
      { account: 'platform_fees', asset, amount: feeMinor },
    ],
  };
}

/** The processor gave it back. */
export function returnedEntry(payment: Moved & { returnId: string }): Entry {
  const { merchantId, returnId: subjectId, processor, paid } = payment;
  const { amountMinor, currency: asset } = paid;
  return {
    merchantId,
    kind: 'unexpected_payment_returned',
    subjectId,
    postings: [
      { account: suspenseAccount, asset, amount: -amountMinor },
      { account: clearingAccount(processor), asset, amount: amountMinor },
    ],
  };
}
