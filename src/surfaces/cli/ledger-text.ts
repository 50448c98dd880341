import { faultsIn, type LedgerReport } from '../../accounts/ledger/check-ledger.ts';
import type { OrderFault } from '../../accounts/ledger/check-orders.ts';
import type { UnexplainedPosting } from '../../accounts/ledger/check-postings.ts';
import type { RefundFault } from '../../accounts/ledger/check-refunds.ts';
import type { UsdtRefundFault } from '../../accounts/ledger/check-usdt-refunds.ts';
import { maxFaults } from '../../accounts/ledger/fault-limit.ts';
import { formatUnits, isAsset } from '../../base/money/asset.ts';
import { exponentOf, isCurrency } from '../../base/money/currency.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { table } from './format.ts';

/** The findings of a ledger check, for people. */
export function describeReport(report: LedgerReport): string {
  const discrepancies = faultsIn(report).length;
  const counts = `${report.entries} entries with ${report.postings} postings.`;
  if (discrepancies === 0) {
    return `${counts}\nAll is right: every entry sums to zero, every balance equals its postings, every charge, refund, charge-back, line of a processor, crypto order, payout, sweep and settlement is explained, the days of payout limits and the sums by the hour are counted right.`;
  }
  const sections = [
    table(
      ['WRONG BALANCE OF', 'ACCOUNT', 'KEPT', 'FROM POSTINGS'],
      report.wrongBalances.map(({ merchantId, account, asset, kept, derived }) => [
        merchantId,
        account,
        withUnit(kept, asset),
        withUnit(derived, asset),
      ]),
      '',
    ),
    table(
      ['LOPSIDED ENTRY', 'MERCHANT', 'OFF BY'],
      report.lopsidedEntries.map(({ merchantId, entryId, asset, total }) => [
        entryId,
        merchantId,
        withUnit(total, asset),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED CHARGE', 'MERCHANT', 'EXPECTED', 'POSTED'],
      report.unexplainedCharges.map(({ merchantId, chargeId, currency, expected, posted }) => [
        chargeId,
        merchantId,
        withUnit(expected, currency),
        withUnit(posted, currency),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED PAYOUT', 'MERCHANT', 'TO BE RESERVED', 'RESERVED', 'TO BE SENT', 'SENT'],
      report.unexplainedPayouts.map((payout) => [
        payout.payoutId,
        payout.merchantId,
        withUnit(payout.expectedReserved, payout.asset),
        withUnit(payout.reserved, payout.asset),
        withUnit(payout.expectedSent, payout.asset),
        withUnit(payout.sent, payout.asset),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED SWEEP ITEM', 'MERCHANT', 'MOVED', 'POSTED'],
      report.unexplainedSweeps.map(({ merchantId, itemId, asset, expected, posted }) => [
        itemId,
        merchantId,
        withUnit(expected, asset),
        withUnit(posted, asset),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED POSTING FOR', 'ID', 'OF', 'MERCHANT', 'ACCOUNT', 'EXPECTED', 'POSTED'],
      report.unexplainedPostings.map(({ merchantId, about, id, ofId, account, asset, expected, posted }) => [
        wordsOfAbout[about],
        id,
        ofId ?? 'nothing',
        merchantId,
        account,
        withUnit(expected, asset),
        withUnit(posted, asset),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED LINE OF A PROCESSOR', 'MERCHANT', 'ENTRY', 'ACCOUNT', 'EXPECTED', 'POSTED'],
      report.unexplainedLines.map(({ merchantId, lineId, kind, account, asset, expected, posted }) => [
        lineId,
        merchantId,
        kind,
        account,
        withUnit(expected, asset),
        withUnit(posted, asset),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED SETTLEMENT', 'MERCHANT', 'ACCOUNT', 'EXPECTED', 'POSTED'],
      report.unexplainedSettlements.map(({ merchantId, settlementId, account, asset, expected, posted }) => [
        settlementId,
        merchantId,
        account,
        withUnit(expected, asset),
        withUnit(posted, asset),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED AT A PROCESSOR', 'MERCHANT', 'OPEN CASES', 'OF THEM IN SUSPENSE', 'IN SUSPENSE'],
      report.openCases.map(({ merchantId, processor, currency, count, expected, balance }) => [
        processor,
        merchantId,
        String(count),
        withUnit(expected, currency),
        withUnit(balance, currency),
      ]),
      '',
    ),
    table(
      ['WRONG CRYPTO ORDER', 'MERCHANT', 'TRANSFER', 'WHAT IS WRONG'],
      report.wrongOrders.map(({ merchantId, orderId, transferId, fault }) => [
        orderId,
        merchantId,
        transferId ?? '',
        wordsOfOrder[fault],
      ]),
      '',
    ),
    table(
      ['WRONG REFUNDS OF CHARGE', 'MERCHANT', 'WHAT IS WRONG', 'CHARGE', 'REFUNDS'],
      report.wrongRefunds.map(({ merchantId, chargeId, fault, kept, derived }) => [
        chargeId,
        merchantId,
        wordsOfRefund[fault],
        kept,
        derived,
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED REFUND ON THE CHAIN', 'MERCHANT', 'ACCOUNT', 'EXPECTED', 'POSTED'],
      report.unexplainedUsdtRefunds.map(({ merchantId, refundId, asset, account, expected, posted }) => [
        refundId,
        merchantId,
        account,
        withUnit(expected, asset),
        withUnit(posted, asset),
      ]),
      '',
    ),
    table(
      ['WRONG REFUNDS OF CRYPTO ORDER', 'MERCHANT', 'REFUND', 'WHAT IS WRONG'],
      report.wrongUsdtRefunds.map(({ merchantId, orderId, refundId, fault }) => [
        orderId,
        merchantId,
        refundId ?? '',
        wordsOfUsdtRefund[fault],
      ]),
      '',
    ),
    table(
      ['WRONG DAY OF PAYOUT LIMITS', 'MERCHANT', 'COUNTED', 'FROM PAYOUTS'],
      report.wrongPayoutDays.map(({ merchantId, day, kept, derived }) => [
        day,
        merchantId,
        withUnit(kept, 'USD'),
        withUnit(derived, 'USD'),
      ]),
      '',
    ),
    table(
      ['WRONG SUM OF THE HOUR', 'MERCHANT', 'KIND', 'ACCOUNT', 'KEPT', 'FROM POSTINGS'],
      report.wrongHours.map(({ merchantId, hour, kind, account, asset, kept, derived }) => [
        hour.toISOString(),
        merchantId,
        kind,
        account,
        withUnit(kept, asset),
        withUnit(derived, asset),
      ]),
      '',
    ),
  ];
  const isCut = Object.values(report).some((faults) => Array.isArray(faults) && faults.length === maxFaults);
  const total = `Discrepancies: ${discrepancies}${isCut ? `, and perhaps more: ${maxFaults} of a kind are told` : ''}.`;
  return [counts, ...sections.filter((section) => section !== ''), total].join('\n\n');
}

const wordsOfAbout: Record<UnexplainedPosting['about'], string> = {
  transfer: 'crypto transfer',
  refund: 'refund',
  charge_back: 'charge-back',
};

const wordsOfOrder: Record<OrderFault, string> = {
  transfer_of_no_order: 'a transfer belongs to no order of its network',
  orphaned_in_ledger: 'a transfer that the chain took back is still in the ledger',
  final_not_in_ledger: 'a transfer is final for long and not in the ledger',
  in_ledger_before_final: 'a transfer is in the ledger and not final yet',
  credited_without_success: 'a transfer was credited that is not part of a payment that succeeded',
  success_not_credited: 'a transfer is part of a payment that succeeded and was not credited',
  decided_by_nobody: 'a transfer was accepted, sent back or ignored, and nobody said so',
  success_unpaid: 'it is a success, too little is final, and nobody accepted that',
  paid_without_success: 'it is paid and no success',
  wrong_final_sum: 'what it counts as final is not what its transfers come to',
  wrong_resolution: 'its resolution is not the last that was recorded',
  charge_differs: 'its charge says otherwise, or is not there, or it is not there for its charge',
  price_differs: 'what it asks for in the asset is not its price at its rates',
};

const wordsOfRefund: Record<RefundFault, string> = {
  wrong_refunded: 'what was given back (minor units)',
  wrong_pending: 'what is being given back (minor units)',
  wrong_status: 'the status',
  not_refundable: 'refunds of what cannot be refunded',
};

const wordsOfUsdtRefund: Record<UsdtRefundFault, string> = {
  refund_of_no_order: 'it is of no order of its merchant',
  wrong_transfers: 'it gives back another sum than its transfers come to',
  transfer_of_no_refund: 'a transfer waits for a refund that does not send it',
  more_than_came: 'its refunds come to more than it gave its merchant',
};

export function withUnit(units: bigint, asset: string): string {
  return `${amount(units, asset)} ${asset}`;
}

/** A decimal of the currency. An unknown asset must not keep a check from reporting: it is shown in bare units. */
export function amount(units: bigint, asset: string): string {
  if (isAsset(asset)) return formatUnits(units);
  return isCurrency(asset) ? formatDecimal(units, exponentOf(asset)) : units.toString();
}
