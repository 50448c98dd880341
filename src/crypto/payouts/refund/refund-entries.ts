import type { Account, Entry, Posting } from '../../../accounts/ledger/ledger.ts';
import type { Payout } from '../store.ts';

type Money = Pick<Payout, 'merchantId' | 'id' | 'asset' | 'amountUnits' | 'fromSuspense'>;

/** Sets the refund's money aside, so that it cannot be spent otherwise. */
export function refundOpenedEntry(refund: Money): Entry {
  return entry(refund, 'refund_opened', setAside(refund, 1n));
}

/** The refund failed: the whole amount returns to its source. */
export function refundReleasedEntry(refund: Money): Entry {
  return entry(refund, 'refund_released', setAside(refund, -1n));
}

/** The transfer is final. */
export function refundSentEntry(refund: Money, network: string): Entry {
  const { asset } = refund;
  return entry(refund, 'refund_sent', [
    { account: 'refunds_due', asset, amount: -refund.amountUnits },
    { account: `custody_${network}_hot`, asset, amount: refund.amountUnits },
  ]);
}

function setAside({ asset, amountUnits, fromSuspense }: Money, sign: 1n | -1n): Posting[] {
  const source: Account = fromSuspense ? 'deposit_suspense' : 'merchant_available';
  return [
    { account: source, asset, amount: -amountUnits * sign },
    { account: 'refunds_due', asset, amount: amountUnits * sign },
  ];
}

function entry({ merchantId, id }: Money, kind: Entry['kind'], postings: Posting[]): Entry {
  return { merchantId, kind, subjectId: id, postings };
}
