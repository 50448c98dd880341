import { firstId } from '../../../base/db/ids.ts';
import type { Db } from '../../../base/db/pool.ts';
import type { ProcessorAccount } from '../payment-processors.ts';

/** A processor's payout to the bank. */
export interface ProcessorPayout {
  /** The id of the payout's own movement, as it is stored. */
  id: string;
  processor: string;
  accountId: string | null;
  /** The processor's own id. */
  reference: string;
  currency: string;
  amountMinor: bigint;
  at: Date;
  arrivesAt: Date | null;
  /** Whether the processor reports the payout's movements. */
  isListed: boolean;
  /** The number of its movements; null: they were not read yet. */
  lineCount: bigint | null;
  linesMinor: bigint | null;
  readings: number;
}

const columns = `
  id, processor, nullif(account_id, '${firstId}') AS "accountId", reference, currency, amount_minor AS "amountMinor", at,
  arrives_at AS "arrivesAt", is_listed AS "isListed", line_count AS "lineCount", lines_minor AS "linesMinor", readings`;

export type NewPayout = Omit<ProcessorPayout, 'lineCount' | 'linesMinor' | 'readings'>;

/** An existing payout stays unchanged. */
export async function insertPayouts(db: Db, payouts: readonly NewPayout[]): Promise<void> {
  for (const each of payouts) {
    await db`
      INSERT INTO processor_payouts (id, processor, account_id, reference, currency, amount_minor, at, arrives_at, is_listed)
      VALUES (
        ${each.id}, ${each.processor}, ${each.accountId ?? firstId}, ${each.reference}, ${each.currency},
        ${each.amountMinor}, ${each.at}, ${each.arrivesAt}, ${each.isListed})
          ON CONFLICT DO NOTHING`;
  }
}

/** Payouts whose movements were not read, or did not match the sum at the first reading. */
export async function payoutsToRead(
  db: Db,
  { processor, accountId }: ProcessorAccount,
  mostReadings: number,
  limit: number,
): Promise<ProcessorPayout[]> {
  return await db<ProcessorPayout[]>`
    SELECT ${db.unsafe(columns)}
      FROM processor_payouts
     WHERE processor = ${processor.name}
       AND account_id = ${accountId ?? firstId}
       AND is_listed
       AND readings < ${mostReadings}
       AND lines_minor IS DISTINCT FROM amount_minor
     ORDER BY at, id
     LIMIT ${limit}`;
}

export async function savePayoutReading(
  db: Db,
  id: string,
  { lineCount, linesMinor }: { lineCount: bigint; linesMinor: bigint },
): Promise<void> {
  await db`
    UPDATE processor_payouts
       SET line_count = ${lineCount},
           lines_minor = ${linesMinor},
           readings = readings + 1
     WHERE id = ${id}`;
}

/** Newest first, starting before the given one. */
export async function listPayouts(db: Db, before: string | null, limit: number): Promise<ProcessorPayout[]> {
  return await db<ProcessorPayout[]>`
    SELECT ${db.unsafe(columns)}
      FROM processor_payouts
     WHERE ${before}::uuid IS NULL
        OR (at, id) < (SELECT at, id FROM processor_payouts WHERE id = ${before})
     ORDER BY at DESC, id DESC
     LIMIT ${limit}`;
}

/** Finds a payout by our id or by the processor's own. */
export async function findPayout(db: Db, key: string): Promise<ProcessorPayout | null> {
  const [row] = await db<ProcessorPayout[]>`
    SELECT ${db.unsafe(columns)}
      FROM processor_payouts
     WHERE id::text = ${key}
        OR reference = ${key}
     LIMIT 1`;
  return row ?? null;
}
