import { checkLedger, faultsIn } from '../../accounts/ledger/check-ledger.ts';
import { type Balance, balancesOf } from '../../accounts/ledger/ledger.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Command } from './command.ts';
import { table } from './format.ts';
import { amount, describeReport, withUnit } from './ledger-text.ts';

/** A check that ends within this time reports no progress. */
const quietMs = 10_000;

export const ledgerCommands: Command[] = [
  {
    name: 'ledger check',
    summary:
      'Re-derive every balance, every day of the payout limits and every sum by the hour, and hold every charge, refund, charge-back, line of a processor, crypto order, payout and sweep against the ledger; exits 1 when something is off',
    operands: [],
    options: {},
    mayBeOld: true,
    needs: 'database',
    async run({ sql, progress }) {
      const startedMs = performance.now();
      const report = await checkLedger(sql, (line) => {
        if (performance.now() - startedMs > quietMs) progress(line);
      });
      const discrepancies = faultsIn(report).length;
      return {
        json: { ok: discrepancies === 0, ...report },
        text: describeReport(report),
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
