import { firstId, firstIdAt } from '../../../base/db/ids.ts';
import type { Db } from '../../../base/db/pool.ts';
import { clearingAccount } from '../post-charge.ts';
import { type KeptMovement, movementKindOf } from './movement.ts';
import type { Period } from './period.ts';

/** An amount that, by our books, a processor took, refunded or lost. */
export interface BookedMovement {
  merchantId: string;
  kind: KeptMovement['kind'];
  /** The id of the charge, refund or dispute. */
  id: string;
  currency: string;
  /** Its effect on the money that the processor holds. */
  amountMinor: bigint;
  at: Date;
}

const entryKinds = [...movementKindOf.keys()];

/**
 * Entries of a period for a processor, on the installation's accounts or on those of merchants. Entry ids are
 * chronological, so that each merchant's entries are a range of the primary key.
 */
export async function bookedBetween(
  db: Db,
  { processor, isOwn }: { processor: string; isOwn: boolean },
  merchantIds: readonly string[],
  from: Date,
  to: Date,
): Promise<BookedMovement[]> {
  const rows = await db<(Omit<BookedMovement, 'kind'> & { entry: string })[]>`
    SELECT entry.merchant_id AS "merchantId", entry.kind AS entry, coalesce(change.dispute_id, entry.subject_id) AS id, clearing.asset AS currency,
           -clearing.amount AS "amountMinor", entry.created_at AS at
      FROM ledger_entries AS entry
      JOIN ledger_postings AS clearing ON clearing.merchant_id = entry.merchant_id AND clearing.entry_id = entry.id
      LEFT JOIN dispute_changes AS change ON change.merchant_id = entry.merchant_id AND change.id = entry.subject_id
     WHERE entry.merchant_id = ANY (${merchantIds}::uuid[])
       AND entry.id >= ${firstIdAt(from)}
       AND entry.id < ${firstIdAt(to)}
       AND entry.kind = ANY (${entryKinds})
       AND clearing.account = ${clearingAccount(processor)}
       AND ${isOwn} = EXISTS (
             SELECT
               FROM ledger_postings AS direct
              WHERE direct.merchant_id = entry.merchant_id
                AND direct.entry_id = entry.id
                AND direct.account = 'merchant_direct')
     ORDER BY entry.id`;
  return rows.map(({ entry, ...row }) => ({ ...row, kind: movementKindOf.get(entry) ?? 'other' }));
}

/** How often these things were entered, outside of a period if it is given: by `<kind of movement> <id>`. */
export async function bookedAmong(
  db: Db,
  merchantIds: readonly string[],
  subjectIds: readonly string[],
  outside?: Period,
): Promise<Map<string, number>> {
  if (subjectIds.length === 0) return new Map();
  const isCounted = outside
    ? db`AND NOT (entry.created_at >= ${outside.from} AND entry.created_at < ${outside.to})`
    : db``;
  // A dispute's entries have the ids of its changes.
  const rows = await db<{ entry: string; id: string }[]>`
    SELECT entry.kind AS entry, entry.subject_id AS id
      FROM ledger_entries AS entry
     WHERE entry.merchant_id = ANY (${merchantIds}::uuid[])
       AND entry.subject_id = ANY (${subjectIds}::uuid[])
       AND entry.kind = ANY (${entryKinds})
       ${isCounted}
       AND NOT EXISTS (
             SELECT 1
               FROM dispute_changes AS change
              WHERE change.merchant_id = entry.merchant_id
                AND change.id = entry.subject_id)
     UNION ALL
    SELECT entry.kind, change.dispute_id
      FROM dispute_changes AS change
      JOIN ledger_entries AS entry ON entry.merchant_id = change.merchant_id AND entry.subject_id = change.id
     WHERE change.merchant_id = ANY (${merchantIds}::uuid[])
       AND change.dispute_id = ANY (${subjectIds}::uuid[])
       AND entry.kind = ANY (${entryKinds})
       ${isCounted}`;
  return countsOf(rows.map(({ entry, id }) => `${movementKindOf.get(entry)} ${id}`));
}

/** How many movements of these things were stored, outside of a period if it is given: by `<kind of movement> <id>`. */
export async function keptOf(
  db: Db,
  merchantIds: readonly string[],
  ofIds: readonly string[],
  outside?: Period,
): Promise<Map<string, number>> {
  if (ofIds.length === 0) return new Map();
  const isCounted = outside ? db`AND NOT (line.at >= ${outside.from} AND line.at < ${outside.to})` : db``;
  // A movement that became a case does not count for the thing it names.
  const rows = await db<{ key: string; count: number }[]>`
    SELECT line.kind || ' ' || line.of_id AS key, count(*)::int AS count
      FROM processor_lines AS line
     WHERE line.merchant_id = ANY (${merchantIds}::uuid[])
       AND line.of_id = ANY (${ofIds}::uuid[])
       ${isCounted}
       AND NOT EXISTS (
             SELECT 1
               FROM card_cases AS open
              WHERE open.merchant_id = line.merchant_id
                AND open.id = line.id)
     GROUP BY 1`;
  return new Map(rows.map(({ key, count }) => [key, count]));
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

export type KeptSummary = Pick<
  KeptMovement,
  'id' | 'merchantId' | 'lineId' | 'kind' | 'feeMinor' | 'amount' | 'at'
>;

/** Stored movements of a period, a page at a time after a cursor, oldest first. */
export async function keptBetween(
  db: Db,
  { processor, accountId }: Pick<KeptMovement, 'processor' | 'accountId'>,
  from: Date,
  to: Date,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<KeptSummary[]> {
  const rows = await db<(Omit<KeptSummary, 'amount'> & { currency: string; amountMinor: bigint })[]>`
    SELECT id, merchant_id AS "merchantId", line_id AS "lineId", kind, fee_minor AS "feeMinor", currency,
           amount_minor AS "amountMinor", at
      FROM processor_lines
     WHERE processor = ${processor}
       AND coalesce(account_id, ${firstId}) = ${accountId ?? firstId}
       AND at >= ${from}
       AND at < ${to}
       AND (at, id) > (${after?.at ?? from}, ${after?.id ?? firstId}::uuid)
     ORDER BY at, id
     LIMIT ${limit}`;
  return rows.map(({ currency, amountMinor, ...row }) => ({ ...row, amount: { amountMinor, currency } }));
}

/** Up to when an account was read for the books; null: never. */
export async function readUntilOf(
  db: Db,
  { processor, accountId }: Pick<KeptMovement, 'processor' | 'accountId'>,
): Promise<Date | null> {
  const [row] = await db<{ readUntil: Date }[]>`
    SELECT read_until AS "readUntil"
      FROM line_cursors
     WHERE processor = ${processor}
       AND account_id = ${accountId ?? firstId}`;
  return row?.readUntil ?? null;
}
