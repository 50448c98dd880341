import type { Account, Entry, Posting } from '../../accounts/ledger/ledger.ts';
import type { Attempt, Charge } from './charge.ts';

type Paid = Pick<Charge, 'merchantId' | 'id' | 'amount'>;
/** The processor that took the payment, and the account it used. */
type Taker = Pick<Attempt, 'processor' | 'accountId'>;

/** The account for a processor's debt. The sandbox's is older than the others. */
export function clearingAccount(processor: string): Account {
  return processor === 'sandbox' ? 'card_clearing' : `card_clearing_${processor}`;
}

/**
 * The account that owns the processor's debt: the merchant's balance with us, or what the processor pays out to the
 * merchant itself.
 */
export function ownerAccount({ accountId }: Pick<Taker, 'accountId'>): Account {
  return accountId === null ? 'merchant_available' : 'merchant_direct';
}

/**
 * The processor owes the customer's payment; it belongs to the merchant, less the fee. `source`: the account that it is
 * taken from, if it was entered before.
 */
export function approvedEntry(
  { merchantId, id, amount }: Paid,
  taker: Taker,
  feeBasisPoints: number,
  source: Account = clearingAccount(taker.processor),
): Entry {
  const { amountMinor, currency: asset } = amount;
  // Rounded down: the odd fraction of a minor unit stays with the merchant.
  const feeMinor = (amountMinor * BigInt(feeBasisPoints)) / 10_000n;
  return {
    merchantId,
    kind: 'charge_approved',
    subjectId: id,
    postings: merged([
      { account: source, asset, amount: -amountMinor },
      { account: ownerAccount(taker), asset, amount: amountMinor },
      // A payment made to the merchant itself includes the fee: the merchant owes it to us.
      { account: 'merchant_available', asset, amount: -feeMinor },
      { account: 'platform_fees', asset, amount: feeMinor },
    ]),
  };
}

/** Money went back to the customer, by a refund or by a charge-back, at the merchant's cost; or was returned again. */
export function givenBackEntry(
  { merchantId, amount }: Paid,
  taker: Taker,
  kind: 'refund' | 'refund_reversed' | 'charge_back' | 'charge_back_reversed',
  subjectId: string,
  amountMinor: bigint,
): Entry {
  const asset = amount.currency;
  const backMinor = kind === 'refund' || kind === 'charge_back' ? amountMinor : -amountMinor;
  return {
    merchantId,
    kind,
    subjectId,
    postings: [
      { account: ownerAccount(taker), asset, amount: -backMinor },
      { account: clearingAccount(taker.processor), asset, amount: backMinor },
    ],
  };
}

/** Merges postings into one per account. */
function merged(postings: Posting[]): Posting[] {
  const byAccount = new Map<Account, Posting>();
  for (const posting of postings) {
    const amount = (byAccount.get(posting.account)?.amount ?? 0n) + posting.amount;
    byAccount.set(posting.account, { ...posting, amount });
  }
  return [...byAccount.values()];
}
