import { firstIdAt, idTimeMs } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import { type Book, books, type MovementSource } from './names.ts';
import { type Measure, rules } from './overview.ts';

const measures: Readonly<Partial<Record<MovementSource, Measure>>> = {
  received: 'received',
  given_back: 'givenBack',
  taken_back: 'takenBack',
  paid_out: 'paidOut',
};

/** A ledger movement in the merchant's terms. */
export interface Movement {
  /** The cursor of the next page. */
  cursor: string;
  at: Date;
  kind: string;
  /** The payment it belongs to, if any. */
  paymentId: string | null;
  asset: string;
  amount: bigint;
  /** The installation's fee in the same entry. */
  fee: bigint;
}

export interface MovementQuery {
  of: MovementSource;
  asset: string | null;
  from: Date;
  to: Date;
  /** Only the entries between these two; absent: all of the time. */
  between?: { above: string; below: string };
  after: { entryId: string; line: number } | null;
  limit: number;
}

interface Row {
  entryId: string;
  line: number;
  kind: string;
  paymentId: string | null;
  asset: string;
  amount: bigint;
  fee: bigint;
}

/** Newest first. Uses the keys of entries and postings, which sort by time. */
export async function listMovements(db: Db, merchantId: string, query: MovementQuery): Promise<Movement[]> {
  const values: (string | number)[] = [];
  const value = (given: string | number): string => `$${values.push(given)}`;
  const merchant = value(merchantId);
  const { above = null, below = firstIdAt(query.to) } = query.between ?? {};
  const lowest = above === null ? `>= ${value(firstIdAt(query.from))}` : `> ${value(above)}`;
  const { sign, condition } = linesOf(query.of, value);
  const rows = await db.unsafe<Row[]>(
    `SELECT entry.id AS "entryId", posting.line::int AS line, entry.kind,
            CASE WHEN entry.kind = 'charge_approved' THEN entry.subject_id
                 ELSE coalesce(refund.charge_id, dispute.charge_id, change.charge_id, transfer.order_id, unexpected.charge_id)
            END AS "paymentId",
            posting.asset, posting.amount,
            coalesce((SELECT sum(kept.amount)
                        FROM ledger_postings AS kept
                       WHERE kept.merchant_id = entry.merchant_id
                         AND kept.entry_id = entry.id
                         AND kept.account = 'platform_fees'
                         AND kept.asset = posting.asset), 0)::bigint AS fee
       FROM ledger_entries AS entry
       JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id
                                      AND posting.entry_id = entry.id
       LEFT JOIN refunds AS refund ON refund.merchant_id = entry.merchant_id AND refund.id = entry.subject_id
       LEFT JOIN disputes AS dispute ON dispute.merchant_id = entry.merchant_id AND dispute.id = entry.subject_id
       LEFT JOIN dispute_changes AS change ON change.merchant_id = entry.merchant_id AND change.id = entry.subject_id
       LEFT JOIN unexpected_payments AS unexpected ON unexpected.merchant_id = entry.merchant_id AND unexpected.id = entry.subject_id
       LEFT JOIN transfers AS transfer ON transfer.merchant_id = entry.merchant_id AND transfer.id = entry.subject_id
      WHERE entry.merchant_id = ${merchant}
        AND entry.id ${lowest}
        AND entry.id < ${value(below)}
        AND posting.merchant_id = ${merchant}
        AND ${condition}
        ${query.asset === null ? '' : `AND posting.asset = ${value(query.asset)}`}
        ${query.after === null ? '' : `AND entry.id <= ${value(query.after.entryId)} AND (entry.id, posting.line) < (${value(query.after.entryId)}::uuid, ${value(query.after.line)}::smallint)`}
      ORDER BY entry.id DESC, posting.line DESC
      LIMIT ${value(query.limit)}`,
    values,
  );
  return rows.map(({ entryId, line, amount, ...row }) => ({
    ...row,
    cursor: `${entryId}.${line}`,
    at: new Date(idTimeMs(entryId)),
    amount: amount * sign,
  }));
}

function linesOf(
  of: MovementSource,
  value: (given: string) => string,
): { sign: 1n | -1n; condition: string } {
  if (of === 'fees') return { sign: 1n, condition: `posting.account = ${value('platform_fees')}` };
  const measure = measures[of];
  if (measure === undefined) {
    return { sign: 1n, condition: `posting.account = ${value(books[of as Book])}` };
  }
  const parts = rules
    .filter((rule) => rule.measure === measure)
    .map(({ accounts, adds, takesBack }) => {
      const kinds = [...adds, ...takesBack].map(value).join(', ');
      const places = accounts.map((account) =>
        account.endsWith('%')
          ? `starts_with(posting.account, ${value(account.slice(0, -1))})`
          : `posting.account = ${value(account)}`,
      );
      return `(entry.kind IN (${kinds}) AND (${places.join(' OR ')}))`;
    });
  const [rule] = rules.filter((each) => each.measure === measure);
  return { sign: rule?.sign ?? 1n, condition: `(${parts.join(' OR ')})` };
}
