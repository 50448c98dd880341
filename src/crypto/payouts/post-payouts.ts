import type { Entry, Posting } from '../../accounts/ledger/ledger.ts';
import type { Payout } from './store.ts';

type PayoutMoney = Pick<Payout, 'merchantId' | 'id' | 'asset' | 'amountUnits' | 'feeUnits'>;

/** Reserves the merchant's money, so that it cannot be spent otherwise. */
export function reservedEntry(payout: PayoutMoney): Entry {
  return entry(payout, 'payout_reserved', reservation(payout, 1n));
}

/** The payout failed: the whole amount is available to the merchant again. */
export function releasedEntry(payout: PayoutMoney): Entry {
  return entry(payout, 'payout_released', reservation(payout, -1n));
}

/** The transfer is final: the amount left the hot wallet, and the fee belongs to the platform. */
export function sentEntry(payout: PayoutMoney, network: string): Entry {
  const { asset } = payout;
  return entry(payout, 'payout_sent', [
    { account: 'merchant_reserved', asset, amount: -(payout.amountUnits + payout.feeUnits) },
    { account: `custody_${network}_hot`, asset, amount: payout.amountUnits },
    { account: 'platform_fees', asset, amount: payout.feeUnits },
  ]);
}

function reservation({ asset, amountUnits, feeUnits }: PayoutMoney, sign: 1n | -1n): Posting[] {
  const total = (amountUnits + feeUnits) * sign;
  return [
    { account: 'merchant_available', asset, amount: -total },
    { account: 'merchant_reserved', asset, amount: total },
  ];
}

function entry({ merchantId, id }: PayoutMoney, kind: Entry['kind'], postings: Posting[]): Entry {
  return { merchantId, kind, subjectId: id, postings };
}
