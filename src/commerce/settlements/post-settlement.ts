import type { Account, Entry } from '../../accounts/ledger/ledger.ts';
import type { Settlement, SettlementWay } from './settlement.ts';

type SettledMoney = Pick<Settlement, 'merchantId' | 'id' | 'currency' | 'amountMinor'>;

/** Sets the money aside until the operator has paid it, so that nothing else is paid from it. */
export function requestedEntry(settlement: SettledMoney): Entry {
  return entry(settlement, 'settlement_requested', 'merchant_available', 'merchant_settling');
}

export function refusedEntry(settlement: SettledMoney): Entry {
  return entry(settlement, 'settlement_refused', 'merchant_settling', 'merchant_available');
}

export function withdrawnEntry(settlement: SettledMoney): Entry {
  return entry(settlement, 'settlement_withdrawn', 'merchant_settling', 'merchant_available');
}

/**
 * Money from the operator's bank was paid in by processors; USDT from the operator's own funds is owed to the operator
 * from now on.
 */
export function paidEntry(settlement: SettledMoney, way: SettlementWay): Entry {
  return entry(settlement, 'settlement_paid', 'merchant_settling', payerOf(way));
}

/** The bank sent the money back. */
export function returnedEntry(settlement: SettledMoney, way: SettlementWay): Entry {
  return entry(settlement, 'settlement_returned', payerOf(way), 'merchant_available');
}

function payerOf(way: SettlementWay): Account {
  return way === 'bank' ? 'operator_bank' : 'operator_funds';
}

function entry(
  { merchantId, id, currency: asset, amountMinor }: SettledMoney,
  kind: Entry['kind'],
  from: Account,
  to: Account,
): Entry {
  return {
    merchantId,
    kind,
    subjectId: id,
    postings: [
      { account: from, asset, amount: -amountMinor },
      { account: to, asset, amount: amountMinor },
    ],
  };
}
