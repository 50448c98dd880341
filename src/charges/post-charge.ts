import type { Entry } from '../ledger/ledger.ts';
import type { Charge } from './charge.ts';

type Paid = Pick<Charge, 'merchantId' | 'id' | 'amount'>;

/** The acquirer owes us what the customer paid; it is the merchant's, less the fee. */
export function approvedEntry({ merchantId, id, amount }: Paid, feeBasisPoints: number): Entry {
  const { amountMinor, currency: asset } = amount;
  // Rounded down: the odd fraction of a minor unit stays with the merchant.
  const feeMinor = (amountMinor * BigInt(feeBasisPoints)) / 10_000n;
  return {
    merchantId,
    kind: 'charge_approved',
    subjectId: id,
    postings: [
      { account: 'card_clearing', asset, amount: -amountMinor },
      { account: 'merchant_available', asset, amount: amountMinor - feeMinor },
      { account: 'platform_fees', asset, amount: feeMinor },
    ],
  };
}

/** Money went back to the customer, by a refund or by a charge-back, at the merchant's cost. */
export function givenBackEntry(
  { merchantId, amount }: Paid,
  kind: 'refund' | 'charge_back',
  subjectId: string,
  amountMinor: bigint,
): Entry {
  const asset = amount.currency;
  return {
    merchantId,
    kind,
    subjectId,
    postings: [
      { account: 'merchant_available', asset, amount: -amountMinor },
      { account: 'card_clearing', asset, amount: amountMinor },
    ],
  };
}
