import { usdtDecimals } from '../crypto-orders/payment-notice.ts';
import type { Sql } from '../db/pool.ts';
import { checkLedger, type LedgerReport } from '../ledger/check-ledger.ts';
import { type Balance, balancesOf } from '../ledger/ledger.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { exponentOf, isCurrency } from '../money/currency.ts';
import { formatDecimal } from '../money/money.ts';
import type { Command } from './command.ts';
import { table } from './format.ts';

export const ledgerCommands: Command[] = [
  {
    name: 'ledger check',
    summary:
      'Re-derive every balance and every day of the payout limits, and hold every charge, payout and sweep against the ledger; exits 1 when something is off',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const report = await checkLedger(sql);
      const discrepancies =
        report.wrongBalances.length +
        report.lopsidedEntries.length +
        report.unexplainedCharges.length +
        report.unexplainedPayouts.length +
        report.unexplainedSweeps.length +
        report.wrongPayoutDays.length;
      return {
        json: { ok: discrepancies === 0, ...report },
        text: describeReport(report, discrepancies),
        failed: discrepancies > 0,
      };
    },
  },
  {
    name: 'ledger balances',
    summary: 'List the balances of a merchant, or of all',
    operands: ['[merchant]'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [merchantId] }) {
      const balances = merchantId === undefined ? await allBalances(sql) : await ownBalances(sql, merchantId);
      return {
        json: balances.map(({ balance, ...held }) => ({ ...held, balance: amount(balance, held.asset) })),
        text: table(
          ['MERCHANT', 'ACCOUNT', 'BALANCE'],
          balances.map(({ merchantId, account, asset, balance }) => [
            merchantId,
            account,
            withUnit(balance, asset),
          ]),
          'Nothing has been posted yet.',
        ),
      };
    },
  },
];

type HeldBalance = Balance & { merchantId: string };

async function ownBalances(sql: Sql, given: string): Promise<HeldBalance[]> {
  const { id: merchantId } = await getMerchant(sql, given);
  return (await balancesOf(sql, merchantId)).map((balance) => ({ merchantId, ...balance }));
}

async function allBalances(sql: Sql): Promise<HeldBalance[]> {
  return await sql<HeldBalance[]>`
    SELECT merchant_id AS "merchantId", account, asset, balance
      FROM ledger_balances
     ORDER BY merchant_id, account, asset`;
}

function describeReport(report: LedgerReport, discrepancies: number): string {
  const counts = `${report.entries} entries with ${report.postings} postings.`;
  if (discrepancies === 0) {
    return `${counts}\nAll is right: every entry sums to zero, every balance equals its postings, every charge, payout and sweep is explained, the days of payout limits are counted right.`;
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
        withUnit(payout.expectedReserved, 'USDT'),
        withUnit(payout.reserved, 'USDT'),
        withUnit(payout.expectedSent, 'USDT'),
        withUnit(payout.sent, 'USDT'),
      ]),
      '',
    ),
    table(
      ['UNEXPLAINED SWEEP ITEM', 'MERCHANT', 'MOVED', 'POSTED'],
      report.unexplainedSweeps.map(({ merchantId, itemId, expected, posted }) => [
        itemId,
        merchantId,
        withUnit(expected, 'USDT'),
        withUnit(posted, 'USDT'),
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
  ];
  return [counts, ...sections.filter((section) => section !== ''), `Discrepancies: ${discrepancies}.`].join(
    '\n\n',
  );
}

function withUnit(units: bigint, asset: string): string {
  return `${amount(units, asset)} ${asset}`;
}

/** A decimal of the currency. An asset nobody knows must not keep a check from reporting: its bare units then. */
function amount(units: bigint, asset: string): string {
  if (asset === 'USDT') return formatDecimal(units, usdtDecimals);
  return isCurrency(asset) ? formatDecimal(units, exponentOf(asset)) : units.toString();
}
