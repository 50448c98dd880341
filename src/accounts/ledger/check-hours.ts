import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** An hour whose sum differs from its postings. */
export interface WrongHour {
  merchantId: string;
  hour: Date;
  kind: string;
  account: string;
  asset: string;
  kept: bigint;
  derived: bigint;
}

/** Recomputes every summed hour from the postings. */
export async function findWrongHours(tx: Tx, scope: Scope): Promise<WrongHour[]> {
  return await tx<WrongHour[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'hour_sums', 'hour_sums_until', 'late_entries')}timed AS (
      SELECT entry.merchant_id, entry.id,
             CASE WHEN late.entry_id IS NULL THEN entry.kind ELSE 'late:' || entry.kind END AS kind,
             CASE WHEN late.entry_id IS NULL
                  THEN to_timestamp(('x' || replace(left(entry.id::text, 13), '-', ''))::bit(48)::bigint / 3600000 * 3600)
                  ELSE to_timestamp(floor(extract(epoch FROM late.counted_at) / 3600) * 3600)
             END AS hour
        FROM ledger_entries AS entry
        LEFT JOIN late_entries AS late ON late.merchant_id = entry.merchant_id
                                      AND late.entry_id = entry.id
    ), derived AS (
      SELECT timed.merchant_id, timed.hour, timed.kind, posting.account AS part, posting.asset,
             sum(posting.amount)::bigint AS amount
        FROM timed
        JOIN hour_sums_until ON hour_sums_until.merchant_id = timed.merchant_id
                            AND timed.hour < hour_sums_until.summed_until
        JOIN ledger_postings AS posting ON posting.merchant_id = timed.merchant_id
                                       AND posting.entry_id = timed.id
       GROUP BY 1, 2, 3, 4, 5
    ), kept AS (
      SELECT merchant_id, hour, kind, part, asset, amount
        FROM hour_sums
       WHERE kind NOT IN ('tried', 'told')
    )
    SELECT merchant_id AS "merchantId", hour, kind, part AS account, asset,
           coalesce(kept.amount, 0) AS kept,
           coalesce(derived.amount, 0) AS derived
      FROM kept
      FULL JOIN derived USING (merchant_id, hour, kind, part, asset)
     WHERE coalesce(kept.amount, 0) <> coalesce(derived.amount, 0)
     ORDER BY merchant_id, hour, kind, part, asset
     LIMIT ${maxFaults}`;
}
