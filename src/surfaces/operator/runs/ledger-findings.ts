import type { AuditReport } from '../../../accounts/audit/audit-log.ts';
import type { LedgerReport } from '../../../accounts/ledger/check-ledger.ts';
import { decimalsOf } from '../../../accounts/ledger/ledger.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { blankFinding, type Finding } from './run.ts';

/** A check's findings, each in the same form whatever it is about. */
export function ledgerFindings(report: LedgerReport): Finding[] {
  const finding = (
    code: string,
    fault: { merchantId: string },
    known: { id?: string | null; account?: string | null },
    amounts?: { asset: string; expected: bigint; found: bigint },
  ): Finding => ({
    code,
    merchantId: fault.merchantId,
    id: known.id ?? null,
    account: known.account ?? null,
    expected: amounts ? withUnit(amounts.expected, amounts.asset) : null,
    found: amounts ? withUnit(amounts.found, amounts.asset) : null,
  });
  return [
    ...report.wrongBalances.map((each) =>
      finding(
        'wrong_balance',
        each,
        { account: each.account },
        { asset: each.asset, expected: each.derived, found: each.kept },
      ),
    ),
    ...report.lopsidedEntries.map((each) =>
      finding(
        'lopsided_entry',
        each,
        { id: each.entryId },
        { asset: each.asset, expected: 0n, found: each.total },
      ),
    ),
    ...report.unexplainedCharges.map((each) =>
      finding(
        'unexplained_charge',
        each,
        { id: each.chargeId },
        { asset: each.currency, expected: each.expected, found: each.posted },
      ),
    ),
    ...report.unexplainedPayouts.map((each) =>
      finding(
        'unexplained_payout',
        each,
        { id: each.payoutId },
        {
          asset: each.asset,
          expected: each.expectedReserved + each.expectedSent,
          found: each.reserved + each.sent,
        },
      ),
    ),
    ...report.unexplainedSweeps.map((each) =>
      finding(
        'unexplained_sweep',
        each,
        { id: each.itemId },
        { asset: each.asset, expected: each.expected, found: each.posted },
      ),
    ),
    ...report.unexplainedPostings.map((each) =>
      finding(
        'unexplained_posting',
        each,
        { id: each.id, account: each.account },
        { asset: each.asset, expected: each.expected, found: each.posted },
      ),
    ),
    ...report.unexplainedLines.map((each) =>
      finding(
        'unexplained_line',
        each,
        { id: each.lineId, account: each.account },
        { asset: each.asset, expected: each.expected, found: each.posted },
      ),
    ),
    ...report.unexplainedSettlements.map((each) =>
      finding(
        'unexplained_settlement',
        each,
        { id: each.settlementId, account: each.account },
        { asset: each.asset, expected: each.expected, found: each.posted },
      ),
    ),
    ...report.openCases.map((each) =>
      finding(
        'open_cases',
        each,
        { id: String(each.count), account: `card_suspense_${each.processor}` },
        { asset: each.currency, expected: 0n, found: each.balance },
      ),
    ),
    ...report.unexplainedUsdtRefunds.map((each) =>
      finding(
        'unexplained_usdt_refund',
        each,
        { id: each.refundId, account: each.account },
        { asset: each.asset, expected: each.expected, found: each.posted },
      ),
    ),
    ...report.wrongOrders.map((each) =>
      finding('wrong_order', each, { id: each.orderId, account: each.fault }),
    ),
    ...report.wrongRefunds.map((each) =>
      finding('wrong_refund', each, { id: each.chargeId, account: each.fault }),
    ),
    ...report.wrongUsdtRefunds.map((each) =>
      finding('wrong_usdt_refund', each, { id: each.refundId ?? each.orderId, account: each.fault }),
    ),
    ...report.wrongPayoutDays.map((each) =>
      finding(
        'wrong_payout_day',
        each,
        { id: each.day },
        { asset: 'USD', expected: each.derived, found: each.kept },
      ),
    ),
  ];
}

function withUnit(units: bigint, asset: string): string {
  return `${formatDecimal(units, decimalsOf(asset))} ${asset}`;
}

export function auditFindings({ faults }: Pick<AuditReport, 'faults'>): Finding[] {
  return faults.map(({ number, fault }) => ({
    ...blankFinding,
    code: 'audit_row',
    id: String(number),
    found: fault,
  }));
}
