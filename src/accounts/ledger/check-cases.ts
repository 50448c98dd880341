import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** Unexplained money at a processor, or a suspense account whose balance differs from its open cases. */
export interface OpenCases {
  merchantId: string;
  processor: string;
  currency: string;
  /** The number of cases that await a decision. */
  count: bigint;
  /** The sum that the open cases put into suspense, and the account's balance. */
  expected: bigint;
  balance: bigint;
}

export async function findOpenCases(tx: Tx, scope: Scope): Promise<OpenCases[]> {
  return await tx<OpenCases[]>`
    WITH ${scope('card_cases', 'ledger_balances')}cases AS (
      SELECT merchant_id, processor, currency, count(*) AS count,
             coalesce(sum(amount_minor) FILTER (WHERE is_posted), 0)::bigint AS expected
        FROM card_cases
       WHERE decided_at IS NULL
       GROUP BY merchant_id, processor, currency
    ), suspense AS (
      SELECT merchant_id, substr(account, length('card_suspense_') + 1) AS processor, asset AS currency, balance
        FROM ledger_balances
       WHERE starts_with(account, 'card_suspense_')
         AND balance <> 0
    )
    SELECT merchant_id AS "merchantId",
           processor,
           currency,
           coalesce(cases.count, 0) AS count,
           coalesce(cases.expected, 0) AS expected,
           coalesce(suspense.balance, 0) AS balance
      FROM cases
      FULL JOIN suspense USING (merchant_id, processor, currency)
     ORDER BY merchant_id, processor, currency
     LIMIT ${maxFaults}`;
}
