import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import type { Db } from '../../base/db/sql.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { HistoryEntry } from './history.ts';

/** The postings for these subjects. Uses the unique key of merchant, subject and kind. */
export async function ledgerEntries(
  db: Db,
  merchantId: string,
  subjectIds: string[],
): Promise<HistoryEntry[]> {
  const rows = await db<{ at: Date; kind: string; account: string; asset: string; amount: bigint }[]>`
    SELECT entry.created_at AS at, entry.kind, posting.account, posting.asset, posting.amount
      FROM ledger_entries AS entry
      JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
     WHERE entry.merchant_id = ${merchantId}
       AND entry.subject_id = ANY(${subjectIds}::uuid[])
     ORDER BY entry.created_at, entry.id, posting.line`;
  const byEntry = Map.groupBy(rows, ({ at, kind }) => `${at.getTime()} ${kind}`);
  return [...byEntry.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const postings = [first, ...others].map(
      ({ account, asset, amount }) =>
        `${account} ${amount > 0n ? '+' : ''}${formatDecimal(amount, decimalsOf(asset))} ${asset}`,
    );
    return [{ at: first.at, part: 'ledger', text: `${first.kind}: ${postings.join(', ')}.` }];
  });
}
